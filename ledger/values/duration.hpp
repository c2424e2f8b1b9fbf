#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ledger/values/result.hpp"

namespace payonce {

/// A length of time in whole nanoseconds.
struct Duration {
  std::int64_t ns = 0;

  /// "250ms", "10s", "15m", "72h", "400d", and sums of them in falling units, as "1h30m". No sign, no fraction, no bare number.
  [[nodiscard]] static Result<Duration> parse(std::string_view field, std::string_view text);
  /// The shortest text that parse gives back.
  [[nodiscard]] std::string text() const;

  friend constexpr auto operator<=>(const Duration&, const Duration&) = default;
};

inline constexpr Duration milliseconds(std::int64_t n) { return {n * 1'000'000}; }
inline constexpr Duration seconds(std::int64_t n) { return {n * 1'000'000'000}; }
inline constexpr Duration minutes(std::int64_t n) { return seconds(n * 60); }
inline constexpr Duration hours(std::int64_t n) { return minutes(n * 60); }
inline constexpr Duration days(std::int64_t n) { return hours(n * 24); }

/// UTC nanoseconds since 1970 as "2026-01-31T09:05:07.123Z" (milliseconds; exact calendar arithmetic, any year 1-9999).
[[nodiscard]] std::string iso_time(std::int64_t utc_ns);
/// The UTC date "2026-01-31" of such a time.
[[nodiscard]] std::string iso_date(std::int64_t utc_ns);
/// "2026-01-31T09:05:07Z", "2026-01-31T09:05:07.123Z" or "2026-01-31".
[[nodiscard]] Result<std::int64_t> parse_time(std::string_view field, std::string_view text);

}  // namespace payonce
