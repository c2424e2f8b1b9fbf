#include "app/recovery.hpp"

#include "app/record.hpp"

namespace payonce {
namespace {

Record messages(const Recovery& recovery) {
  return Record()
      .number("notices_taken", {"notices taken", "已处理通知"}, recovery.notices_taken)
      .number("notices_unknown", {"notices of nothing we know", "无法对应的通知"}, recovery.notices_unknown);
}

Record record_of(const Recovery& recovery) {
  return messages(recovery)
      .number("settled", {"ended", "已有结果"}, recovery.settled)
      .number("still_unknown", {"still unknown", "仍未知"}, recovery.still_unknown)
      .number("in_flight", {"in flight, left alone", "进行中，未触及"}, recovery.in_flight)
      .number("refunds_sent", {"refunds sent", "已发出退款"}, recovery.refunds_sent)
      .number("orders_expired", {"orders expired", "已过期订单"}, recovery.orders_expired)
      .number("given_up", {"given up, see payonce key resolve", "已放弃，见 payonce key resolve"},
              static_cast<std::int64_t>(recovery.given_up.size()))
      .number("messages_applied", {"messages that had waited, consumed", "等待后已消费的消息"},
              recovery.messages_applied)
      .number("messages_waiting",
              {"messages still held, see payonce parked list", "仍保留的消息，见 payonce parked list"},
              recovery.messages_waiting);
}

}  // namespace

ExitStatus tell(Context& context, const Recovery& recovery) {
  const Record record = record_of(recovery);
  if (!context.json()) {
    for (const std::string& key : recovery.given_up) context.note({"given up: " + key, "已放弃：" + key});
  }
  if (recovery.still_unknown > 0 || recovery.notices_unknown > 0 || recovery.messages_waiting > 0 ||
      !recovery.given_up.empty()) {
    return tell(context, {"some of it still waits for evidence", "仍有事项等待证据"}, Tone::warn, record);
  }
  // A holder that died less than a lease ago looks alive: who runs this once after a crash must not be told that all is over.
  if (recovery.in_flight > 0) {
    return tell(context,
                {"what is in flight is left to its holder; run it again later", "进行中的留给其处理者；请稍后再运行"},
                Tone::warn, record);
  }
  return tell(context, {"nothing is left open", "没有未决事项"}, Tone::ok, record);
}

ExitStatus tell_notices(Context& context, const Recovery& recovery) {
  const Record record = context.json() ? record_of(recovery) : messages(recovery);
  if (recovery.notices_unknown > 0) {
    return tell(context, {"some messages fit nothing we know", "有些通知无法对应"}, Tone::warn, record);
  }
  const bool none = recovery.notices_taken == 0;
  return tell(
      context,
      none ? Text{"the channel has no messages", "渠道没有通知"} : Text{"every message is taken", "通知已全部处理"},
      Tone::ok, record);
}

}  // namespace payonce
