#include "scenarios/laboratory/check.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "schema/checks.hpp"

namespace payonce::laboratory {
namespace {

using Answer = Checked::Answer;
using script::Clause;
using script::Expected;
using script::Leak;

Text same(const std::string& text) { return {text, text}; }

LayerSet set_of(const std::vector<script::LayerSwitch>& switches) {
  LayerSet set;
  for (const script::LayerSwitch& one : switches) {
    const std::size_t at = LayerSet::letters.find(one.layer);
    if (at != std::string_view::npos) set.layers[at] = one.setting;
    if (one.layer == 'X') set.channel_memory = one.setting;
  }
  return set;
}

bool is_law(const std::string& code) {
  const auto& laws = all_checks();
  return std::any_of(laws.begin(), laws.end(), [&](const auto& law) { return law.name == code; });
}

const Standing* standing(const Verdict& verdict, const std::string& order) {
  const auto found = std::find_if(verdict.orders.begin(), verdict.orders.end(),
                                  [&](const Standing& one) { return one.order == order; });
  return found == verdict.orders.end() ? nullptr : &*found;
}

const Moved* moved(const Verdict& verdict, const std::string& intent) {
  const auto found =
      std::find_if(verdict.moved.begin(), verdict.moved.end(), [&](const Moved& one) { return one.intent == intent; });
  return found == verdict.moved.end() ? nullptr : &*found;
}

bool holds(const Clause& clause, const Verdict& verdict) {
  const auto number = static_cast<std::int64_t>(clause.number);
  switch (clause.kind) {
    case Clause::Kind::moves: {
      const Moved* const one = moved(verdict, clause.of);
      return one != nullptr && one->in_the_book == number;
    }
    case Clause::Kind::at_channel: {
      const Moved* const one = moved(verdict, clause.of);
      return one != nullptr && one->at_channel.contains(clause.channel) && one->at_channel.at(clause.channel) == number;
    }
    case Clause::Kind::books_balanced: return std::none_of(verdict.findings.begin(), verdict.findings.end(), is_law);
    case Clause::Kind::nothing_stuck: return verdict.left_open == 0 && !verdict.harms.has(Harm::stuck);
    case Clause::Kind::status: {
      const Standing* const one = standing(verdict, clause.of);
      return one != nullptr ? one->status == clause.state : clause.state == "none";
    }
    case Clause::Kind::vouchers: {
      const Standing* const one = standing(verdict, clause.of);
      return (one != nullptr ? one->vouchers : 0) == number;
    }
    case Clause::Kind::entries: {
      const Standing* const one = standing(verdict, clause.of);
      return (one != nullptr ? one->entries : 0) == number;
    }
    case Clause::Kind::replies_same: return verdict.replies_same;
  }
  return false;
}

/// Where a harm is said to be at one place: moved too often there.
bool leaks(const Leak& leak, const Verdict& verdict) {
  if (!verdict.harms.has(leak.harm)) return false;
  if (leak.at.empty()) return true;
  return std::any_of(verdict.moved.begin(), verdict.moved.end(), [&](const Moved& one) {
    if (leak.at == "ledger") return one.in_the_book > one.wanted;
    const auto there = one.at_channel.find(leak.at);
    return there != one.at_channel.end() && there->second > one.wanted;
  });
}

class Checker {
 public:
  Checker(const script::Story& story, const MatrixOptions& options) : story_(story), options_(options) {}

  std::vector<Checked> check() {
    for (const Expected& one : story_.experiment->expects) {
      Checked checked{.place = one.place, .line = one.text, .answer = Answer::holds, .got = {}};
      switch (one.kind) {
        case Expected::Kind::all_on: all_on(one, checked); break;
        case Expected::Kind::guards: guards(one, checked); break;
        case Expected::Kind::layers:
        case Expected::Kind::variant: variant(one, checked); break;
        case Expected::Kind::sometimes_reply:
          sometimes(checked, [&](const Verdict& verdict) {
            return std::find(verdict.outcomes.begin(), verdict.outcomes.end(), one.outcome) != verdict.outcomes.end();
          });
          break;
        case Expected::Kind::sometimes_harm:
          sometimes(checked, [&](const Verdict& verdict) { return verdict.harms.has(one.harm); });
          break;
      }
      all_.push_back(std::move(checked));
    }
    return std::move(all_);
  }

 private:
  Graph explored(const script::Story& story, const LayerSet& set) const {
    Play play(story, set, options_.grain);
    return explore(play, options_.budget);
  }

  const Graph& whole() {
    if (!whole_) whole_ = explored(story_, LayerSet{});
    return *whole_;
  }

  /// What differs from what was expected is wrong only where everything was seen; `certain`: whatever there may be besides.
  static void fail(Checked& checked, const Graph& graph, bool certain, Text got) {
    if (checked.answer == Answer::fails) return;
    checked.answer = graph.complete || certain ? Answer::fails : Answer::unknown;
    checked.got = checked.answer == Answer::fails ? std::move(got) : Text{};
  }
  /// What is as expected so far, and may not be in what was not seen.
  static void doubt(Checked& checked, const Graph& graph) {
    if (!graph.complete && checked.answer == Answer::holds) checked.answer = Answer::unknown;
  }

