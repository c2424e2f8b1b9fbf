#include "ledger/store/trouble.hpp"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>

#include "ledger/values/invariant.hpp"

namespace payonce {

namespace {

using Kind = StorageTrouble::Kind;

bool no_room(int error_number) { return error_number == ENOSPC || error_number == EDQUOT || error_number == EFBIG; }

// A quota or a size limit reaches us as a failed write, not as a full disk, and where a side file of the log cannot be made
// or grow it is the same; only the system's own number, which the driver keeps with the connection and with each file, tells
// it from a broken one.
bool found_no_room(sqlite3* handle, int code) {
  if (handle == nullptr) return false;
  const int primary = code & 0xff;
  if ((primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN) && no_room(sqlite3_system_errno(handle))) return true;
  if (code != SQLITE_IOERR_WRITE) return false;
  for (const int which : {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER}) {
    sqlite3_file* file = nullptr;
    sqlite3_file_control(handle, "main", which, static_cast<void*>(&file));
    if (file == nullptr || file->pMethods == nullptr) continue;
    int last = 0;
    file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &last);
    if (no_room(last)) return true;
  }
  return false;
}

Kind kind_of(sqlite3* handle, int code) {
  switch (code & 0xff) {
    // PROTOCOL is a lost race for the log's locks after many tries: busy under another name.
    case SQLITE_BUSY:
    case SQLITE_PROTOCOL: return Kind::busy;
    case SQLITE_FULL: return Kind::full;
    case SQLITE_READONLY: return Kind::read_only;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return Kind::corrupt;
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN: return found_no_room(handle, code) ? Kind::full : Kind::unreadable;
    case SQLITE_PERM: return Kind::unreadable;
    case SQLITE_CONSTRAINT: return Kind::refused;
    default: return Kind::other;
  }
}

}  // namespace

StorageTrouble trouble(sqlite3* handle, int code, const std::string& doing) {
  const int primary = code & 0xff;
  const std::string detail = doing + ": " + (handle != nullptr ? sqlite3_errmsg(handle) : sqlite3_errstr(code)) + " [" +
                             std::to_string(code) + "]";
  if (primary == SQLITE_MISUSE || primary == SQLITE_RANGE) throw Broken(detail);
  return {kind_of(handle, code), code, detail};
}

StorageTrouble system_trouble(int error_number, const std::string& doing) {
  const std::string detail = doing + ": " + std::strerror(error_number);
  if (no_room(error_number)) return {Kind::full, SQLITE_FULL, detail};
  if (error_number == EROFS) return {Kind::read_only, SQLITE_READONLY, detail};
  return {Kind::unreadable, SQLITE_IOERR, detail};
}

}  // namespace payonce
