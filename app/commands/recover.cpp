#include "app/commands/recover.hpp"

#include "app/context.hpp"
#include "app/record.hpp"
#include "app/recovery.hpp"

namespace payonce {
namespace {

ExitStatus recover(Context& context, const Arguments& given) {
  if (const auto spec = given.maybe("crash-at")) context.crash_at(*spec);
  return tell(context, context.engine().recover(given.given("due")));
}

ExitStatus reap(Context& context, const Arguments& given) {
  const Reaping reaping = context.engine().reap(given.given("trust-clock"));
  if (reaping.clock_leapt) {
    throw Problem(ExitStatus::refused,
                  {"clock",
                   {"stands too far ahead of the last thing done; nothing was reaped. If it is right: --trust-clock",
                    "时钟远超最后一次操作的时间；未清理任何内容。若时钟无误：--trust-clock"}});
  }
  Record record;
  record.number("answers", {"answers buried", "已清除应答"}, reaping.answers)
      .number("tombstones", {"tombstones forgotten", "已清除墓碑"}, reaping.tombstones)
      .number("window_entries", {"window entries", "已清除窗口条目"}, reaping.window_entries)
      .number("tokens", {"tokens forgotten", "已清除令牌"}, reaping.tokens)
      .number("overdue", {"overdue and left alone", "超期未决，未触及"},
              static_cast<std::int64_t>(reaping.overdue.size()));
  if (!context.json()) {
    for (const std::string& key : reaping.overdue) context.note({"overdue: " + key, "超期未决：" + key});
  }
  return tell(context, {"reaped", "已清理"}, reaping.overdue.empty() ? Tone::ok : Tone::warn, record);
}

}  // namespace

Command recover_command() {
  return {
      .path = "recover",
      .about = {"ends what a crash or a silent channel left open", "了结崩溃或渠道无应答留下的未决事项"},
      .options = {{.name = "due",
                   .about = {"of what is unknown only that whose next question is due by its schedule",
                             "对结果未知的，只询问按计划已到时间的"}},
                  {.name = "crash-at",
                   .value = "LABEL[:N]",
                   .about = {"die at this step (laboratory files only)", "在此步骤崩溃（仅限实验账本）"},
                   .hidden = true}},
      .examples = {{.line = "payonce recover",
                    .about = {"safe at any time, beside anything, any number of times", "随时可运行，可重复运行"}},
                   {.line = "payonce recover --due",
                    .about = {"every few seconds, from a timer", "由定时器每隔几秒运行"}}},
      .run = recover,
      .more = {{"Takes the channels' notices, asks about everything unknown whose holder is dead, sends the refunds\n"
                "that are owed, ends orders whose time is over, and frees what is held for nothing.",
                "接收渠道通知，查询占用已失效的未决请求，发出应退款项，了结过期订单，释放无主的冻结款项。"}}};
}

Command reap_command() {
  return {.path = "reap",
          .about = {"buries answers past their retention", "清除超过保留期的应答"},
          .options = {{.name = "trust-clock", .about = {"also after the clock has leapt", "时钟跳变后仍执行"}}},
          .examples = {{.line = "payonce reap", .about = {"once a day is plenty", "每天一次即可"}}},
          .run = reap,
          .more = {{"A buried key refuses (12) instead of running again. What is unfinished is never removed.",
                    "已清除的键会被拒绝（12），不会再次执行。未完成的键绝不清除。"}}};
}

}  // namespace payonce
