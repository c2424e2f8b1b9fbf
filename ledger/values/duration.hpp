#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ledger/values/result.hpp"

namespace payonce {

/// A length of time in whole nanoseconds.
struct Duration {
  std::int64_t ns = 0;

  /// "250ms", "10s", "15m", "72h", "400d" (also us and ns), and sums of them in falling units, as "1h30m".
  /// No sign, no fraction, no bare number.
  [[nodiscard]] static Result<Duration> parse(std::string_view field, std::string_view text);
  /// The same length in falling units, none of them zero: parse gives it back ("1h30m" for 90 minutes, "3d" for 72 hours).
  /// A negative length, which parse never gives, has a minus in front.
  [[nodiscard]] std::string text() const;
  /// For people, short, and never shorter than it is: "250 ms", "4.9 s", "30 s", "1h30m". A wait that is told is long enough.
  [[nodiscard]] std::string told() const;

  friend constexpr auto operator<=>(const Duration&, const Duration&) = default;
};

inline constexpr Duration milliseconds(std::int64_t n) { return {n * 1'000'000}; }
inline constexpr Duration seconds(std::int64_t n) { return {n * 1'000'000'000}; }
inline constexpr Duration minutes(std::int64_t n) { return seconds(n * 60); }
inline constexpr Duration hours(std::int64_t n) { return minutes(n * 60); }
inline constexpr Duration days(std::int64_t n) { return hours(n * 24); }

/// UTC nanoseconds since 1970 as "2026-01-31T09:05:07.123Z" (milliseconds, rounded towards the past; exact calendar
/// arithmetic over all that 64-bit nanoseconds reach, 1677 to 2262).
[[nodiscard]] std::string iso_time(std::int64_t utc_ns);
/// The UTC date "2026-01-31" of such a time.
[[nodiscard]] std::string iso_date(std::int64_t utc_ns);
/// "2026-01-31T09:05:07Z", "2026-01-31T09:05:07.123Z" or "2026-01-31". A day that does not exist, a leap second and a time
/// outside 1677-2262 are refused.
[[nodiscard]] Result<std::int64_t> parse_time(std::string_view field, std::string_view text);

}  // namespace payonce
