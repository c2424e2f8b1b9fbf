#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/laboratory/matrix.hpp"
#include "scenarios/laboratory/tally.hpp"
#include "scenarios/laboratory/trace.hpp"

namespace payonce::handout {

/// One schedule to look at, of a cell.
struct Specimen {
  std::optional<laboratory::Trace> trace;  // nothing where the budget was over before one was known
  std::size_t switches = 0;                // changes of actor in it
  std::string cure;                        // of a cell that leaks: what would stop it, "" nothing, "unknown"
};

/// One experiment under every set of layers, with a schedule of each.
struct Exhibit {
  laboratory::MatrixRow row;
  std::vector<Specimen> specimens;  // as row.cells
};

/// Explores every cell and plays one schedule of each. `options.looked` is used up. Throws Unplayable. Where options.broken_off()
/// said so, what it gives is not whole.
[[nodiscard]] std::vector<Exhibit> exhibits_of(const std::vector<const script::Story*>& stories,
                                               laboratory::MatrixOptions options);

/// The schedule that shows most: the shortest that leaks; where none does, the shortest in which a layer stopped somebody, or else the
/// shortest. Nothing where the budget was over before either was certain.
[[nodiscard]] std::optional<laboratory::Path> telling_path(const laboratory::Graph& graph);

/// The cell that surprises most: it leaks though more layers stand than in any other that does; the first of these. Null: none leaks.
[[nodiscard]] const laboratory::Cell* most_guarded_leak(const laboratory::MatrixRow& row);

/// "★ S", "⚠ none", "W | S | V": the guards, with their sign.
[[nodiscard]] Text signed_guards(const laboratory::MatrixRow& row);
/// The gravest harm of any cell, or "".
[[nodiscard]] std::string worst_harm(const laboratory::MatrixRow& row);
/// Whether reconciliation finds what leaks: all of it, some, nothing.
[[nodiscard]] Text seen_by_reconciliation(const laboratory::MatrixRow& row);

}  // namespace payonce::handout
