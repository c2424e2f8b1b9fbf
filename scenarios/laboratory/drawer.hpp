#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/laboratory/chance.hpp"
#include "scenarios/laboratory/drawing.hpp"

namespace payonce::laboratory {

/// Which faults are about in a run; most runs have few of them, so that each is met alone and in company.
struct Mix {
  bool crash = false;
  bool lost_reply = false;
  bool power = false;
  bool clock = false;        // set, either way
  bool time = false;         // passes in the middle
  bool unreliable = false;   // channels are late, silent or tell twice
  bool unreachable = false;  // or are down
  bool declining = false;    // or say no
  bool helpers = false;      // recover, reap, notices, reconcile while others are at it
  /// Whether a wish may come to nothing for a reason of its own, so that nobody may claim that it should have happened.
  [[nodiscard]] bool rough() const { return crash || power || clock || unreliable || unreachable || declining; }
};

/// Draws one run. Its wishes have a source of their own (drawing_wishes.cpp).
class Drawer {
 public:
  explicit Drawer(std::uint64_t seed);
  Drawn draw();

 private:
  using Hand = Draft::Hand;

  std::string fresh(std::string_view what);
  /// An amount no other wish has, so that the judge can tell them apart.
  std::string amount();
  std::string via();
  Hand& hand(std::string_view role);
  std::string intent(const std::string& what, bool certain);
  /// Time that passes between two tries of one hand.
  void pause(Hand& of);
  /// Several hands for one wish, each asking once or twice. `line` says what is asked without its key. With `numbered`, what is asked has a
  /// number of its own and may come under any key; else all of them share one.
  void ask(const std::string& line, const std::string& of, bool any_key, const std::vector<std::string>& after = {},
           const std::string& channel = {});
  std::string via_of(const std::string& channel);
  void wish();
  std::string new_order(bool expires);
  void pay();
  /// An order that has been paid for certain before anything else is asked of it, so that no refusal is a matter of time.
  std::string paid_order(std::vector<std::string>& after);
  void refund();
  void top_up();
  /// Everybody shows the same one-time token, under a key of his own or not.
  void by_page(const std::string& what, std::string_view verb, std::string_view target);
  void transfer();
  void adjust();
  void hold();
  void goods();
  void messages();
  void bystanders();
  [[nodiscard]] bool steady(const Hand& one) const;
  void faults();
  /// Settings that a real ledger may have as well.
  void knobs();
  /// Behind everything: time passes, the channels' messages come, and what is open is ended.
  void mop();
  LayerSet layers();

  Chance chance_;
  const Mix mix_;
  Draft draft_;
  std::vector<std::string> banks_;
  std::vector<std::string> steady_;  // hands that do not die
  std::uint64_t number_ = 0;
  std::uint64_t amounts_ = 0;
};

}  // namespace payonce::laboratory
