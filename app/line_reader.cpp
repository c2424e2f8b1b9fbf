#include "app/line_reader.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "app/problem.hpp"

namespace payonce {

LineReader::LineReader(const std::string& path, std::size_t longest)
    : name_(path.empty() ? "standard input" : path),
      longest_(longest),
      descriptor_(path.empty() ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) throw Problem(ExitStatus::storage, {name_, {"cannot be opened", "无法打开"}});
}

LineReader::~LineReader() {
  if (descriptor_ != STDIN_FILENO) (void)close(descriptor_);
}

bool LineReader::fill() {
  ssize_t got = 0;
  do {
    got = read(descriptor_, buffer_.data(), buffer_.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw Problem(ExitStatus::storage, {name_, {"cannot be read", "无法读取"}});
  begin_ = 0;
  end_ = static_cast<std::size_t>(got);
  return got > 0;
}

std::optional<InputLine> LineReader::next() {
  InputLine line{.number = number_ + 1, .text = {}};
  bool any = false;
  for (;;) {
    if (begin_ == end_ && !fill()) break;
    any = true;
    const char* const from = buffer_.data() + begin_;
    const char* const to = std::find(from, static_cast<const char*>(buffer_.data()) + end_, '\n');
    const auto length = static_cast<std::size_t>(to - from);
    const std::size_t room = longest_ - line.text.size();
    line.text.append(from, std::min(length, room));
    line.too_long = line.too_long || length > room;
    begin_ += length;
    if (begin_ == end_) continue;
    ++begin_;
    break;
  }
  if (!any) return std::nullopt;
  ++number_;
  return line;
}

}  // namespace payonce
