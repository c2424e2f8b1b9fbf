#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/script/story.hpp"

namespace payonce::script {

/// The words that belong to the ledger and not to the grammar: the caller hands them in, each spelled as it is printed. An
/// empty list means that words of this kind are not checked.
struct Vocabulary {
  std::vector<std::string> outcomes;    // paid, already_paid, …
  std::vector<std::string> layers;      // idempotency_key, dedup_window, …
  std::vector<std::string> labels;      // key.claim, order.advance, …
  std::vector<std::string> stalls;      // those of them at which a process holds no lock and may be stopped
  std::vector<std::string> findings;    // codes of reconciliation
  std::vector<std::string> behaviours;  // what a channel can be scripted to do
  std::vector<std::string> states;      // of an order: paid, cancelled, …
};

/// What a step may be followed by behind its arrow.
enum class Answers {
  outcome,      // an outcome, and it must be said
  may_outcome,  // an outcome, if one is said
  may_handled,  // how many things were taken care of, if it is said
  findings,     // clean, or findings, and it must be said
  nothing,
};

/// A verb of a story: how many words it takes, and the keys of its pairs.
struct VerbRule {
  Verb verb;
  std::string_view name;
  std::size_t fewest;
  std::size_t most;
  std::string_view words;  // for messages: "ORDER"
  std::string_view keys;   // parted by blanks
  Answers answers;
  bool at_once;  // whether a process of its own may do it, beside others
};

/// What a `check` may look at: `check balance alice = 900.00`.
struct CheckRule {
  std::string_view name;
  std::size_t fewest;
  std::size_t most;
  std::string_view words;
};

[[nodiscard]] const VerbRule* verb_named(std::string_view name);
[[nodiscard]] const VerbRule& rule_of(Verb verb);
[[nodiscard]] std::vector<std::string_view> verb_names();
/// What the first word behind a verb may be, parted by blanks; empty where it may be anything.
[[nodiscard]] std::string_view first_words(Verb verb);

[[nodiscard]] const CheckRule* check_named(std::string_view name);
[[nodiscard]] std::vector<std::string_view> check_names();

[[nodiscard]] bool is_section(std::string_view name);
[[nodiscard]] std::vector<std::string_view> section_names();

/// The words of a list parted by blanks.
[[nodiscard]] std::vector<std::string_view> parted_by_blanks(std::string_view list);

/// The knobs a world can be turned by: those that take a duration, and those that take a word.
inline constexpr std::string_view knobs_of_time =
    "window lease retention tombstone clock-jump-limit grace message-wait";
inline constexpr std::string_view knobs_of_words =
    "window-by window-store window-place heartbeat max-tries finish fingerprint scope store version resume late "
    "voucher "
    "carry min-key token late-success-after-expiry inbox message-tries stock coupon durable";
/// No setting of a ledger: whether an experiment's machine has its commits on the disk when they return.
inline constexpr std::string_view knob_of_the_disk = "durable";

}  // namespace payonce::script
