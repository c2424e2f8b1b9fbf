#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"
#include "ledger/values/ids.hpp"

namespace payonce::orders {

/// The most of one thing that a single line may be of, and that a single movement may move (schema 0003).
inline constexpr std::int64_t most_in_a_line = 1'000'000;
inline constexpr std::int64_t most_in_a_movement = 1'000'000'000;
/// The most that may be on hand: the sum of a thousand of the largest movements.
inline constexpr std::int64_t most_on_hand = 1'000'000'000'000;

/// One thing that is sold, in whole units.
struct Stock {
  std::int64_t id = 0;
  std::string sku;
  std::int64_t on_hand = 0;   // there, and not sold: what is paid has left
  std::int64_t reserved = 0;  // of these, promised to orders that are not paid yet
  std::int64_t version = 1;
  /// What may still be promised.
  [[nodiscard]] std::int64_t available() const { return on_hand - reserved; }
};

/// One change of what is on hand. Never changed, and found again by its business key for ever.
struct Movement {
  std::string kind;  // receive, adjust, sale, ship, return
  std::string business_key;
  std::int64_t quantity = 0;
  std::int64_t on_hand_after = 0;
  std::string asked;  // the wish in words: "+5", "to 40"
  std::int64_t at_ns = 0;
};

[[nodiscard]] std::optional<Stock> find_stock(View& view, std::string_view sku);
/// By name, behind the given one.
[[nodiscard]] std::vector<Stock> list_stock(View& view, std::string_view after, std::int64_t at_most);
/// False where the SKU is there already.
[[nodiscard]] bool add_stock(Tx& tx, const Sku& sku, std::int64_t now_ns);

[[nodiscard]] std::optional<Movement> find_movement(View& view, std::string_view business_key);
/// Newest first.
[[nodiscard]] std::vector<Movement> movements_of(View& view, const Stock& stock, std::int64_t at_most);
/// Receives or adjusts. The caller has seen, in this transaction, that the business key is new and that the rest stays within
/// what is promised.
void move_stock(Tx& tx, const Stock& stock, const Movement& movement, std::int64_t now_ns);

}  // namespace payonce::orders
