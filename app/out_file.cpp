#include "app/out_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>

#include "app/problem.hpp"

namespace payonce {
namespace {

namespace fs = std::filesystem;

constexpr mode_t as_the_mask_allows = 0666;

/// Where a name finally leads: an export through a link replaces what the link leads to, not the link.
fs::path final_place(const fs::path& place) {
  std::error_code failed;
  fs::path absolute = fs::absolute(place, failed);
  if (failed) return place;
  fs::path real = fs::weakly_canonical(absolute, failed);
  return failed ? absolute : real;
}

bool holds_a_database(const fs::path& place) {
  constexpr std::string_view mark{"SQLite format 3\0", 16};
  const int descriptor = ::open(place.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  std::array<char, mark.size()> begins{};
  const ssize_t got = ::read(descriptor, begins.data(), begins.size());
  ::close(descriptor);
  return got == static_cast<ssize_t>(mark.size()) && std::string_view(begins.data(), begins.size()) == mark;
}

/// A database's log and its index stand beside it under these names, also before it has any byte of its own.
bool stands_beside_a_database(const fs::path& place) {
  const std::string name = place.string();
  for (const std::string_view ending : {"-wal", "-shm", "-journal"}) {
    if (name.ends_with(ending) && holds_a_database(name.substr(0, name.size() - ending.size()))) return true;
  }
  return false;
}

std::optional<Text> unfit(const fs::path& place) {
  struct stat found {};
  if (lstat(place.c_str(), &found) == 0) {
    if (S_ISDIR(found.st_mode)) return Text{"is a folder", "是一个文件夹"};
    if (!S_ISREG(found.st_mode)) return Text{"is no ordinary file", "不是普通文件"};
    if (holds_a_database(place)) {
      return Text{"is a ledger or another such file, and is left as it is", "是账本或同类文件，保持原样"};
    }
  }
  if (stands_beside_a_database(place)) return Text{"belongs to a ledger", "属于某个账本"};
  return std::nullopt;
}

Text sentence(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return {"there is no room left for it; nothing was left behind", "空间不足；未留下任何文件"};
    case EACCES:
    case EPERM:
    case EROFS: return {"its folder cannot be written to", "所在文件夹不可写"};
    case ENOENT:
    case ENOTDIR: return {"its folder is not there", "所在文件夹不存在"};
    case ENAMETOOLONG: return {"its name is too long", "文件名过长"};
    default: return {"it could not be written; nothing was left behind", "写入失败；未留下任何文件"};
  }
}

constexpr std::string_view begin_of_name = ".payonce-out-";

fs::path name_beside(const fs::path& place, int n) {
  return place.parent_path() / (std::string(begin_of_name) + std::to_string(getpid()) + "-" + std::to_string(n));
}

/// Whoever writes one holds its lock, and the lock goes with the process, whatever becomes of that: one that is free was left
/// behind by a process that is gone.
void remove_left_behind(const fs::path& folder) {
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string name = at->path().filename().string();
    const bool ours = name.starts_with(begin_of_name) &&
                      name.find_first_not_of("0123456789-", begin_of_name.size()) == std::string::npos;
    if (!ours) continue;
    const int descriptor = ::open(at->path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (descriptor < 0) continue;
    struct stat found {};
    if (::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
      (void)::unlink(at->path().c_str());
    }
    (void)::close(descriptor);
  }
}

}  // namespace

OutFile::OutFile(std::string_view field, const fs::path& place) : field_(field), place_(final_place(place)) {
  if (const auto why = unfit(place_)) throw Problem(ExitStatus::storage, {field_, *why});
  remove_left_behind(place_.parent_path());
#ifdef O_TMPFILE
  // It gets its name by way of /proc, which a container may lack.
  if (::access("/proc/self/fd", X_OK) == 0)
    descriptor_ = ::open(place_.parent_path().c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, as_the_mask_allows);
  if (descriptor_ >= 0) (void)::flock(descriptor_, LOCK_EX);
#endif
  // Not every file system knows files without a name.
  for (int n = 1; descriptor_ < 0; ++n) {
    const fs::path beside = name_beside(place_, n);
    descriptor_ = ::open(beside.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, as_the_mask_allows);
    if (descriptor_ < 0 && errno != EEXIST) fail(errno);
    if (descriptor_ < 0) continue;
    (void)::flock(descriptor_, LOCK_EX);
    struct stat made {};
    if (::fstat(descriptor_, &made) == 0 && made.st_nlink == 0) {  // taken for left behind before it was locked
      (void)::close(descriptor_);
      descriptor_ = -1;
      continue;
    }
    beside_ = beside;
  }
}

OutFile::~OutFile() {
  if (!beside_.empty()) (void)::unlink(beside_.c_str());
  if (descriptor_ >= 0) (void)::close(descriptor_);
}

void OutFile::fail(int error) const { throw Problem(ExitStatus::storage, {field_, sentence(error)}); }

void OutFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
}

void OutFile::finish() {
  if (::fsync(descriptor_) != 0) fail(errno);
  const std::string self = "/proc/self/fd/" + std::to_string(descriptor_);
  for (int n = 1; beside_.empty(); ++n) {
    const fs::path beside = name_beside(place_, n);
    if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, beside.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      beside_ = beside;
    } else if (errno != EEXIST) {
      fail(errno);
    }
  }
  if (const auto why = unfit(place_)) throw Problem(ExitStatus::storage, {field_, *why});
  if (::rename(beside_.c_str(), place_.c_str()) != 0) fail(errno);
  beside_.clear();
  const int folder = ::open(place_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return;  // the file is whole and has its name; only the moment of that reaching the disk is unknown
  (void)::fsync(folder);
  (void)::close(folder);
}

}  // namespace payonce
