#pragma once

#include <istream>
#include <string>
#include <string_view>

#include "ledger/statements/reading.hpp"

namespace payonce::statements {

/// The other file in Alipay's zip, 汇总: a row for each shop and one of all. It holds no line; it proves those of the bill.
class AlipaySummary {
 public:
  /// Whether a file's beginning (UTF-8) is that of a summary.
  [[nodiscard]] static bool is(std::string_view beginning);
  /// Reads it. What cannot be read is noted when it is compared.
  [[nodiscard]] static AlipaySummary read(std::istream& in);
  /// Notes in the bill's reading what differs.
  void compare(Reading& bill) const;

 private:
  bool complete_ = false;  // it has its row 合计
  std::string count_[2];
  std::string gross_;  // trade bill alone
  std::string net_;
};

}  // namespace payonce::statements
