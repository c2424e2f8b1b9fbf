#pragma once

#include <string>
#include <vector>

#include "app/context.hpp"
#include "scenarios/laboratory/matrix.hpp"

namespace payonce {

/// The matrix as people read it, a column each of `sets`, no line wider than a terminal of a hundred columns: long names and, where there
/// is no room, numbers go over several lines; what then does not stand beside each other stands in further tables below.
/// `chance`: how likely blind luck meets a leak, instead of leaking of all schedules.
[[nodiscard]] std::string matrix_table(const Context& context, const std::vector<laboratory::MatrixRow>& rows,
                                       const std::vector<laboratory::LayerSet>& sets, bool chance);

}  // namespace payonce
