#include "app/print/json_members.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace payonce {
namespace {

void append_utf8(std::string& out, std::uint32_t point) {
  const auto byte = [&out](std::uint32_t value) { out += static_cast<char>(static_cast<unsigned char>(value)); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xC0 | point >> 6);
    byte(0x80 | (point & 0x3F));
  } else {
    byte(0xE0 | point >> 12);
    byte(0x80 | (point >> 6 & 0x3F));
    byte(0x80 | (point & 0x3F));
  }
}

/// JsonWriter escapes control bytes alone, so a \u pair above the first plane never stands in what is read here.
class Reader {
 public:
  explicit Reader(std::string_view json) : json_(json) {}

  [[nodiscard]] bool whole(JsonMembers& into) { return value("", into) && at_ == json_.size(); }

 private:
  static constexpr int deepest = 63;  // as JsonWriter

  [[nodiscard]] bool next(char c) {
    if (at_ >= json_.size() || json_[at_] != c) return false;
    ++at_;
    return true;
  }

  [[nodiscard]] bool value(const std::string& path, JsonMembers& into) {
    if (at_ >= json_.size()) return false;
    switch (json_[at_]) {
      case '{': return list('}', path, into);
      case '[': return list(']', path, into);
      case '"': return text(into[path]);
      default: return bare(path, into);
    }
  }

  [[nodiscard]] bool list(char end, const std::string& path, JsonMembers& into) {
    if (++depth_ > deepest) return false;
    ++at_;
    for (int n = 0; !next(end); ++n) {
      if (n > 0 && !next(',')) return false;
      std::string name = std::to_string(n);
      if (end == '}' && (name.clear(), !text(name) || !next(':'))) return false;
      if (!value(path.empty() ? name : path + "." + name, into)) return false;
    }
    --depth_;
    return true;
  }

  [[nodiscard]] bool bare(const std::string& path, JsonMembers& into) {
    const std::size_t end = std::min(json_.find_first_of(",}]", at_), json_.size());
    const std::string_view word = json_.substr(at_, end - at_);
    at_ = end;
    if (word == "null") return true;
    std::int64_t number = 0;
    const bool whole = std::from_chars(word.data(), word.data() + word.size(), number).ptr == word.data() + word.size();
    if (word != "true" && word != "false" && (word.empty() || !whole)) return false;
    into[path] = word;
    return true;
  }

  [[nodiscard]] bool text(std::string& out) {
    if (!next('"')) return false;
    while (at_ < json_.size() && json_[at_] != '"') {
      if (json_[at_] != '\\') {
        out += json_[at_++];
      } else if (!escaped(out)) {
        return false;
      }
    }
    return next('"');
  }

  [[nodiscard]] bool escaped(std::string& out) {
    if (at_ + 1 >= json_.size()) return false;
    const char c = json_[at_ + 1];
    at_ += 2;
    switch (c) {
      case 'b': out += '\b'; return true;
      case 'f': out += '\f'; return true;
      case 'n': out += '\n'; return true;
      case 'r': out += '\r'; return true;
      case 't': out += '\t'; return true;
      case 'u': break;
      default: out += c; return c == '"' || c == '\\' || c == '/';
    }
    std::uint32_t point = 0;
    const std::string_view digits = json_.substr(at_, 4);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), point, 16);
    if (digits.size() != 4 || read.ptr != digits.data() + 4) return false;
    at_ += 4;
    append_utf8(out, point);
    return true;
  }

  std::string_view json_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

JsonMembers json_members(std::string_view json) {
  JsonMembers members;
  if (json.empty() || json.front() != '{' || !Reader(json).whole(members)) members.clear();
  return members;
}

}  // namespace payonce
