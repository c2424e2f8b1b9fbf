#pragma once

#include <vector>

#include "tests/house/file.hpp"

namespace payonce::house {

/// One name, five places: a layer has the same name in ledger/layers/, schema/queries/ (for reconciliation: schema/checks/),
/// tests/layers/, scenarios/ and `enum class Layer`.
[[nodiscard]] Findings missing_places(const std::vector<File>& files);

/// A query file is named for a room of the ledger or a noun in one; a story's file for the story in it, and no two stories have
/// one name.
[[nodiscard]] Findings stray_names(const std::vector<File>& files);

}  // namespace payonce::house
