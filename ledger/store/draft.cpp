#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "ledger/store/file.hpp"
#include "ledger/store/trouble.hpp"

namespace payonce {

namespace {

namespace fs = std::filesystem;

// Called only where no connection of this process is open on the file: closing a descriptor drops the process's locks.
void flush(const fs::path& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) throw StorageTrouble(system_trouble(errno, "open " + path.string()));
  const int failed = fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (failed != 0) throw StorageTrouble(system_trouble(failed, "flush " + path.string()));
}

// A rename that refuses to replace; where the file system has none, a hard link, which never replaces either.
int name_without_replacing(const fs::path& from, const fs::path& to) {
#ifdef RENAME_NOREPLACE
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return errno;
#endif
  return link(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

}  // namespace

Result<Draft> Draft::in(std::string_view field, const fs::path& folder) {
  // Made by O_EXCL, so it is ours alone; the process number only keeps the search for a free name short.
  for (int number = 1;; ++number) {
    fs::path path = folder / (".payonce-new-" + std::to_string(getpid()) + "-" + std::to_string(number));
    const int descriptor = ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0644);
    if (descriptor >= 0) {
      ::close(descriptor);
      return Draft(std::move(path));
    }
    if (errno == EEXIST) continue;
    if (errno == EACCES || errno == EPERM || errno == EROFS) {
      return Fault{
          std::string(field),
          {"the folder " + folder.string() + " cannot be written to", "文件夹 " + folder.string() + " 不可写"}};
    }
    throw StorageTrouble(system_trouble(errno, "create " + path.string()));
  }
}

Draft::~Draft() {
  if (path_.empty()) return;
  for (const char* side : {"", "-wal", "-shm", "-journal"}) {
    std::error_code ignored;
    fs::remove(path_.string() + side, ignored);
  }
}

std::optional<Fault> Draft::become(std::string_view field, const fs::path& absolute, bool durable) {
  if (durable) flush(path_, O_RDWR);
  // A log of a deleted file may have appeared since the place was looked at.
  if (auto taken = not_free(field, absolute)) return taken;
  const int failed = name_without_replacing(path_, absolute);
  if (failed == EEXIST) {
    return Fault{std::string(field),
                 {absolute.string() + " exists already and is left as it is", absolute.string() + " 已存在，保持原样"}};
  }
  if (failed != 0) throw StorageTrouble(system_trouble(failed, "name " + absolute.string()));
  if (durable) flush(absolute.parent_path(), O_RDONLY | O_DIRECTORY);
  return std::nullopt;
}

}  // namespace payonce
