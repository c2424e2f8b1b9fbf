#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace payonce {

struct InputLine {
  std::int64_t number = 0;  // from 1
  std::string text;         // without its end; of a line that is too long, its beginning
  bool too_long = false;
};

/// The lines of a file or of standard input, each as soon as it is there, and never more of one than `longest` bytes: what
/// is longer is read to its end and not kept. The last line may lack its end.
class LineReader {
 public:
  /// An empty path is standard input. A Problem (74) where the file cannot be opened.
  LineReader(const std::string& path, std::size_t longest);
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  ~LineReader();

  /// Nothing at the end. A Problem (74) where it cannot be read.
  [[nodiscard]] std::optional<InputLine> next();

 private:
  /// False at the end.
  bool fill();

  std::string name_;
  std::size_t longest_;
  int descriptor_;
  std::array<char, 16384> buffer_{};  // a quarter of the longest line: a few reads for that, one for many usual ones
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::int64_t number_ = 0;
};

}  // namespace payonce
