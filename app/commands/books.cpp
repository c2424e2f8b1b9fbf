#include "app/commands/books.hpp"

#include "app/money.hpp"

namespace payonce {
namespace {

std::string channel(const Arguments& given) { return taken(ChannelId::parse("channel", given.text("channel"))).text(); }
std::string order(const Arguments& given) { return taken(OrderId::parse("order", given.text("order"))).text(); }
std::string ref(const Arguments& given) { return taken(Reference::parse("ref", given.text("reference"))).text(); }

template <Verb verb>
ExitStatus of_channel(Context& context, const Arguments& given) {
  Request request = request_from(context, given, verb, channel(given));
  if (const auto text = given.maybe("order")) request.order = taken(OrderId::parse("order", *text));
  return ask(context, given, request);
}

ExitStatus suspense_book(Context& context, const Arguments& given) {
  if (given.given("in") && given.given("out")) {
    throw Problem(ExitStatus::usage, {"out", {"is the other direction than --in: one of both", "与 --in 二选一"}});
  }
  Request request = request_from(context, given, Verb::suspense_book, channel(given));
  request.how = given.given("out") ? "out" : "in";
  return ask(context, given, request);
}

ExitStatus suspense_identify(Context& context, const Arguments& given) {
  Request request = request_from(context, given, Verb::suspense_identify, ref(given));
  if (const auto text = given.maybe("via")) request.via = taken(ChannelId::parse("via", *text));
  if (const auto text = given.maybe("order")) request.order = taken(OrderId::parse("order", *text));
  if (const auto text = given.maybe("account")) request.counterpart = taken(AccountId::parse("account", *text));
  const bool returns = given.given("to-return");
  const bool nobodys = given.given("write-off");
  const bool exchanged = given.given("exchanged");
  const int chosen = (request.order ? 1 : 0) + (request.counterpart ? 1 : 0) + (returns ? 1 : 0) + (nobodys ? 1 : 0) +
                     (exchanged ? 1 : 0);
  if (chosen != 1) {
    throw Problem(ExitStatus::usage,
                  {"order",
                   {"one of --order, --account, --to-return, --write-off and --exchanged is needed, and not more",
                    "--order、--account、--to-return、--write-off 与 --exchanged 须且只能给出一个"}});
  }
  if (const auto text = given.maybe("booked-at")) {
    if (!exchanged) throw Problem(ExitStatus::usage, {"booked-at", {"needs --exchanged", "须与 --exchanged 同用"}});
    request.other_amount = taken(Money::parse("booked-at", *text));
  }
  if (exchanged) request.how = "exchanged";
  if (returns) request.how = "to_return";
  if (nobodys) request.how = "write_off";
  return ask(context, given, request);
}

ExitStatus suspense_return(Context& context, const Arguments& given) {
  Request request = request_from(context, given, Verb::suspense_return, ref(given));
  if (const auto text = given.maybe("via")) request.via = taken(ChannelId::parse("via", *text));
  request.reason = given.text("reason");
  return ask(context, given, request);
}

ExitStatus goods_back(Context& context, const Arguments& given) {
  Request request = request_from(context, given, Verb::goods_back, order(given));
  request.amount = taken(Money::parse("cost", given.text("cost")));
  return ask(context, given, request);
}

ExitStatus exchange(Context& context, const Arguments& given) {
  const std::string from = taken(AccountId::parse("from", given.text("from"))).text();
  Request request = request_from(context, given, Verb::exchange, from);
  request.counterpart = taken(AccountId::parse("to", given.text("to")));
  request.amount = taken(Money::parse("from-amount", given.text("from-amount")));
  request.other_amount = taken(Money::parse("to-amount", given.text("to-amount")));
  if (const auto text = given.maybe("spread")) request.spread = taken(Money::parse("spread", *text));
  request.reason = given.text("rate-source");
  return ask(context, given, request);
}

ExitStatus reverse(Context& context, const Arguments& given) {
  const std::string number = taken(Reference::parse("voucher", given.text("voucher"))).text();
  Request request = request_from(context, given, Verb::reverse, number);
  request.reason = given.text("reason");
  request.actor = given.maybe("actor");
  return ask(context, given, request);
}

Positional channel_positional() { return {.name = "channel", .about = {"the channel", "渠道"}}; }

Option ref_required(Text about) { return {.name = "ref", .value = "REF", .about = std::move(about), .required = true}; }

Option via_option() {
  return {.name = "via",
          .value = "CHANNEL",
          .about = {"whose number it is, where two channels use the same", "此编号所属渠道（两渠道编号相同时）"}};
}

Command of_channel_command(std::string path, Text about, std::string example,
                           ExitStatus (*run)(Context&, const Arguments&), bool amount_required = true,
                           std::vector<Option> more = {}) {
  std::vector<Option> options{
      amount_option(amount_required,
                    amount_required ? Text{"how much", "金额"}
                                    : Text{"how much, to be compared with what was announced", "金额，与所通知的核对"}),
      ref_required({"the channel's own number for it: it is booked once", "渠道给出的编号：只入账一次"})};
  for (Option& one : more) options.push_back(std::move(one));
  return {.path = std::move(path),
          .about = std::move(about),
          .positionals = {channel_positional()},
          .options = with_money_options(std::move(options)),
          .examples = {{.line = std::move(example)}},
          .run = run};
}

void add_channel_commands(std::vector<Command>& all) {
  all.push_back(of_channel_command(
      "fee",
      {"books a fee that a channel keeps, once, whenever it is known", "登记渠道手续费：无论何时得知，只入账一次"},
      "payonce fee card --amount \"CNY 0.60\" --ref fee-000042 --key fee-card-0000042", of_channel<Verb::fee>, true,
      {{.name = "order", .value = "ORDER", .about = {"for which order, where known", "所属订单（如已知）"}}}));
  all.push_back(
      of_channel_command("reserve withhold", {"a channel withholds a reserve", "渠道扣留保证金"},
                         "payonce reserve withhold card --amount \"CNY 10.00\" --ref rsv-7 --key reserve-card-0007",
                         of_channel<Verb::reserve_withhold>));
  all.push_back(
      of_channel_command("reserve release", {"and releases it", "渠道释放保证金"},
                         "payonce reserve release card --amount \"CNY 10.00\" --ref rsv-7 --key release-card-0007",
                         of_channel<Verb::reserve_release>));
  all.push_back(of_channel_command(
      "payout announce", {"a channel pays us out; negative: it collects from us", "渠道通知结算；负数为向我方收款"},
      "payonce payout announce card --amount \"CNY 95.00\" --ref po-2026-11 --key payout-2026-11-a",
      of_channel<Verb::payout_announce>));
  all.push_back(of_channel_command("payout arrive", {"the payout stands on the bank's statement", "结算款已到账"},
                                   "payonce payout arrive card --ref po-2026-11 --key payout-2026-11-b",
                                   of_channel<Verb::payout_arrive>, false));
  all.push_back(of_channel_command("payout return", {"the payout failed before it arrived", "结算未到账即失败"},
                                   "payonce payout return card --ref po-2026-11 --key payout-2026-11-c",
                                   of_channel<Verb::payout_return>, false));
  all.push_back(of_channel_command(
      "suspense book", {"money with no order, or a charge with no record", "登记待查款项：无订单的来款或无记录的扣收"},
      "payonce suspense book card --amount \"CNY 12.00\" --ref tx-9 --key suspense-tx-0009", suspense_book, true,
      {{.name = "in", .about = {"money came in; as without --out", "来款；默认"}},
       {.name = "out", .about = {"the channel took it", "渠道扣收"}}}));
}

}  // namespace

std::vector<Command> book_commands() {
  std::vector<Command> all;
  add_channel_commands(all);
  const Positional item{.name = "reference", .about = {"the channel's number for it", "渠道给出的编号"}};
  all.push_back(
      {.path = "suspense identify",
       .about = {"says whose the money is", "查明待查款项的归属"},
       .positionals = {item},
       .options = with_money_options(
           {{.name = "order",
             .value = "ORDER",
             .about = {"of this order: pays it where it waits for exactly that, else it is to be returned",
                       "属于此订单：若订单正待此数则付清之，否则应退回"}},
            {.name = "account", .value = "ACCOUNT", .about = {"of this account", "属于此账户"}},
            {.name = "to-return", .about = {"a customer's, to be returned", "属于客户，应退回"}},
            {.name = "write-off", .about = {"nobody's: into differences", "无主：计入差异"}},
            {.name = "exchanged",
             .about = {"one currency of an exchange: into the position (3100)", "兑换的一腿：计入外汇头寸（3100）"}},
            {.name = "booked-at",
             .value = "MONEY",
             .about = {"of --exchanged: its value by the booked rate; the rest is the result (5400)",
                       "与 --exchanged 同用：按账面汇率的价值，余额计入汇兑损益（5400）"}},
            via_option()}),
       .examples = {{.line = "payonce suspense identify tx-9 --order ord_42 --key identify-tx-0009"}},
       .run = suspense_identify});
  all.push_back(
      {.path = "suspense return",
       .about = {"a customer has back, by the bank, what was found to be theirs", "已经银行退还客户"},
       .positionals = {item},
       .options = with_money_options({{.name = "reason",
                                       .value = "TEXT",
                                       .about = {"the number of the transfer", "银行转账编号"},
                                       .required = true},
                                      via_option()}),
       .examples = {{.line = "payonce suspense return tx-9 --reason \"transfer 8841\" --key return-tx-000009"}},
       .run = suspense_return});
  all.push_back({.path = "order goods-back",
                 .about = {"goods of an order came back, at cost", "货物退回，按成本"},
                 .positionals = {{.name = "order", .about = {"its number", "订单号"}}},
                 .options = with_money_options(
                     {{.name = "cost", .value = "MONEY", .about = {"what they had cost", "其成本"}, .required = true},
                      reference_option()}),
                 .examples = {{.line = "payonce order goods-back ord_42 --cost \"CNY 40.00\" --key goods-back-ord-42"}},
                 .run = goods_back});
  all.push_back(
      {.path = "exchange",
       .about = {"from one currency into another, each currency in balance by itself", "货币兑换：两个币种各自平衡"},
       .positionals = {{.name = "from", .about = {"the account that pays", "转出账户"}},
                       {.name = "to", .about = {"the account that gets it", "转入账户"}}},
       .options = with_money_options(
           {{.name = "from-amount", .value = "MONEY", .about = {"what leaves", "转出金额"}, .required = true},
            {.name = "to-amount", .value = "MONEY", .about = {"what arrives", "转入金额"}, .required = true},
            {.name = "spread",
             .value = "MONEY",
             .about = {"what stays with us of it, a line of its own; in the currency of TO",
                       "点差，单列一行；币种同转入账户"}},
            {.name = "rate-source",
             .value = "TEXT",
             .about = {"whose rate, and when: into the voucher", "汇率来源与时间，记入凭证"},
             .required = true},
            reference_option()}),
       .examples = {{.line = "payonce exchange alice alice_eur --from-amount \"CNY 78.00\" --to-amount \"EUR 10.00\" "
                             "--rate-source \"ECB 2026-11-27\" --key exchange-alice-01"}},
       .run = exchange});
  all.push_back(
      {.path = "reverse",
       .about = {"books the exact mirror of a wrong voucher, once", "冲销：登记错误凭证的镜像，只一次"},
       .positionals = {{.name = "voucher", .about = {"its number", "凭证号"}}},
       .options = with_money_options({{.name = "reason", .value = "TEXT", .about = {"why", "缘由"}, .required = true},
                                      {.name = "actor", .value = "NAME", .about = {"who asked", "经手人"}}}),
       .examples = {{.line = "payonce reverse ADJ-2026-000007 --reason \"booked on the wrong account\" "
                             "--key reverse-adj-000007"}},
       .run = reverse,
       .more = {{"Payments, refunds, shipments, payouts, suspense and disputes are taken back by the step that leads "
                 "back, never by\na mirror: docs/postings.md.",
                 "支付、退款、发货、结算、待查与争议由其自身的后续步骤撤回，不作冲销：见 docs/postings.md。"}}});
  return all;
}

}  // namespace payonce
