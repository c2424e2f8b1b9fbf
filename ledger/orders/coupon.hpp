#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"
#include "ledger/values/ids.hpp"
#include "ledger/values/money.hpp"

namespace payonce::orders {

/// A code that makes an order cheaper: by an amount, or by so many percent. Its terms never change.
struct Coupon {
  std::int64_t id = 0;
  std::string code;
  std::optional<Money> amount = std::nullopt;          // one of the two
  std::optional<std::int64_t> percent = std::nullopt;  // 1…99
  std::int64_t limit = 0;                              // by so many orders
  std::int64_t used = 0;                               // of them; an order that ends unpaid gives its use back
  std::int64_t version = 1;

  /// What it takes off `whole`, at most the whole; a percentage is rounded down to the minor unit. None where it is of another
  /// currency.
  [[nodiscard]] std::optional<Money> off(const Money& whole) const;
};

/// The coupon an order was made with.
struct CouponUse {
  std::string code;
  std::int64_t discount_minor = 0;
  bool given_back = false;
};

[[nodiscard]] std::optional<Coupon> find_coupon(View& view, std::string_view code);
/// By code, behind the given one.
[[nodiscard]] std::vector<Coupon> list_coupons(View& view, std::string_view after, std::int64_t at_most);
/// False where the code is there already. Exactly one of amount and percent.
[[nodiscard]] bool add_coupon(Tx& tx, const CouponCode& code, const std::optional<Money>& amount,
                              const std::optional<std::int64_t>& percent, std::int64_t limit, std::int64_t now_ns);

[[nodiscard]] bool coupon_used_by(View& view, const Coupon& coupon, std::int64_t buyer_id);
[[nodiscard]] std::optional<CouponUse> coupon_of(View& view, std::int64_t order_id);

}  // namespace payonce::orders
