#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "ledger/statements/file_break.hpp"
#include "ledger/statements/line.hpp"

namespace payonce::statements {

enum class Format {
  unknown,
  csv,
  mt940,
  acquirer,
  alipay_trade,
  alipay_account,
  alipay_personal,
  wechat_trade,
  wechat_fund,
  stripe,
  paypal_stl,
  paypal_trr,
  adyen,
  camt052,
  camt053,
  camt054,
  ofx,
};
[[nodiscard]] std::string_view name(Format format);

/// Counts and sums of one currency; different currencies are never added up.
struct Total {
  Currency currency;
  std::uint64_t lines;
  Exact gross;
  Exact fee;
  Exact net;
};

/// What came of reading one file: counts, sums, and everything that makes it untrustworthy. Its size has a bound, whatever the
/// file: the first most_kept breaks are kept, the others counted.
class Reading {
 public:
  static constexpr std::size_t most_kept = 100;

  Format format = Format::unknown;
  std::uint64_t statements = 0;
  std::uint64_t lines = 0;

  [[nodiscard]] const std::vector<Total>& totals() const { return totals_; }
  [[nodiscard]] const std::vector<Broken>& broken() const { return broken_; }
  [[nodiscard]] std::uint64_t breaks() const { return breaks_; }
  /// Only from a trusted file may somebody conclude that something is not there.
  [[nodiscard]] bool trusted() const { return breaks_ == 0; }

  void broke(FileBreak code, std::uint64_t line, Text why);
  /// Adds a line to the sums; false where they no longer fit, which is a break that is noted here and ends the reading.
  [[nodiscard]] bool count(const Line& line);

 private:
  std::vector<Total> totals_;
  std::vector<Broken> broken_;
  std::uint64_t breaks_ = 0;
};

}  // namespace payonce::statements
