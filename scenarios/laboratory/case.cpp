#include "scenarios/laboratory/case.hpp"

#include <algorithm>

#include "scenarios/laboratory/explorer.hpp"
#include "scenarios/player/vocabulary.hpp"
#include "scenarios/script/script.hpp"

namespace payonce::laboratory {
namespace {

constexpr std::string_view schedule_mark = "# schedule ";
constexpr std::string_view outcome_mark = "# outcome ";

std::string shown(const std::string& outcome) { return outcome.empty() ? std::string(Case::nothing) : outcome; }

/// What stands behind the mark, in the line that begins with it.
std::optional<std::string> behind(std::string_view bytes, std::string_view mark) {
  for (std::size_t at = bytes.find(mark); at != std::string_view::npos; at = bytes.find(mark, at + 1)) {
    if (at != 0 && bytes[at - 1] != '\n') continue;
    std::string_view rest = bytes.substr(at + mark.size());
    rest = rest.substr(0, rest.find('\n'));
    while (!rest.empty() && (rest.back() == ' ' || rest.back() == '\r')) rest.remove_suffix(1);
    return std::string(rest);
  }
  return std::nullopt;
}

/// What outcome_of says, or that nothing came of it.
bool can_come(std::string_view outcome) {
  if (outcome == Case::nothing || outcome == "mistake") return true;
  if (outcome.starts_with("law ") || outcome.starts_with("finds ")) return true;
  for (std::size_t comma = 0; comma != std::string_view::npos; outcome.remove_prefix(comma + 2)) {
    comma = outcome.find(", ");
    const std::string_view word = outcome.substr(0, comma);
    const bool harm = std::any_of(script::every_harm.begin(), script::every_harm.end(),
                                  [&](Harm one) { return script::name(one) == word; });
    if (!harm) return false;
    if (comma == std::string_view::npos) break;
  }
  return true;
}

Fault missing(std::string_view what, std::string_view mark) {
  const std::string line(mark);
  return {std::string(what),
          {"is missing: a kept case has a line \"" + line + "…\" above its scenario",
           "缺失：保留的案例在场景之上有一行“" + line + "…”"}};
}

}  // namespace

std::string case_text(const Leak& leak) {
  const std::string draft = leak.draft.text();
  const Schedule schedule = schedule_of(leak.draft.story(), leak.layers, Grain::coarse, leak.path);
  const std::string text = "# A case that payonce lab sim kept; payonce lab cases plays it again.\n" +
                           std::string(schedule_mark) + schedule.id() + "\n" + std::string(outcome_mark) +
                           shown(leak.outcome) + "\n\n" + draft;
  return script::print(script::parse(text, player::vocabulary()).tree);
}

Result<Case> case_in(std::string_view bytes) {
  const auto id = behind(bytes, schedule_mark);
  if (!id) return missing("schedule", schedule_mark);
  const auto outcome = behind(bytes, outcome_mark);
  if (!outcome || outcome->empty()) return missing("outcome", outcome_mark);
  if (!can_come(*outcome)) {
    const std::string text(script::shown(*outcome));
    return Fault{
        "outcome",
        {"\"" + text + "\" is no outcome; it is nothing, mistake, law NAME, finds CODE, or harms as DOUBLE, FALSE",
         "“" + text + "”不是结局；应为 nothing、mistake、law NAME、finds CODE，或危害如 DOUBLE, FALSE"}};
  }
  auto schedule = Schedule::parse("schedule", *id);
  if (!schedule) return schedule.error();
  return Case{*std::move(schedule), *outcome == Case::nothing ? std::string() : *outcome};
}

Replayed replayed(const script::Story& story, const Case& one) {
  if (const std::string mark = mark_of(story); mark != one.schedule.experiment) {
    return {.same = false,
            .outcome = {},
            .why = {"the experiment was changed: it is " + mark + ", and its schedule belongs to " +
                        one.schedule.experiment,
                    "实验已被改动：现为 " + mark + "，而调度属于 " + one.schedule.experiment}};
  }
  Play play(story, one.schedule.layers, one.schedule.grain);
  std::size_t next = 0;
  std::optional<std::size_t> lost;
  const Path& path = one.schedule.path;
  // Where only one thing can come nothing was decided: it may take more turns than it did, or fewer.
  const Pick pick = [&](const std::vector<Choice>& choices) {
    const auto found = next < path.size() ? std::find(choices.begin(), choices.end(), path[next]) : choices.end();
    if (found != choices.end()) {
      ++next;
      return static_cast<std::size_t>(found - choices.begin());
    }
    if (choices.size() > 1 && !lost) lost = next;
    return std::size_t{0};
  };
  // Where what was broken may have been mended again at the end, and where nothing may be broken, it is looked at all the way.
  const bool throughout = one.outcome.empty() || one.outcome.starts_with("law");
  const Ending ending = played_out(play, pick, throughout);
  for (; !lost && next < path.size(); ++next) {
    if (path[next] != ending.path.back()) lost = next;
  }
  if (lost) {
    const std::string turn = std::to_string(*lost + 1);
    return {
        .same = false,
        .outcome = ending.outcome,
        .why = {"turn " + turn + " of its schedule cannot come: the program takes other steps than when it was kept",
                "其调度的第 " + turn + " 步不可能发生：程序的步骤已与保留时不同"}};
  }
  if (ending.outcome == one.outcome) return {.same = true, .outcome = ending.outcome, .why = {}};
  return {.same = false,
          .outcome = ending.outcome,
          .why = {"it ends with " + shown(ending.outcome) + ", and was kept with " + shown(one.outcome),
                  "结局为 " + shown(ending.outcome) + "，而保留时为 " + shown(one.outcome)}};
}

}  // namespace payonce::laboratory
