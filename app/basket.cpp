#include "app/basket.hpp"

#include "app/context.hpp"

namespace payonce {

orders::Basket basket_from(const Arguments& given) {
  orders::Basket basket;
  for (const std::string& line : given.all("line")) basket.items.push_back(taken(orders::parse_item("line", line)));
  if (const auto coupon = given.maybe("coupon")) basket.coupon = taken(CouponCode::parse("coupon", *coupon));
  (void)taken(orders::total(basket));
  return basket;
}

}  // namespace payonce
