#include <algorithm>
#include <array>

#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bills/layouts.hpp"
#include "ledger/statements/bills/sheet.hpp"

namespace payonce::statements {
namespace {

using enum stripe::Of;

/// Reporting categories, and the types of the older export.
Movement movement_of(std::string_view word) {
  constexpr auto is = [](std::string_view one, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), one) != list.end();
  };
  if (is(word, {"charge", "payment", "charge_failure", "payment_failure_refund"})) return Movement::sale;
  if (is(word, {"refund", "payment_refund", "refund_failure", "partial_capture_reversal"})) return Movement::refund;
  if (is(word, {"dispute", "dispute_reversal"})) return Movement::dispute;
  if (is(word, {"payout", "payout_reversal", "payout_cancel", "payout_failure"})) return Movement::payout;
  if (is(word, {"fee", "stripe_fee", "network_cost", "tax", "application_fee", "application_fee_refund"}))
    return Movement::fee;
  if (is(word, {"adjustment", "transfer", "transfer_reversal", "topup", "topup_reversal", "other_adjustment",
                "financing_paydown", "contribution", "risk_reserved_funds", "connect_collection_transfer",
                "connect_reserved_funds"}))
    return Movement::other;
  return Movement::unidentified;
}

/// Balance change from activity and payout reconciliation, itemised (reconciliation.md 2.5). No totals and no end: each row
/// proves itself, gross less fee being net.
class Stripe {
 public:
  Stripe(std::istream& in, const Sink& sink) : sheet_(in, Format::stripe, sink) {}

  Reading run() {
    bool header = false;
    while (!header && sheet_.next()) header = sheet_.is_header(stripe::layout());
    if (!header) return sheet_.no_header();
    utc_ = !sheet_.has(created);
    if (utc_) sheet_.head.zone = "UTC";
    find_our_order();
    while (sheet_.next()) {
      if (sheet_.is_whole()) take();
    }
    return sheet_.finish();
  }

 private:
  /// Columns such as payment_metadata[order_id] are the merchant's own. The first that names an order is our id.
  void find_our_order() {
    const auto& cells = sheet_.row().cells;
    for (std::size_t n = 0; n < cells.size() && !our_order_; ++n) {
      std::string name = plain_name(cells[n]);
      std::transform(name.begin(), name.end(), name.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
      const bool metadata = name.find("metadata[") != std::string::npos || name.find("(metadata)") != std::string::npos;
      if (metadata && name.find("order") != std::string::npos) our_order_ = n;
    }
  }

  void take() {
    const auto money = sheet_.currency(currency);
    if (!money) return;
    Line line{.currency = *money};
    Exact stated;
    if (!sheet_.amount(gross, *money, line.gross) || !sheet_.amount(fee, *money, line.fee)) return;
    if (!sheet_.amount(net, *money, stated)) return;
    std::string transaction;
    std::string thing;
    if (!sheet_.id(id, transaction) || !sheet_.id(source, thing)) return;
    if (!when(line.at)) return;
    if (!(Exact::sum(stated, line.fee) == line.gross)) {
      sheet_.broke(FileBreak::file_control_total,
                   {"gross " + line.gross.text() + " less fee " + line.fee.text() + " is not net " + stated.text(),
                    "总额 " + line.gross.text() + " 减手续费 " + line.fee.text() + " 不等于净额 " + stated.text()});
    }
    if (!original(line)) return;
    line.kind = sheet_.cell(category);
    line.movement = movement_of(line.kind);
    line.channel_id = thing.empty() ? transaction : thing;
    const std::string charge_id(sheet_.cell(charge));
    if (charge_id != line.channel_id) line.parent_id = charge_id;
    if (our_order_ && *our_order_ < sheet_.row().cells.size()) line.our_id = trimmed(sheet_.row().cells[*our_order_]);
    line.batch = sheet_.cell(payout);
    line.details = sheet_.cell(about);
    line.key = "stripe:" + transaction;
    sheet_.give(std::move(line));
  }

  /// What the customer paid, where that was in another currency; its sign is that of the amount.
  bool original(Line& line) {
    if (sheet_.cell(paid).empty() || sheet_.cell(paid_currency).empty()) return true;
    const auto theirs = sheet_.currency(paid_currency);
    Exact said;
    if (!theirs || !sheet_.amount(paid, *theirs, said)) return false;
    if (*theirs == line.currency) return true;
    const bool turned = (said.units() < 0) != (line.gross.units() < 0);
    line.original = Original{turned ? said.negated() : said, *theirs};
    return true;
  }

  bool when(std::optional<Moment>& at) {
    const std::size_t column = utc_ ? created_utc : created;
    if (utc_ && !sheet_.has(created_utc)) return sheet_.corrupted(created, "");
    for (const DatePattern& pattern : patterns_) {
      at = pattern.read(sheet_.cell(column));
      if (at) return true;
    }
    return sheet_.time(column, patterns_[0], at);
  }

  Sheet sheet_;
  const std::array<DatePattern, 3> patterns_{*DatePattern::parse("yyyy-MM-dd HH:mm:ss"),
                                             *DatePattern::parse("yyyy-MM-dd H:mm"),
                                             *DatePattern::parse("yyyy-MM-ddTHH:mm:ssZ")};
  std::optional<std::size_t> our_order_;
  bool utc_ = false;
};

}  // namespace

Reading read_stripe(std::istream& in, const Sink& sink) { return Stripe(in, sink).run(); }

}  // namespace payonce::statements
