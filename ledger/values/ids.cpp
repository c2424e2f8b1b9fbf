#include "ledger/values/ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>

namespace payonce {
namespace {

Fault fault(std::string_view field, std::string en, std::string zh) {
  return {std::string(field), {std::move(en), std::move(zh)}};
}

constexpr bool is_name_byte(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}
constexpr bool is_reference_byte(char c) { return is_name_byte(c) || c == '.' || c == ':' || c == '/'; }
constexpr bool is_printable(char c) { return c >= 0x20 && c <= 0x7E; }

/// The fault in a name of 1..max bytes, each of which `allowed` takes. The offending byte is named by its place and
/// never repeated, so that no terminal is handed what it should not be shown.
template <class Allowed>
std::optional<Fault> fault_in_name(std::string_view field, std::string_view text, std::size_t max, Allowed allowed,
                                   std::string_view alphabet) {
  if (text.empty()) return fault(field, "is empty", "是空的");
  if (text.size() > max) {
    return fault(field, fmt::format("has {} characters, {} are the most", text.size(), max),
                 fmt::format("有 {} 个字符，最多 {} 个", text.size(), max));
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!allowed(text[at])) {
      return fault(field, fmt::format("byte {} is not one of {}", at + 1, alphabet),
                   fmt::format("第 {} 个字节不属于 {}", at + 1, alphabet));
    }
  }
  return std::nullopt;
}

constexpr std::size_t longest_key = 255;  // idempotency.md R2

Fault fault_of_byte(std::string_view field, std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte >= 0x80) {
    return fault(field, fmt::format("byte {} is not ASCII, a key is printable ASCII", at + 1),
                 fmt::format("第 {} 个字节不是 ASCII，幂等键只能用可打印的 ASCII 字符", at + 1));
  }
  return fault(field, fmt::format("byte {} is a space or a control character", at + 1),
               fmt::format("第 {} 个字节是空格或控制字符", at + 1));
}

/// A Structured-Field String, opening quote included, as the key it stands for.
Result<std::string> unquoted(std::string_view field, std::string_view text) {
  std::string key;
  for (std::size_t at = 1; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      if (at + 1 == text.size()) return key;
      return fault(field, "something stands behind the closing quote", "右引号后面还有内容");
    }
    if (c == '\\') {
      ++at;
      if (at == text.size() || (text[at] != '"' && text[at] != '\\')) {
        return fault(field, "a backslash in quotes stands only before a quote or a backslash",
                     "引号内的反斜杠后面只能是引号或反斜杠");
      }
    } else if (!is_printable(c)) {
      return fault_of_byte(field, text, at);
    }
    key += text[at];
  }
  return fault(field, "the closing quote is missing", "缺少右引号");
}

std::optional<Fault> fault_in_bare(std::string_view field, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == ' ' || !is_printable(c)) return fault_of_byte(field, text, at);
    if (c == ',' || c == '"' || c == ';') {
      return fault(field, "a key outside quotes holds no comma, double quote or semicolon",
                   "不带引号的幂等键不能含有逗号、双引号或分号");
    }
  }
  return std::nullopt;
}

}  // namespace

template <class Kind>
Result<Id<Kind>> Id<Kind>::parse(std::string_view field, std::string_view text) {
  if (auto wrong = fault_in_name(field, text, 64, is_name_byte, "A-Z a-z 0-9 _ -")) return *std::move(wrong);
  return Id(std::string(text));
}

template class Id<OrderKind>;
template class Id<AccountKind>;
template class Id<ChannelKind>;
template class Id<SkuKind>;
template class Id<CouponKind>;
template class Id<TenantKind>;
template class Id<LeaseKind>;
template class Id<LeaseOwnerKind>;

Result<Reference> Reference::parse(std::string_view field, std::string_view text) {
  if (auto wrong = fault_in_name(field, text, 128, is_reference_byte, "A-Z a-z 0-9 _ - . : /"))
    return *std::move(wrong);
  return Reference(std::string(text));
}

Result<TokenText> TokenText::parse(std::string_view field, std::string_view text) {
  constexpr std::string_view mark = "tok_";
  constexpr std::size_t digits = 32;
  const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const bool good = text.size() == mark.size() + digits && text.substr(0, mark.size()) == mark &&
                    std::all_of(text.begin() + mark.size(), text.end(), hex);
  // What was given is not repeated: it may be a token with one letter wrong.
  if (!good) return fault(field, "is no token: tok_ and 32 of 0-9 a-f", "不是令牌：应为 tok_ 加 32 个 0-9 a-f");
  return TokenText(std::string(text));
}

Result<IdempotencyKey> IdempotencyKey::parse(std::string_view field, std::string_view text, std::size_t min_bytes) {
  std::string key;
  if (!text.empty() && text.front() == '"') {
    Result<std::string> inner = unquoted(field, text);
    if (!inner) return inner.error();
    key = *std::move(inner);
  } else {
    if (auto wrong = fault_in_bare(field, text)) return *std::move(wrong);
    key = text;
  }
  if (key.empty()) return fault(field, "the key is empty", "幂等键是空的");
  if (key.find_first_not_of(' ') == std::string::npos) return fault(field, "the key is spaces alone", "幂等键全是空格");
  if (key.size() < min_bytes || key.size() > longest_key) {
    return fault(field,
                 fmt::format("the key has {} {}, {} to {} are allowed", key.size(), key.size() == 1 ? "byte" : "bytes",
                             min_bytes, longest_key),
                 fmt::format("幂等键有 {} 个字节，允许 {} 到 {} 个", key.size(), min_bytes, longest_key));
  }
  return IdempotencyKey(std::move(key));
}

}  // namespace payonce
