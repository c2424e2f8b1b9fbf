#include "app/event_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "app/problem.hpp"

namespace payonce {
namespace {

[[noreturn]] void fail(const std::string& path) {
  const std::string why = std::strerror(errno);
  throw Problem(ExitStatus::storage, {"to", {path + " cannot be written: " + why, "无法写入 " + path + "：" + why}});
}

/// Where the last whole line ends.
off_t whole_lines(int descriptor, off_t size) {
  std::array<char, 4096> block{};
  while (size > 0) {
    const off_t begin = std::max<off_t>(0, size - static_cast<off_t>(block.size()));
    const ssize_t got = pread(descriptor, block.data(), static_cast<std::size_t>(size - begin), begin);
    if (got <= 0) return size;
    for (ssize_t at = got; at > 0; --at) {
      if (block[static_cast<std::size_t>(at - 1)] == '\n') return begin + at;
    }
    size = begin;
  }
  return 0;
}

}  // namespace

EventFile::EventFile(const std::string& path)
    : path_(path), descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) fail(path_);
  struct stat now {};
  // A pipe or a terminal has no size and nothing to mend.
  if (fstat(descriptor_, &now) != 0 || !S_ISREG(now.st_mode)) return;
  const off_t whole = whole_lines(descriptor_, now.st_size);
  if (whole < now.st_size && ftruncate(descriptor_, whole) != 0) fail(path_);
}

EventFile::~EventFile() {
  if (descriptor_ >= 0) (void)close(descriptor_);
}

void EventFile::add(std::string_view lines) {
  while (!lines.empty()) {
    const ssize_t written = write(descriptor_, lines.data(), lines.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path_);
    lines.remove_prefix(static_cast<std::size_t>(written));
  }
  // EINVAL: what has no disk below it, a pipe, has nothing to flush.
  if (fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail(path_);
}

}  // namespace payonce
