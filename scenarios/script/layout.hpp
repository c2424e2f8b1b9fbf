#pragma once

#include <string_view>

#include "scenarios/script/complaints.hpp"
#include "scenarios/script/tree.hpp"

namespace payonce::script {

/// Cuts a `.lab` file into scenarios, sections and lines, and brings the spelling into its one form: `key = k1` becomes
/// `key=k1`, `paid , later` becomes `paid, later`, blank lines in a row become one. Complains about what cannot be placed:
/// unknown sections, lines outside a section, a section twice. Where nothing was complained about,
/// lay_out(print(tree)) == tree.
[[nodiscard]] Tree lay_out(std::string_view bytes, Complaints& complaints);

}  // namespace payonce::script
