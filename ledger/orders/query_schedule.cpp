#include "ledger/orders/query_schedule.hpp"

#include <array>

namespace payonce::orders {
namespace {

// A buyer still stands at the till for the first three; what is not known behind a week needs a person.
constexpr std::array schedule = {seconds(5), seconds(15), minutes(1), minutes(5), minutes(30), hours(2), hours(12),
                                 days(1),    days(1),     days(1),    days(1),    days(1),     days(1)};

}  // namespace

std::optional<Duration> next_query_in(std::int64_t questions) {
  if (questions < 0 || static_cast<std::size_t>(questions) >= schedule.size()) return std::nullopt;
  return schedule[static_cast<std::size_t>(questions)];
}

}  // namespace payonce::orders