  void all_on(const Expected& one, Checked& checked) {
    for (const Clause& clause : one.clauses) {
      const Count wrong = counted(whole(), [&](const Verdict& verdict) { return !holds(clause, verdict); });
      if (wrong.zero()) {
        if (!whole().complete) checked.answer = Answer::unknown;
        continue;
      }
      checked.answer = Answer::fails;
      const std::string of = wrong.text() + " of " + tally(whole()).schedules.text();
      const std::string number = std::to_string(&clause - one.clauses.data() + 1);
      checked.got = {
          fmt::format("clause {} does not hold in {} schedules", number, of),
          fmt::format("第 {} 条在 {} 种调度中的 {} 种里不成立", number, tally(whole()).schedules.text(), wrong.text())};
      return;
    }
  }

  void guards(const Expected& one, Checked& checked) {
    const auto rows = matrix({&story_}, options_);
    const Guards& got = rows.front().guards;
    const std::set<std::string> wanted(one.guards.begin(), one.guards.end());
    if (got.known && wanted == std::set<std::string>(got.sets.begin(), got.sets.end())) return;
    // What is known to be one of them and is not wanted is wrong, whatever else there may be.
    const bool wrong =
        std::any_of(got.sets.begin(), got.sets.end(), [&](const std::string& set) { return !wanted.contains(set); });
    checked.answer = got.known || wrong ? Answer::fails : Answer::unknown;
    checked.got = {"guards " + spelled(got), "guards " + spelled(got)};
  }

  void variant(const Expected& one, Checked& checked) {
    const Graph graph = explored(varied(story_, one.changes), set_of(one.layers));
    const Count all = tally(graph).schedules;
    if (one.leaks.empty()) {
      const Count leaking = tally(graph).leaking;
      if (!leaking.zero()) {
        checked.answer = Answer::fails;
        checked.got = same(leaking.text() + " of " + all.text() + ": " + harms_in(graph));
      } else if (!graph.complete) {
        checked.answer = Answer::unknown;
      }
    }
    for (const Leak& leak : one.leaks) {
      const Count leaking = counted(graph, [&](const Verdict& verdict) { return leaks(leak, verdict); });
      const bool right = leak.share == Leak::Share::all    ? leaking == all
                         : leak.share == Leak::Share::some ? !leaking.zero()
                         : leak.share == Leak::Share::none
                             ? leaking.zero()
                             : leaking == Count(leak.leaking) && all == Count(leak.schedules);
      if (!right) {
        const bool certain = leak.share == Leak::Share::none;
        fail(checked, graph, certain,
             same(std::string(name(leak.harm)) + " in " + leaking.text() + " of " + all.text()));
      } else if (leak.share != Leak::Share::some) {
        doubt(checked, graph);
      }
    }
    if (!one.audit) return;
    const Count differing = counted(graph, [&](const Verdict& verdict) {
      if (!verdict.harms.any()) return false;
      if (one.audit->empty()) return !verdict.findings.empty();
      return std::any_of(one.audit->begin(), one.audit->end(), [&](const std::string& code) {
        return std::find(verdict.findings.begin(), verdict.findings.end(), code) == verdict.findings.end();
      });
    });
    if (!differing.zero()) fail(checked, graph, true, found_in(graph));
    doubt(checked, graph);
  }

  void sometimes(Checked& checked, const std::function<bool(const Verdict&)>& wanted) {
    if (!counted(whole(), wanted).zero()) return;
    fail(checked, whole(), false, {"in no schedule", "没有一种调度如此"});
  }

  static std::string harms_in(const Graph& graph) {
    std::string text;
    const Tally all = tally(graph);
    for (const Harm harm : script::every_harm) {
      const Count& count = all.by_harm[static_cast<std::size_t>(harm)];
      if (count.zero()) continue;
      text += (text.empty() ? "" : ", ") + std::string(name(harm)) + " " + count.text();
    }
    return text;
  }

  static Text found_in(const Graph& graph) {
    std::set<std::string> codes;
    for (const Verdict& leaf : graph.leaves) {
      if (leaf.harms.any()) codes.insert(leaf.findings.begin(), leaf.findings.end());
    }
    std::string text;
    for (const std::string& code : codes) text += (text.empty() ? "" : ", ") + code;
    return {"reconciliation finds: " + (text.empty() ? "nothing" : text), "对账发现：" + (text.empty() ? "无" : text)};
  }

  const script::Story& story_;
  const MatrixOptions& options_;
  std::optional<Graph> whole_;
  std::vector<Checked> all_;
};

}  // namespace

script::Story varied(const script::Story& story, const std::vector<script::Change>& changes) {
  script::Story other = story;
  for (const script::Change& one : changes) {
    if (one.name == "schedule") {
      other.experiment->schedule = one.value == "in-order" ? script::Schedule::sequential : script::Schedule::all;
      continue;
    }
    const auto channel = std::find_if(other.world.acquirers.begin(), other.world.acquirers.end(),
                                      [&](const auto& each) { return each.id.text() == one.of; });
    if (channel != other.world.acquirers.end()) {
      if (one.name == "dedup") channel->dedup = one.value != "none";
      if (one.name == "settle-delay") channel->settle_delay = one.duration;
      if (one.name == "key-window") channel->key_window = one.duration;
      continue;
    }
    // What belongs to an actor in an experiment is a setting of the whole file in the product.
    const auto knob =
        std::find_if(other.knobs.begin(), other.knobs.end(), [&](const auto& each) { return each.name == one.name; });
    const script::Knob turned{.name = one.name, .value = one.value, .duration = one.duration, .place = one.place};
    knob == other.knobs.end() ? other.knobs.push_back(turned) : void(*knob = turned);
  }
  return other;
}

std::vector<Checked> check(const script::Story& story, const MatrixOptions& options) {
  return Checker(story, options).check();
}

}  // namespace payonce::laboratory
