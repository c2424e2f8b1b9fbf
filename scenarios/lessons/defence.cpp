#include "scenarios/lessons/defence.hpp"

#include <algorithm>
#include <utility>

#include "scenarios/lessons/level.hpp"
#include "scenarios/lessons/words.hpp"

namespace payonce::lessons {
namespace {

using laboratory::Cell;
using laboratory::LayerSet;
using laboratory::MatrixRow;

bool holds(const std::string& letters, char letter) { return letters.find(letter) != std::string::npos; }

/// The channel's memory is for sale only where an experiment is about it; elsewhere a channel remembers, as channels do.
LayerSet layers_of(const MatrixRow& row, const std::string& letters) {
  LayerSet set = laboratory::layer_set_of(0);
  for (std::size_t i = 0; i < LayerSet::letters.size(); ++i) {
    if (holds(letters, LayerSet::letters[i])) set.layers[i] = script::Setting::on;
  }
  if (laboratory::asks_for_channel(*row.story) && !holds(letters, 'X')) set.channel_memory = script::Setting::off;
  return set;
}

bool can_be_safe(const MatrixRow& row) {
  return std::any_of(row.cells.begin(), row.cells.end(),
                     [](const Cell& cell) { return cell.answer == Cell::Answer::safe; });
}

bool has_unknown(const MatrixRow& row) {
  return std::any_of(row.cells.begin(), row.cells.end(),
                     [](const Cell& cell) { return cell.answer == Cell::Answer::unknown; });
}

}  // namespace

Defence::Defence(const std::vector<MatrixRow>& rows, std::vector<Good> goods) : rows_(rows), goods_(std::move(goods)) {
  const bool channel = std::any_of(rows.begin(), rows.end(),
                                   [](const MatrixRow& row) { return laboratory::asks_for_channel(*row.story); });
  if (!channel) std::erase_if(goods_, [](const Good& good) { return good.letter == 'X'; });
}

bool Defence::has(char letter) const { return holds(bought_, letter); }

std::optional<Fault> Defence::buy(std::string_view word) {
  const auto good = std::find_if(goods_.begin(), goods_.end(), [&](const Good& one) {
    return small(word) == small(std::string_view(&one.letter, 1));
  });
  if (good == goods_.end()) {
    std::string letters;
    for (const Good& one : goods_) letters += (letters.empty() ? "" : " ") + std::string(1, one.letter);
    const std::string shown = quoted(word);
    return Fault{
        "layer",
        {"\"" + shown + "\" is not for sale; there are " + letters, "“" + shown + "”不在价目表上；可买 " + letters}};
  }
  const std::string letter(1, good->letter);
  if (has(good->letter)) return Fault{"layer", {letter + " has been bought already", letter + " 已经买过"}};
  bought_ += letter;
  return std::nullopt;
}

bool Defence::undo() {
  if (bought_.empty()) return false;
  bought_.pop_back();
  return true;
}

std::vector<Defence::Standing> Defence::standings_of(const std::string& letters) const {
  std::vector<Standing> all;
  for (const MatrixRow& row : rows_) {
    Standing one{.row = &row, .cell = cell_under(row, layers_of(row, letters))};
    const bool asked = holds(letters, 'R') && !can_be_safe(row);
    one.settled = one.cell->answer == Cell::Answer::safe || (asked && !has_unknown(row) && one.cell->all_found);
    // What leaks is not settled by a layer; by reconciliation it may be, where not all was seen.
    const bool might_be_found = asked && one.cell->tally.unseen_by_reconciliation.zero() &&
                                (has_unknown(row) || !laboratory::seen_whole(*one.cell));
    one.known = one.settled || (one.cell->answer == Cell::Answer::leaks && !might_be_found);
    all.push_back(one);
  }
  return all;
}

bool Defence::settled(const std::string& letters) const {
  const auto all = standings_of(letters);
  return std::all_of(all.begin(), all.end(), [](const Standing& one) { return one.settled; });
}

std::vector<std::string> Defence::every_purchase() const {
  std::vector<std::string> all;
  for (unsigned mask = 0; mask < 1u << goods_.size(); ++mask) {
    std::string letters;
    for (std::size_t i = 0; i < goods_.size(); ++i) {
      if ((mask >> i & 1u) != 0) letters += goods_[i].letter;
    }
    all.push_back(std::move(letters));
  }
  return all;
}

std::vector<const MatrixRow*> Defence::hopeless() const {
  std::vector<const MatrixRow*> found;
  const auto all = every_purchase();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool any = std::any_of(all.begin(), all.end(), [&](const std::string& set) {
      const Standing one = standings_of(set)[i];
      return one.settled || !one.known;
    });
    if (!any) found.push_back(&rows_[i]);
  }
  return found;
}

std::vector<const MatrixRow*> Defence::uncertain() const {
  std::vector<const MatrixRow*> found;
  for (const MatrixRow& row : rows_) {
    if (has_unknown(row)) found.push_back(&row);
  }
  return found;
}

bool Defence::cheapest_known() const {
  const auto best = cheapest();
  for (const std::string& set : every_purchase()) {
    if (!best.empty() && cost(set) > cost(best.front())) continue;
    const auto all = standings_of(set);
    const bool may_do =
        std::all_of(all.begin(), all.end(), [](const Standing& one) { return one.settled || !one.known; });
    if (may_do && !settled(set)) return false;
  }
  return true;
}

std::uint32_t Defence::cost(const std::string& letters) const {
  std::uint32_t sum = 0;
  for (const Good& one : goods_) sum += holds(letters, one.letter) ? one.price : 0;
  return sum;
}

std::vector<std::string> Defence::cheapest() const {
  std::vector<std::string> best;
  for (const std::string& set : every_purchase()) {
    if (!settled(set)) continue;
    if (!best.empty() && cost(set) > cost(best.front())) continue;
    if (!best.empty() && cost(set) < cost(best.front())) best.clear();
    best.push_back(set);
  }
  return best;
}

std::string Defence::surplus() const {
  std::string found;
  for (const char letter : bought_) {
    std::string without = bought_;
    std::erase(without, letter);
    if (settled(without)) found += letter;
  }
  return found;
}

}  // namespace payonce::lessons
