#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ledger/values/money.hpp"
#include "ledger/values/result.hpp"

namespace payonce {

/// The whole in parts as the weights say, by largest remainder, ties by order: the parts sum to the whole exactly, and each
/// lies less than one minor unit from its exact share. A negative whole is split as its positive twin. Refused: no weights, a
/// negative one, or all of them zero.
[[nodiscard]] Result<std::vector<Money>> split(std::string_view field, const Money& whole,
                                               std::span<const std::int64_t> weights);

/// The parts of a refund (net, tax, …) of something that was sold as `parts`, when `before` of it has been given back and
/// `now` is given back next. Computed cumulatively (ledger.md 1.2): what is due on everything given back so far, less what
/// was given back already. So each step sums to `now` exactly, no part of it is negative, and a full refund in any number of
/// steps, of whatever sizes, gives every part back to exactly zero.
/// Refused: parts that are negative or of other currencies, and more than is left.
[[nodiscard]] Result<std::vector<Money>> split_refund(std::string_view field, std::span<const Money> parts,
                                                      const Money& before, const Money& now);

}  // namespace payonce
