#include "app/voucher_rows.hpp"

#include <unistd.h>

#include <charconv>

#include "app/print/screen.hpp"
#include "app/print/table.hpp"
#include "ledger/orders/stored.hpp"
#include "ledger/values/duration.hpp"
#include "schema/queries/journal.hpp"

namespace payonce {

PostedVoucher voucher_of(const Row& row) {
  return {.id = row.integer(0),
          .number = std::string(row.text(1)),
          .kind = std::string(row.text(2)),
          .business_key = std::string(row.text(3)),
          .date = std::string(row.text(4)),
          .recorded_at_ns = row.integer(5),
          .reason = row.maybe_text(6),
          .lines = {}};
}

void read_lines(View& view, PostedVoucher& voucher) {
  const std::int64_t first = voucher.id * 65536;
  view.each(sql::journal::entries_of{.first = first + 1, .last = first + 65535}, [&](const Row& row) {
    voucher.lines.push_back({.account = std::string(row.text(1)),
                             .debit = row.text(3) == "debit",
                             .amount = orders::stored_money(row.integer(4), row.text(2))});
  });
}

std::optional<PostedVoucher> find_voucher(View& view, const std::string& number) {
  const std::size_t dash = number.rfind('-');
  std::int64_t seq = 0;
  if (dash == std::string::npos ||
      std::from_chars(number.data() + dash + 1, number.data() + number.size(), seq).ec != std::errc()) {
    return std::nullopt;
  }
  std::optional<PostedVoucher> found;
  (void)view.one(sql::journal::voucher_by_number{.series = number.substr(0, dash), .seq = seq},
                 [&](const Row& row) { found = voucher_of(row); });
  if (found) read_lines(view, *found);
  return found;
}

std::string vouchers_text(const Context& context, const std::vector<PostedVoucher>& vouchers) {
  if (vouchers.empty()) return context.said({"nothing is booked\n", "没有凭证\n"});
  Table table({{context.said({"voucher", "凭证"})},
               {context.said({"date", "日期"})},
               {context.said({"kind", "种类"})},
               {context.said({"fact", "业务键"}), Align::left, screen_width(STDOUT_FILENO) == 0 ? 0u : 48u},
               {context.said({"account", "账户"})},
               {context.said({"debit", "借方"}), Align::right},
               {context.said({"credit", "贷方"}), Align::right}});
  for (const PostedVoucher& voucher : vouchers) {
    bool first = true;
    for (const PostedLine& line : voucher.lines) {
      const std::string amount = line.amount.text();
      table.row({first ? voucher.number : "", first ? voucher.date : "", first ? voucher.kind : "",
                 first ? voucher.business_key : "", line.account, line.debit ? amount : "", line.debit ? "" : amount});
      first = false;
    }
  }
  return table.text(context.painter());
}

void write(JsonWriter& json, const std::vector<PostedVoucher>& vouchers) {
  json.array();
  for (const PostedVoucher& voucher : vouchers) {
    json.object()
        .member("voucher", voucher.number)
        .member("kind", voucher.kind)
        .member("business_key", voucher.business_key)
        .member("business_date", voucher.date)
        .member("recorded_at", iso_time(voucher.recorded_at_ns));
    if (voucher.reason) json.member("reason", *voucher.reason);
    json.name("lines").array();
    for (const PostedLine& line : voucher.lines) {
      json.object().member("account", line.account).member("side", line.debit ? "debit" : "credit");
      json.member("amount", line.amount).end();
    }
    json.end().end();
  }
  json.end();
}

}  // namespace payonce
