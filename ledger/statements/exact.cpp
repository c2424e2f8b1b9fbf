#include "ledger/statements/exact.hpp"

#include <algorithm>

namespace payonce::statements {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }

Fault no_amount(std::string_view field, std::string_view text) {
  const std::string shown(text.substr(0, 40));
  return {std::string(field), {"is no amount in the marks of this file: " + shown, "不是本文件写法下的金额：" + shown}};
}

/// The digits alone, without grouping marks; nothing where a group is not of three digits.
std::optional<std::string> ungrouped(std::string_view whole, char grouping) {
  std::string digits;
  std::size_t behind_mark = 0;
  bool marked = false;
  for (const char c : whole) {
    if (digit(c)) {
      digits += c;
      ++behind_mark;
    } else if (grouping != 0 && c == grouping && behind_mark != 0 && (marked ? behind_mark == 3 : behind_mark <= 3)) {
      marked = true;
      behind_mark = 0;
    } else {
      return std::nullopt;
    }
  }
  if (marked && behind_mark != 3) return std::nullopt;
  return digits;
}

/// The same amount at a finer scale, where it fits.
std::optional<std::int64_t> raised(std::int64_t units, int from, int to) {
  for (; from < to; ++from) {
    if (__builtin_mul_overflow(units, std::int64_t{10}, &units)) return std::nullopt;
  }
  return units;
}

}  // namespace

Result<Exact> Exact::parse(std::string_view field, std::string_view text, const Currency& currency, Marks marks) {
  const std::string_view all = text;
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t mark = std::min(text.find(marks.decimal), text.size());
  const auto whole = ungrouped(text.substr(0, mark), marks.grouping);
  std::string_view behind = text.substr(std::min(mark + 1, text.size()));
  if (!whole || !std::all_of(behind.begin(), behind.end(), digit) || (whole->empty() && behind.empty())) {
    return no_amount(field, all);
  }
  // A zero that says nothing is no finer scale.
  const auto least = static_cast<std::size_t>(currency.exponent());
  while (behind.size() > least && behind.back() == '0') behind.remove_suffix(1);
  const std::size_t first = std::min(whole->find_first_not_of('0'), whole->size());
  if (whole->size() - first > 15 || behind.size() > static_cast<std::size_t>(finest_scale))
    return no_amount(field, all);

  std::int64_t units = 0;
  for (const char c : whole->substr(first)) units = units * 10 + (c - '0');
  for (const char c : behind) {
    if (__builtin_mul_overflow(units, std::int64_t{10}, &units) ||
        __builtin_add_overflow(units, std::int64_t{c - '0'}, &units)) {
      return no_amount(field, all);
    }
  }
  const auto fine = raised(units, static_cast<int>(behind.size()), currency.exponent());
  if (!fine) return no_amount(field, all);
  return Exact(minus ? -*fine : *fine, std::max(static_cast<int>(behind.size()), currency.exponent()));
}

std::optional<std::int64_t> Exact::minor(const Currency& currency) const {
  std::int64_t units = units_;
  int scale = scale_;
  for (; scale > currency.exponent(); --scale) {
    if (units % 10 != 0) return std::nullopt;
    units /= 10;
  }
  return raised(units, scale, currency.exponent());
}

Exact Exact::negated() const { return {-units_, scale_}; }

std::string Exact::text() const {
  std::string digits = std::to_string(units_ < 0 ? -units_ : units_);
  const auto scale = static_cast<std::size_t>(scale_);
  if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
  if (scale != 0) digits.insert(digits.size() - scale, 1, '.');
  return units_ < 0 ? "-" + digits : digits;
}

std::optional<Exact> Exact::sum(const Exact& left, const Exact& right) {
  const int scale = std::max(left.scale_, right.scale_);
  const auto one = raised(left.units_, left.scale_, scale);
  const auto other = raised(right.units_, right.scale_, scale);
  std::int64_t total = 0;
  // The lowest number of all has no negative, so it is left out too.
  if (!one || !other || __builtin_add_overflow(*one, *other, &total) || total == INT64_MIN) return std::nullopt;
  return Exact(total, scale);
}

bool operator==(const Exact& left, const Exact& right) {
  const int scale = std::max(left.scale_, right.scale_);
  const auto one = raised(left.units_, left.scale_, scale);
  return one && one == raised(right.units_, right.scale_, scale);
}

}  // namespace payonce::statements
