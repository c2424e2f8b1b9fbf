#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "ledger/store/turns.hpp"

namespace payonce::laboratory {

/// Numbers that follow from a seed, the same on every machine.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(folded(0x70617930u, seed)) {}

  /// 0 … limit - 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t limit) {
    state_ = folded(state_, std::uint64_t{1});
    return (state_ >> 11) % limit;
  }
  [[nodiscard]] bool one_in(std::uint64_t many) { return below(many) == 0; }
  [[nodiscard]] std::string_view of(std::initializer_list<std::string_view> words) {
    return *(words.begin() + below(words.size()));
  }

 private:
  std::uint64_t state_;
};

}  // namespace payonce::laboratory
