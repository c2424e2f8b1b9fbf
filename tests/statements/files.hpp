#pragma once

#include <string>
#include <vector>

#include "ledger/statements/reader.hpp"

namespace payonce::test {

/// What a reader gave, kept whole: files of tests are small.
struct Kept {
  statements::Reading reading;
  std::vector<statements::Line> lines;
  std::vector<statements::Head> heads;

  [[nodiscard]] std::string codes() const;  // "file_truncated file_control_total", as often as they came
  [[nodiscard]] std::string net() const;    // of the only currency
};

[[nodiscard]] std::string bytes_of(const std::string& name);  // of tests/statements/files/
[[nodiscard]] statements::FieldMap shop_map();
[[nodiscard]] Kept kept(const std::string& bytes, const statements::FieldMap* map = nullptr);

}  // namespace payonce::test
