#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace payonce::embed {

/// An SQL file as it lies on the disk. Only "\n" ends a line: a compiler turns CR LF inside a raw string into LF, and the text
/// in the program would silently differ from the text in the file.
struct Source {
  std::filesystem::path path;
  std::string text;

  [[nodiscard]] std::string stem() const { return path.stem().string(); }
};

/// Why a file is not embedded, as "file:line: reason", the way a compiler says it.
class Refused : public std::runtime_error {
 public:
  Refused(const std::filesystem::path& file, std::size_t line, const std::string& reason);
};

/// Reads a file; refuses one that cannot be read, or that holds a CR or a NUL.
[[nodiscard]] Source read_source(const std::filesystem::path& path);

/// The same for a text that is already here.
[[nodiscard]] Source source_of(const std::filesystem::path& path, std::string text);

/// A line of a source with its number, from 1, and where it begins.
struct Line {
  std::size_t number;
  std::size_t begin;
  std::string_view text;
};
[[nodiscard]] std::vector<Line> lines_of(std::string_view text);

/// Without blanks at either end.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// 2 before 10, and 002 before 10: runs of digits are compared as numbers.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

}  // namespace payonce::embed
