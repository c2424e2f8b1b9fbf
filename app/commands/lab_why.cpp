#include "app/commands/lab_why.hpp"

#include <algorithm>
#include <set>

#include "app/experiments.hpp"
#include "app/lesson_view.hpp"
#include "app/print/table.hpp"
#include "app/reason_view.hpp"
#include "app/schedule_view.hpp"
#include "scenarios/laboratory/stopper.hpp"
#include "scenarios/laboratory/tally.hpp"

namespace payonce {
namespace {

using laboratory::Graph;
using laboratory::LayerSet;
using laboratory::Play;
using laboratory::Verdict;

/// One experiment under one set of layers, explored: what both commands begin with.
struct Explored {
  Explored(const script::Story& one, const Arguments& given)
      : story(one),
        layers(layers_from(given)),
        grain(grain_from(given)),
        play(story, layers, grain),
        graph(laboratory::explore(play, budget_from(given))) {}

  laboratory::Trace trace(const laboratory::Path& path) {
    return laboratory::trace(play, laboratory::schedule_of(story, layers, grain, path));
  }

  const script::Story& story;
  const LayerSet layers;
  const laboratory::Grain grain;
  Play play;
  const Graph graph;
};

template <class Tell>
ExitStatus explored(Context& context, const Arguments& given, const Tell& tell) {
  const Experiments experiments(context, given);
  const script::Story& story = experiments.named(given.text("experiment"));
  return playing([&] {
    Explored one(story, given);
    return tell(one);
  });
}

ExitStatus nothing_leaks(Context& context, const Explored& one) {
  const Graph& graph = one.graph;
  const Text none = none_leaks(laboratory::tally(graph).schedules);
  const Text nothing =
      graph.complete ? Text{none.en + "; lab why-ok shows why", none.zh + "；lab why-ok 说明原因"}
                     : Text{"unknown: the budget was over, and no leak was met before", "未知：预算用尽，其间未遇泄漏"};
  const ExitStatus status = graph.complete ? ExitStatus::done : ExitStatus::cannot_say;
  if (context.json()) {
    std::string out;
    JsonWriter json(out);
    json.object().member("experiment", one.story.name).member("layers", one.layers.name()).name("leaks");
    graph.complete ? json.value(false) : json.null();  // what was not seen to its end may leak
    json.member("complete", graph.complete).member("exit", number(status)).end();
    context.print(out + "\n");
  } else {
    context.print(context.painter().mark(context.said(nothing), graph.complete ? Tone::ok : Tone::warn) + "\n");
  }
  return status;
}

Text cure_said(const std::string& cure) {
  if (cure.empty()) return {"no further layer stops it in every schedule", "再加任何层也无法在所有调度中拦住"};
  if (cure == laboratory::unknown_word) {
    return {"whether a further layer stops it is unknown: the budget was over", "再加一层能否拦住尚属未知：预算用尽"};
  }
  return {"stopped in every schedule by adding: " + cure, "在所有调度中拦住，须加上：" + cure};
}

ExitStatus why(Context& context, const Arguments& given) {
  const bool mermaid = mermaid_from(context, given);
  return explored(context, given, [&](Explored& one) {
    const script::Story& story = one.story;
    const auto path = laboratory::shortest(one.graph, [](const Verdict& verdict) { return verdict.harms.any(); });
    if (!path) return nothing_leaks(context, one);
    const laboratory::Trace trace = one.trace(*path);
    if (mermaid) {
      context.print(schedule_mermaid(context, trace));
      return ExitStatus::findings;
    }
    const auto reason = laboratory::reason_of(story, trace);
    const laboratory::MatrixOptions options{.grain = one.grain, .budget = budget_from(given)};
    const std::string cure = laboratory::cures_of(laboratory::matrix({&story}, options).front().cells, one.layers);
    if (context.json()) {
      std::string out;
      JsonWriter json(out);
      json.object()
          .member("experiment", story.name)
          .member("layers", one.layers.name())
          .member("leaks", true)
          .member("complete", one.graph.complete)
          .member("cures", cure);
      json.name("reason");
      reason ? write_reason(json, *reason, trace) : (void)json.null();
      write_text(json, "rule", story.rule.text());
      json.name("trace");
      write_schedule(json, trace);
      json.member("exit", number(ExitStatus::findings)).end();
      context.print(out + "\n");
      return ExitStatus::findings;
    }
    const std::string switches = std::to_string(laboratory::switches(*path));
    const std::string turns = std::to_string(path->size());
    const bool whole = one.graph.complete;
    const Text so_far = whole ? Text{} : Text{" so far (the budget was over)", "（目前；预算用尽）"};
    context.print(context.said({"shortest leak" + so_far.en + ": " + switches +
                                    (switches == "1" ? " change" : " changes") + " of actor, " + turns + " turns",
                                "最短反例" + so_far.zh + "：切换 " + switches + " 次，共 " + turns + " 步"}) +
                  "\n\n");
    context.print(schedule_table(context, trace) + "\n");
    if (reason) context.print(reason_said(context, *reason, trace));
    context.print(told(context, cure_said(cure), "     "));
    if (!story.rule.en.empty()) context.print(told_of(context, {"the rule: ", "规律："}, story.rule.text()));
    context.print(corrections_said(context, story));
    return ExitStatus::findings;
  });
}

ExitStatus why_ok(Context& context, const Arguments& given) {
  return explored(context, given, [&](Explored& one) {
    const Graph& graph = one.graph;
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
    for (const auto& path : shown) traces.push_back(one.trace(path));
    const ExitStatus status = !all.leaking.zero() ? ExitStatus::findings
                              : graph.complete    ? ExitStatus::done
                                                  : ExitStatus::cannot_say;
    if (context.json()) {
      std::string out;
      JsonWriter json(out);
      json.object()
          .member("experiment", one.story.name)
          .member("layers", one.layers.name())
          .member("schedules", all.schedules.text());
      json.member("leaking", all.leaking.text()).member("complete", graph.complete).name("stopped_by").object();
      for (const auto& [layer, count] : all.stopped_by) json.member(layer, count.text());
      json.end().name("traces").array();
      for (const auto& trace : traces) write_schedule(json, trace);
      json.end().member("exit", number(status)).end();
      context.print(out + "\n");
      return status;
    }
    const std::string schedules = all.schedules.text();
    const Text cut =
        graph.complete ? Text{} : Text{"unknown beyond this, the budget was over: ", "预算用尽，其余未知："};
    context.print(told(
        context,
        {cut.en + "of " + schedules + " schedules " + all.leaking.text() + " leak; who stopped somebody, in how many:",
         cut.zh + "共 " + schedules + " 种调度，" + all.leaking.text() + " 种泄漏；各层拦截所在的调度数："}));
    Table table({{context.said({"layer", "层"})}, {context.said({"schedules", "调度数"}), Align::right}, {""}});
    for (const auto& [layer, count] : all.stopped_by) {
      table.row({context.said(laboratory::words_of_stopper(layer)), count.text(),
                 std::string(static_cast<std::size_t>(count.share_of(all.schedules) * 40), '#')});
    }
    if (!table.empty()) context.print(table.text(context.painter()));
    for (const auto& trace : traces) context.print("\n" + schedule_table(context, trace));
    return status;
  });
}

std::vector<Option> options_of(bool mermaid) {
  std::vector<Option> options = exploring_options();
  options.insert(options.begin(), layers_option());
  if (mermaid) options.push_back(mermaid_option());
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
