#include "app/commands/journal.hpp"

#include <algorithm>
#include <limits>

#include "app/context.hpp"
#include "app/print/screen.hpp"
#include "app/print/table.hpp"
#include "app/record.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/orders/stored.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/json.hpp"
#include "schema/queries/journal.hpp"

namespace payonce {
namespace {

struct Line {
  std::string account;
  bool debit;
  Money amount;
};

struct Voucher {
  std::int64_t id;
  std::string number;
  std::string kind;
  std::string business_key;
  std::string date;
  std::int64_t recorded_at_ns;
  std::optional<std::string> reason;
  std::vector<Line> lines;
};

Voucher voucher_of(const Row& row) {
  return {.id = row.integer(0),
          .number = std::string(row.text(1)),
          .kind = std::string(row.text(2)),
          .business_key = std::string(row.text(3)),
          .date = std::string(row.text(4)),
          .recorded_at_ns = row.integer(5),
          .reason = row.maybe_text(6),
          .lines = {}};
}

void read_lines(View& view, Voucher& voucher) {
  const std::int64_t first = voucher.id * 65536;
  view.each(sql::journal::entries_of{.first = first + 1, .last = first + 65535}, [&](const Row& row) {
    voucher.lines.push_back({.account = std::string(row.text(1)),
                             .debit = row.text(3) == "debit",
                             .amount = orders::stored_money(row.integer(4), row.text(2))});
  });
}

std::vector<Voucher> read(View& view, const Arguments& given) {
  const std::int64_t last = taken(parse_count("last", given.text("last"), 1));
  std::vector<Voucher> vouchers;
  const auto keep = [&](const Row& row) { vouchers.push_back(voucher_of(row)); };
  const auto number = given.maybe("order");
  const auto code = given.maybe("account");
  if (number && code) {
    throw Problem(ExitStatus::usage,
                  {"account", {"of an order or of an account, not both", "--order 与 --account 只能择一"}});
  }
  if (number) {
    const auto order = orders::find_order(view, *number);
    if (!order) throw Problem(ExitStatus::refused, {"order", {"there is no such order", "没有这个订单"}});
    view.each(sql::journal::vouchers_of_order_newest{.order_id = order->id, .at_most = last}, keep);
  } else if (code) {
    const auto account = journal::find_account(view, *code);
    if (!account) throw Problem(ExitStatus::refused, {"account", {"there is no such account", "没有这个账户"}});
    view.each(sql::journal::vouchers_of_account{.account_id = account->id, .at_most = last}, keep);
  } else {
    view.each(sql::journal::vouchers{.before = std::numeric_limits<std::int64_t>::max(), .at_most = last}, keep);
  }
  std::reverse(vouchers.begin(), vouchers.end());
  for (Voucher& voucher : vouchers) read_lines(view, voucher);
  return vouchers;
}

std::string text_of(const Context& context, const std::vector<Voucher>& vouchers) {
  if (vouchers.empty()) return context.said({"nothing is booked\n", "没有凭证\n"});
  Table table({{context.said({"voucher", "凭证"})},
               {context.said({"date", "日期"})},
               {context.said({"kind", "种类"})},
               {context.said({"fact", "业务键"}), Align::left, screen_width(STDOUT_FILENO) == 0 ? 0u : 48u},
               {context.said({"account", "账户"})},
               {context.said({"debit", "借方"}), Align::right},
               {context.said({"credit", "贷方"}), Align::right}});
  for (const Voucher& voucher : vouchers) {
    bool first = true;
    for (const Line& line : voucher.lines) {
      const std::string amount = line.amount.text();
      table.row({first ? voucher.number : "", first ? voucher.date : "", first ? voucher.kind : "",
                 first ? voucher.business_key : "", line.account, line.debit ? amount : "", line.debit ? "" : amount});
      first = false;
    }
  }
  return table.text(context.painter());
}

std::string json_of(const std::vector<Voucher>& vouchers) {
  std::string out;
  JsonWriter json(out);
  json.object().name("vouchers").array();
  for (const Voucher& voucher : vouchers) {
    json.object()
        .member("voucher", voucher.number)
        .member("kind", voucher.kind)
        .member("business_key", voucher.business_key)
        .member("business_date", voucher.date)
        .member("recorded_at", iso_time(voucher.recorded_at_ns));
    if (voucher.reason) json.member("reason", *voucher.reason);
    json.name("lines").array();
    for (const Line& line : voucher.lines) {
      json.object().member("account", line.account).member("side", line.debit ? "debit" : "credit");
      json.member("amount", line.amount).end();
    }
    json.end().end();
  }
  json.end().member("exit", number(ExitStatus::done)).end();
  return out + "\n";
}

ExitStatus run(Context& context, const Arguments& given) {
  const auto vouchers = context.ledger().store().reading([&](View& view) { return read(view, given); });
  context.print(context.json() ? json_of(vouchers) : text_of(context, vouchers));
  note_more(context, vouchers.size(), taken(parse_count("last", given.text("last"), 1)), "--last N");
  return ExitStatus::done;
}

}  // namespace

Command journal_command() {
  return {.path = "journal",
          .about = {"the vouchers with their lines", "列出凭证及分录"},
          .options =
              {{.name = "order", .value = "ORDER", .about = {"only of this order", "只列此订单的凭证"}},
               {.name = "account", .value = "ACCOUNT", .about = {"only those that touch it", "只列涉及此账户的凭证"}},
               {.name = "last", .value = "N", .about = {"how many of the newest", "最近多少张"}, .fallback = "20"}},
          .examples = {{.line = "payonce journal --order ord_42"}},
          .run = run,
          .reads = true};
}

}  // namespace payonce
