#include "app/complaint.hpp"

#include <cstdio>

#include "ledger/values/json.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

std::string_view kind_of(ExitStatus status) {
  switch (status) {
    case ExitStatus::usage: return "usage";
    case ExitStatus::storage: return "storage";
    case ExitStatus::later: return "later";
    case ExitStatus::our_mistake: return "our_mistake";
    case ExitStatus::cannot_say: return "cannot_say";
    case ExitStatus::done:
    case ExitStatus::findings:
    case ExitStatus::refused:
    case ExitStatus::key_spent:
    case ExitStatus::outcome_unknown: break;
  }
  return "refused";
}

Text sentence(StorageTrouble::Kind kind) {
  switch (kind) {
    case StorageTrouble::Kind::busy:
      return {"others were writing for too long; nothing happened, ask again",
              "他人写入时间过长；未发生任何事，请重试"};
    case StorageTrouble::Kind::full:
      return {"there is no room left on the disk; nothing happened", "磁盘已满；未发生任何事"};
    case StorageTrouble::Kind::read_only: return {"the file or its disk cannot be written to", "文件或磁盘不可写"};
    case StorageTrouble::Kind::corrupt:
      return {"the file is damaged; restore it from a copy", "文件已损坏；请从备份恢复"};
    case StorageTrouble::Kind::unreadable:
      return {"the file could not be read or written; ask again with the same key once the disk is well",
              "文件读写失败；待磁盘恢复后用同一个键重试"};
    case StorageTrouble::Kind::refused:
      return {"the file refused to break one of its own rules; nothing happened", "文件拒绝违反自身规则；未发生任何事"};
    case StorageTrouble::Kind::other: break;
  }
  return {"the file could not be used", "文件无法使用"};
}

}  // namespace

std::string json_line(ExitStatus status, const Fault& fault, std::optional<std::int64_t> line) {
  std::string out;
  JsonWriter json(out);
  json.object().name("error").object().member("kind", kind_of(status)).member("field", fault.field);
  if (line) json.member("line", *line);
  json.member("reason_en", fault.why.en).member("reason_zh", fault.why.zh).end();
  json.member("exit", number(status)).end();
  return out + "\n";
}

ExitStatus complain(const Manner& manner, ExitStatus status, const Fault& fault) {
  if (manner.json) {
    const std::string out = json_line(status, fault);
    (void)std::fwrite(out.data(), 1, out.size(), stdout);
    return status;
  }
  std::string line = "payonce: ";
  if (!fault.field.empty()) line += printable(fault.field) + ": ";
  line += printable(said(fault.why, manner.language)) + "\n";
  (void)std::fwrite(line.data(), 1, line.size(), stderr);
  return status;
}

ExitStatus exit_status(const StorageTrouble& trouble) {
  return trouble.kind() == StorageTrouble::Kind::busy ? ExitStatus::later : ExitStatus::storage;
}

Fault fault_of(const StorageTrouble& trouble) { return {"db", sentence(trouble.kind())}; }

ExitStatus complain(const Manner& manner, const StorageTrouble& trouble) {
  return complain(manner, exit_status(trouble), fault_of(trouble));
}

}  // namespace payonce
