#include "app/commands/lab_why.hpp"

#include <algorithm>
#include <set>

#include "app/experiments.hpp"
#include "app/print/table.hpp"
#include "app/schedule_view.hpp"
#include "scenarios/laboratory/tally.hpp"

namespace payonce {
namespace {

using laboratory::Graph;
using laboratory::LayerSet;
using laboratory::Play;
using laboratory::Verdict;

ExitStatus why(Context& context, const Arguments& given) {
  const Experiments experiments(context, given);
  const script::Story& story = experiments.named(given.text("experiment"));
  const LayerSet layers = layers_from(given);
  return playing([&] {
    Play play(story, layers, grain_from(given));
    const Graph graph = laboratory::explore(play, budget_from(given));
    const auto path = laboratory::shortest(graph, [](const Verdict& verdict) { return verdict.harms.any(); });
    if (!path) {
      const std::string all = laboratory::tally(graph).schedules.text();
      const Text nothing = graph.complete ? Text{"none of " + all + " schedules leaks; lab why-ok shows why",
                                                 "共 " + all + " 种调度，无一泄漏；lab why-ok 说明原因"}
                                          : Text{"unknown: the budget was over, and no leak was met before",
                                                 "未知：预算用尽，其间未遇泄漏"};
      const ExitStatus status = graph.complete ? ExitStatus::done : ExitStatus::cannot_say;
      if (context.json()) {
        std::string out;
        JsonWriter(out)
            .object()
            .member("experiment", story.name)
            .member("layers", layers.name())
            .member("leaks", false)
            .member("complete", graph.complete)
            .member("exit", number(status))
            .end();
        context.print(out + "\n");
      } else {
        context.print(context.painter().mark(context.said(nothing), graph.complete ? Tone::ok : Tone::warn) + "\n");
      }
      return status;
    }
    const laboratory::Trace trace =
        laboratory::trace(play, laboratory::schedule_of(story, layers, grain_from(given), *path));
    if (given.given("mermaid") && !context.json()) {
      context.print(schedule_mermaid(context, trace));
      return ExitStatus::findings;
    }
    const laboratory::MatrixOptions options{.grain = grain_from(given), .budget = budget_from(given)};
    const std::string cure = laboratory::cures_of(laboratory::matrix({&story}, options).front().cells, layers);
    if (context.json()) {
      std::string out;
      JsonWriter json(out);
      json.object()
          .member("experiment", story.name)
          .member("layers", layers.name())
          .member("leaks", true)
          .member("cures", cure);
      json.name("trace");
      write_schedule(json, trace);
      json.member("exit", number(ExitStatus::findings)).end();
      context.print(out + "\n");
      return ExitStatus::findings;
    }
    const std::string switches = std::to_string(laboratory::switches(*path));
    const std::string turns = std::to_string(path->size());
    context.print(context.said({"shortest leak: " + switches + (switches == "1" ? " change" : " changes") +
                                    " of actor, " + turns + " turns",
                                "最短反例：切换 " + switches + " 次，共 " + turns + " 步"}) +
                  "\n\n");
    context.print(schedule_table(context, trace));
    if (!story.rule.en.empty())
      context.print("  " + context.said({"why: ", "原因："}) + context.said(story.rule.text()) + "\n");
    context.print("  " +
                  (cure.empty() ? context.said({"no further layer stops it", "再加任何层也拦不住"})
                                : context.said({"stopped by adding: ", "加上即可拦住："}) + cure) +
                  "\n");
    return ExitStatus::findings;
  });
}

ExitStatus why_ok(Context& context, const Arguments& given) {
  const Experiments experiments(context, given);
  const script::Story& story = experiments.named(given.text("experiment"));
  const LayerSet layers = layers_from(given);
  return playing([&] {
    Play play(story, layers, grain_from(given));
    const Graph graph = laboratory::explore(play, budget_from(given));
    const laboratory::Tally all = laboratory::tally(graph);
    // The shortest schedule for each way of being stopped, in the order they were met, five at the most: no two alike.
    std::set<std::vector<std::string>> ways;
    std::vector<laboratory::Path> shown;
    for (const Verdict& leaf : graph.leaves) {
      if (leaf.harms.any() || shown.size() == 5) continue;
      std::vector<std::string> way = leaf.outcomes;
      for (const auto& [layer, times] : leaf.stops) way.push_back(layer + std::to_string(times));
      if (!ways.insert(way).second) continue;
      const auto path = laboratory::shortest(graph, [&](const Verdict& verdict) {
        return !verdict.harms.any() && verdict.outcomes == leaf.outcomes && verdict.stops == leaf.stops;
      });
      if (path) shown.push_back(*path);
    }
    std::vector<laboratory::Trace> traces;
    for (const auto& path : shown)
      traces.push_back(laboratory::trace(play, laboratory::schedule_of(story, layers, grain_from(given), path)));
    const ExitStatus status = !all.leaking.zero() ? ExitStatus::findings
                              : graph.complete    ? ExitStatus::done
                                                  : ExitStatus::cannot_say;
    if (context.json()) {
      std::string out;
      JsonWriter json(out);
      json.object()
          .member("experiment", story.name)
          .member("layers", layers.name())
          .member("schedules", all.schedules.text());
      json.member("leaking", all.leaking.text()).name("stopped_by").object();
      for (const auto& [layer, count] : all.stopped_by) json.member(layer, count.text());
      json.end().name("traces").array();
      for (const auto& trace : traces) write_schedule(json, trace);
      json.end().member("exit", number(status)).end();
      context.print(out + "\n");
      return status;
    }
    const std::string schedules = all.schedules.text();
    context.print(
        context.said(
            {"of " + schedules + " schedules " + all.leaking.text() + " leak; who stopped somebody, in how many:",
             "共 " + schedules + " 种调度，" + all.leaking.text() + " 种泄漏；各层拦截所在的调度数："}) +
        "\n");
    Table table({{context.said({"layer", "层"})}, {context.said({"schedules", "调度数"}), Align::right}, {""}});
    for (const auto& [layer, count] : all.stopped_by) {
      table.row({layer, count.text(), std::string(static_cast<std::size_t>(count.share_of(all.schedules) * 40), '#')});
    }
    if (!table.empty()) context.print(table.text(context.painter()));
    for (const auto& trace : traces) context.print("\n" + schedule_table(context, trace));
    return status;
  });
}

std::vector<Option> options_of(bool mermaid) {
  std::vector<Option> options = exploring_options();
  options.insert(options.begin(), layers_option());
  if (mermaid)
    options.push_back(
        {.name = "mermaid", .about = {"as a sequence diagram in Mermaid's words", "输出 Mermaid 时序图"}});
  return options;
}

}  // namespace

Command lab_why_command() {
  return {.path = "lab why",
          .about = {"the shortest schedule that leaks, and what would stop it", "最短的泄漏调度，以及怎样拦住它"},
          .positionals = {experiment_positional()},
          .options = options_of(true),
          .examples = {{.line = "payonce lab why 02 --layers K"}, {.line = "payonce lab why 02 --layers K --mermaid"}},
          .run = why,
          .more = {{"Fewest changes of actor first, then fewest turns, then no crash. Ends with 1 where there is one, "
                    "0 where there is none, 2 where the budget was over.",
                    "先取切换最少，再取步数最少，再取无崩溃者。存在则以 1 退出，不存在以 0，预算用尽以 2。"}}};
}

Command lab_why_ok_command() {
  return {.path = "lab why-ok",
          .about = {"why it passes: schedules that do not leak, no two alike, and who stopped what",
                    "为何通过：互不相同的无泄漏调度，以及由谁拦下"},
          .positionals = {experiment_positional()},
          .options = options_of(false),
          .examples = {{.line = "payonce lab why-ok 02"}},
          .run = why_ok};
}

}  // namespace payonce
