#include "app/commands/order.hpp"

#include "app/basket.hpp"
#include "app/commands/order_goods.hpp"
#include "app/commands/order_rows.hpp"
#include "app/context.hpp"
#include "app/money.hpp"
#include "app/record.hpp"
#include "app/reply.hpp"
#include "app/timeline.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/orders/order.hpp"

namespace payonce {
namespace {

/// Ten years: an order that nobody pays for longer needs no end.
constexpr Duration longest_life = days(3650);

OrderId number_of(const Arguments& given) { return taken(OrderId::parse("order", given.text("order"))); }

std::optional<Money> money_given(const Arguments& given, std::string_view name) {
  const auto text = given.maybe(name);
  return text ? std::optional(taken(Money::parse(name, *text))) : std::nullopt;
}

/// Tax is booked with our own sale alone: of a seller's wallet it would be kept and never used.
void refuse_idle_tax(Context& context, const AccountId& payee, const std::optional<Money>& tax) {
  if (!tax || tax->minor() == 0) return;
  const auto account =
      context.ledger().store().reading([&](View& view) { return journal::find_account(view, payee.text()); });
  if (!account || account->kind == journal::AccountClass::income) return;
  throw Problem(ExitStatus::usage,
                {"tax",
                 {"is of our own sale, whose payee is an income account; " + payee.text() + " is none",
                  "只用于收款方为收入类账户的自营订单；" + payee.text() + " 不是"}});
}

ExitStatus create(Context& context, const Arguments& given) {
  const OrderId number = number_of(given);
  const AccountId buyer = taken(AccountId::parse("buyer", given.text("buyer")));
  const AccountId payee = taken(AccountId::parse("payee", given.text("payee")));
  std::optional<Duration> expires;
  if (const auto text = given.maybe("expires")) expires = taken(Duration::parse("expires", *text));
  if (expires && (expires->ns < 1 || *expires > longest_life)) {
    throw Problem(ExitStatus::usage, {"expires", {"is from 1ns to 3650d", "须在 1ns 到 3650d 之间"}});
  }
  const std::optional<Money> tax = money_given(given, "tax");
  if (tax && tax->minor() < 0) throw Problem(ExitStatus::usage, {"tax", {"must not be less than zero", "不得小于零"}});
  refuse_idle_tax(context, payee, tax);
  if (given.given("line")) {
    if (given.given("amount")) throw Problem(ExitStatus::usage, {"amount", {"follows from the lines", "由各行得出"}});
    if (buyer == payee) throw Problem(ExitStatus::usage, {"payee", {"is the buyer", "与买方相同"}});
    return tell(context, context.engine().create_order(number, buyer, payee, basket_from(given), expires, tax));
  }
  if (given.given("coupon")) throw Problem(ExitStatus::usage, {"coupon", {"needs lines: --line", "须与 --line 同用"}});
  if (!given.given("amount")) {
    throw Problem(ExitStatus::usage, {"amount", {"is required, or lines: --line", "缺失；或给出 --line"}});
  }
  const Money due = taken(Money::parse("amount", given.text("amount")));
  if (tax && tax->minor() > due.minor()) {
    throw Problem(ExitStatus::usage, {"tax", {"is from 0 to the amount", "须在 0 与应付金额之间"}});
  }
  if (due.minor() < 1) throw Problem(ExitStatus::usage, {"amount", {"must be more than zero", "必须大于零"}});
  if (buyer == payee) throw Problem(ExitStatus::usage, {"payee", {"is the buyer", "与买方相同"}});
  return tell(context, context.engine().create_order(number, buyer, payee, due, expires, tax));
}

std::optional<std::int64_t> version_of(const Arguments& given) {
  const auto text = given.maybe("if-version");
  return text ? std::optional(taken(parse_count("if-version", *text, 1))) : std::nullopt;
}

ExitStatus cancel(Context& context, const Arguments& given) {
  return tell(context, context.engine().cancel_order(number_of(given), version_of(given)));
}

ExitStatus ship(Context& context, const Arguments& given) {
  const std::optional<Money> cost = money_given(given, "cost");
  if (cost && cost->minor() < 1) throw Problem(ExitStatus::usage, {"cost", {"must be more than zero", "必须大于零"}});
  if (given.given("line")) {
    if (given.given("if-version")) {
      throw Problem(ExitStatus::usage,
                    {"if-version", {"is of the whole order, a parcel has its --ref", "用于整单；包裹以 --ref 为准"}});
    }
    return ship_part(context, given, number_of(given), cost);
  }
  for (const std::string_view name : {"quantity", "ref"}) {
    if (given.given(name)) throw Problem(ExitStatus::usage, {std::string(name), {"needs --line", "须与 --line 同用"}});
  }
  return tell(context, context.engine().ship_order(number_of(given), version_of(given), cost));
}

ExitStatus show(Context& context, const Arguments& given) {
  const OrderId number = number_of(given);
  return context.ledger().store().reading([&](View& view) {
    const auto order = orders::find_order(view, number.text());
    if (!order) throw Problem(ExitStatus::refused, {"order", {"there is no such order", "没有这个订单"}});
    if (context.json()) {
      std::string out;
      JsonWriter json(out);
      json.object();
      write_order(json, view, *order);
      json.member("exit", payonce::number(ExitStatus::done)).end();
      context.print(out + "\n");
      return ExitStatus::done;
    }
    const Record record = order_record(view, *order, Shape::lines);
    const std::vector<Record> attempts = attempt_records(view, *order);
    const std::vector<Record> operations = operation_records(view, *order);
    const std::vector<Record> refunds = refund_records(view, *order);
    const std::vector<Record> disputes = dispute_records(view, *order);
    const std::vector<orders::LifeStep> life = orders::life_of(view, order->id);
    const std::vector<Record> lines = line_records(view, *order);
    context.print(lines_of(context, record));
    if (!lines.empty()) context.print("\n" + table_of(context, lines, {}));
    if (!attempts.empty()) context.print("\n" + table_of(context, attempts, {}));
    if (!operations.empty()) context.print("\n" + table_of(context, operations, {}));
    if (!refunds.empty()) context.print("\n" + table_of(context, refunds, {}));
    if (!disputes.empty()) context.print("\n" + table_of(context, disputes, {}));
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
    const Shape shape = context.json() ? Shape::members : Shape::row;
    for (const orders::Order& order : orders::list_orders(view, after_id, limit))
      rows.push_back(order_record(view, order, shape));
    const Text none = after ? Text{"no order was made behind " + *after, *after + " 之后没有订单"}
                            : Text{"there are no orders", "没有订单"};
    const ExitStatus status = tell_list(context, "orders", rows, none);
    if (!rows.empty()) note_more(context, rows.size(), limit, "--after " + rows.back().fields().front().shown.en);
    return status;
  });
}

Positional order_positional() { return {.name = "order", .about = {"its number", "订单号"}}; }

}  // namespace

Command order_create_command() {
  return {
      .path = "order create",
      .about = {"makes an order", "创建订单"},
      .positionals = {{.name = "order", .about = {"its number: A-Z a-z 0-9 _ -", "订单号：A-Z a-z 0-9 _ -"}}},
      .options = {{.name = "buyer", .value = "ACCOUNT", .about = {"who pays", "买方账户"}, .required = true},
                  {.name = "payee", .value = "ACCOUNT", .about = {"who is paid", "收款方账户"}, .required = true},
                  {.name = "amount",
                   .value = "MONEY",
                   .about = {"what is due, as \"CNY 100.00\"; or lines", "应付金额，如 \"CNY 100.00\"；或给出各行"}},
                  {.name = "line",
                   .value = "SKU:QTY:PRICE",
                   .about = {"goods, reserved with the order: \"tea:2:CNY 15.00\"; as often as needed",
                             "商品行，随订单预留：\"tea:2:CNY 15.00\"；可重复"},
                   .repeated = true},
                  {.name = "tax",
                   .value = "MONEY",
                   .about = {"what of it is tax, where the payee is an income account",
                             "其中税额（收款方为收入类账户时）"}},
                  {.name = "coupon", .value = "CODE", .about = {"makes the lines cheaper", "优惠券"}},
                  {.name = "expires",
                   .value = "DURATION",
                   .about = {"behind it nobody may begin to pay, as 15m", "过期后不得再发起支付，如 15m"}}},
      .examples = {{.line = "payonce order create ord_42 --buyer alice --payee shop --amount \"CNY 100.00\""},
                   {.line = "payonce order create ord_43 --buyer alice --payee shop --line \"tea:2:CNY 15.00\" "
                            "--line \"cup:1:CNY 8.00\" --coupon SPRING",
                    .about = {"all of it, or nothing where anything is short",
                              "全部成功；任一行库存不足则整单不创建"}}},
      .run = create,
      .more = {{"The number is the key: asked again with the same terms, the answer is already_done.",
                "订单号即幂等键：以相同条件重复创建，应答为 already_done。"}}};
}

Command order_show_command() {
  return {.path = "order show",
          .about = {"one order, with its attempts, its refunds, its disputes and its life step by step",
                    "显示订单、渠道请求、退款、争议与逐步经历"},
          .positionals = {order_positional()},
          .examples = {{.line = "payonce order show ord_42"}},
          .run = show,
          .reads = true};
}

Command order_list_command() {
  return {.path = "order list",
          .about = {"orders, in the order they were made", "按创建顺序列出订单"},
          .options = {{.name = "limit", .value = "N", .about = {"how many", "最多条数"}, .fallback = "50"},
                      {.name = "after", .value = "ORDER", .about = {"only those made later", "只列此订单之后创建的"}}},
          .examples = {{.line = "payonce order list --after ord_42"}},
          .run = list,
          .reads = true};
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
              {line_option({"ships part of this line alone, by its number", "只发此行的一部分，行号"}, false),
               quantity_option(false),
               parcel_option(false),
               {.name = "cost", .value = "MONEY", .about = {"what the goods that leave had cost", "发出货物的成本"}}},
              {"only if the order still has this version", "仅当订单仍为此版本"}),
          .examples = {{.line = "payonce order ship ord_42"},
                       {.line = "payonce order ship ord_42 --if-version 2",
                        .about = {"asked again behind its own step: already_done", "重复执行同一步：already_done"}},
                       {.line = "payonce order ship ord_42 --line 1 --quantity 2 --ref parcel:7001",
                        .about = {"a parcel; the last one ships the order", "一个包裹；最后一个包裹完成订单发货"}}},
          .run = ship};
}

}  // namespace payonce
