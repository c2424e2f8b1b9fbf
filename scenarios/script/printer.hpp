#pragma once

#include <string>

#include "scenarios/script/tree.hpp"

namespace payonce::script {

/// The canonical text: entries indented by two spaces, steps of a block by four, words one blank apart, the arrows of one
/// `steps` section under each other, a blank line before each scenario but the first, comments where they were. Printing what
/// was read from this text gives this text.
[[nodiscard]] std::string print(const Tree& tree);

/// One line's words as the printer spells them, without indentation or comments.
[[nodiscard]] std::string print(const Line& line);

}  // namespace payonce::script
