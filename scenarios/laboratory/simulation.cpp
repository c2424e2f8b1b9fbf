#include "scenarios/laboratory/simulation.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "ledger/layers/reconciliation.hpp"
#include "ledger/values/invariant.hpp"
#include "scenarios/laboratory/chance.hpp"
#include "scenarios/laboratory/schedule.hpp"
#include "schema/checks.hpp"

namespace payonce::laboratory {
namespace {

bool of_business(const std::string& code) {
  const auto& all = all_checks();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Check& one) { return one.name == code; });
  return found != all.end() && found->of_business;
}

bool is_law(const std::string& code) {
  const auto& all = all_checks();
  return std::any_of(all.begin(), all.end(), [&](const Check& one) { return one.name == code; });
}

std::string listed(std::string_view word, const std::set<std::string>& codes) {
  std::string text(word);
  for (const std::string& code : codes) text += " " + code;
  return text;
}

std::set<std::string> broken_laws(Play& play) {
  std::set<std::string> broken;
  play.judge_hands().ledger().store().reading([&](View& view) {
    for (const reconciliation::Law& law : reconciliation::judge(view)) {
      if (!law.of_business && (law.broken != 0 || !law.judged)) broken.insert(law.name);
    }
  });
  return broken;
}

}  // namespace

std::string outcome_of(const Verdict& verdict) {
  if (verdict.harms.any()) return verdict.harms.text();
  std::set<std::string> laws;
  std::set<std::string> differences;
  for (const std::string& code : verdict.findings) {
    if (code == "broken") return "mistake";
    if (of_business(code)) continue;
    (is_law(code) ? laws : differences).insert(code);
  }
  if (!laws.empty()) return listed("law", laws);
  return differences.empty() ? "" : listed("finds", differences);
}

Ending played_out(Play& play, const Pick& pick, bool throughout) {
  Ending ending;
  std::set<std::string> broken;
  play.begin();
  Store& book = play.judge_hands().ledger().store();
  std::uint64_t before = throughout ? book.content() : 0;
  for (auto choices = play.choices(); !choices.empty(); choices = play.choices()) {
    const std::size_t at = pick(choices);
    invariant(at < choices.size(), "a scheduler picks one of the choices");
    ending.path.push_back(choices[at]);
    play.take(choices[at]);
    if (!throughout) continue;
    const std::uint64_t now = book.content();
    if (now == before) continue;
    before = now;
    broken.merge(broken_laws(play));
  }
  ending.verdict = play.judge();
  ending.outcome = outcome_of(ending.verdict);
  if (ending.outcome.empty() && !broken.empty()) ending.outcome = listed("law", broken);
  return ending;
}

Pick blind(std::uint64_t seed, std::uint64_t restless) {
  struct Scheduler {
    Chance chance;
    std::uint64_t restless;
    std::optional<std::uint8_t> last{};
  };
  const auto scheduler = std::make_shared<Scheduler>(Scheduler{Chance(seed), restless});
  return [scheduler](const std::vector<Choice>& choices) {
    Chance& chance = scheduler->chance;
    const auto first_death = std::find_if(choices.begin(), choices.end(), [](Choice one) { return one.crash; });
    const auto living = static_cast<std::size_t>(first_death - choices.begin());
    const std::size_t dying = choices.size() - living;
    // A death is one of many turns: where it came as soon as it could, hardly anybody would die late.
    if (dying != 0 && (living == 0 || chance.one_in(10))) return living + chance.below(dying);
    std::size_t at = chance.below(living);
    if (scheduler->last && !chance.one_in(scheduler->restless)) {
      for (std::size_t i = 0; i < living; ++i) {
        if (choices[i].actor == *scheduler->last) at = i;
      }
    }
    scheduler->last = choices[at].actor;
    return at;
  };
}

Pick along(const Play& play, std::vector<Turn> turns) {
  const auto left = std::make_shared<std::pair<std::vector<Turn>, std::size_t>>(std::move(turns), 0);
  return [left, &play](const std::vector<Choice>& choices) {
    auto& [way, next] = *left;
    while (next < way.size()) {
      const Turn& turn = way[next++];
      const auto found = std::find_if(choices.begin(), choices.end(), [&](Choice one) {
        return one.crash == turn.crash && play.actor(one.actor).name() == turn.actor;
      });
      if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
    }
    return std::size_t{0};
  };
}

std::vector<Turn> turns_of(const Play& play, const Path& path) {
  std::vector<Turn> turns;
  for (const Choice choice : path) turns.push_back({play.actor(choice.actor).name(), choice.crash});
  return turns;
}

Run simulated(std::uint64_t seed, const std::optional<LayerSet>& layers) {
  Run run{.seed = seed, .drawn = drawn(seed), .mark = {}, .ending = {}};
  if (layers) run.drawn.layers = *layers;
  const script::Story story = run.drawn.draft.story();
  run.mark = mark_of(story);
  Play play(story, run.drawn.layers, Grain::coarse);
  run.ending = played_out(play, blind(seed, run.drawn.restless), run.all_on());
  return run;
}

}  // namespace payonce::laboratory
