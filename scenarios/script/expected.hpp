#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/duration.hpp"
#include "scenarios/script/complaints.hpp"
#include "scenarios/script/layer_switch.hpp"

namespace payonce::script {

/// What can come of a schedule that should not (laboratory.md 2.6).
enum class Harm {
  double_moved,  // DOUBLE: moved more often than was meant
  lost,          // LOST: told that it is done, and nothing moved
  stuck,         // STUCK: never comes to an end
  false_reply,   // FALSE: told that it failed though it is done, or told of another request
  over,          // OVER: more was given than was there
  zombie,        // ZOMBIE: an order in a status it must not have
  blocked,       // BLOCKED: an honest request that is refused
};

inline constexpr std::array every_harm = {Harm::double_moved, Harm::lost,   Harm::stuck,  Harm::false_reply,
                                          Harm::over,         Harm::zombie, Harm::blocked};
/// As it is written: DOUBLE.
[[nodiscard]] std::string_view name(Harm harm);

/// What must hold at the end of every schedule with all layers on.
struct Clause {
  enum class Kind {
    moves,           // moves INTENT = N: in our own book
    at_channel,      // CHANNEL INTENT = N: at the acquirer
    books_balanced,  // books balanced
    nothing_stuck,   // nothing stuck
    status,          // status ORDER = STATE
    vouchers,        // vouchers ORDER = N
    entries,         // entries ORDER = N
    replies_same,    // replies same: whoever asked for one intent was told the same
  };
  Kind kind = Kind::moves;
  std::string channel;       // at_channel
  std::string of;            // the intent, or the order
  std::uint32_t number = 0;  // where the clause counts
  std::string state;         // status
  Place place;
  friend bool operator==(const Clause&, const Clause&) = default;
};

/// `DOUBLE at bank in 6 of 70`
struct Leak {
  enum class Share { all, some, none, counted };  // some: at least one
  Harm harm = Harm::double_moved;
  std::string at;  // a channel, "ledger" for our own book, or empty: wherever it is
  Share share = Share::all;
  std::uint64_t leaking = 0;  // counted
  std::uint64_t schedules = 0;
  Place place;
  friend bool operator==(const Leak&, const Leak&) = default;
};

/// One thing that a variant has otherwise: `window=30s`, `schedule=in-order`, `bank.dedup=none`, `retry.resume=off`.
struct Change {
  std::string of;  // the channel or the actor whose setting it is; empty for a knob and for the schedule
  std::string name;
  std::string value;
  std::optional<Duration> duration;  // of those that take one
  Place place;
  friend bool operator==(const Change&, const Change&) = default;
};

/// One line of the section `expect`. Only what its kind names is filled in.
struct Expected {
  enum class Kind {
    all_on,           // all-on CLAUSE | CLAUSE
    guards,           // guards W | S+V
    layers,           // layers K=on W=off : VERDICT
    variant,          // variant bank.dedup=none K=off : VERDICT
    sometimes_reply,  // sometimes reply already_paid: in at least one schedule with all layers on
    sometimes_harm,   // sometimes DOUBLE: the same
  };
  Kind kind = Kind::all_on;
  std::vector<Clause> clauses;
  /// The smallest sets of layers that leak nothing, each as letters in the order KWSVRX. No set at all: it leaks whatever is
  /// on ("none"). One empty set: it leaks nothing though all is off ("nothing needed").
  std::vector<std::string> guards;
  std::vector<LayerSwitch> layers;  // layers, variant: those that are not named are on
  std::vector<Change> changes;      // variant
  std::vector<Leak> leaks;          // layers, variant; none: safe, which is no harm of any kind
  /// layers, variant: the codes that reconciliation must find in each schedule that leaks; empty: it is silent in all of
  /// them; not there: nobody looks.
  std::optional<std::vector<std::string>> audit;
  std::string outcome;  // sometimes_reply, as the ledger spells it
  Harm harm = Harm::double_moved;
  std::string text;  // the line as the printer spells it
  Place place;
  friend bool operator==(const Expected&, const Expected&) = default;
};

}  // namespace payonce::script
