#pragma once

#include <functional>
#include <string_view>

#include "ledger/statements/bills/chinese.hpp"

namespace payonce::statements {

/// What stands around the rows of both bills that Alipay gives to merchants: lines that begin with #, the account and the
/// period before the header, the end of the list and the totals behind it. The end of the period lies outside.
class AlipayFrame {
 public:
  AlipayFrame(std::istream& in, Format format, const Sink& sink);

  /// Calls `take` for each row and `footnote` for each line behind them.
  Reading run(const Layout& layout, const std::function<void()>& take,
              const std::function<void(std::string_view)>& footnote);
  /// The file has told its totals: one without them has been cut.
  void totals_seen() { ++totals_; }

  Sheet sheet;
  const DatePattern seconds = *DatePattern::parse("yyyy-MM-dd HH:mm:ss");

 private:
  void before(std::string_view note);

  int totals_ = 0;
  bool list_ended_ = false;
};

/// "#交易合计：12笔，…" → "12"
[[nodiscard]] std::string_view count_behind_colon(std::string_view note);

}  // namespace payonce::statements
