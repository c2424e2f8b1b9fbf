#include "app/handout/exhibit.hpp"

#include <algorithm>

#include "ledger/values/invariant.hpp"

namespace payonce::handout {

using laboratory::Cell;
using laboratory::MatrixRow;
using laboratory::Verdict;

std::optional<laboratory::Path> telling_path(const laboratory::Graph& graph) {
  const auto leaks = [](const Verdict& verdict) { return verdict.harms.any(); };
  if (auto path = laboratory::shortest(graph, leaks)) return path;
  if (!graph.complete) return std::nullopt;
  if (auto path = laboratory::shortest(graph, [](const Verdict& verdict) { return !verdict.stops.empty(); }))
    return path;
  return laboratory::shortest(graph, [](const Verdict&) { return true; });
}

std::vector<Exhibit> exhibits_of(const std::vector<const script::Story*>& stories, laboratory::MatrixOptions options) {
  std::vector<std::vector<Specimen>> specimens;
  for (const script::Story* story : stories)
    specimens.emplace_back(laboratory::layer_sets_for(*story, options.naive).size());
  const laboratory::Grain grain = options.grain;
  options.looked = [&specimens, grain](std::size_t row, std::size_t cell, const Cell& looked, laboratory::Play& play,
                                       const laboratory::Graph& graph) {
    const auto path = telling_path(graph);
    if (!path) return;
    Specimen& specimen = specimens[row][cell];
    specimen.switches = laboratory::switches(*path);
    specimen.trace = laboratory::trace(play, laboratory::schedule_of(play.story(), looked.layers, grain, *path));
  };
  std::vector<MatrixRow> rows = laboratory::matrix(stories, options);
  std::vector<Exhibit> exhibits;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    invariant(rows[i].cells.size() == specimens[i].size(), "every cell has its specimen");
    for (std::size_t cell = 0; cell < specimens[i].size(); ++cell) {
      if (rows[i].cells[cell].answer == Cell::Answer::leaks)
        specimens[i][cell].cure = laboratory::cures_of(rows[i].cells, rows[i].cells[cell].layers);
    }
    exhibits.push_back({std::move(rows[i]), std::move(specimens[i])});
  }
  return exhibits;
}

const Cell* most_guarded_leak(const MatrixRow& row) {
  const Cell* most = nullptr;
  for (const Cell& cell : row.cells) {
    if (cell.answer != Cell::Answer::leaks) continue;
    if (most == nullptr || __builtin_popcount(cell.layers.mask()) > __builtin_popcount(most->layers.mask()))
      most = &cell;
  }
  return most;
}

Text signed_guards(const MatrixRow& row) {
  const auto& sets = row.guards.sets;
  const bool one_alone = row.guards.known && sets.size() == 1 && sets.front().size() == 1;
  const bool leaks_anyway = std::any_of(row.cells.begin(), row.cells.end(), [](const Cell& cell) {
    return cell.layers == laboratory::LayerSet{} && cell.answer == Cell::Answer::leaks;
  });
  const std::string sign = leaks_anyway ? "⚠ " : one_alone ? "★ " : "";
  const std::string behind = laboratory::leaks_with_more(row.cells).value_or(false) ? " !" : "";
  const std::string spelled = sign + laboratory::spelled(row.guards) + behind;
  if (sets.empty()) return {spelled, sign + (row.guards.known ? "无" : "未知")};
  const bool nothing_needed = row.guards.known && sets.size() == 1 && sets.front().empty();
  return {spelled, nothing_needed ? sign + "无需任何层" + behind : spelled};
}

std::string worst_harm(const MatrixRow& row) {
  const bool whole = std::all_of(row.cells.begin(), row.cells.end(), laboratory::seen_whole);
  for (const laboratory::Harm harm : script::every_harm) {
    const bool there = std::any_of(row.cells.begin(), row.cells.end(), [&](const Cell& cell) {
      return !cell.tally.by_harm[static_cast<std::size_t>(harm)].zero();
    });
    const bool worst_of_all = harm == script::every_harm.front();
    if (there) return std::string(script::name(harm)) + (whole || worst_of_all ? "" : "+");
  }
  return whole ? "" : "?";
}

Text seen_by_reconciliation(const MatrixRow& row) {
  bool all = true;
  bool none = true;
  bool any = false;
  for (const Cell& cell : row.cells) {
    if (cell.tally.leaking.zero()) continue;
    any = true;
    all = all && cell.tally.unseen_by_reconciliation.zero();
    none = none && cell.tally.unseen_by_reconciliation == cell.tally.leaking;
  }
  const bool whole = std::all_of(row.cells.begin(), row.cells.end(), laboratory::seen_whole);
  // That some are found and others are not stays true whatever else there is.
  if (!whole && (all || none)) return {"unknown", "未知"};
  if (!any) return {"", ""};
  if (all) return {"found", "可发现"};
  return none ? Text{"invisible", "不可见"} : Text{"partly", "部分可见"};
}

}  // namespace payonce::handout
