#include "ledger/values/json.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "ledger/values/invariant.hpp"
#include "ledger/values/utf8.hpp"

namespace payonce {
namespace {

/// Whether a byte may stand in a JSON string as it is, without a second look.
constexpr std::array<bool, 256> plain = [] {
  std::array<bool, 256> table{};
  for (std::size_t byte = 0x20; byte < 0x7F; ++byte) table[byte] = byte != '"' && byte != '\\';
  return table;
}();

/// Where the first byte at or behind `at` stands that needs a second look; the size of the text where there is none.
std::size_t plain_prefix(std::string_view text, std::size_t at) {
  while (at < text.size() && plain[static_cast<unsigned char>(text[at])]) ++at;
  return at;
}

void append_escaped(std::string& out, unsigned char byte) {
  switch (byte) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  constexpr std::string_view digits = "0123456789abcdef";
  out += "\\u00";
  out += digits[byte >> 4];
  out += digits[byte & 0x0F];
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  // Most texts need no escape: they are found plain and copied in one go.
  std::size_t at = plain_prefix(text, 0);
  if (at == text.size()) {
    const std::size_t before = out.size();
    out.resize(before + text.size() + 2, '"');
    std::copy(text.begin(), text.end(), out.begin() + static_cast<std::ptrdiff_t>(before) + 1);
    return;
  }
  out += '"';
  out.append(text.substr(0, at));
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x80) {
      const CodePoint point = code_point_at(text, at);
      out += point.valid ? text.substr(at, point.size) : replacement_utf8;
      at += point.size;
    } else {
      append_escaped(out, byte);
      ++at;
    }
    const std::size_t end = plain_prefix(text, at);
    out.append(text.data() + at, end - at);
    at = end;
  }
  out += '"';
}

void JsonWriter::before_value() {
  if (in_object()) {
    invariant(named_, "a value in a JSON object follows its name");
    named_ = false;
    return;
  }
  invariant(depth_ > 0 || !comma_, "a JSON text is one value");
  if (comma_) out_ += ',';
}

void JsonWriter::open(char bracket, bool is_object) {
  before_value();
  invariant(depth_ < deepest, "JSON is not nested more than 63 deep");
  objects_ = (objects_ << 1) | (is_object ? 1U : 0U);
  ++depth_;
  comma_ = false;
  out_ += bracket;
}

JsonWriter& JsonWriter::bare(std::string_view json) {
  before_value();
  out_ += json;
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::object() {
  open('{', true);
  return *this;
}

JsonWriter& JsonWriter::array() {
  open('[', false);
  return *this;
}

JsonWriter& JsonWriter::end() {
  invariant(depth_ > 0 && !named_, "a JSON object or array ends after its last value");
  out_ += in_object() ? '}' : ']';
  objects_ >>= 1;
  --depth_;
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::name(std::string_view name) {
  invariant(in_object() && !named_, "a JSON name stands in an object and before a value");
  if (comma_) out_ += ',';
  append_json_string(out_, name);
  out_ += ':';
  named_ = true;
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  before_value();
  append_json_string(out_, text);
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) { return bare(truth ? "true" : "false"); }

JsonWriter& JsonWriter::value(const Money& money) {
  return object()
      .member("minor", money.minor())
      .member("currency", money.currency().code())
      .member("exponent", money.currency().exponent())
      .end();
}

}  // namespace payonce
