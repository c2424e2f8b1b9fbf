#include "ledger/values/duration.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cstddef>

namespace payonce {
namespace {

Fault fault(std::string_view field, std::string en, std::string zh) {
  return {std::string(field), {std::move(en), std::move(zh)}};
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Unit {
  std::string_view name;
  std::int64_t ns;
};
constexpr std::array<Unit, 7> units = {{{"d", days(1).ns},
                                        {"h", hours(1).ns},
                                        {"m", minutes(1).ns},
                                        {"s", seconds(1).ns},
                                        {"ms", milliseconds(1).ns},
                                        {"us", 1'000},
                                        {"ns", 1}}};

constexpr std::int64_t second_ns = seconds(1).ns;
constexpr std::int64_t day_ns = days(1).ns;

constexpr std::int64_t floor_of(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

void put(std::string& out, std::size_t at, std::size_t width, std::int64_t value) {
  for (std::size_t n = width; n > 0; --n) {
    out[at + n - 1] = static_cast<char>('0' + value % 10);
    value /= 10;
  }
}

/// The digits text[at, at + width) as a number, or -1.
std::int64_t number_at(std::string_view text, std::size_t at, std::size_t width) {
  std::int64_t value = 0;
  for (std::size_t n = at; n < at + width; ++n) {
    if (!is_digit(text[n])) return -1;
    value = value * 10 + (text[n] - '0');
  }
  return value;
}

}  // namespace

Result<Duration> Duration::parse(std::string_view field, std::string_view text) {
  if (text.empty()) return fault(field, "no duration is given, write one as in 10s", "没有写时长，例如 10s");
  std::int64_t total = 0;
  std::size_t next_unit = 0;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    bool fits = true;
    std::int64_t count = 0;
    for (; end < text.size() && is_digit(text[end]); ++end) {
      fits =
          fits && !__builtin_mul_overflow(count, 10, &count) && !__builtin_add_overflow(count, text[end] - '0', &count);
    }
    std::size_t unit_end = end;
    while (unit_end < text.size() && text[unit_end] >= 'a' && text[unit_end] <= 'z') ++unit_end;
    const std::string_view name = text.substr(end, unit_end - end);
    std::size_t unit = 0;
    while (unit < units.size() && units[unit].name != name) ++unit;
    if (end == at || unit == units.size()) {
      return fault(field,
                   "a duration is whole numbers with a unit behind each (d, h, m, s, ms, us, ns), as in 1h30m or 250ms",
                   "时长是带单位（d、h、m、s、ms、us、ns）的整数，例如 1h30m 或 250ms");
    }
    if (unit < next_unit) {
      return fault(field, "the units of a duration fall and none comes twice, as in 1h30m",
                   "时长的单位须从大到小，且不重复，例如 1h30m");
    }
    std::int64_t part = 0;
    if (!fits || __builtin_mul_overflow(count, units[unit].ns, &part) || __builtin_add_overflow(total, part, &total)) {
      return fault(field, "the duration is too long, 106751d are the most", "时长太长，最多 106751d");
    }
    next_unit = unit + 1;
    at = unit_end;
  }
  return Duration{total};
}

std::string Duration::text() const {
  if (ns == 0) return "0s";
  std::string out = ns < 0 ? "-" : "";
  std::uint64_t rest = ns < 0 ? 0 - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
  for (const Unit& unit : units) {
    const auto length = static_cast<std::uint64_t>(unit.ns);
    if (rest / length == 0) continue;
    out += std::to_string(rest / length);
    out += unit.name;
    rest %= length;
  }
  return out;
}

std::string Duration::told() const {
  if (ns < 0) return text();
  const auto rounded_up = [this](std::int64_t unit) { return ns / unit + (ns % unit == 0 ? 0 : 1); };
  if (ns < second_ns) {
    if (const std::int64_t ms = rounded_up(milliseconds(1).ns); ms < 1000) return std::to_string(ms) + " ms";
  }
  if (const std::int64_t tenths = rounded_up(milliseconds(100).ns); tenths < 600) {
    const std::string whole = std::to_string(tenths / 10);
    return tenths % 10 == 0 ? whole + " s" : fmt::format("{}.{} s", whole, tenths % 10);
  }
  const std::int64_t whole_seconds = ns / second_ns + (ns % second_ns == 0 ? 0 : 1);
  return whole_seconds > days(106'751).ns / second_ns ? text() : seconds(whole_seconds).text();
}

std::string iso_date(std::int64_t utc_ns) {
  const std::chrono::sys_days day{std::chrono::days(floor_of(utc_ns, day_ns))};
  const std::chrono::year_month_day date{day};
  std::string out = "0000-00-00";
  put(out, 0, 4, static_cast<int>(date.year()));
  put(out, 5, 2, static_cast<unsigned>(date.month()));
  put(out, 8, 2, static_cast<unsigned>(date.day()));
  return out;
}

std::string iso_time(std::int64_t utc_ns) {
  const std::int64_t within = utc_ns % day_ns + (utc_ns % day_ns < 0 ? day_ns : 0);
  std::string out = iso_date(utc_ns);
  out += "T00:00:00.000Z";
  put(out, 11, 2, within / hours(1).ns);
  put(out, 14, 2, within / minutes(1).ns % 60);
  put(out, 17, 2, within / second_ns % 60);
  put(out, 20, 3, within / milliseconds(1).ns % 1000);
  return out;
}

Result<std::int64_t> parse_time(std::string_view field, std::string_view text) {
  const bool date_only = text.size() == 10;
  const bool shaped =
      (date_only || ((text.size() == 20 || text.size() == 24) && text[10] == 'T' && text[13] == ':' &&
                     text[16] == ':' && text.back() == 'Z' && (text.size() == 20 || text[19] == '.'))) &&
      text[4] == '-' && text[7] == '-';
  if (!shaped) {
    return fault(field, "a time is UTC, written as 2026-01-31, 2026-01-31T09:05:07Z or 2026-01-31T09:05:07.123Z",
                 "时间用 UTC，写作 2026-01-31、2026-01-31T09:05:07Z 或 2026-01-31T09:05:07.123Z");
  }
  const std::int64_t year = number_at(text, 0, 4);
  const std::int64_t month = number_at(text, 5, 2);
  const std::int64_t day = number_at(text, 8, 2);
  const std::int64_t hour = date_only ? 0 : number_at(text, 11, 2);
  const std::int64_t minute = date_only ? 0 : number_at(text, 14, 2);
  const std::int64_t second = date_only ? 0 : number_at(text, 17, 2);
  const std::int64_t milli = text.size() == 24 ? number_at(text, 20, 3) : 0;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(static_cast<unsigned>(month < 0 ? 0 : month)),
                                         std::chrono::day(static_cast<unsigned>(day < 0 ? 0 : day))};
  if (year < 1 || !date.ok()) return fault(field, "there is no such day", "没有这一天");
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || milli < 0) {
    return fault(field, "there is no such time of day", "没有这个时刻");
  }
  // Milliseconds fit for every year of four digits, nanoseconds only from 1677 to 2262.
  const std::int64_t days_since = std::chrono::sys_days(date).time_since_epoch().count();
  const std::int64_t ms = (((days_since * 24 + hour) * 60 + minute) * 60 + second) * 1000 + milli;
  std::int64_t ns = 0;
  if (__builtin_mul_overflow(ms, milliseconds(1).ns, &ns)) {
    return fault(field, "times are kept in 64-bit nanoseconds, from 1677-09-22 to 2262-04-11",
                 "时间以 64 位纳秒保存，范围从 1677-09-22 到 2262-04-11");
  }
  return ns;
}

}  // namespace payonce
