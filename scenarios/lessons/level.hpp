#pragma once

#include <optional>

#include "scenarios/laboratory/matrix.hpp"

namespace payonce::lessons {

/// The cell of a row under these layers; null where the row has none.
[[nodiscard]] const laboratory::Cell* cell_under(const laboratory::MatrixRow& row, const laboratory::LayerSet& layers);

/// The cell with the most layers on among those that leak, and of these the one that blind luck meets least: the hardest to break. Null
/// where none leaks. Of sets of on and off.
[[nodiscard]] const laboratory::Cell* hardest_leak(const laboratory::MatrixRow& row);
/// The cell with the fewest layers on among those that are safe.
[[nodiscard]] const laboratory::Cell* barest_safe(const laboratory::MatrixRow& row);

/// The cell in which it matters most whose turn it is: some of its schedules leak and others do not. The hardest leak where that is one;
/// else the same with one of the missing guards there, but naive, of several the one that blind luck breaks least. Nothing where there is
/// none. Looks at up to four cells that are none of the row's. Throws Unplayable.
[[nodiscard]] std::optional<laboratory::Cell> puzzle_of(const laboratory::MatrixRow& row,
                                                        const laboratory::MatrixOptions& options);

}  // namespace payonce::lessons
