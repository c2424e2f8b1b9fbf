#include "ledger/wire/decimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

namespace payonce {
namespace {

/// Takes the digits in front and gives them.
std::string_view digits_of(std::string_view& text) {
  const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

bool takes(std::string_view& text, std::string_view one_of) {
  if (text.empty() || one_of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

Fault no_number(std::string_view field) { return {std::string(field), {"is no number", "不是数字"}}; }

/// The digits with their point `point` places from the left, which may lie outside of them.
std::string written(bool negative, std::string digits, std::ptrdiff_t point) {
  const auto length = static_cast<std::ptrdiff_t>(digits.size());
  if (point <= 0) digits.insert(0, static_cast<std::size_t>(1 - point), '0');
  if (point > length) digits.append(static_cast<std::size_t>(point - length), '0');
  const std::size_t whole = point <= 0 ? 1 : static_cast<std::size_t>(point);
  std::string_view front = std::string_view(digits).substr(0, whole);
  std::string_view part = std::string_view(digits).substr(whole);
  while (front.size() > 1 && front.front() == '0') front.remove_prefix(1);
  while (!part.empty() && part.back() == '0') part.remove_suffix(1);
  if (front == "0" && part.empty()) return "0";
  return fmt::format("{}{}{}{}", negative ? "-" : "", front, part.empty() ? "" : ".", part);
}

}  // namespace

Fault Decimal::too_long(std::string_view field) {
  return {std::string(field),
          {fmt::format("has more than {} digits or an exponent beyond {}", most_digits, largest_exponent),
           fmt::format("数字超过 {} 位，或指数超过 {}", most_digits, largest_exponent)}};
}

Result<Decimal> Decimal::parse(std::string_view field, std::string_view text) {
  const bool negative = takes(text, "-");
  const std::string_view whole = digits_of(text);
  if (whole.empty() || (whole.size() > 1 && whole.front() == '0')) return no_number(field);
  std::string_view part;
  if (takes(text, ".")) {
    part = digits_of(text);
    if (part.empty()) return no_number(field);
  }
  std::ptrdiff_t exponent = 0;
  if (takes(text, "eE")) {
    const bool below = takes(text, "-");
    if (!below) (void)takes(text, "+");
    const std::string_view digits = digits_of(text);
    if (digits.empty()) return no_number(field);
    for (const char c : digits) {
      exponent = exponent * 10 + (c - '0');
      if (exponent > largest_exponent) return too_long(field);
    }
    if (below) exponent = -exponent;
  }
  if (!text.empty()) return no_number(field);
  if (whole.size() + part.size() > most_digits) return too_long(field);
  const auto point = static_cast<std::ptrdiff_t>(whole.size()) + exponent;
  return Decimal(written(negative, std::string(whole) + std::string(part), point));
}

std::optional<std::int64_t> Decimal::whole() const {
  std::int64_t number = 0;
  const char* const end = plain_.data() + plain_.size();
  const auto read = std::from_chars(plain_.data(), end, number);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return number;
}

}  // namespace payonce
