#include "ledger/statements/bills/wechat_summary.hpp"

namespace payonce::statements {

bool WechatSummary::takes(Sheet& sheet) {
  const auto& cells = sheet.row().cells;
  if (names_.empty()) {
    if (plain_name(cells.front()) != first_name_) return false;
    for (const std::string& cell : cells) names_.push_back(plain_name(cell));
    return true;
  }
  if (complete()) {
    sheet.broke(FileBreak::file_corrupted, {"stands behind the summary", "出现在汇总之后"});
    return true;
  }
  for (const std::string& cell : cells) sums_.emplace_back(trimmed(cell));
  return true;
}

void WechatSummary::check_complete(Sheet& sheet) const {
  if (complete() || sheet.stopped()) return;
  sheet.broke(FileBreak::file_truncated, {"the summary behind the rows is missing", "缺少明细之后的汇总"});
}

std::optional<std::string_view> WechatSummary::sum(std::string_view name) const {
  for (std::size_t n = 0; n < names_.size(); ++n) {
    if (names_[n] != name || name.empty()) continue;
    return n < sums_.size() ? std::string_view(sums_[n]) : std::string_view{};
  }
  return std::nullopt;
}

}  // namespace payonce::statements
