#include "ledger/values/money.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <optional>

namespace payonce {
namespace {

Fault fault(std::string_view field, std::string en, std::string zh) {
  return {std::string(field), {std::move(en), std::move(zh)}};
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

bool all_digits(std::string_view text) {
  for (const char c : text) {
    if (!is_digit(c)) return false;
  }
  return true;
}

/// Why a number is not one, in the words that help its writer most. Asked only once the number is known to be refused.
Fault not_a_number(std::string_view field, std::string_view number) {
  if (number.empty()) return fault(field, "no amount is given, write one as in 100.00", "没有写金额，例如 100.00");
  std::size_t points = 0;
  for (std::size_t at = 0; at < number.size(); ++at) {
    const char c = number[at];
    if (static_cast<unsigned char>(c) >= 0x80) {
      return fault(field,
                   "an amount is written with the ASCII digits 0-9 and a point, not with full-width or other signs",
                   "金额只能用半角数字 0-9 和小数点，不能用全角或其他字符");
    }
    if (c == '+') return fault(field, "a plus sign is not written", "金额前不写加号");
    if (c == ',' || c == '_' || c == '\'') {
      return fault(field, "grouping marks are not allowed, the only mark is the decimal point",
                   "不允许千位分隔符，只允许小数点");
    }
    if (c == 'e' || c == 'E')
      return fault(field, "exponents are not allowed, write all digits", "不允许科学计数法，请写出全部数字");
    if (c == ' ' || c == '\t') return fault(field, "there is a space inside the amount", "金额中间有空格");
    if (c == '-' && at != 0) return fault(field, "a minus sign stands in front or not at all", "负号只能写在最前面");
    if (c == '.') ++points;
    if (c != '-' && c != '.' && !is_digit(c)) {
      return fault(field, fmt::format("character {} of the amount is neither a digit nor a point", at + 1),
                   fmt::format("金额的第 {} 个字符既不是数字也不是小数点", at + 1));
    }
  }
  if (points > 1) return fault(field, "there is more than one decimal point", "小数点多于一个");
  return fault(field, "there must be a digit on both sides of a decimal point and behind a minus sign",
               "小数点两边和负号后面都必须有数字");
}

/// Digits as a number, as long as it does not pass the cap.
std::optional<std::int64_t> within_cap(std::int64_t value, std::string_view digits) {
  for (const char c : digits) {
    value = value * 10 + (c - '0');
    if (value > amount_cap_minor) return std::nullopt;
  }
  return value;
}

Fault mixed(std::string_view field, const Money& left, const Money& right) {
  return fault(field, fmt::format("{} and {} do not mix", left.currency().code(), right.currency().code()),
               fmt::format("{} 与 {} 不能相加减", left.currency().code(), right.currency().code()));
}

Fault overflow(std::string_view field) {
  return fault(field, "amount_overflow: the result does not fit in 64 bits", "amount_overflow：结果超出 64 位整数范围");
}

}  // namespace

Result<Money> Money::parse(std::string_view field, std::string_view number, Currency currency) {
  const bool negative = !number.empty() && number.front() == '-';
  const std::string_view size = number.substr(negative ? 1 : 0);
  const std::size_t point = size.find('.');
  const std::string_view whole = size.substr(0, point);
  const std::string_view part = point == std::string_view::npos ? std::string_view{} : size.substr(point + 1);
  const bool part_missing = point != std::string_view::npos && part.empty();
  if (whole.empty() || part_missing || !all_digits(whole) || !all_digits(part)) return not_a_number(field, number);

  const auto decimals = static_cast<std::size_t>(currency.exponent());
  if (part.size() > decimals) {
    return fault(
        field,
        fmt::format("has {} decimal{}, {} has {}", part.size(), part.size() == 1 ? "" : "s", currency.code(), decimals),
        fmt::format("有 {} 位小数，{} 只有 {} 位", part.size(), currency.code(), decimals));
  }
  constexpr std::string_view zeros = "0000";
  std::optional<std::int64_t> minor = within_cap(0, whole);
  if (minor) minor = within_cap(*minor, part);
  if (minor) minor = within_cap(*minor, zeros.substr(0, decimals - part.size()));
  if (!minor) {
    const std::string cap = Money(amount_cap_minor, currency).text();
    return fault(field, fmt::format("amount_overflow: is more than the largest amount, {}", cap),
                 fmt::format("amount_overflow：超过最大金额 {}", cap));
  }
  return Money(negative ? -*minor : *minor, currency);
}

Result<Money> Money::parse(std::string_view field, std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos) {
    if (text.empty()) return not_a_number(field, text);
    bool only_letters = true;
    for (const char c : text) only_letters = only_letters && is_letter(c);
    if (only_letters)
      return fault(field, "the amount is missing, write it as in CNY 100.00", "缺少金额，例如 CNY 100.00");
    return fault(field, "the currency is missing or not set apart by one space, write it as in CNY 100.00",
                 "缺少币种，或币种与金额之间没有一个空格，例如 CNY 100.00");
  }
  const std::string_view left = text.substr(0, space);
  const std::string_view right = text.substr(space + 1);
  const bool code_first = !left.empty() && is_letter(left.front());
  const std::string_view code = code_first ? left : right;
  const std::string_view number = code_first ? right : left;
  if (left.empty() || right.empty() || right.find(' ') != std::string_view::npos) {
    return fault(field, "exactly one space stands between currency and amount, as in CNY 100.00",
                 "币种与金额之间须有且只有一个空格，例如 CNY 100.00");
  }
  const Result<Currency> currency = Currency::parse(field, code);
  if (!currency) return currency.error();
  return parse(field, number, *currency);
}

std::string Money::decimal() const {
  // Written backwards into a buffer that holds the longest case: a minus, 19 digits and a point.
  std::array<char, 32> buffer{};
  std::size_t at = buffer.size();
  const bool negative = minor_ < 0;
  std::uint64_t rest = negative ? 0 - static_cast<std::uint64_t>(minor_) : static_cast<std::uint64_t>(minor_);
  const int decimals = currency_.exponent();
  for (int n = 0; n <= decimals || rest != 0; ++n) {
    if (n == decimals && decimals > 0) buffer[--at] = '.';
    buffer[--at] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  }
  if (negative) buffer[--at] = '-';
  return std::string(buffer.data() + at, buffer.size() - at);
}

std::string Money::text() const {
  std::string text(currency_.code());
  text += ' ';
  return text += decimal();
}

Result<Money> add(std::string_view field, const Money& left, const Money& right) {
  if (left.currency() != right.currency()) return mixed(field, left, right);
  std::int64_t sum = 0;
  if (__builtin_add_overflow(left.minor(), right.minor(), &sum)) return overflow(field);
  return Money(sum, left.currency());
}

Result<Money> subtract(std::string_view field, const Money& left, const Money& right) {
  if (left.currency() != right.currency()) return mixed(field, left, right);
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(left.minor(), right.minor(), &difference)) return overflow(field);
  return Money(difference, left.currency());
}

}  // namespace payonce
