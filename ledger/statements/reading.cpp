#include "ledger/statements/reading.hpp"

#include <algorithm>

namespace payonce::statements {

std::string_view name(Format format) {
  switch (format) {
    case Format::unknown: return "unknown";
    case Format::csv: return "csv";
    case Format::mt940: return "mt940";
    case Format::acquirer: return "acquirer";
    case Format::alipay_trade: return "alipay_trade";
    case Format::alipay_account: return "alipay_account";
    case Format::alipay_personal: return "alipay_personal";
    case Format::wechat_trade: return "wechat_trade";
    case Format::wechat_fund: return "wechat_fund";
    case Format::stripe: return "stripe";
    case Format::paypal_stl: return "paypal_stl";
    case Format::paypal_trr: return "paypal_trr";
    case Format::adyen: return "adyen";
    case Format::camt052: return "camt052";
    case Format::camt053: return "camt053";
    case Format::camt054: return "camt054";
    case Format::ofx: return "ofx";
  }
  return "";
}

void Reading::broke(FileBreak code, std::uint64_t line, Text why) {
  ++breaks_;
  if (broken_.size() < most_kept) broken_.push_back({code, line, std::move(why)});
}

bool Reading::count(const Line& line) {
  auto found =
      std::find_if(totals_.begin(), totals_.end(), [&](const Total& one) { return one.currency == line.currency; });
  if (found == totals_.end()) {
    const Exact zero(0, line.currency);
    found = totals_.insert(totals_.end(), Total{line.currency, 0, zero, zero, zero});
  }
  const auto gross = Exact::sum(found->gross, line.gross);
  const auto fee = Exact::sum(found->fee, line.fee);
  const auto net = Exact::sum(found->net, line.net);
  if (!gross || !fee || !net) {
    broke(FileBreak::file_over_bounds, line.line, {"the sum of the rows is too large", "明细合计过大"});
    return false;
  }
  ++lines;
  *found = {line.currency, found->lines + 1, *gross, *fee, *net};
  return true;
}

}  // namespace payonce::statements
