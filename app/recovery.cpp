#include "app/recovery.hpp"

#include "app/record.hpp"

namespace payonce {

ExitStatus tell(Context& context, const Recovery& recovery) {
  Record record;
  record.number("notices_taken", {"notices taken", "已处理通知"}, recovery.notices_taken)
      .number("notices_unknown", {"notices of nothing we know", "无法对应的通知"}, recovery.notices_unknown)
      .number("settled", {"ended", "已有结果"}, recovery.settled)
      .number("still_unknown", {"still unknown", "仍未知"}, recovery.still_unknown)
      .number("in_flight", {"in flight, left alone", "进行中，未触及"}, recovery.in_flight)
      .number("refunds_sent", {"refunds sent", "已发出退款"}, recovery.refunds_sent)
      .number("given_up", {"given up, see payonce key resolve", "已放弃，见 payonce key resolve"},
              static_cast<std::int64_t>(recovery.given_up.size()));
  const bool open = recovery.still_unknown > 0 || recovery.notices_unknown > 0 || !recovery.given_up.empty();
  const Text headline = open ? Text{"some of it still waits for evidence", "仍有事项等待证据"}
                             : Text{"nothing is left open", "没有未决事项"};
  if (!context.json()) {
    for (const std::string& key : recovery.given_up) context.note({"given up: " + key, "已放弃：" + key});
  }
  return tell(context, headline, open ? Tone::warn : Tone::ok, record);
}

}  // namespace payonce
