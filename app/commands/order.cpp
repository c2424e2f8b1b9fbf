#include "app/commands/order.hpp"

#include "app/context.hpp"
#include "app/money.hpp"
#include "app/record.hpp"
#include "app/reply.hpp"
#include "app/timeline.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/orders/attempt.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/orders/refund.hpp"

namespace payonce {
namespace {

OrderId number_of(const Arguments& given) { return taken(OrderId::parse("order", given.text("order"))); }

ExitStatus create(Context& context, const Arguments& given) {
  const OrderId number = number_of(given);
  const AccountId buyer = taken(AccountId::parse("buyer", given.text("buyer")));
  const AccountId payee = taken(AccountId::parse("payee", given.text("payee")));
  const Money due = taken(Money::parse("amount", given.text("amount")));
  if (due.minor() < 1) throw Problem(ExitStatus::usage, {"amount", {"must be more than zero", "必须大于零"}});
  if (buyer == payee) throw Problem(ExitStatus::usage, {"payee", {"is the buyer", "与买方相同"}});
  std::optional<Money> tax;
  if (const auto text = given.maybe("tax")) tax = taken(Money::parse("tax", *text));
  if (tax && (tax->minor() < 0 || tax->minor() > due.minor())) {
    throw Problem(ExitStatus::usage, {"tax", {"is from 0 to the amount", "须在 0 与应付金额之间"}});
  }
  return tell(context, context.engine().create_order(number, buyer, payee, due, tax));
}

std::optional<std::int64_t> version_of(const Arguments& given) {
  const auto text = given.maybe("if-version");
  return text ? std::optional(taken(parse_count("if-version", *text, 1))) : std::nullopt;
}

ExitStatus cancel(Context& context, const Arguments& given) {
  return tell(context, context.engine().cancel_order(number_of(given), version_of(given)));
}

ExitStatus ship(Context& context, const Arguments& given) {
  std::optional<Money> cost;
  if (const auto text = given.maybe("cost")) cost = taken(Money::parse("cost", *text));
  if (cost && cost->minor() < 1) throw Problem(ExitStatus::usage, {"cost", {"must be more than zero", "必须大于零"}});
  return tell(context, context.engine().ship_order(number_of(given), version_of(given), cost));
}

std::string code_of(View& view, std::int64_t account_id) {
  const auto account = journal::find_account(view, account_id);
  return account ? account->code : std::string();
}

Record record_of(View& view, const orders::Order& order) {
  Record record;
  record.text("order", {"order", "订单"}, order.number)
      .text("status", {"status", "状态"}, std::string(name(order.status)))
      .text("buyer", {"buyer", "买方"}, code_of(view, order.buyer_id))
      .text("payee", {"payee", "收款方"}, code_of(view, order.payee_id))
      .money("due", {"due", "应付"}, order.due)
      .money("captured", {"paid", "已付"}, {order.captured_minor, order.due.currency()})
      .money("refunded", {"refunded", "已退"}, {order.refunded_minor, order.due.currency()})
      .maybe("voucher", {"voucher", "凭证"}, orders::settling_voucher(view, order))
      .number("version", {"version", "版本"}, order.version);
  return record;
}

std::vector<Record> attempts_of(View& view, const orders::Order& order) {
  std::vector<Record> rows;
  for (const orders::Attempt& attempt : orders::attempts_of(view, order.id)) {
    rows.push_back(Record()
                       .number("n", {"n", "序号"}, attempt.n)
                       .text("channel", {"channel", "渠道"}, attempt.channel)
                       .text("reference", {"reference", "请求号"}, attempt.reference)
                       .maybe("channel_txn", {"channel's number", "渠道流水号"}, attempt.channel_txn)
                       .money("amount", {"amount", "金额"}, attempt.amount)
                       .text("status", {"status", "状态"}, std::string(name(attempt.status)))
                       .maybe("role", {"role", "用途"},
                              attempt.role ? std::optional(std::string(name(*attempt.role))) : std::nullopt)
                       .truth("needs_review", {"needs review", "需人工"}, attempt.needs_review));
  }
  return rows;
}

std::vector<Record> refunds_of(View& view, const orders::Order& order) {
  std::vector<Record> rows;
  for (const orders::Refund& refund : orders::refunds_of(view, order.id)) {
    rows.push_back(Record()
                       .text("cause", {"cause", "缘由"}, std::string(name(refund.cause)))
                       .money("amount", {"amount", "金额"}, refund.amount)
                       .text("status", {"status", "状态"}, std::string(name(refund.status)))
                       .maybe("channel", {"channel", "渠道"}, refund.channel)
                       .maybe("reference", {"reference", "请求号"}, refund.reference)
                       .maybe("channel_txn", {"channel's number", "渠道流水号"}, refund.channel_txn));
  }
  return rows;
}

void write_rows(JsonWriter& json, std::string_view name, const std::vector<Record>& rows) {
  json.name(name).array();
  for (const Record& row : rows) row.write(json);
  json.end();
}

ExitStatus show(Context& context, const Arguments& given) {
  const OrderId number = number_of(given);
  return context.ledger().store().reading([&](View& view) {
    const auto order = orders::find_order(view, number.text());
    if (!order) throw Problem(ExitStatus::refused, {"order", {"there is no such order", "没有这个订单"}});
    const Record record = record_of(view, *order);
    const std::vector<Record> attempts = attempts_of(view, *order);
    const std::vector<Record> refunds = refunds_of(view, *order);
    const std::vector<orders::LifeStep> life = orders::life_of(view, order->id);
    if (context.json()) {
      std::string out;
      JsonWriter json(out);
      json.object();
      for (const Record::Field& field : record.fields()) json.name(field.name).raw(field.json);
      write_rows(json, "attempts", attempts);
      write_rows(json, "refunds", refunds);
      write_rows(json, "life", rows_of(life, true));
      json.member("exit", payonce::number(ExitStatus::done)).end();
      context.print(out + "\n");
      return ExitStatus::done;
    }
    context.print(lines_of(context, record));
    if (!attempts.empty()) context.print("\n" + table_of(context, attempts, {}));
    if (!refunds.empty()) context.print("\n" + table_of(context, refunds, {}));
    context.print(timeline_text(context, life));
    return ExitStatus::done;
  });
}

ExitStatus list(Context& context, const Arguments& given) {
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  const auto after = given.maybe("after");
  return context.ledger().store().reading([&](View& view) {
    std::int64_t after_id = 0;
    if (after) {
      const auto order = orders::find_order(view, *after);
      if (!order) throw Problem(ExitStatus::refused, {"after", {"there is no such order", "没有这个订单"}});
      after_id = order->id;
    }
    std::vector<Record> rows;
    for (const orders::Order& order : orders::list_orders(view, after_id, limit))
      rows.push_back(record_of(view, order));
    const ExitStatus status = tell_list(context, "orders", rows, {"there are no orders", "没有订单"});
    if (static_cast<std::int64_t>(rows.size()) == limit && !context.json()) {
      const std::string last = rows.back().fields().front().shown.en;
      context.note({"there may be more: --after " + last, "可能还有：--after " + last});
    }
    return status;
  });
}

Positional order_positional() { return {.name = "order", .about = {"its number", "订单号"}}; }

}  // namespace

Command order_create_command() {
  return {.path = "order create",
          .about = {"makes an order", "创建订单"},
          .positionals = {{.name = "order", .about = {"its number: A-Z a-z 0-9 _ -", "订单号：A-Z a-z 0-9 _ -"}}},
          .options = {{.name = "buyer", .value = "ACCOUNT", .about = {"who pays", "买方账户"}, .required = true},
                      {.name = "payee", .value = "ACCOUNT", .about = {"who is paid", "收款方账户"}, .required = true},
                      {.name = "amount",
                       .value = "MONEY",
                       .about = {"what is due, as \"CNY 100.00\"", "应付金额，如 \"CNY 100.00\""},
                       .required = true},
                      {.name = "tax",
                       .value = "MONEY",
                       .about = {"what of it is tax, where the payee is an income account",
                                 "其中税额（收款方为收入类账户时）"}}},
          .examples = {{.line = "payonce order create ord_42 --buyer alice --payee shop --amount \"CNY 100.00\""}},
          .run = create,
          .more = {{"The number is the key: asked again with the same terms, the answer is already_done.",
                    "订单号即幂等键：以相同条件重复创建，应答为 already_done。"}}};
}

Command order_show_command() {
  return {.path = "order show",
          .about = {"one order, with its attempts, its refunds and its life step by step",
                    "显示订单、渠道请求、退款与逐步经历"},
          .positionals = {order_positional()},
          .examples = {{.line = "payonce order show ord_42"}},
          .run = show};
}

Command order_list_command() {
  return {.path = "order list",
          .about = {"orders, in the order they were made", "按创建顺序列出订单"},
          .options = {{.name = "limit", .value = "N", .about = {"how many", "最多条数"}, .fallback = "50"},
                      {.name = "after", .value = "ORDER", .about = {"only those made later", "只列此订单之后创建的"}}},
          .examples = {{.line = "payonce order list --after ord_42"}},
          .run = list};
}

Command order_cancel_command() {
  return {.path = "order cancel",
          .about = {"cancels an order that is not paid", "取消未支付的订单"},
          .positionals = {order_positional()},
          .options = with_version_option({}, {"only if the order still has this version", "仅当订单仍为此版本"}),
          .examples = {{.line = "payonce order cancel ord_42"}},
          .run = cancel,
          .more = {{"While a payment is under way outside, the order is closing and ends by what the channel says.",
                    "若外部支付尚未确定，订单进入关闭中，以渠道的结果为准。"}}};
}

Command order_ship_command() {
  return {.path = "order ship",
          .about = {"ships an order that is paid, once", "已支付的订单发货，只一次"},
          .positionals = {order_positional()},
          .options = with_version_option(
              {{.name = "cost", .value = "MONEY", .about = {"what the goods that leave had cost", "出库货物的成本"}}},
              {"only if the order still has this version", "仅当订单仍为此版本"}),
          .examples = {{.line = "payonce order ship ord_42"},
                       {.line = "payonce order ship ord_42 --if-version 2",
                        .about = {"asked again behind its own step: already_done", "重复执行同一步：already_done"}}},
          .run = ship};
}

}  // namespace payonce
