#include "tests/layers/statement_file.hpp"

#include <sstream>

#include "ledger/values/duration.hpp"

namespace payonce::test {
namespace {

constexpr std::string_view map_text = R"(payonce map 1
decimal = point
zone = UTC
date = yyyy-MM-dd HH:mm:ss
column.time = time
column.channel_id = id
column.our_id = ref
column.parent_id = parent
column.kind = kind
column.gross = amount
column.fee = fee
column.currency = currency
column.status = status
column.account = account
column.batch = batch
column.original = paid
column.original_currency = paid_in
kind.sale = sale
kind.refund = refund
kind.payout = payout
kind.dispute = dispute
)";

}  // namespace

std::string csv_of(const std::vector<FileRow>& rows) {
  std::string out = "id,ref,parent,time,kind,amount,fee,currency,status,account,batch,paid,paid_in\n";
  for (const FileRow& row : rows) {
    out += row.id + "," + row.ref + "," + row.parent + "," + row.day + " 12:00:00," + row.kind + "," + row.amount +
           "," + row.fee + "," + row.currency + "," + row.status + "," + row.account + "," + row.batch + "," +
           row.paid + "," + row.paid_in + "\n";
  }
  return out;
}

reconciliation::Statement import_file(Shop& shop, const std::string& text, const std::string& from,
                                      const std::string& to) {
  std::istringstream map_in{std::string(map_text)};
  const auto map = statements::FieldMap::parse(map_in);
  REQUIRE(map.has_value());
  const auto pattern = statements::DatePattern::parse("yyyy-MM-dd");
  std::istringstream in(text);
  return reconciliation::import(shop.store(), shop.world,
                                {.in = in,
                                 .name = "bank.csv",
                                 .channel = "bank",
                                 .account = "ours",
                                 .map = &*map,
                                 .map_text = std::string(map_text),
                                 .from = pattern->read(from)->day,
                                 .to = pattern->read(to)->day,
                                 .actor = "somebody"});
}

std::vector<FileRow> told_by_bank(Shop& shop) {
  std::vector<FileRow> rows;
  for (const Movement movement : {Movement::charge, Movement::refund}) {
    for (const ChannelLine& line : shop.moved(movement)) {
      const bool back = movement == Movement::refund;
      const Money amount(back ? -line.amount.minor() : line.amount.minor(), line.amount.currency());
      rows.push_back({.id = line.channel_txn,
                      .ref = line.reference,
                      .parent = "",
                      .day = iso_date(line.at_ns),
                      .kind = back ? "refund" : "sale",
                      .amount = amount.decimal(),
                      .fee = "0",
                      .currency = "CNY",
                      .status = "SUCCESS",
                      .account = ""});
    }
  }
  return rows;
}

}  // namespace payonce::test
