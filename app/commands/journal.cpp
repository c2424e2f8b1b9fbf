#include "app/commands/journal.hpp"

#include <algorithm>
#include <limits>

#include "app/context.hpp"
#include "app/record.hpp"
#include "app/voucher_rows.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/values/json.hpp"
#include "schema/queries/journal.hpp"

namespace payonce {
namespace {

std::vector<PostedVoucher> read(View& view, const Arguments& given) {
  const std::int64_t last = taken(parse_count("last", given.text("last"), 1));
  std::vector<PostedVoucher> vouchers;
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
  for (PostedVoucher& voucher : vouchers) read_lines(view, voucher);
  return vouchers;
}

std::string json_of(const std::vector<PostedVoucher>& vouchers) {
  std::string out;
  JsonWriter json(out);
  json.object().name("vouchers");
  write(json, vouchers);
  json.member("exit", number(ExitStatus::done)).end();
  return out + "\n";
}

ExitStatus run(Context& context, const Arguments& given) {
  const auto vouchers = context.ledger().store().reading([&](View& view) { return read(view, given); });
  context.print(context.json() ? json_of(vouchers) : vouchers_text(context, vouchers));
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
