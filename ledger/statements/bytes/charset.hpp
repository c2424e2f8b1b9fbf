#pragma once

#include <cstdint>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>

namespace payonce::statements {

/// How a file's text is written. Bills come in UTF-8 or GB18030 (which holds all of GBK and GB2312); a spreadsheet that saves
/// "Unicode text" writes UTF-16 with a byte order mark.
enum class Charset { utf8, utf16_little, utf16_big, gb18030, windows_1252 };

/// Judged by the beginning of a file, whose last character may be cut. A byte order mark decides; text that is UTF-8 is UTF-8;
/// other text is GB18030 where all of it can be. Nothing where it is none of these.
[[nodiscard]] std::optional<Charset> charset_of(std::string_view beginning);
/// The name a map may say: "utf-8", "gb18030", "windows-1252", "utf-16le", "utf-16be".
[[nodiscard]] std::optional<Charset> charset_named(std::string_view name);

/// Text as UTF-8; bytes that cannot be of the charset become U+FFFD. For values and beginnings, not for whole files.
[[nodiscard]] std::string in_utf8(std::string_view text, Charset charset);

/// A file's text as UTF-8, converted while it is read, by the C library's iconv. `from` must outlive it; memory is a few KiB.
class Utf8Buffer : public std::streambuf {
 public:
  Utf8Buffer(std::streambuf& from, Charset charset);
  ~Utf8Buffer() override;
  Utf8Buffer(const Utf8Buffer&) = delete;
  Utf8Buffer& operator=(const Utf8Buffer&) = delete;

  /// The line of the first bytes that could not be converted and were given as U+FFFD; nothing where all could.
  [[nodiscard]] std::optional<std::uint64_t> first_bad_line() const { return first_bad_line_; }

 protected:
  int_type underflow() override;

 private:
  void convert();

  std::streambuf& from_;
  void* descriptor_;
  std::size_t unit_;  // bytes of its smallest character
  std::string in_;    // bytes that were read and not converted yet
  std::string out_;   // what is given out
  bool end_ = false;
  std::uint64_t line_ = 1;
  std::optional<std::uint64_t> first_bad_line_{};
};

}  // namespace payonce::statements
