#include "ledger/orders/coupon.hpp"

#include <algorithm>

#include "ledger/orders/stored.hpp"
#include "schema/queries/stock.hpp"

namespace payonce::orders {
namespace {

Coupon coupon_of_row(const Row& row) {
  Coupon coupon;
  coupon.id = row.integer(0);
  coupon.code = std::string(row.text(1));
  if (!row.is_null(3)) coupon.amount = stored_money(row.integer(3), row.text(2));
  coupon.percent = row.maybe_integer(4);
  coupon.limit = row.integer(5);
  coupon.used = row.integer(6);
  coupon.version = row.integer(7);
  return coupon;
}

}  // namespace

std::optional<Money> Coupon::off(const Money& whole) const {
  // A hundred times the cap of an amount fits 64 bits.
  if (percent) return Money(whole.minor() * *percent / 100, whole.currency());
  if (amount->currency() != whole.currency()) return std::nullopt;
  return Money(std::min(whole.minor(), amount->minor()), whole.currency());
}

std::optional<Coupon> find_coupon(View& view, std::string_view code) {
  std::optional<Coupon> found;
  (void)view.one(sql::stock::find_coupon{.code = code}, [&](const Row& row) { found = coupon_of_row(row); });
  return found;
}

std::vector<Coupon> list_coupons(View& view, std::string_view after, std::int64_t at_most) {
  std::vector<Coupon> found;
  view.each(sql::stock::list_coupons{.after = after, .at_most = at_most},
            [&](const Row& row) { found.push_back(coupon_of_row(row)); });
  return found;
}

bool add_coupon(Tx& tx, const CouponCode& code, const std::optional<Money>& amount,
                const std::optional<std::int64_t>& percent, std::int64_t limit, std::int64_t now_ns) {
  invariant(amount.has_value() != percent.has_value(), "a coupon is of an amount or of a percentage");
  if (find_coupon(tx, code.text())) return false;
  sql::stock::insert_coupon insert{.code = code.text(),
                                   .currency = std::nullopt,
                                   .amount = std::nullopt,
                                   .percent = percent,
                                   .usage_limit = limit,
                                   .now_ns = now_ns};
  if (amount) {
    insert.currency = amount->currency().code();
    insert.amount = amount->minor();
  }
  return tx.change(insert) == 1;
}

bool coupon_used_by(View& view, const Coupon& coupon, std::int64_t buyer_id) {
  return view.one(sql::stock::coupon_used_by{.coupon_id = coupon.id, .buyer_id = buyer_id}, [](const Row&) {});
}

std::optional<CouponUse> coupon_of(View& view, std::int64_t order_id) {
  std::optional<CouponUse> found;
  (void)view.one(sql::stock::coupon_of_order{.order_id = order_id}, [&](const Row& row) {
    found = CouponUse{std::string(row.text(0)), row.integer(1), row.text(2) == "given_back"};
  });
  return found;
}

}  // namespace payonce::orders
