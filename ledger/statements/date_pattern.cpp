#include "ledger/statements/map.hpp"

namespace payonce::statements {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }
bool placeholder(char c) { return std::string_view("yMdHms").find(c) != std::string_view::npos; }

/// How often the first letter stands at the beginning.
std::size_t run_of(std::string_view pattern) {
  const std::size_t end = pattern.find_first_not_of(pattern.front());
  return end == std::string_view::npos ? pattern.size() : end;
}

}  // namespace

std::optional<DatePattern> DatePattern::parse(std::string_view pattern) {
  std::string seen;
  for (std::string_view rest = pattern; !rest.empty();) {
    const std::size_t run = run_of(rest);
    if (placeholder(rest.front())) {
      const bool fits = rest.front() == 'y' ? run == 4 : run <= 2;
      if (!fits || seen.find(rest.front()) != std::string::npos) return std::nullopt;
      seen += rest.front();
    }
    rest.remove_prefix(run);
  }
  for (const char needed : {'y', 'M', 'd'}) {
    if (seen.find(needed) == std::string::npos) return std::nullopt;
  }
  return DatePattern(std::string(pattern));
}

std::optional<Moment> DatePattern::read(std::string_view text) const {
  int year = -1;
  int month = -1;
  int day = -1;
  int hour = -1;
  int minute = 0;
  int second = 0;
  for (std::string_view rest = pattern_; !rest.empty();) {
    const char letter = rest.front();
    if (text.empty() && year >= 0 && month >= 0 && day >= 0 && hour < 0) break;
    if (!placeholder(letter)) {
      if (!text.starts_with(letter)) return std::nullopt;
      text.remove_prefix(1);
      rest.remove_prefix(1);
      continue;
    }
    const std::size_t run = run_of(rest);
    const std::size_t most = run == 1 ? 2 : run;
    int number = 0;
    std::size_t taken = 0;
    for (; taken < most && taken < text.size() && digit(text[taken]); ++taken)
      number = number * 10 + (text[taken] - '0');
    if (taken < run) return std::nullopt;
    text.remove_prefix(taken);
    rest.remove_prefix(run);
    switch (letter) {
      case 'y': year = number; break;
      case 'M': month = number; break;
      case 'd': day = number; break;
      case 'H': hour = number; break;
      case 'm': minute = number; break;
      default: second = number; break;
    }
  }
  Moment moment{{year, month, day}};
  if (!text.empty() || !moment.day.exists() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
  if (hour >= 0) moment.second = (hour * 60 + minute) * 60 + second;
  return moment;
}

}  // namespace payonce::statements
