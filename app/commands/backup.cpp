#include "app/commands/backup.hpp"

#include "app/context.hpp"
#include "app/record.hpp"
#include "schema/queries/reconciliation.hpp"

namespace payonce {
namespace {

ExitStatus run(Context& context, const Arguments& given) {
  const std::string to = given.text("to");
  if (auto fault = context.ledger().store().copy_to(to)) {
    fault->field = "to";
    throw Problem(ExitStatus::storage, std::move(*fault));
  }
  const auto copied = Ledger::open(to, {.read_only = true}, Ledger::Rules::may_lack);
  if (!copied) throw Problem(ExitStatus::storage, {"to", copied.error().why});
  Record record;
  record.text("file", {"file", "文件"}, to).text("ledger", {"ledger", "账本"}, copied->id());
  return tell(context, {"copied, complete in one file", "已备份，一个文件即完整"}, Tone::ok, record);
}

}  // namespace

Command backup_command() {
  return {
      .path = "backup",
      .about = {"copies the whole ledger into one complete file", "将整个账本复制为一个完整文件"},
      .positionals = {{.name = "to", .about = {"where nothing stands yet", "尚不存在的路径"}}},
      .examples = {{.line = "payonce backup payonce-copy.db"}},
      .run = run,
      .more = {{"At any time, beside anything: the copy is of one moment, and appears when it is whole. Copying the "
                "file by "
                "hand\nwithout FILE-wal beside it loses the last payments. Never use two copies against one channel.",
                "随时可运行：副本取自同一时刻，完整后才出现。手工复制而漏掉 FILE-wal "
                "会丢失最近的付款。切勿让两份副本对接同一渠道。"}},
      .reads = true};
}

}  // namespace payonce
