#include "ledger/orders/query_schedule.hpp"

#include <array>

namespace payonce::orders {
namespace {

// A buyer still stands at the till for the first three; what is not known behind a week needs a person.
constexpr std::array schedule = {seconds(5), seconds(15), minutes(1), minutes(5), minutes(30), hours(2), hours(12),
                                 days(1),    days(1),     days(1),    days(1),    days(1),     days(1)};

/// Up to a tenth of the wait.
std::uint64_t jitter_of(Duration wait) { return static_cast<std::uint64_t>(wait.ns / 10); }

/// FNV-1a, for spreading alone.
std::uint64_t seed_of(std::string_view reference, std::int64_t questions) {
  std::uint64_t seed = 14695981039346656037ULL ^ static_cast<std::uint64_t>(questions);
  for (const char c : reference) seed = (seed ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return seed;
}

}  // namespace

std::optional<Duration> next_query_in(std::int64_t questions, std::string_view reference) {
  if (questions < 0 || static_cast<std::size_t>(questions) >= schedule.size()) return std::nullopt;
  const Duration wait = schedule[static_cast<std::size_t>(questions)];
  return Duration{wait.ns + static_cast<std::int64_t>(seed_of(reference, questions) % jitter_of(wait))};
}

}  // namespace payonce::orders
