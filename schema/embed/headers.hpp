#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "schema/embed/block.hpp"
#include "schema/embed/source.hpp"

namespace payonce::embed {

/// A query file that has been read. Its statements are numbered from `first_number`, over all files without a gap.
struct QueryFile {
  std::string name;
  std::vector<Block> blocks;
  std::size_t first_number;
};

/// A numbered step of a schema.
struct Step {
  int version;
  std::string name;
  std::string text;
};

/// The steps of files named NNNN_name.sql. Refuses a name without a number, and numbers that are not 1, 2, 3 ….
[[nodiscard]] std::vector<Step> read_steps(const std::vector<Source>& sources);

[[nodiscard]] std::string query_header(const QueryFile& file);
[[nodiscard]] std::string statements_header(const std::vector<QueryFile>& files);
[[nodiscard]] std::string checks_header(const std::vector<Law>& laws);
[[nodiscard]] std::string migrations_header(const std::vector<Step>& ledger, const std::vector<Step>& acquirer);
/// Texts by the names of their files: a struct `type`, and all of them by a function `all_<noun>s`.
[[nodiscard]] std::string texts_header(std::string_view type, std::string_view about, std::string_view noun,
                                       const std::vector<Source>& sources);

/// A raw string literal that means exactly `text`.
[[nodiscard]] std::string raw_literal(std::string_view text);

}  // namespace payonce::embed
