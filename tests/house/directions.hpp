#pragma once

#include <vector>

#include "tests/house/file.hpp"

namespace payonce::house {

/// Who may include whom: app → scenarios → ledger → schema, and the rooms of the ledger among themselves. A layer does not
/// include a layer; to which layer a helper belongs is read in `house`, the files of the whole.
[[nodiscard]] Findings wrong_includes(const File& file, const std::vector<File>& house);

/// Who may include what from outside: the driver only in store, OpenSSL only in digest, CLI11 only in app, nlohmann-json
/// only in the sources of wire, doctest only in tests, values only the standard library and fmt, nobody <regex>.
[[nodiscard]] Findings wrong_packages(const File& file);

}  // namespace payonce::house
