#pragma once

#include <cstdint>
#include <string>

namespace payonce::laboratory {

/// A whole number of schedules. They are counted, not estimated: 4 actors of 8 steps have more than a billion, 6 more than fit into
/// 64 bits. One that would not fit into 128 is no number any more, and stays so.
class Count {
 public:
  Count() = default;
  explicit Count(std::uint64_t number) : value_(number) {}
  Count& operator+=(const Count& other);
  [[nodiscard]] bool known() const { return known_; }
  [[nodiscard]] bool zero() const { return known_ && value_ == 0; }
  /// Of how many this many are: a share for people.
  [[nodiscard]] double share_of(const Count& all) const;
  /// "63063000", or "more than 10^38".
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Count&, const Count&) = default;

 private:
  __extension__ using Wide = unsigned __int128;
  Wide value_ = 0;
  bool known_ = true;
};

}  // namespace payonce::laboratory
