#include "app/commands/hold.hpp"

#include "app/money.hpp"

namespace payonce {
namespace {

std::string order_of(const Arguments& given) { return taken(OrderId::parse("order", given.text("order"))).text(); }

ExitStatus authorise(Context& context, const Arguments& given) {
  Request request = request_from(context, given, Verb::authorise, order_of(given));
  request.via = taken(ChannelId::parse("via", given.text("via")));
  if (const auto text = given.maybe("hold")) request.hold = taken(Duration::parse("hold", *text));
  if (const auto text = given.maybe("if-version")) request.if_version = taken(parse_count("if-version", *text, 1));
  return ask(context, given, request);
}

ExitStatus capture(Context& context, const Arguments& given) {
  Request request = request_from(context, given, Verb::capture, order_of(given));
  request.last = given.given("last");
  return ask(context, given, request);
}

ExitStatus void_hold(Context& context, const Arguments& given) {
  return ask(context, given, request_from(context, given, Verb::void_hold, order_of(given)));
}

Positional order_positional() { return {.name = "order", .about = {"its number", "订单号"}}; }

}  // namespace

Command authorise_command() {
  return {
      .path = "authorise",
      .about = {"has a channel hold the money of an order", "请渠道冻结订单款项（预授权）"},
      .positionals = {order_positional()},
      .options = with_money_options(
          {amount_option(false,
                         {"what you expect to be due; without it, what is due", "应付金额核对；省略则按订单应付"}),
           {.name = "via", .value = "CHANNEL", .about = {"the channel", "渠道"}, .required = true},
           {.name = "hold",
            .value = "DURATION",
            .about = {"for how long, at most 31d; without it, 7d", "冻结时长，最长 31d；省略则为 7d"}},
           {.name = "if-version",
            .value = "N",
            .about = {"only if the order still has this version", "仅当订单仍为此版本"}}}),
      .examples = {{.line = "payonce authorise ord_42 --key hold-ord-42-first-try --via card"}},
      .run = authorise,
      .more = {
          {"Nothing is paid by it: payonce capture takes the money, in one part or in several; payonce void\n"
           "frees it. What is neither captured nor voided frees itself when its time is over.",
           "此时尚未支付：payonce capture 请款（可分多次），payonce void 释放。既未请款也未撤销的，到期自动释放。"}}};
}

Command capture_command() {
  return {
      .path = "capture",
      .about = {"takes money that is held for an order", "请款：从冻结款项中扣款"},
      .positionals = {order_positional()},
      .options = with_money_options(
          {amount_option(false, {"how much; without it, all that is left of the hold", "金额；省略则请款全部剩余冻结"}),
           {.name = "last", .about = {"the last part: the rest of the hold is freed", "最后一笔：释放剩余冻结"}},
           reference_option()}),
      .examples = {{.line = "payonce capture ord_42 --amount \"CNY 30.00\" --key capture-ord-42-part-1"},
                   {.line = "payonce capture ord_42 --amount \"CNY 20.00\" --last --key capture-ord-42-part-2",
                    .about = {"the order is paid with what was captured", "订单以已请款金额完成支付"}}},
      .run = capture,
      .more = {{"The order is paid when all of it is captured, or behind the last part.",
                "全部请款后，或最后一笔之后，订单为已支付。"}}};
}

Command void_command() {
  return {
      .path = "void",
      .about = {"frees money that is held for an order", "撤销：释放订单的冻结款项"},
      .positionals = {order_positional()},
      .options = with_money_options({}),
      .examples = {{.line = "payonce void ord_42 --key void-ord-42-first-try"}},
      .run = void_hold,
      .more = {{"What was captured before stays, and pays the order.", "此前已请款的部分保留，并作为订单的支付。"}}};
}

}  // namespace payonce
