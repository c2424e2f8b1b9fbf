#include "app/commands/lab_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/experiments.hpp"
#include "app/exploration.hpp"
#include "app/lesson_view.hpp"
#include "app/matrix_view.hpp"
#include "ledger/values/json.hpp"

namespace payonce {
namespace {

using laboratory::MatrixRow;
using Looked = laboratory::Cell;

std::string json_of(const std::vector<MatrixRow>& rows, ExitStatus status) {
  std::string out;
  JsonWriter json(out);
  json.object().name("rows").array();
  for (const MatrixRow& row : rows) {
    json.object().member("row", row.story->row).member("experiment", row.story->name);
    json.member("guards", laboratory::spelled(row.guards));
    json.name("leaks_with_more");
    const auto again = laboratory::leaks_with_more(row.cells);
    again ? json.value(*again) : json.null();
    json.name("cells").array();
    for (const Looked& cell : row.cells) {
      constexpr std::array<std::string_view, 3> answers = {"safe", "leaks", "unknown"};
      json.object()
          .member("layers", cell.layers.name())
          .member("verdict", answers[static_cast<std::size_t>(cell.answer)]);
      json.member("leaking", cell.tally.leaking.text()).member("schedules", cell.tally.schedules.text());
      json.member("chance", fmt::format("{:.6f}", cell.tally.chance)).member("states", cell.states);
      json.name("harms").array();
      for (const laboratory::Harm harm : script::every_harm) {
        if (!cell.tally.by_harm[static_cast<std::size_t>(harm)].zero()) json.value(name(harm));
      }
      json.end().end();
    }
    json.end().end();
  }
  json.end().member("exit", number(status)).end();
  return out + "\n";
}

/// The columns of the table: what stands first says most. All sixteen fit on no screen of a hundred columns.
std::vector<laboratory::LayerSet> columns_of(const Arguments& given) {
  if (given.given("all") || given.given("naive")) return laboratory::every_layer_set(given.given("naive"));
  std::vector<laboratory::LayerSet> some;
  for (const auto* const text : {"KWSV", "KWS-", "KW-V", "KW--", "K---", "----"}) {
    some.push_back(taken(laboratory::LayerSet::parse("layers", text)));
  }
  return some;
}

ExitStatus run(Context& context, const Arguments& given) {
  const Experiments experiments(context, given);
  const auto stories = experiments.chosen_rows(given);
  const std::string cells = given.text("cells");
  if (cells != "count" && cells != "chance")
    throw Problem(ExitStatus::usage, {"cells", {"takes count or chance", "须为 count 或 chance"}});
  Exploration exploration(context, given, stories);
  const std::vector<MatrixRow> rows = playing([&] { return laboratory::matrix(stories, exploration.options()); });
  exploration.finish();
  const bool unknown = std::any_of(rows.begin(), rows.end(), [](const MatrixRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(),
                       [](const Looked& cell) { return cell.answer == Looked::Answer::unknown; });
  });
  const ExitStatus status = unknown ? ExitStatus::cannot_say : ExitStatus::done;
  if (context.json()) {
    context.print(json_of(rows, status));
    return status;
  }
  context.print(matrix_table(context, rows, columns_of(given), cells == "chance"));
  context.print(
      told(context,
           {"· none of the schedules leaks; n/N so many do; ★ only that one layer helps; ⚠ leaks with all layers "
            "on; ! a guard that leaks again when more layers are added; ? budget over; + at least; R: what "
            "reconciliation says of the leaks: found (something of each leak), partly (of some), invisible (of none)",
            "· 无泄漏；n/N 泄漏数/总数；★ 只有这一层有用；⚠ 全开仍泄漏；! 再加其他层反而泄漏；? 预算用尽；+ "
            "至少；R：对账能否发现（可发现：每次泄漏；部分可见：仅其中一些；不可见：一次也没有）"}));
  return status;
}

}  // namespace

Command lab_matrix_command() {
  std::vector<Option> options = exploring_options();
  options.push_back({.name = "naive",
                     .about = {"also with naive layers: 81 sets instead of 16", "也看朴素的层：由 16 组变为 81 组"}});
  options.push_back(
      {.name = "all", .about = {"a column for every set, not for six of them", "每一组一列，而非只列六组"}});
  options.push_back({.name = "cells",
                     .value = "count|chance",
                     .about = {"what a cell says: leaking of all schedules, or how likely blind luck meets a leak",
                               "格中显示：泄漏数/总数，或随机调度遇到泄漏的概率"},
                     .fallback = "count"});
  options.push_back(threads_option());
  return {
      .path = "lab matrix",
      .about = {"which layers stop what: every experiment under every set of layers",
                "各层拦住什么：每个实验在每组层之下的结果"},
      .positionals = {rows_positional()},
      .options = std::move(options),
      .examples = {{.line = "payonce lab matrix 02 42"}, {.line = "payonce lab matrix 02 --cells chance"}},
      .run = run,
      .more = {{"A step is one transaction or one effect outside; the numbers depend on that, the guards should not. "
                "Within the actors, steps and faults of each experiment nothing is left out.",
                "一步为一个事务或一次外部动作；数字随之而变，最小防线则不应变。在各实验的参与者、步骤与故障之内，无一遗"
                "漏。"}}};
}

}  // namespace payonce
