#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ledger/statements/bills/sheet.hpp"

namespace payonce::statements {

/// The last two rows of a bill of WeChat Pay: names of sums, and the sums. Which there are differs by bill and age, so each
/// is found by its name.
class WechatSummary {
 public:
  explicit WechatSummary(std::string_view first_name) : first_name_(first_name) {}

  /// Whether the row belongs to the summary, or stands behind it, which is noted.
  bool takes(Sheet& sheet);
  [[nodiscard]] bool complete() const { return !sums_.empty(); }
  /// Notes a bill that has been cut before its summary. To be asked before anything is compared.
  void check_complete(Sheet& sheet) const;
  /// The sum of a name; nothing where the bill has none of it.
  [[nodiscard]] std::optional<std::string_view> sum(std::string_view name) const;

 private:
  std::string_view first_name_;
  std::vector<std::string> names_;
  std::vector<std::string> sums_;
};

}  // namespace payonce::statements
