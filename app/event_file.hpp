#pragma once

#include <string>
#include <string_view>

namespace payonce {

/// A file that lines are added to. Opened, it loses what a crash has left of a line that was not finished: nobody was told of it.
/// A Problem (74) where it cannot be opened or written.
class EventFile {
 public:
  explicit EventFile(const std::string& path);
  EventFile(const EventFile&) = delete;
  EventFile& operator=(const EventFile&) = delete;
  ~EventFile();

  /// Whole lines. When it returns they are on disk.
  void add(std::string_view lines);

 private:
  std::string path_;
  int descriptor_;
};

}  // namespace payonce
