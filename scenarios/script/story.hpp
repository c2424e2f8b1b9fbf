#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/currency.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/ids.hpp"
#include "ledger/values/money.hpp"
#include "scenarios/script/complaints.hpp"

namespace payonce::script {

struct Argument {
  std::string name;
  std::string value;
  Place place;
  friend bool operator==(const Argument&, const Argument&) = default;
};

struct WorldAccount {
  AccountId id;
  Money balance;
  std::optional<std::string> account_class;
  std::optional<Money> limit;
  Place place;
  friend bool operator==(const WorldAccount&, const WorldAccount&) = default;
};

struct WorldOrder {
  OrderId id;
  AccountId buyer;
  AccountId payee;
  std::optional<Money> amount;  // or lines
  std::optional<std::string> status;
  std::optional<Duration> expires;
  Place place;
  std::string lines{};  // "tea:2:15.00,cup:1:8.00"; read by the player
  std::string coupon{};
  friend bool operator==(const WorldOrder&, const WorldOrder&) = default;
};

struct WorldAcquirer {
  ChannelId id;
  bool dedup = true;  // dedup=ref, not dedup=none: does it know our reference again?
  std::optional<Duration> settle_delay;
  std::optional<Duration> key_window;
  Place place;
  friend bool operator==(const WorldAcquirer&, const WorldAcquirer&) = default;
};

struct WorldStock {
  Sku sku;
  std::int64_t on_hand = 0;
  Place place;
  friend bool operator==(const WorldStock&, const WorldStock&) = default;
};

struct WorldCoupon {
  CouponCode code;
  std::optional<Money> amount;  // or percent
  std::optional<std::uint32_t> percent;
  std::uint32_t limit = 1;
  Place place;
  friend bool operator==(const WorldCoupon&, const WorldCoupon&) = default;
};

enum class Setting { on, naive, off };

struct LayerSwitch {
  char layer = 'K';  // K W S V X
  Setting setting = Setting::on;
  Place place;
  friend bool operator==(const LayerSwitch&, const LayerSwitch&) = default;
};

/// What is there before the first step.
struct World {
  std::optional<std::int64_t> clock_utc_ns;
  std::string currency = "CNY";  // of every amount that names none
  std::vector<WorldAccount> accounts;
  std::vector<WorldOrder> orders;
  std::vector<WorldAcquirer> acquirers;
  std::vector<WorldStock> stock;
  std::vector<WorldCoupon> coupons;
  std::vector<LayerSwitch> layers;  // those that are not mentioned are on
  friend bool operator==(const World&, const World&) = default;
};

struct Knob {
  std::string name;
  std::string value;
  std::optional<Duration> duration;  // of the knobs that take one
  Place place;
  friend bool operator==(const Knob&, const Knob&) = default;
};

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
  [[nodiscard]] const std::string* argument(std::string_view name) const {
    const auto found =
        std::find_if(arguments.begin(), arguments.end(), [name](const Argument& a) { return a.name == name; });
    return found == arguments.end() ? nullptr : &found->value;
  }
  friend bool operator==(const Step&, const Step&) = default;
};

/// A sentence the scenario puts to the test: `tests A7 "one key per intent, kept over retries"`.
struct Claim {
  std::vector<std::string> numbers;
  std::string sentence;
  friend bool operator==(const Claim&, const Claim&) = default;
};

/// One scenario, understood. An experiment has actors instead of steps; its own sections are kept as lines of words in the tree.
struct Story {
  std::string name;
  std::string en;
  std::string zh;
  std::vector<Claim> tests;
  std::string like;  // the earlier scenario of its file whose world, knobs and steps come first, or empty
  World world;
  std::vector<Knob> knobs;
  std::vector<Step> steps;
  bool experiment = false;
  Place place;
  friend bool operator==(const Story&, const Story&) = default;
};

/// The step that the n-th of many processes does, or the n-th round of a repeat: `{n}` replaced in its words, its arguments and
/// what it checks.
[[nodiscard]] Step filled(const Step& step, std::uint32_t n);

}  // namespace payonce::script
