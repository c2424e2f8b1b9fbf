#include "ledger/formats/names.hpp"

#include "ledger/values/utf8.hpp"
#include "ledger/values/wide.hpp"

namespace payonce::formats {
namespace {

using journal::AccountClass;

constexpr bool is_small(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter_or_digit(char c) { return is_small(c) || is_capital(c) || is_digit(c); }

void append_hex(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += digits[byte >> 4U];
  out += digits[byte & 15U];
}

void append_percent(std::string& out, char c) {
  out += '%';
  append_hex(out, c);
}

std::string_view plain_root(AccountClass kind) {
  switch (kind) {
    case AccountClass::asset: return "assets:";
    case AccountClass::liability: return "liabilities:";
    case AccountClass::equity: return "equity:";
    case AccountClass::income: return "income:";
    case AccountClass::expense: return "expenses:";
    case AccountClass::memo: return "memo:";
  }
  return "";
}

std::string_view beancount_root(AccountClass kind) {
  switch (kind) {
    case AccountClass::asset: return "Assets:";
    case AccountClass::liability: return "Liabilities:";
    case AccountClass::equity: return "Equity:";
    case AccountClass::income: return "Income:";
    case AccountClass::expense: return "Expenses:";
    case AccountClass::memo: return "Equity:Memo:";
  }
  return "";
}

void append_part(std::string& out, char c) {
  if (is_letter_or_digit(c)) {
    out += c;
  } else if (c == '.') {
    out += "--";
  } else if (c == '-') {
    out += "-H";
  } else if (c == '_') {
    out += "-U";
  } else {
    out += "-X";
    append_hex(out, c);
  }
}

}  // namespace

std::string plain_account(const AccountName& account) {
  std::string out(plain_root(account.kind));
  for (const char c : account.code) {
    if (is_letter_or_digit(c) || c == '_' || c == '-' || c == '.') {
      out += c;
    } else {
      append_percent(out, c);
    }
  }
  return out;
}

std::string beancount_account(const AccountName& account) {
  std::string out(beancount_root(account.kind));
  const std::string_view code = account.code;
  const char first = code.empty() ? '\0' : code.front();
  if (is_small(first)) {
    out += static_cast<char>(first - 'a' + 'A');
  } else if (is_capital(first) || is_digit(first)) {
    out += first;
  } else {
    out += 'X';
  }
  const bool put_before = !is_letter_or_digit(first);
  for (const char c : put_before ? code : code.substr(1)) append_part(out, c);
  if (is_capital(first)) out += "-C";
  if (put_before) out += "-N";
  return out;
}

std::string plain_text(std::string_view text) {
  constexpr std::string_view meaning = "%,;|[]()\"\\";
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const std::string_view part = text.substr(at, point.size);
    const bool control = point.value < 0x20 || point.value == 0x7F || (point.value >= 0x80 && point.value < 0xA0) ||
                         point.value == 0x2028 || point.value == 0x2029;
    const bool edge = part == " " && (at == 0 || at + 1 == text.size() || text[at + 1] == ' ');
    if (!point.valid || control || edge || meaning.find(part.front()) != std::string_view::npos) {
      for (const char c : part) append_percent(out, c);
    } else {
      out += part;
    }
    at += point.size;
  }
  return out;
}

std::string beancount_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace payonce::formats
