#include "app/commands/pay.hpp"

#include "app/money.hpp"

namespace payonce {
namespace {

ExitStatus run(Context& context, const Arguments& given) {
  const OrderId order = taken(OrderId::parse("order", given.text("order")));
  std::optional<ChannelId> via;
  if (const std::string& text = given.text("via"); text != "balance") via = taken(ChannelId::parse("via", text));
  Request request = request_from(context, given, Verb::pay, order.text());
  request.via = via;
  return ask(context, given, request);
}

}  // namespace

Command pay_command() {
  return {
      .path = "pay",
      .about = {"pays an order, once, however often it is asked", "支付订单：请求任意次，只扣一次"},
      .positionals = {{.name = "order", .about = {"its number", "订单号"}}},
      .options = with_money_options(
          {amount_option(false, {"what you expect to pay; without it, what is due", "应付金额核对；省略则按订单应付"}),
           {.name = "via",
            .value = "balance|CHANNEL",
            .about = {"from the buyer's balance, or through a channel", "从买方余额扣款，或经渠道支付"},
            .fallback = "balance"},
           {.name = "if-version",
            .value = "N",
            .about = {"only if the order still has this version", "仅当订单仍为此版本"}}}),
      .examples = {{.line = "payonce pay ord_42 --key pay-ord-42-first-try",
                    .about = {"ask it twice: the second time the first answer comes again, byte for byte",
                              "执行两次：第二次逐字节重放第一次的应答"}},
                   {.line = "payonce pay ord_42 --key pay-ord-42-by-card --via card"},
                   {.line = "payonce pay ord_42 --key pay-ord-42-from-page --token "
                            "tok_00112233445566778899aabbccddeeff",
                    .about = {"the page's one-time token is taken with the payment, or neither is",
                              "页面的一次性令牌与支付同时生效，或都不生效"}}},
      .run = run,
      .more = {{"Status 13 means that nobody knows yet: ask again with the same key, or let payonce recover find out. "
                "A new\n"
                "key is never the way.",
                "退出状态 13 表示结果尚不可知：请用同一个键再问，或运行 payonce recover。切勿换新键。"}}};
}

}  // namespace payonce
