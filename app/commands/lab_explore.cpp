#include "app/commands/lab_explore.hpp"

#include <fmt/format.h>

#include "app/experiments.hpp"
#include "app/lesson_view.hpp"
#include "app/print/table.hpp"
#include "app/print/wrap.hpp"
#include "ledger/values/json.hpp"
#include "scenarios/laboratory/stopper.hpp"

namespace payonce {
namespace {

using laboratory::Cell;
using laboratory::Count;

std::string percent(double share) {
  if (share > 0 && share < 0.001) return "<0.1%";
  return fmt::format("{:.1f}%", share * 100);
}

ExitStatus status_of(const Cell& cell) {
  if (cell.answer == Cell::Answer::safe) return ExitStatus::done;
  return cell.answer == Cell::Answer::leaks ? ExitStatus::findings : ExitStatus::cannot_say;
}

std::string_view word_of(const Cell& cell) {
  if (cell.answer == Cell::Answer::safe) return "safe";
  return cell.answer == Cell::Answer::leaks ? "leaks" : "unknown";
}

Text sentence_of(const Cell& cell) {
  const std::string all = cell.tally.schedules.text();
  const std::string more = cell.tally.complete ? "" : "+";
  if (cell.answer == Cell::Answer::safe) return none_leaks(cell.tally.schedules);
  if (cell.answer == Cell::Answer::unknown) {
    return {"unknown: the budget was over after " + all + " schedules, none of which leaks",
            "未知：预算用尽，已看的 " + all + " 种调度均未泄漏"};
  }
  const std::string leaking = cell.tally.leaking.text();
  const std::string chance = percent(cell.tally.chance);
  const Text so_far = cell.tally.complete ? Text{} : Text{" so far", "（目前）"};
  const Text least = cell.tally.complete ? Text{} : Text{"at least ", "至少 "};
  return {leaking + more + " of " + all + more +
              (all == "1" && more.empty() ? " schedule leaks (" : " schedules leak (") +
              percent(cell.tally.leaking.share_of(cell.tally.schedules)) + so_far.en + "; " + least.en + chance +
              " by chance)",
          all + more + " 种调度中有 " + leaking + more + " 种泄漏（" +
              percent(cell.tally.leaking.share_of(cell.tally.schedules)) + so_far.zh + "；随机调度概率 " + least.zh +
              chance + "）"};
}

std::string json_of(const script::Story& story, const Cell& cell) {
  std::string out;
  JsonWriter json(out);
  json.object().member("experiment", story.name).member("layers", cell.layers.name()).member("verdict", word_of(cell));
  json.member("schedules", cell.tally.schedules.text()).member("leaking", cell.tally.leaking.text());
  json.member("chance", fmt::format("{:.6f}", cell.tally.chance)).member("complete", cell.tally.complete);
  json.member("states", cell.states).name("harms").object();
  for (const laboratory::Harm harm : script::every_harm) {
    const Count& count = cell.tally.by_harm[static_cast<std::size_t>(harm)];
    if (!count.zero()) json.member(name(harm), count.text());
  }
  json.end().name("stopped_by").object();
  for (const auto& [layer, count] : cell.tally.stopped_by) json.member(layer, count.text());
  json.end().name("replies").object();
  for (const auto& [outcome, count] : cell.tally.outcomes) json.member(outcome, count.text());
  json.end().member("unseen_by_reconciliation", cell.tally.unseen_by_reconciliation.text());
  json.member("exit", number(status_of(cell))).end();
  return out + "\n";
}

ExitStatus run(Context& context, const Arguments& given) {
  const Experiments experiments(context, given);
  const script::Story& story = experiments.named(given.text("experiment"));
  const Cell cell =
      playing([&] { return laboratory::look_at(story, layers_from(given), grain_from(given), budget_from(given)); });
  if (context.json()) {
    context.print(json_of(story, cell));
    return status_of(cell);
  }
  const Tone tone = cell.answer == Cell::Answer::safe    ? Tone::ok
                    : cell.answer == Cell::Answer::leaks ? Tone::bad
                                                         : Tone::warn;
  context.print(story.name + "  " + cell.layers.name() + "\n" +
                paragraph(context.painter().mark(context.said(sentence_of(cell)), tone), lesson_columns));
  const std::string more = cell.tally.complete ? "" : "+";
  Table table({{context.said({"schedules", "调度数"}), Align::right}, {context.said({"what", "现象"})}, {""}});
  table.fit(lesson_columns);
  for (const laboratory::Harm harm : script::every_harm) {
    const Count& count = cell.tally.by_harm[static_cast<std::size_t>(harm)];
    if (!count.zero()) table.row({count.text() + more, std::string(name(harm)), context.said(laboratory::words(harm))});
  }
  if (!cell.tally.leaking.zero()) {
    table.row({cell.tally.unseen_by_reconciliation.text() + more, context.said({"unseen", "未被发现"}),
               context.said({"leaks that reconciliation finds nothing of", "对账无从发现的泄漏"})});
  }
  table.rule();
  for (const auto& [layer, count] : cell.tally.stopped_by) {
    table.row({count.text() + more, context.said(laboratory::words_of_stopper(layer)),
               context.said({"stopped somebody", "拦下了请求"})});
  }
  table.rule();
  for (const auto& [outcome, count] : cell.tally.outcomes) {
    table.row({count.text() + more, outcome, context.said({"was told to somebody", "曾作为答复"})});
  }
  if (!table.empty()) context.print(table.text(context.painter()));
  const bool fine = grain_from(given) == laboratory::Grain::statements;
  const Text step = fine ? Text{"a step is one statement or one effect outside", "一步为一条语句或一次外部动作"}
                         : Text{"a step is one transaction or one effect outside", "一步为一个事务或一次外部动作"};
  const std::string states = std::to_string(cell.states);
  context.print(told(context, {states + " states; " + step.en, states + " 个状态；" + step.zh}));
  context.print(corrections_said(context, story));
  return status_of(cell);
}

}  // namespace

Command lab_explore_command() {
  std::vector<Option> options = exploring_options();
  options.insert(options.begin(), layers_option());
  return {.path = "lab explore",
          .about = {"every schedule of an experiment under one set of layers", "在一组层之下穷举实验的所有调度"},
          .positionals = {experiment_positional()},
          .options = std::move(options),
          .examples = {{.line = "payonce lab explore 02 --layers K",
                        .about = {"a new key a click, and the key alone stands", "每次点击换新键，只开键层"}},
                       {.line = "payonce lab explore 02 --json"}},
          .run = run,
          .more = {{"Ends with 0: nothing leaks; 1: something does; 2: unknown, the budget was over first.",
                    "退出状态 0：无泄漏；1：有泄漏；2：未知，预算先用尽。"}}};
}

}  // namespace payonce
