#include "app/commands/refund.hpp"

#include "app/money.hpp"

namespace payonce {
namespace {

ExitStatus run(Context& context, const Arguments& given) {
  const OrderId order = taken(OrderId::parse("order", given.text("order")));
  return ask(context, given, request_from(context, given, Verb::refund, order.text()));
}

}  // namespace

Command refund_command() {
  return {.path = "refund",
          .about = {"gives money back for an order, the way it came", "退款：原路退回订单款项"},
          .positionals = {{.name = "order", .about = {"its number", "订单号"}}},
          .options = with_money_options(with_version_option(
              {amount_option(false, {"how much; without it, all that is left", "退款金额；省略则退回全部剩余"}),
               reference_option()},
              {"only if the order still has this version", "仅当订单仍为此版本"})),
          .examples = {{.line = "payonce refund ord_42 --amount \"CNY 30.00\" --key refund-ord-42-part-1"},
                       {.line = "payonce refund ord_42 --key refund-ord-42-rest",
                        .about = {"all that is left", "剩余全部"}}},
          .run = run};
}

}  // namespace payonce
