#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "schema/embed/source.hpp"

namespace payonce::embed {

/// One named statement of a query file.
struct Block {
  std::string name;
  std::string why;                      // the comment lines between the name and the SQL, joined by a blank
  std::string sql;                      // from the first line of SQL to the last
  std::vector<std::string> parameters;  // each once, in order of first appearance: SQLite's own numbering
};

/// Reads `-- name: …` blocks. Refuses SQL before the first name, a name twice, a name or parameter that C++ cannot spell, a
/// block without SQL or with a second statement (SQLite would never run it), and parameters without a name.
[[nodiscard]] std::vector<Block> read_blocks(const Source& source);

/// A law of schema/checks/: a query that finds nothing where the law holds.
struct Law {
  std::string name;
  std::string en;
  std::string zh;
  std::string why;
  std::string sql;
  bool of_business = false;
};

/// Reads a law with its head: `-- en: …`, `-- zh: …`, `-- finds: damage` or `-- finds: open business`, then free comment lines. A law takes no parameters.
[[nodiscard]] Law read_law(const Source& source);

}  // namespace payonce::embed
