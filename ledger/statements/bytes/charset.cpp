#include "ledger/statements/bytes/charset.hpp"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <istream>
#include <sstream>

#include "ledger/values/invariant.hpp"
#include "ledger/values/utf8.hpp"

namespace payonce::statements {
namespace {

constexpr std::size_t block = 16384;  // bytes read at once
constexpr std::size_t longest_sequence = 4;

const char* iconv_name(Charset charset) {
  switch (charset) {
    case Charset::utf8: return "UTF-8";
    case Charset::utf16_little: return "UTF-16LE";
    case Charset::utf16_big: return "UTF-16BE";
    case Charset::gb18030: return "GB18030";
    case Charset::windows_1252: return "WINDOWS-1252";
  }
  return "UTF-8";
}

/// The beginning without its last character, which may be cut.
bool all_utf8(std::string_view beginning) {
  for (std::size_t cut = 0; cut < longest_sequence && cut <= beginning.size(); ++cut) {
    if (is_utf8(beginning.substr(0, beginning.size() - cut))) return true;
  }
  return false;
}

bool all_gb18030(std::string_view beginning) {
  std::string text = in_utf8(beginning, Charset::gb18030);
  if (text.ends_with(replacement_utf8)) text.resize(text.size() - replacement_utf8.size());
  return text.find(replacement_utf8) == std::string::npos;
}

}  // namespace

std::optional<Charset> charset_of(std::string_view beginning) {
  if (beginning.starts_with("\xFF\xFE")) return Charset::utf16_little;
  if (beginning.starts_with("\xFE\xFF")) return Charset::utf16_big;
  if (all_utf8(beginning)) return Charset::utf8;
  if (all_gb18030(beginning)) return Charset::gb18030;
  return std::nullopt;
}

std::optional<Charset> charset_named(std::string_view name) {
  if (name == "utf-8") return Charset::utf8;
  if (name == "gb18030") return Charset::gb18030;
  if (name == "windows-1252") return Charset::windows_1252;
  if (name == "utf-16le") return Charset::utf16_little;
  if (name == "utf-16be") return Charset::utf16_big;
  return std::nullopt;
}

std::string in_utf8(std::string_view text, Charset charset) {
  std::istringstream in{std::string(text)};
  Utf8Buffer buffer(*in.rdbuf(), charset);
  return {std::istreambuf_iterator<char>(&buffer), {}};
}

Utf8Buffer::Utf8Buffer(std::streambuf& from, Charset charset)
    : from_(from),
      descriptor_(iconv_open("UTF-8", iconv_name(charset))),
      unit_(charset == Charset::utf16_little || charset == Charset::utf16_big ? 2 : 1) {
  // glibc has these charsets built in or beside it; a system without them cannot read bills at all.
  invariant(reinterpret_cast<std::intptr_t>(descriptor_) != -1, "the C library converts the charsets of bills");
}

Utf8Buffer::~Utf8Buffer() { iconv_close(descriptor_); }

void Utf8Buffer::convert() {
  out_.resize(block * 3);
  char* in = in_.data();
  std::size_t in_left = in_.size();
  char* out = out_.data();
  std::size_t out_left = out_.size();
  const auto bad = [&](std::size_t skip) {
    if (!first_bad_line_) {
      const auto lines = std::count(out_.data(), out, '\n');
      first_bad_line_ = line_ + static_cast<std::uint64_t>(lines);
    }
    std::copy(replacement_utf8.begin(), replacement_utf8.end(), out);
    out += replacement_utf8.size();
    out_left -= replacement_utf8.size();
    in += skip;
    in_left -= skip;
  };
  while (in_left != 0 && out_left >= 2 * longest_sequence) {
    if (iconv(descriptor_, &in, &in_left, &out, &out_left) != static_cast<std::size_t>(-1)) break;
    if (errno == E2BIG) break;
    if (errno == EINVAL) {  // a sequence that is cut: by the block, or by the end of the file
      if (!end_) break;
      bad(in_left);
    } else if (out_left >= replacement_utf8.size()) {
      bad(std::min(unit_, in_left));
    }
  }
  out_.resize(static_cast<std::size_t>(out - out_.data()));
  in_.erase(0, in_.size() - in_left);
  line_ += static_cast<std::uint64_t>(std::count(out_.begin(), out_.end(), '\n'));
}

Utf8Buffer::int_type Utf8Buffer::underflow() {
  out_.clear();
  while (out_.empty()) {
    if (!end_ && in_.size() < block) {
      std::array<char, block> bytes{};
      const std::streamsize got = from_.sgetn(bytes.data(), static_cast<std::streamsize>(bytes.size()));
      if (got <= 0) end_ = true;
      in_.append(bytes.data(), static_cast<std::size_t>(std::max<std::streamsize>(got, 0)));
    }
    if (end_ && in_.empty()) return traits_type::eof();
    convert();
  }
  setg(out_.data(), out_.data(), out_.data() + out_.size());
  return traits_type::to_int_type(out_.front());
}

}  // namespace payonce::statements
