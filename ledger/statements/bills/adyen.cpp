#include <map>

#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bills/layouts.hpp"
#include "ledger/statements/bills/sheet.hpp"

namespace payonce::statements {
namespace {

using enum adyen::Of;

constexpr std::size_t most_batches = 1000;  // of one report, which usually holds one

Movement movement_of(std::string_view word) {
  if (word == "Settled" || word == "SettledExternally") return Movement::sale;
  if (word.starts_with("Refunded") || word == "RefundedReversed") return Movement::refund;
  if (word.starts_with("Chargeback") || word.starts_with("SecondChargeback")) return Movement::dispute;
  if (word == "Fee" || word == "InvoiceDeduction") return Movement::fee;
  if (word == "MerchantPayout" || word == "BPPaidOut") return Movement::payout;
  if (word == "DepositCorrection" || word == "Balancetransfer" || word == "MiscCosts") return Movement::other;
  return Movement::unidentified;
}

/// Settlement details (reconciliation.md 2.7). A line is in the currency of settlement; gross there is net and what was taken
/// off. A batch that was paid out sums to nothing.
class Adyen {
 public:
  Adyen(std::istream& in, const Sink& sink) : sheet_(in, Format::adyen, sink) {}

  Reading run() {
    bool header = false;
    while (!header && sheet_.next()) header = sheet_.is_header(adyen::layout());
    if (!header) return sheet_.no_header();
    while (sheet_.next()) {
      if (sheet_.is_whole()) take();
    }
    for (const auto& [name, batch] : batches_) {
      if (batch.paid && batch.sum.units() != 0) {
        sheet_.broke(FileBreak::file_control_total, batch.line,
                     {"batch " + name + " was paid out and sums to " + batch.sum.text() + ", not to zero",
                      "批次 " + name + " 已出款，合计却为 " + batch.sum.text() + " 而非零"});
      }
    }
    return sheet_.finish();
  }

 private:
  struct Batch {
    std::uint64_t line;
    Exact sum;
    bool paid;
  };

  /// Credit less debit: two columns of positive amounts, either of which may be blank.
  bool side(std::size_t debit, std::size_t credit, const Currency& money, Exact& into) {
    Exact minus;
    if (!sheet_.amount(debit, money, minus) || !sheet_.amount(credit, money, into)) return false;
    const auto difference = Exact::sum(into, minus.negated());
    if (difference) into = *difference;
    return difference.has_value() || sheet_.corrupted(debit, sheet_.cell(debit));
  }

  bool costs(const Currency& money, Exact& into) {
    for (const std::size_t column : {commission, markup, scheme_fees, interchange}) {
      Exact one;
      if (!sheet_.amount(column, money, one)) return false;
      add(into, one);
    }
    return true;
  }

  void take() {
    const auto money = sheet_.currency(net_currency);
    if (!money) return;
    Line line{.currency = *money, .fee = Exact(0, *money)};
    Exact net;
    std::string psp_id;
    std::string modified;
    if (!side(net_debit, net_credit, *money, net) || !costs(*money, line.fee)) return;
    if (!sheet_.id(psp, psp_id) || !sheet_.id(modification, modified) || !sheet_.id(order, line.our_id)) return;
    if (!sheet_.time(created, seconds_, line.at)) return;
    const auto gross = Exact::sum(net, line.fee);
    if (!gross) {
      sheet_.broke(FileBreak::file_over_bounds, {"an amount is too large", "金额过大"});
      return;
    }
    line.gross = *gross;
    line.kind = sheet_.cell(kind);
    line.movement = movement_of(line.kind);
    if (!agrees(*money, net, line)) return;
    line.batch = sheet_.cell(adyen::batch);
    const bool original = modified.empty() || line.movement == Movement::sale;
    line.channel_id = original ? psp_id : modified;
    if (!original) line.parent_id = psp_id;
    const std::string ours(sheet_.cell(modification_order));
    if (!original && !ours.empty()) line.our_id = ours;
    line.account = sheet_.cell(account);
    line.key = "adyen:" + (psp_id.empty() ? line.batch : psp_id) + ":" + modified + ":" + line.kind;
    if (sheet_.head.account.empty()) sheet_.head.account = line.account;
    if (sheet_.head.zone.empty()) sheet_.head.zone = sheet_.cell(zone);
    into_batch(line, net);
    sheet_.give(std::move(line));
  }

  /// Where gross is said in the same currency, it is what net and costs make. Of a dispute the costs have no column of their
  /// own; rows such as payouts have no gross.
  bool agrees(const Currency& money, const Exact& net, Line& line) {
    if (sheet_.cell(gross_debit).empty() && sheet_.cell(gross_credit).empty()) return true;
    if (sheet_.cell(gross_currency) != money.code()) return original(line);
    Exact said;
    if (!side(gross_debit, gross_credit, money, said)) return false;
    if (said.units() == 0 || said == line.gross) return true;
    const auto costs = Exact::sum(said, net.negated());
    if (line.movement == Movement::dispute && costs) {
      line.gross = said;
      line.fee = *costs;
      return true;
    }
    sheet_.broke(FileBreak::file_control_total,
                 {"net and fees make " + line.gross.text() + ", the row says gross " + said.text(),
                  "净额加费用为 " + line.gross.text() + "，而总额列为 " + said.text()});
    return true;
  }

  /// Gross in another currency is what the shopper paid.
  bool original(Line& line) {
    if (sheet_.cell(gross_currency).empty()) return true;
    const auto paid = sheet_.currency(gross_currency);
    Exact said;
    if (!paid || !side(gross_debit, gross_credit, *paid, said)) return false;
    line.original = Original{said, *paid};
    return true;
  }

  void into_batch(const Line& line, const Exact& net) {
    const std::string name = line.batch.substr(0, 40) + " " + std::string(line.currency.code());
    auto found = batches_.find(name);
    if (found == batches_.end()) {
      if (batches_.size() == most_batches) return;  // the first thousand are checked
      found = batches_.emplace(name, Batch{sheet_.row().line, Exact(0, line.currency), false}).first;
    }
    add(found->second.sum, net);
    found->second.paid = found->second.paid || line.movement == Movement::payout;
  }

  Sheet sheet_;
  const DatePattern seconds_ = *DatePattern::parse("yyyy-MM-dd HH:mm:ss");
  std::map<std::string, Batch> batches_;
};

}  // namespace

Reading read_adyen(std::istream& in, const Sink& sink) { return Adyen(in, sink).run(); }

}  // namespace payonce::statements
