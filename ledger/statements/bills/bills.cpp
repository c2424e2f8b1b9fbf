#include "ledger/statements/bills/bills.hpp"

#include <array>
#include <sstream>
#include <string>

#include "ledger/statements/bills/acquirer.hpp"
#include "ledger/statements/bills/layouts.hpp"
#include "ledger/statements/csv_rows.hpp"
#include "ledger/statements/map.hpp"

namespace payonce::statements {
namespace {

struct Known {
  Format format;
  const Layout& (*layout)();
};

// The account bill of Alipay stands before the trade bills: an older one shares their column names.
constexpr std::array known{
    Known{Format::acquirer, acquirer::layout},
    Known{Format::alipay_account, alipay_account::layout},
    Known{Format::alipay_trade, alipay_trade::layout},
    Known{Format::alipay_personal, alipay_personal::layout},
    Known{Format::wechat_trade, wechat_trade::layout},
    Known{Format::wechat_fund, wechat_fund::layout},
    Known{Format::stripe, stripe::layout},
    Known{Format::adyen, adyen::layout},
};

/// What a first cell says by itself, before any header.
Format marked(const CsvRow& row) {
  const std::string_view first = trimmed(row.cells.front());
  if (first == acquirer::mark) return Format::acquirer;
  if (first.starts_with("#支付宝业务明细")) return Format::alipay_trade;
  if (first.starts_with("#支付宝账务明细")) return Format::alipay_account;
  if (first == "RH") return Format::paypal_stl;
  return Format::unknown;
}

bool has_status(const CsvRow& row) {
  for (const std::string& cell : row.cells) {
    if (cell == "Transactional Status" || cell == "Transaction Status") return true;
  }
  return false;
}

}  // namespace

Format bill_of(std::string_view beginning) {
  std::istringstream in{std::string(beginning)};
  CsvRows rows(in, ',');
  CsvRow row;
  bool paypal = false;
  while (true) {
    const auto got = rows.next(row);
    if (got == CsvRows::Got::loose_quote) continue;
    if (got != CsvRows::Got::row) break;
    if (paypal) {
      if (trimmed(row.cells.front()) == "CH") return has_status(row) ? Format::paypal_trr : Format::paypal_stl;
      continue;
    }
    const Format format = marked(row);
    paypal = format == Format::paypal_stl;
    if (paypal) continue;
    if (format != Format::unknown) return format;
    for (const Known& one : known) {
      if (BillColumns::find(one.layout(), row)) return one.format;
    }
  }
  return paypal ? Format::paypal_stl : Format::unknown;
}

bool is_bill(Format format) { return format >= Format::acquirer && format <= Format::adyen; }

Reading read_bill(Format format, std::istream& in, const Sink& sink) {
  switch (format) {
    case Format::acquirer: return read_acquirer(in, sink);
    case Format::alipay_trade: return read_alipay_trade(in, sink);
    case Format::alipay_account: return read_alipay_account(in, sink);
    case Format::alipay_personal: return read_alipay_personal(in, sink);
    case Format::wechat_trade: return read_wechat_trade(in, sink);
    case Format::wechat_fund: return read_wechat_fund(in, sink);
    case Format::stripe: return read_stripe(in, sink);
    case Format::paypal_stl:
    case Format::paypal_trr: return read_paypal(format, in, sink);
    case Format::adyen: return read_adyen(in, sink);
    case Format::unknown:
    case Format::csv:
    case Format::mt940:
    case Format::camt052:
    case Format::camt053:
    case Format::camt054:
    case Format::ofx: break;
  }
  return {};
}

}  // namespace payonce::statements
