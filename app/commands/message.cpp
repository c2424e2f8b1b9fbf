#include "app/commands/message.hpp"

#include "app/delivery.hpp"
#include "app/record.hpp"
#include "app/reply.hpp"
#include "ledger/messages/gate.hpp"
#include "ledger/messages/inbox.hpp"

namespace payonce {
namespace {

ExitStatus deliver(Context& context, const Arguments& given) {
  if (const auto spec = given.maybe("crash-at")) context.crash_at(*spec);
  return tell(context, context.engine().deliver(message_from(given)));
}

ExitStatus messages(Context& context, const Arguments& given) {
  const std::int64_t after = taken(parse_count("after", given.text("after"), 0));
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  std::vector<Record> rows;
  context.ledger().store().reading([&](View& view) {
    for (const inbox::Heard& heard : inbox::heard(view, given.maybe("order"), after, limit)) {
      const auto newest = gate::newest(view, heard.consumer, heard.order);
      rows.push_back(Record()
                         .number("n", {"n", "序号"}, heard.number)
                         .text("consumer", {"consumer", "消费者"}, heard.consumer)
                         .text("event_id", {"id", "消息号"}, heard.sender_id)
                         .text("event", {"event", "事件"}, heard.event)
                         .text("order", {"order", "订单"}, heard.order)
                         .number("version", {"version", "版本"}, heard.version)
                         .text("told", {"told at first", "首次答复"}, heard.told)
                         .maybe("outcome", {"outcome", "结果"}, heard.outcome)
                         .truth("newest", {"newest", "最新"}, newest && newest->version == heard.version)
                         .time("heard_at", {"heard at", "收到时间"}, heard.heard_at_ns));
    }
  });
  return tell_list(context, "messages", rows, {"there are no messages", "没有消息"}, limit);
}

}  // namespace

Command deliver_command() {
  std::vector<Option> options = message_options();
  options.push_back({.name = "crash-at",
                     .value = "LABEL[:N]",
                     .about = {"die at this step (laboratory files only)", "在此步骤崩溃（仅限实验账本）"},
                     .hidden = true});
  return {
      .path = "deliver",
      .about = {"delivers one message about an order, consumed once", "投递一条订单消息，只消费一次"},
      .positionals = {{.name = "event", .about = {"what happened, as order.paid", "事件，如 order.paid"}},
                      {.name = "order", .about = {"the order's number", "订单号"}}},
      .options = std::move(options),
      .examples = {{.line =
                        "payonce deliver order.created ord_42 --version 1 --event-id e-1 --buyer alice --payee shop "
                        "--amount \"CNY 100.00\""},
                   {.line = "payonce deliver order.paid ord_42 --version 2 --event-id e-2",
                    .about = {"from the buyer's balance; with --channel, by the channel's evidence",
                              "从买方余额支付；带 --channel 则以渠道为凭据"}},
                   {.line = "payonce deliver order.paid ord_42 --version 2 --event-id e-3 --consumer audit",
                    .about = {"a second consumer has its own copy", "另一消费者有自己的一份"}}},
      .run = deliver,
      .more = {{"Known again by consumer, order, event and version, never by the id: the same event under another "
                "id is\n"
                "already_done. orders takes order.created, order.paid, order.shipped, order.refunded, order.cancelled\n"
                "and order.expired.",
                "按消费者、订单、事件与版本识别，而非消息号：同一事件换消息号仍为 already_done。orders 接受\n"
                "order.created、order.paid、order.shipped、order.refunded、\n"
                "order.cancelled 与 order.expired。"}}};
}

Command messages_command() {
  return {
      .path = "messages",
      .about = {"the log of messages: what came, and what was told", "消息日志：收到了什么，如何答复"},
      .options = {{.name = "order", .value = "ORDER", .about = {"of one order", "只列一个订单"}},
                  {.name = "after", .value = "N", .about = {"only those behind it", "只列此序号之后"}, .fallback = "0"},
                  {.name = "limit", .value = "N", .about = {"how many", "最多条数"}, .fallback = "50"}},
      .examples = {{.line = "payonce messages --order ord_42"}},
      .run = messages,
      .reads = true};
}

}  // namespace payonce
