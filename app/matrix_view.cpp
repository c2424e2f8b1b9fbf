#include "app/matrix_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/handout/exhibit.hpp"
#include "app/print/table.hpp"
#include "app/print/wrap.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

using laboratory::MatrixRow;
using Looked = laboratory::Cell;
using Lines = std::vector<std::string>;

constexpr std::size_t screen = 100;
constexpr std::size_t gap = 2;  // between two columns of a table
/// A name is parted at its dashes; narrower than this its words no longer stand on a line.
constexpr std::size_t narrowest_name = 18;
constexpr std::size_t widest_name = 30;

std::string cell_text(const Looked& cell, bool chance) {
  if (cell.answer == Looked::Answer::safe) return "·";
  if (cell.answer == Looked::Answer::unknown) return "?";
  const std::string more = cell.tally.complete ? "" : "+";
  if (chance) return fmt::format("{:.0f}%", std::max(cell.tally.chance * 100, 1.0)) + more;
  return cell.tally.leaking.text() + "/" + cell.tally.schedules.text() + more;
}

/// "35/251", or "35/" and "251" below it.
Lines number_lines(const std::string& text, bool stacked) {
  const std::size_t stroke = text.find('/');
  if (!stacked || stroke == std::string::npos) return {text};
  return {text.substr(0, stroke + 1), text.substr(stroke + 1)};
}

std::size_t width_of(const Lines& lines) {
  std::size_t width = 0;
  for (const std::string& line : lines) width = std::max(width, display_width(line));
  return width;
}

const Looked* of(const MatrixRow& row, const laboratory::LayerSet& set) {
  const auto found =
      std::find_if(row.cells.begin(), row.cells.end(), [&](const Looked& cell) { return cell.layers == set; });
  return found == row.cells.end() ? nullptr : &*found;
}

/// One column of what is shown: its title, and the lines of each row.
struct Strip {
  std::string title;
  Align align = Align::left;
  std::vector<Lines> rows;

  [[nodiscard]] std::size_t width() const {
    std::size_t width = display_width(title);
    for (const Lines& lines : rows) width = std::max(width, width_of(lines));
    return width;
  }
};

std::string drawn(const Context& context, const std::vector<const Strip*>& strips) {
  std::vector<Column> columns;
  for (const Strip* strip : strips) columns.push_back({strip->title, strip->align});
  Table table(columns);
  for (std::size_t row = 0; row < strips.front()->rows.size(); ++row) {
    std::vector<Lines> cells;
    for (const Strip* strip : strips) cells.push_back(strip->rows[row]);
    tall_row(table, cells);
  }
  return table.text(context.painter());
}

class Picture {
 public:
  Picture(const Context& context, const std::vector<MatrixRow>& rows, const std::vector<laboratory::LayerSet>& sets,
          bool chance)
      : context_(context), rows_(rows), sets_(sets), chance_(chance) {
    const bool told = std::all_of(rows.begin(), rows.end(), [](const MatrixRow& row) {
      return !row.story->row.empty() && row.story->name.starts_with(row.story->row + "-");
    });
    // Where each name begins with its row, a column of rows says nothing new.
    row_ = strip({"row", "行"}, [&](const MatrixRow& row) { return Lines{told ? "" : row.story->row}; });
    with_row_ = !told;
    longest_ = strip({"experiment", "实验"}, [](const MatrixRow& row) { return Lines{row.story->name}; }).width();
  }

  std::string text() {
    for (const bool stacked : {false, true}) {
      make(stacked);
      std::size_t numbers = 0;
      for (const Strip& one : numbers_) numbers += one.width() + gap;
      if (taken(true) + numbers + std::min(longest_, narrowest_name) > screen) continue;
      return block(0, numbers_.size(), screen - taken(true) - numbers);
    }
    make(false);
    std::string text;
    for (std::size_t from = 0; from < numbers_.size();) {
      std::size_t used = taken(from == 0) + std::min(longest_, narrowest_name);
      std::size_t to = from;
      for (; to < numbers_.size() && (to == from || used + numbers_[to].width() + gap <= screen); ++to)
        used += numbers_[to].width() + gap;
      text += (from == 0 ? "" : "\n") + block(from, to, std::min(longest_, narrowest_name));
      from = to;
    }
    return text;
  }

 private:
  template <class Make>
  Strip strip(const Text& title, const Make& lines) const {
    Strip made{context_.said(title), Align::left, {}};
    for (const MatrixRow& row : rows_) made.rows.push_back(lines(row));
    return made;
  }

  void make(bool stacked) {
    constexpr std::size_t of_guards = 16;
    constexpr std::size_t of_stacked_guards = 12;
    guards_ = strip({"guards", "最小防线"}, [&](const MatrixRow& row) {
      return lines_of(context_.said(handout::signed_guards(row)), stacked ? of_stacked_guards : of_guards);
    });
    worst_ = strip({"worst; R", "最坏；R"}, [&](const MatrixRow& row) {
      Lines lines = {handout::worst_harm(row)};
      const std::string seen = context_.said(handout::seen_by_reconciliation(row));
      if (!seen.empty()) lines.push_back(seen);
      return lines;
    });
    numbers_.clear();
    for (const auto& set : sets_) {
      Strip made{set.name(), Align::right, {}};
      for (const MatrixRow& row : rows_) {
        const Looked* const cell = of(row, set);
        made.rows.push_back(cell == nullptr ? Lines{""} : number_lines(cell_text(*cell, chance_), stacked));
      }
      numbers_.push_back(std::move(made));
    }
  }

  /// By what stands beside the name and the numbers; the gap behind the name is in it.
  [[nodiscard]] std::size_t taken(bool first) const {
    const std::size_t row = with_row_ ? row_.width() + gap : 0;
    return row + (first ? guards_.width() + gap + worst_.width() + gap : 0);
  }

  std::string block(std::size_t from, std::size_t to, std::size_t room) const {
    const std::size_t width = std::clamp(room, narrowest_name, widest_name);
    const Strip name =
        strip({"experiment", "实验"}, [&](const MatrixRow& row) { return name_lines(row.story->name, width); });
    std::vector<const Strip*> strips;
    if (with_row_) strips.push_back(&row_);
    strips.push_back(&name);
    if (from == 0) strips.push_back(&guards_);
    for (std::size_t i = from; i < to; ++i) strips.push_back(&numbers_[i]);
    if (from == 0) strips.push_back(&worst_);
    return drawn(context_, strips);
  }

  const Context& context_;
  const std::vector<MatrixRow>& rows_;
  const std::vector<laboratory::LayerSet>& sets_;
  const bool chance_;
  Strip row_;
  bool with_row_ = false;
  std::size_t longest_ = 0;
  Strip guards_;
  Strip worst_;
  std::vector<Strip> numbers_;
};

}  // namespace

std::string matrix_table(const Context& context, const std::vector<MatrixRow>& rows,
                         const std::vector<laboratory::LayerSet>& sets, bool chance) {
  return Picture(context, rows, sets, chance).text();
}

}  // namespace payonce
