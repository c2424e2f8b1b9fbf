#include "scenarios/laboratory/count.hpp"

#include <algorithm>

namespace payonce::laboratory {

Count& Count::operator+=(const Count& other) {
  Wide sum = 0;
  const bool over = __builtin_add_overflow(value_, other.value_, &sum);
  known_ = known_ && other.known_ && !over;
  value_ = known_ ? sum : 0;
  return *this;
}

double Count::share_of(const Count& all) const {
  return all.value_ == 0 ? 0.0 : static_cast<double>(value_) / static_cast<double>(all.value_);
}

std::string Count::text() const {
  if (!known_) return "more than 10^38";
  std::string digits;
  Wide left = value_;
  do {
    digits += static_cast<char>('0' + static_cast<int>(left % 10));
    left /= 10;
  } while (left != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace payonce::laboratory
