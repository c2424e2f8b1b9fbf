#include "scenarios/laboratory/shrinking.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "ledger/values/invariant.hpp"
#include "scenarios/laboratory/explorer.hpp"
#include "scenarios/laboratory/tally.hpp"

namespace payonce::laboratory {
namespace {

/// Everything that a draft could do without, the larger parts first.
std::vector<Draft> smaller(const Draft& draft, const std::string& outcome) {
  std::vector<Draft> all;
  // Without its last actor everything that was going to be ended is stuck: that would be another story with the same name.
  const bool needs_last = outcome.find("STUCK") != std::string::npos || outcome.find("finds") != std::string::npos;
  for (std::size_t i = 0; i < draft.hands.size(); ++i) {
    if (draft.hands.size() > 1 && !(draft.hands[i].last && needs_last)) all.push_back(draft.without_hand(i).tidied());
  }
  for (std::size_t i = 0; i < draft.faults.size(); ++i) {
    all.push_back(draft);
    all.back().faults.erase(all.back().faults.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (std::size_t i = 0; i < draft.hands.size(); ++i) {
    const Draft::Hand& hand = draft.hands[i];
    if (hand.steps.size() < 2 || (hand.last && needs_last)) continue;
    for (std::size_t step = 0; step < hand.steps.size(); ++step) {
      all.push_back(draft);
      auto& steps = all.back().hands[i].steps;
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(step));
      all.back() = all.back().tidied();
    }
  }
  for (std::size_t i = 0; i < draft.knobs.size(); ++i) {
    all.push_back(draft);
    all.back().knobs.erase(all.back().knobs.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return all;
}

class Shrinker {
 public:
  Shrinker(const Leak& leak, const ShrinkOptions& options)
      : options_(options), best_(leak), throughout_(leak.outcome.starts_with("law")) {
    Play play(best_.draft.story(), best_.layers, Grain::coarse);
    turns_ = turns_of(play, best_.path);
    sound_ = sound(best_.draft);
  }

  Leak shrink() {
    // What was needed once may no longer be when something else has gone: until a whole round changes nothing.
    for (bool again = true; again && !options_.broken_off();) {
      again = false;
      std::size_t at = 0;
      for (auto all = smaller(best_.draft, best_.outcome); at < all.size() && !options_.broken_off();) {
        if (!still(all[at])) {
          ++at;
          continue;
        }
        again = true;
        all = smaller(best_.draft, best_.outcome);
      }
    }
    shorten();
    return best_;
  }

 private:
  /// Whether all is well where the layers stand and nobody meets anybody: else the experiment itself is what goes wrong.
  static bool sound(const Draft& draft) {
    Play play(draft.story(), LayerSet{}, Grain::coarse);
    return played_out(
               play, [](const auto&) { return std::size_t{0}; }, false)
        .outcome.empty();
  }

  bool still(const Draft& draft) {
    Play play(draft.story(), best_.layers, Grain::coarse);
    if (take(play, draft, played_out(play, along(play, turns_), throughout_))) return true;
    for (std::uint32_t n = 0; n < options_.tries; ++n) {
      if (take(play, draft, played_out(play, blind(n, 1 + n % 5), throughout_))) return true;
    }
    return false;
  }

  bool take(const Play& play, const Draft& draft, Ending ending) {
    if (ending.outcome != best_.outcome || (sound_ && !sound(draft))) return false;
    turns_ = turns_of(play, ending.path);
    best_.draft = draft;
    best_.path = std::move(ending.path);
    return true;
  }

  /// Of all schedules the one with the fewest changes of actor; what was broken on the way and mended again no last state tells.
  void shorten() {
    if (options_.broken_off()) return;
    Play play(best_.draft.story(), best_.layers, Grain::coarse);
    const Graph graph = explore(play, {.states = options_.states, .time = hours(1)});
    const auto path = shortest(graph, [&](const Verdict& verdict) { return outcome_of(verdict) == best_.outcome; });
    if (path && switches(*path) <= switches(best_.path)) best_.path = *path;
  }

  const ShrinkOptions& options_;
  Leak best_;
  const bool throughout_;
  bool sound_ = false;
  std::vector<Turn> turns_;
};

}  // namespace

Leak shrunk(const Leak& leak, const ShrinkOptions& options) { return Shrinker(leak, options).shrink(); }

}  // namespace payonce::laboratory
