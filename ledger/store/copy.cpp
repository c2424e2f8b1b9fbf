#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/Exception.h>

#include "ledger/store/connection.hpp"
#include "ledger/store/file.hpp"
#include "ledger/store/store.hpp"
#include "ledger/store/trouble.hpp"

namespace payonce {

std::optional<Fault> Store::copy_to(const std::filesystem::path& path) {
  const auto place = plain_path("copy", path);
  if (!place) return place.error();
  if (auto taken = not_free("copy", *place)) return taken;
  try {
    return copied_to(*place);
  } catch (const StorageTrouble& met) {
    if (met.kind() != StorageTrouble::Kind::full && met.kind() != StorageTrouble::Kind::read_only) throw;
    // This file was only read: what is full, or cannot be written to, is the place of the copy.
    const std::string name = place->string();
    const bool full = met.kind() == StorageTrouble::Kind::full;
    return Fault{
        "copy",
        full ? Text{name + " could not be written: there is no room left for it; nothing was left behind",
                    name + " 无法写入：空间不足；未留下任何文件"}
             : Text{name + " could not be written: its disk is for reading only", name + " 无法写入：所在磁盘只读"}};
  }
}

std::optional<Fault> Store::copied_to(const std::filesystem::path& place) {
  auto made = Draft::in("copy", place.parent_path());
  if (!made) return made.error();
  Draft draft = std::move(made).value();
  connection_->patiently([&] {
    Connection target(draft.path(), SQLITE_OPEN_READWRITE, Store::Options{.busy_wait = Duration{0}});
    target.run("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
    try {
      // All pages in one step, so that no other process's commit makes it begin again.
      SQLite::Backup backup(target.database(), connection_->database());
      const int code = backup.executeStep(-1);
      if (code != SQLITE_DONE) throw StorageTrouble(trouble(target.handle(), code, "copy"));
    } catch (const SQLite::Exception& met) {
      // A step that fails is thrown with its code alone; the extended one is given only where a connection was asked for it.
      const int extended = met.getExtendedErrorCode();
      throw StorageTrouble(trouble(target.handle(), extended >= 0 ? extended : met.getErrorCode(), "copy"));
    }
  });
  return draft.become("copy", place, true);
}

}  // namespace payonce
