#include "ledger/values/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>

namespace payonce {
namespace {

// A product of two 64-bit amounts needs 128 bits; gcc and clang have them on every machine we build for.
__extension__ using Wide = unsigned __int128;

Fault fault(std::string_view field, std::string en, std::string zh) {
  return {std::string(field), {std::move(en), std::move(zh)}};
}

std::uint64_t magnitude(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

/// part * done / whole, rounded half up; `whole` is not zero.
std::int64_t rounded_share(std::int64_t part, std::int64_t done, std::int64_t whole) {
  const Wide divisor = static_cast<Wide>(whole);
  return static_cast<std::int64_t>((static_cast<Wide>(part) * static_cast<Wide>(done) * 2 + divisor) / (divisor * 2));
}

/// What is due on each part once `done` of `whole` has been given back. The first part takes its rounded share, and
/// what is left of both is shared among the rest in the same way: so every part grows with `done` and never falls back.
std::vector<std::int64_t> due(std::span<const Money> parts, std::int64_t done, std::int64_t whole) {
  std::vector<std::int64_t> shares;
  shares.reserve(parts.size());
  for (const Money& part : parts) {
    const std::int64_t share = whole == 0 ? 0 : rounded_share(part.minor(), done, whole);
    shares.push_back(share);
    done -= share;
    whole -= part.minor();
  }
  return shares;
}

}  // namespace

Result<std::vector<Money>> split(std::string_view field, const Money& whole, std::span<const std::int64_t> weights) {
  if (weights.empty()) return fault(field, "there is nobody to split among", "没有可以分摊的对象");
  Wide sum = 0;
  for (const std::int64_t weight : weights) {
    if (weight < 0) return fault(field, "a share is negative", "分摊的份额不能是负数");
    sum += static_cast<Wide>(weight);
  }
  if (sum == 0) return fault(field, "all shares are zero", "分摊的份额全为零");

  // The product stays below 2^127; the sum of at most 2^60 weights, which is all that memory could hold, stays below it
  // too.
  const std::uint64_t total = magnitude(whole.minor());
  std::vector<std::uint64_t> parts;
  std::vector<Wide> remainders;
  std::uint64_t left = total;
  for (const std::int64_t weight : weights) {
    const Wide product = static_cast<Wide>(total) * static_cast<Wide>(weight);
    parts.push_back(static_cast<std::uint64_t>(product / sum));
    remainders.push_back(product % sum);
    left -= parts.back();
  }
  // Fewer units are left than there are parts with a remainder; a stable order gives ties to the earlier part.
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&remainders](std::size_t a, std::size_t b) { return remainders[a] > remainders[b]; });
  for (std::size_t n = 0; left > 0; ++n, --left) ++parts[order[n]];

  std::vector<Money> result;
  result.reserve(parts.size());
  for (const std::uint64_t part : parts) {
    // Unsigned negation and the conversion back are exact for the smallest 64-bit number as well.
    result.emplace_back(static_cast<std::int64_t>(whole.minor() < 0 ? 0 - part : part), whole.currency());
  }
  return result;
}

Result<std::vector<Money>> split_refund(std::string_view field, std::span<const Money> parts, const Money& before,
                                        const Money& now) {
  if (parts.empty()) return fault(field, "there is nothing to give back", "没有可以退还的部分");
  Money whole(0, now.currency());
  for (const Money& part : parts) {
    if (part.minor() < 0) return fault(field, "a part is negative", "有一部分是负数");
    const Result<Money> sum = add(field, whole, part);
    if (!sum) return sum.error();
    whole = *sum;
  }
  if (before.minor() < 0 || now.minor() < 0) return fault(field, "a refund is not negative", "退款不能是负数");
  const Result<Money> done = add(field, before, now);
  if (!done) return done.error();
  if (done->minor() > whole.minor()) {
    const Money rest(whole.minor() - std::min(before.minor(), whole.minor()), whole.currency());
    return fault(field, fmt::format("{} is more than the {} that is left", now.text(), rest.text()),
                 fmt::format("{} 超过剩余的 {}", now.text(), rest.text()));
  }
  const std::vector<std::int64_t> earlier = due(parts, before.minor(), whole.minor());
  const std::vector<std::int64_t> later = due(parts, done->minor(), whole.minor());
  std::vector<Money> result;
  result.reserve(parts.size());
  for (std::size_t n = 0; n < parts.size(); ++n) result.emplace_back(later[n] - earlier[n], whole.currency());
  return result;
}

}  // namespace payonce
