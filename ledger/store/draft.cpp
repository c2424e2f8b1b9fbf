#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <vector>

#include "ledger/store/busy.hpp"
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

constexpr std::string_view draft_begins = ".payonce-new-";

std::string of_process(pid_t process) { return std::string(draft_begins) + std::to_string(process) + "-"; }

/// ".payonce-new-PID-N", and nothing behind it.
bool names_a_draft(std::string_view name) {
  if (!name.starts_with(draft_begins)) return false;
  name.remove_prefix(draft_begins.size());
  const std::size_t dash = name.find('-');
  constexpr std::string_view digits = "0123456789";
  return dash != 0 && dash != std::string_view::npos && dash + 1 < name.size() &&
         name.find_first_not_of(digits) == dash && name.find_first_not_of(digits, dash + 1) == std::string_view::npos;
}

/// The names of drafts in a folder that are not of this process: looking into one of ours and closing it again would drop the
/// locks of a connection.
std::vector<fs::path> drafts_of_others(const fs::path& folder) {
  std::vector<fs::path> all;
  std::error_code failed;
  const std::string ours = of_process(getpid());
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    if (names_a_draft(name) && !name.starts_with(ours)) all.push_back(at->path());
  }
  return all;
}

void remove_with_side_files(const fs::path& draft) {
  // The draft last: as long as it is there, somebody will look for what stands beside it.
  for (const char* side : {"-wal", "-shm", "-journal", ""}) {
    std::error_code ignored;
    fs::remove(draft.string() + side, ignored);
  }
}

// The lock goes with the process that held it, whatever becomes of that, and it knows nothing of process numbers that are
// given out again or that belong to another container.
void remove_if_abandoned(const fs::path& draft) {
  struct stat found {};
  if (lstat(draft.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return;
  // The file has its own name already, and may be in use under it: it is not opened, it only loses this one.
  if (found.st_nlink > 1) {
    (void)::unlink(draft.c_str());
    return;
  }
  const int descriptor = ::open(draft.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return;
  struct stat opened {};
  // Between the two looks it may have become a file that is in use; then it is not under this name any more.
  const bool abandoned = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && lstat(draft.c_str(), &found) == 0 &&
                         ::fstat(descriptor, &opened) == 0 && found.st_ino == opened.st_ino && found.st_nlink == 1;
  if (abandoned) remove_with_side_files(draft);
  ::close(descriptor);
}

}  // namespace

Result<Draft> Draft::in(std::string_view field, const fs::path& folder) {
  for (const fs::path& left : drafts_of_others(folder)) remove_if_abandoned(left);
  // Made by O_EXCL, so it is ours alone; the process number only keeps the search for a free name short.
  for (int number = 1;; ++number) {
    fs::path path = folder / (of_process(getpid()) + std::to_string(number));
    const int descriptor = ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0644);
    if (descriptor >= 0) {
      struct stat made {};
      // Where the file system knows no such lock, nobody else gets it either.
      (void)::flock(descriptor, LOCK_EX);
      const bool known = ::fstat(descriptor, &made) == 0;
      // Taken for abandoned before it was locked.
      if (known && made.st_nlink == 0) {
        ::close(descriptor);
        continue;
      }
      // A mask that takes the file away from its own owner would leave one that nobody can open.
      constexpr mode_t owner = S_IRUSR | S_IWUSR;
      if (known && (made.st_mode & owner) != owner) (void)::fchmod(descriptor, (made.st_mode & 0777) | owner);
      return Draft(std::move(path), descriptor);
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

Draft::~Draft() { let_go(); }

void Draft::let_go() {
  if (!path_.empty()) remove_with_side_files(path_);
  path_.clear();
  if (lock_ >= 0) ::close(lock_);
  lock_ = -1;
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
  // Before anybody works with the file: it has one name, and no descriptor of ours is left whose closing would drop locks.
  let_go();
  if (durable) flush(absolute.parent_path(), O_RDONLY | O_DIRECTORY);
  return std::nullopt;
}

bool is_only_being_named(const fs::path& absolute) {
  // Between the two names there is one call, so a second is plenty, also on a busy machine.
  Patience patience(seconds(1));
  std::error_code failed;
  const fs::path real = fs::canonical(absolute, failed);
  if (failed) return false;
  for (;;) {
    struct stat found {};
    if (stat(real.c_str(), &found) != 0) return false;
    if (found.st_nlink == 1) return true;
    bool has_draft = false;
    for (const fs::path& draft : drafts_of_others(real.parent_path())) {
      struct stat other {};
      if (lstat(draft.c_str(), &other) != 0 || other.st_ino != found.st_ino || other.st_dev != found.st_dev) continue;
      has_draft = true;
      // Whoever made it may be gone: the name is of no use to anybody.
      remove_if_abandoned(draft);
    }
    // It may have gone between the two looks.
    if (!has_draft) return stat(real.c_str(), &found) == 0 && found.st_nlink == 1;
    if (!patience.pause()) return false;
  }
}

}  // namespace payonce
