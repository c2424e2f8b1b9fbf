#include "app/commands/clock.hpp"

#include "app/actor.hpp"
#include "app/context.hpp"
#include "app/record.hpp"
#include "ledger/clock.hpp"
#include "ledger/values/duration.hpp"

namespace payonce {
namespace {

Text headline(const ClockCheck& check, bool accepted) {
  if (accepted) return {"accepted, and kept as evidence", "已接受，并留存为证据"};
  switch (check.says) {
    case ClockSays::believed: break;
    case ClockSays::out_of_range:
      return {"nobody's clock: nothing is written before it is set right", "时钟明显有误：校正之前不写入任何内容"};
    case ClockSays::ahead:
      return {"too far ahead of the last thing done: money commands refuse until it is set right, or accepted",
              "远超最后一次操作的时间：校正或接受之前，款项命令一律拒绝"};
  }
  return {"believed", "可信"};
}

ExitStatus clock(Context& context, const Arguments& given) {
  Ledger& ledger = context.ledger();
  const auto reason = given.maybe("reason");
  if (given.given("accept") != reason.has_value()) {
    throw Problem(ExitStatus::usage,
                  {"reason", {"goes with --accept, and --accept with it", "须与 --accept 同时给出"}});
  }
  if (reason && (reason->empty() || reason->size() > 500)) {
    throw Problem(ExitStatus::usage, {"reason", {"is 1 to 500 bytes", "应为 1 至 500 字节"}});
  }
  const auto checked = [&](View& view) {
    return check_clock(view, context.world(), ledger.settings(), ledger.laboratory());
  };
  ClockCheck check;
  bool accepted = false;
  if (reason) {
    const std::string actor = actor_from(given);
    ledger.store().atomically([&](Tx& tx) {
      check = checked(tx);
      accepted = check.says == ClockSays::ahead;
      if (accepted) accept_clock(tx, check, actor, *reason);
    });
  } else {
    check = ledger.store().reading(checked);
  }
  const bool fine = accepted || check.says == ClockSays::believed;
  Record record;
  record.truth("believed", {"believed", "可信"}, fine)
      .time("clock", {"the clock of this machine", "本机时钟"}, check.wall_ns)
      .time("last", {"the last thing done", "最后一次操作"}, check.last_ns)
      .text("may_lead_by", {"may lead by", "可超前"}, ledger.settings().clock_lead.text());
  return tell(context, headline(check, accepted), fine ? Tone::ok : Tone::warn, record,
              fine ? ExitStatus::done : ExitStatus::refused);
}

}  // namespace

Command clock_command() {
  return {
      .path = "clock",
      .about = {"whether this file believes the clock of its machine", "账本是否相信本机时钟"},
      .options = {{.name = "accept", .about = {"it is right, however far it leads", "时钟无误，无论超前多少"}},
                  {.name = "reason", .value = "TEXT", .about = {"how one knows, for the record", "依据，留作记录"}},
                  actor_option()},
      .examples = {{.line = "payonce clock"},
                   {.line = "payonce clock --accept --reason \"the shop was closed for two years\""}},
      .run = clock,
      .more = {
          {"What is booked is dated by the clock and never dated back. Outside of the years 2000 to 2199 nothing is\n"
           "written. Further ahead of the last thing done than `clock-lead` (400d unless init --set says otherwise),\n"
           "money commands and closings refuse until it is set right, or accepted here.",
           "入账时间取自时钟，且不会回退。时钟不在 2000 至 2199 年之间时不写入任何内容；比最后一次操作超前多于\n"
           "`clock-lead`（默认 400d，可在 init 时以 --set 设定）时，款项与关账命令一律拒绝，直至校正或在此接受。"}}};
}

}  // namespace payonce
