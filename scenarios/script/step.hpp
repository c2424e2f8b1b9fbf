#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/script/complaints.hpp"

namespace payonce::script {

struct Argument {
  std::string name;
  std::string value;
  Place place;
  friend bool operator==(const Argument&, const Argument&) = default;
};

/// The value of `name=…`, or null.
[[nodiscard]] inline const std::string* value_of(const std::vector<Argument>& arguments, std::string_view name) {
  const auto found =
      std::find_if(arguments.begin(), arguments.end(), [name](const Argument& a) { return a.name == name; });
  return found == arguments.end() ? nullptr : &found->value;
}

enum class Verb {
  pay,
  refund,
  authorise,
  capture,
  void_hold,
  topup,
  transfer,
  adjust,
  order,
  cancel,
  ship,
  take_back,  // "return", which C++ keeps for itself
  stock,
  fee,
  reserve,
  payout,
  suspense,
  dispute,
  exchange,
  reverse,
  goods_back,  // the verbs of the command line that move something
  advance,
  jump,
  reboot,
  damage,  // breaks a law of the books by hand, past every rule
  script,
  notices,
  recover,
  review,
  reap,
  period,
  reconcile,
  statement,  // a channel's own one, damaged as said, is stored
  compare,    // with what is stored
  fix,        // of a break: proposed or approved
  key,
  token,    // issue one
  lease,    // acquire, renew or release one
  deliver,  // one message, to one consumer
  redrive,  // everything that is parked or waits, by hand
  check,
  wake,      // a process that was stalled goes on
  together,  // different steps at once
  repeat,    // the same steps several times over, one after the other
};

/// So many of the answers are one of these outcomes.
struct Count {
  std::vector<std::string> outcomes;
  std::optional<std::uint32_t> number;  // none: the rest
  friend bool operator==(const Count&, const Count&) = default;
};

/// What stands behind the arrow.
struct Expectation {
  enum class Kind { none, outcome, killed, stalled, clean, findings, counts, handled };
  Kind kind = Kind::none;
  std::string outcome;      // outcome: may be empty where only the exit status is expected
  std::string by;           // outcome: the layer that answers, or empty
  bool replayed = false;    // outcome: it must be a replay (without the word it may be or not)
  std::string voucher;      // outcome: or empty
  std::optional<int> exit;  // outcome
  std::vector<std::string> findings;
  std::vector<Count> counts;  // an outcome may also be "killed" or "handled" here
  std::uint32_t handled = 0;  // recover, reap, notices: so many were taken care of
  Place place;
  friend bool operator==(const Expectation&, const Expectation&) = default;
};

/// `check charges bank o1 = 1`
struct Check {
  std::string what;             // charges
  std::vector<std::string> of;  // bank, o1
  std::string expected;         // 1, as written; "CNY 900.00" with its blank
  friend bool operator==(const Check&, const Check&) = default;
};

struct Step {
  Verb verb = Verb::pay;
  std::vector<std::string> words;      // behind the verb: an order's name, two accounts, a channel and its behaviour
  std::vector<Argument> arguments;     // key=k1; each name at most once
  std::int64_t shift_ns = 0;           // advance, jump (may be negative), the duration of script
  std::optional<std::uint32_t> times;  // script, repeat
  std::string crash_at;                // the label of the step at which the process is killed, or empty
  std::string stall_at;                // the label at which the process stops until it is woken, or empty
  std::uint32_t at_once = 1;           // so many processes do it at the same time, {n} is 1…at_once
  std::vector<Step> inside;            // the steps of a together, each by a process of its own, or of a repeat
  Expectation expects;
  Check check;
  std::string text;  // the line as the printer spells it, without indentation or comment
  Place place;

  /// The value of `name=…`, or null.
  [[nodiscard]] const std::string* argument(std::string_view name) const { return value_of(arguments, name); }
  friend bool operator==(const Step&, const Step&) = default;
};

/// The step that the n-th of many processes does, or the n-th round of a repeat: `{n}` replaced in its words, its arguments and
/// what it checks.
[[nodiscard]] Step filled(const Step& step, std::uint32_t n);

}  // namespace payonce::script
