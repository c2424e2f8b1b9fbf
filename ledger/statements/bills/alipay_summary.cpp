#include "ledger/statements/bills/alipay_summary.hpp"

#include <sstream>

#include "ledger/statements/bills/chinese.hpp"

namespace payonce::statements {
namespace {

enum Of : std::size_t { first, counted, counted_too, gross, net };

const Layout& of_trades() {
  static const Layout all{
      {{"门店编号"}}, {{"交易订单总笔数"}}, {{"退款订单总笔数"}}, {{"商家实收(元)"}}, {{"实收净额(元)"}}};
  return all;
}
const Layout& of_account() {
  static const Layout all{{{"类型"}}, {{"收入笔数"}}, {{"支出笔数"}}, {{"收入金额(+元)"}, false}, {{"总金额(元)"}}};
  return all;
}

/// Whether the row is the header; which of the two is told by whether it has a column of shops.
std::optional<BillColumns> header_of(const CsvRow& row, bool& trades) {
  auto columns = BillColumns::find(of_trades(), row);
  trades = columns.has_value();
  return columns ? columns : BillColumns::find(of_account(), row);
}

}  // namespace

bool AlipaySummary::is(std::string_view beginning) {
  std::istringstream in{std::string(beginning)};
  CsvRows rows(in, ',');
  CsvRow row;
  bool trades = false;
  while (rows.next(row) == CsvRows::Got::row) {
    if (header_of(row, trades)) return true;
  }
  return false;
}

AlipaySummary AlipaySummary::read(std::istream& in) {
  AlipaySummary summary;
  CsvRows rows(in, ',');
  CsvRow row;
  std::optional<BillColumns> columns;
  bool trades = false;
  while (rows.next(row) == CsvRows::Got::row) {
    if (!columns) {
      columns = header_of(row, trades);
      continue;
    }
    if (columns->cell(row, first) != "合计") continue;
    summary.complete_ = true;
    summary.count_[0] = columns->cell(row, counted);
    summary.count_[1] = columns->cell(row, counted_too);
    if (trades) summary.gross_ = columns->cell(row, gross);
    summary.net_ = columns->cell(row, net);
  }
  return summary;
}

void AlipaySummary::compare(Reading& bill) const {
  if (!complete_) {
    bill.broke(FileBreak::file_truncated, 1, {"the summary beside the bill has no row 合计", "汇总文件缺少合计行"});
    return;
  }
  const auto differs = [&](const Text& what, const std::string& stated, const std::string& ours) {
    bill.broke(FileBreak::file_control_total, 1,
               {what.en + ": the summary says " + stated.substr(0, 40) + ", the rows give " + ours,
                what.zh + "：汇总载 " + stated.substr(0, 40) + "，明细为 " + ours});
  };
  const auto one = count_of(count_[0]);
  const auto other = count_of(count_[1]);
  if (!one || !other || *one + *other != bill.lines) {
    differs({"rows", "笔数"}, count_[0] + " + " + count_[1], std::to_string(bill.lines));
  }
  const Exact zero(0, yuan());
  const bool none = bill.totals().empty();
  const auto sum = [&](const Text& what, const std::string& stated, const Exact& ours) {
    const auto read = Exact::parse("sum", stated, yuan(), {'.', ','});
    if (!read || !(*read == ours)) differs(what, stated, ours.text());
  };
  if (!gross_.empty()) sum({"received", "商家实收"}, gross_, none ? zero : bill.totals().front().gross);
  sum({"net", "净额"}, net_, none ? zero : bill.totals().front().net);
}

}  // namespace payonce::statements
