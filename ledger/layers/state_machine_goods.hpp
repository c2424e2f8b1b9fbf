#pragma once

#include "ledger/layer.hpp"
#include "ledger/orders/basket.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/ids.hpp"

/// The part of the third layer that minds goods: what an order takes is promised with the order, or the order is not made.
/// A reservation is one conditional statement, judged by its row count; what an order's later steps mean for its goods (paid
/// consumes, cancelled releases, expired expires) is held by the schema, so that no path can forget it.
/// Source: ledger.md 2.1 and 2.4; article A, "check then act".
namespace payonce::state_machine {

/// When the stock and the coupons are looked at. The laboratory's naive twin looks in one transaction and writes in another.
enum class Look { before, with_the_write };

/// Is there enough of everything, and may this buyer use this coupon? Reads only; answers where not. `picked` is what the order
/// will be made of.
Verdict pick(View& view, Passage& pay, const orders::Basket& basket, std::int64_t buyer_id, Look look,
             std::optional<orders::Picked>& picked);
/// Is the order that stands already made of just this basket?
[[nodiscard]] bool same_basket(View& view, const orders::Order& order, const orders::Basket& basket);
/// Lines, order, promises and the use of the coupon, all of them.
Verdict place(Tx& tx, Passage& pay, const OrderId& number, orders::Terms terms, const orders::Picked& picked);

/// Goods that were never reserved (the laboratory's stock=off) may be sold out when they are to leave: answers where they are.
Verdict goods_are_there(Tx& tx, Passage& pay);
/// Part of one line, under the reference of its parcel.
struct Parcel {
  std::int64_t line;
  std::int64_t quantity;
  const Reference& reference;
};
/// May it leave? Reads only. The last part is the order's own step: it drafts the revenue of an own sale.
Verdict permit_part(Tx& tx, Passage& pay, const Parcel& parcel);
/// It leaves. Passes where the order was shipped by it, and something may be to be booked.
Verdict ship_part(Tx& tx, Passage& pay, const Parcel& parcel);
/// Goods come back, once a reference, and no more than left: a new movement of the stock.
Verdict take_back(Tx& tx, Passage& pay, std::int64_t line, std::int64_t quantity, const Reference& reference);

}  // namespace payonce::state_machine
