#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/layer.hpp"
#include "ledger/values/text.hpp"

namespace payonce {

/// By what the dedup window tells the same intent again (product.md decision 2).
enum class WindowBy {
  intent,   // an order's payment by order and action; everything else by its idempotency key
  key,      // always by the idempotency key
  content,  // by command, account and amount: a heuristic that also stops two honest equal requests (laboratory.md 46a)
};
[[nodiscard]] std::string_view name(WindowBy by);

/// How a one-time token is taken. All but the first belong to a laboratory: they are how it is usually built, and leak.
enum class TokenTaking {
  one_transaction,  // with the work: never twice, never lost
  get_then_delete,  // looked at, the work done, then deleted: two submits at once both see it (article B's words, step by step)
  delete_first,  // deleted, then the work: a crash between leaves nothing to submit with
  per_user,      // one token a user, as article B's sample keys it: a second page destroys the first one's
};
[[nodiscard]] std::string_view name(TokenTaking taking);

/// How a message is known again and when that is written down. Everything but `on` is a mistake that people make, and is there to be
/// looked at in a laboratory file (laboratory.md 06, 07, 27, 28).
enum class Inbox {
  on,             // by what it means, in the transaction of its effect
  marker_first,   // the mark is committed, then the effect
  process_first,  // the effect is committed, then the mark
  message_id,     // by the id of the message
  off,            // not at all
};
[[nodiscard]] std::string_view name(Inbox inbox);

/// How something is kept from happening twice: one of the first four layers, or the stock and the coupons of a shop. All but `on`
/// belong to a laboratory (laboratory.md 2.0).
enum class Guard {
  on,  // one conditional statement, in the transaction of the work
  naive,  // looked at in one transaction, acted on in another: article A's "check then act"; the schema does not hold it either
  off,  // not asked at all
};
[[nodiscard]] std::string_view name(Guard guard);

/// What can be set in one ledger file. Each default says how it was chosen.
struct Settings {
  Duration window = seconds(5);           // longer than a double click, shorter than a person's second try
  Duration lease = seconds(30);           // idempotency.md R19; longer than a channel's own time-out
  Duration channel_timeout = minutes(2);  // a caller is told "unknown" rather than nothing; no provider takes longer
  Duration answer_retention = hours(72);  // a bad Friday deploy must survive the weekend (R23)
  Duration tombstone = days(400);         // a year and a month: yearly jobs run twice within it
  Duration clock_jump_limit = days(30);   // a clock that leaps further suspends expiry (R21)
  Duration clock_lead = days(400);  // how far a clock may lead the last thing done: a yearly job and a month's slack
  std::int64_t key_min_bytes = 16;  // R2; 1 on a laboratory file
  std::int64_t answer_cap_bytes = 65536;  // R16
  std::int64_t max_tries = 10;            // takeovers before a key is left to an operator (R20)
  WindowBy window_by = WindowBy::intent;
  TokenTaking token_taking = TokenTaking::one_transaction;
  bool honour_after_expiry = true;  // money that comes while an order is closing because its time was over pays it
  bool heartbeat = true;            // a holder that waits for a channel keeps its lease alive (R19)
  Inbox inbox = Inbox::on;
  std::int64_t message_tries = 5;       // a message refused so often is parked: enough for what passes by itself
  Duration message_wait = minutes(10);  // what comes before its record waits so long for it: no commit takes longer
  Guard stock = Guard::on;              // an order's goods are reserved with it
  Guard coupon = Guard::on;             // a coupon is used once a buyer, and counted
  /// idempotency_key, dedup_window, state_machine, unique_constraint; other than on ever only in a laboratory file.
  std::array<Guard, 4> layers{};
  // What follows is how each layer is often built, and what it then lets through: in a laboratory alone (laboratory.md 2.0).
  bool finish_split = false;       // the answer is stored in a transaction behind that of the work
  bool compare_requests = true;    // the same key with another request is told so
  bool scope_global = false;       // a key is one for all customers
  bool store_transient = false;    // that a channel was not reached is stored and told again
  bool random_vouchers = false;    // a business key is drawn anew for each booking
  bool window_before_key = false;  // the window is asked first, and knows no keys
  bool resume = true;              // what a dead holder has begun is gone on with
  bool drop_late = false;          // money for an order that has moved on is written down nowhere

  [[nodiscard]] Guard guard(Layer layer) const {
    const auto index = static_cast<std::size_t>(layer);
    return index < layers.size() ? layers[index] : Guard::on;
  }
  [[nodiscard]] bool on(Layer layer) const { return guard(layer) == Guard::on; }
  /// A layer that is naive writes what it would write; it only does not look again before it does.
  [[nodiscard]] bool keeps(Layer layer) const { return guard(layer) != Guard::off; }
  void set(Layer layer, Guard guard) { layers.at(static_cast<std::size_t>(layer)) = guard; }
  /// The same file with its naive layers on: what a look of its own goes by, and what nobody's look comes before.
  [[nodiscard]] Settings strict() const;
};

/// One settable value, as `payonce init --set NAME=VALUE` and a scenario's knobs spell it.
struct SettingName {
  std::string_view name;  // "window", "lease", "retention", …
  Text takes;             // "a duration", "a whole number", "intent, key or content", "on, naive or off"
  Text about;             // what it is, in a line
  std::string standard;   // its default, as it would be written
};
[[nodiscard]] const std::vector<SettingName>& setting_names();

/// The settings with one more set, or why not (a window as long as the lease would outlive a crash: refused).
[[nodiscard]] Result<Settings> with_setting(const Settings& settings, std::string_view name, std::string_view value);

/// Why these settings fit no real ledger: the first that only a laboratory may have other than usual.
[[nodiscard]] std::optional<Fault> laboratory_only(const Settings& settings);

[[nodiscard]] Settings load_settings(View& view);
/// Writes every value that is other than the file says; what it says nothing of has its default.
void save_settings(Tx& tx, const Settings& settings);

}  // namespace payonce
