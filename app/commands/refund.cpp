#include "app/commands/refund.hpp"

#include "app/money.hpp"

namespace payonce {
namespace {

ExitStatus run(Context& context, const Arguments& given) {
  const OrderId order = taken(OrderId::parse("order", given.text("order")));
  Request request = request_from(context, given, Verb::refund, order.text());
  if (const auto again = given.maybe("again")) request.again = taken(Reference::parse("again", *again));
  if (const auto via = given.maybe("via"); via && *via != "balance") request.via = taken(ChannelId::parse("via", *via));
  if (given.given("via") && !request.again) {
    throw Problem(ExitStatus::usage, {"via",
                                      {"belongs to a refund sent again: a first one goes the way the money came",
                                       "仅用于再次退还：首次退款按原路退回"}});
  }
  request.by_bank = given.given("by-bank");
  request.despite_dispute = given.given("despite-dispute");
  request.reason = given.maybe("reason");
  return ask(context, given, request);
}

}  // namespace

Command refund_command() {
  return {
      .path = "refund",
      .about = {"gives money back for an order, the way it came", "退款：原路退回订单款项"},
      .positionals = {{.name = "order", .about = {"its number", "订单号"}}},
      .options = with_money_options(with_version_option(
          {amount_option(false, {"how much; without it, all that is left", "退款金额；省略则退回全部剩余"}),
           reference_option(),
           {.name = "again",
            .value = "REF",
            .about = {"a refund that its channel refused, by its --ref or its whole cause (reconcile shows it): sent "
                      "another way",
                      "被渠道拒绝的退款（其 --ref 或对账所示的缘由）：改用其他途径退还"}},
           {.name = "via",
            .value = "balance|CHANNEL",
            .about = {"with --again: to the buyer's balance, or through a channel",
                      "与 --again 同用：退至买方余额，或经渠道"}},
           {.name = "by-bank",
            .about = {"with --again: by a bank transfer, whose number is --ref",
                      "与 --again 同用：银行转账，编号为 --ref"}},
           {.name = "despite-dispute",
            .about = {"although a dispute is open or lost; --reason says why", "虽有争议仍退款；须以 --reason 说明"}},
           {.name = "reason", .value = "TEXT", .about = {"why, into the voucher", "缘由，记入凭证"}}},
          {"only if the order still has this version", "仅当订单仍为此版本"})),
      .examples = {{.line = "payonce refund ord_42 --amount \"CNY 30.00\" --key refund-ord-42-part-1"},
                   {.line = "payonce refund ord_42 --key refund-ord-42-rest",
                    .about = {"all that is left", "剩余全部"}},
                   {.line = "payonce refund ord_42 --again part-1 --key refund-ord-42-again",
                    .about = {"what its channel refused goes to the buyer's balance", "渠道拒退的款项退至买方余额"}}},
      .run = run};
}

}  // namespace payonce
