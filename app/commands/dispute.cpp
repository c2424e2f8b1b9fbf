#include "app/commands/dispute.hpp"

#include "app/money.hpp"
#include "app/record.hpp"
#include "ledger/orders/dispute.hpp"
#include "ledger/orders/order.hpp"

namespace payonce {
namespace {

std::string ref(const Arguments& given) { return taken(Reference::parse("ref", given.text("reference"))).text(); }

std::optional<ChannelId> via(const Arguments& given) {
  const auto text = given.maybe("via");
  return text ? std::optional(taken(ChannelId::parse("via", *text))) : std::nullopt;
}

ExitStatus open(Context& context, const Arguments& given) {
  const OrderId order = taken(OrderId::parse("order", given.text("order")));
  Request request = request_from(context, given, Verb::dispute_open, order.text());
  if (const auto text = given.maybe("fee")) request.other_amount = taken(Money::parse("fee", *text));
  return ask(context, given, request);
}

ExitStatus close(Context& context, const Arguments& given) {
  Request request = request_from(context, given, Verb::dispute_close, ref(given));
  request.via = via(given);
  request.how = given.text("as");
  if (request.how != "won" && request.how != "lost" && request.how != "withdrawn") {
    throw Problem(ExitStatus::usage, {"as", {"is none of won, lost, withdrawn", "只能是 won、lost、withdrawn 之一"}});
  }
  if (const auto text = given.maybe("fee-back")) request.other_amount = taken(Money::parse("fee-back", *text));
  return ask(context, given, request);
}

Record record_of(View& view, const orders::Dispute& dispute) {
  const auto order = orders::find_order(view, dispute.order_id);
  return Record()
      .text("reference", {"reference", "编号"}, dispute.reference)
      .text("channel", {"channel", "渠道"}, dispute.channel)
      .text("order", {"order", "订单"}, order ? order->number : "")
      .text("status", {"status", "状态"}, std::string(name(dispute.status)))
      .money("amount", {"amount", "金额"}, dispute.amount)
      .money("fee", {"fee", "手续费"}, dispute.fee)
      .money("excess", {"beyond what was captured", "超出已收部分"}, {dispute.excess_minor, dispute.amount.currency()})
      .time("opened_at", {"opened", "发生"}, dispute.opened_at_ns)
      .time("changed_at", {"changed", "变更"}, dispute.changed_at_ns);
}

ExitStatus list(Context& context, const Arguments& given) {
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  std::vector<Record> rows;
  context.ledger().store().reading([&](View& view) {
    for (const orders::Dispute& dispute : orders::list_disputes(view, limit)) rows.push_back(record_of(view, dispute));
  });
  return tell_list(context, "disputes", rows, {"there are no disputes", "没有争议"}, limit);
}

ExitStatus show(Context& context, const Arguments& given) {
  const std::string reference = ref(given);
  const auto channel = via(given);
  std::vector<Record> found;
  context.ledger().store().reading([&](View& view) {
    std::optional<std::string_view> of;
    if (channel) of = channel->text();
    for (const auto& dispute : orders::find_disputes(view, of, reference)) found.push_back(record_of(view, dispute));
  });
  if (found.empty()) throw Problem(ExitStatus::refused, {"dispute", {"there is no such dispute", "没有这笔争议"}});
  if (found.size() > 1) {
    throw Problem(ExitStatus::refused,
                  {"via", {"two channels have a dispute of this number: name one", "两个渠道有同号争议：请指明渠道"}});
  }
  const std::string& status = found.front().fields()[3].shown.en;
  return tell(context, {reference + ": " + status, reference + "：" + status}, Tone::plain, found.front());
}

Positional dispute_positional() {
  return {.name = "reference", .about = {"the channel's number for it", "渠道给出的编号"}};
}

Option via_option() {
  return {.name = "via",
          .value = "CHANNEL",
          .about = {"whose number it is, where two channels use the same", "此编号所属渠道（两渠道编号相同时）"}};
}

}  // namespace

Command dispute_open_command() {
  return {
      .path = "dispute open",
      .about = {"a buyer's bank took the money of a payment back", "发生争议：买方银行追回款项"},
      .positionals = {{.name = "order", .about = {"its number", "订单号"}}},
      .options = with_money_options(
          {amount_option(true, {"what is withheld; it may be more than was captured", "被扣回的金额，可能超过已收"}),
           {.name = "ref",
            .value = "REF",
            .about = {"the channel's number for the dispute: it is booked once", "渠道给出的争议编号：只入账一次"},
            .required = true},
           {.name = "fee", .value = "MONEY", .about = {"what the channel charges for it", "渠道收取的手续费"}}}),
      .examples = {{.line = "payonce dispute open ord_42 --ref dp-1 --amount \"CNY 100.00\" --fee \"CNY 15.00\" "
                            "--key dispute-dp-1-open"}},
      .run = open,
      .more = {{"While it is open or lost, a new refund of the order is refused (refund --despite-dispute).",
                "争议未决或败诉期间，该订单的新退款会被拒绝（可用 refund --despite-dispute）。"}}};
}

Command dispute_close_command() {
  return {.path = "dispute close",
          .about = {"a dispute is won, lost or withdrawn; a lost one may be won later", "争议了结：胜诉、败诉或撤回"},
          .positionals = {dispute_positional()},
          .options = with_money_options(
              {{.name = "as", .value = "won|lost|withdrawn", .about = {"how", "结果"}, .required = true},
               {.name = "fee-back", .value = "MONEY", .about = {"what of the fee comes back", "退还的手续费"}},
               via_option()}),
          .examples = {{.line = "payonce dispute close dp-1 --as won --key dispute-dp-1-won0"}},
          .run = close};
}

Command dispute_list_command() {
  return {.path = "dispute list",
          .about = {"disputes, newest first", "列出争议，新者在前"},
          .options = {{.name = "limit", .value = "N", .about = {"how many", "最多条数"}, .fallback = "50"}},
          .examples = {{.line = "payonce dispute list"}},
          .run = list,
          .reads = true};
}

Command dispute_show_command() {
  return {.path = "dispute show",
          .about = {"one dispute", "显示一笔争议"},
          .positionals = {dispute_positional()},
          .options = {via_option()},
          .examples = {{.line = "payonce dispute show dp-1"}},
          .run = show,
          .reads = true};
}

}  // namespace payonce
