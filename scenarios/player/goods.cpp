#include "scenarios/player/goods.hpp"

#include "scenarios/player/arguments.hpp"
#include "scenarios/player/malformed.hpp"

namespace payonce::player {
namespace {

Reference reference_of(const script::Step& step) {
  const std::string* const given = step.argument("ref");
  if (given == nullptr) throw Malformed{{"ref", {"is missing", "缺失"}}};
  return taken(Reference::parse("ref", *given));
}

}  // namespace

Result<orders::Basket> basket_of(std::string_view lines, std::string_view coupon, const Currency& currency) {
  orders::Basket basket;
  while (true) {
    const std::size_t comma = lines.find(',');
    auto item = orders::parse_item("lines", lines.substr(0, comma), currency);
    if (!item) return item.error();
    basket.items.push_back(*std::move(item));
    if (comma == std::string_view::npos) break;
    lines.remove_prefix(comma + 1);
  }
  if (!coupon.empty()) {
    auto code = CouponCode::parse("coupon", coupon);
    if (!code) return code.error();
    basket.coupon = *std::move(code);
  }
  if (const auto whole = orders::total(basket); !whole) return whole.error();
  return basket;
}

Reply create(Hands& hands, const script::Step& step, const Currency& currency) {
  refuse_unbuilt(step, {"status", "key", "tenant"});
  const auto given = [&](std::string_view name) -> const std::string& {
    const std::string* text = step.argument(name);
    if (text == nullptr) throw Malformed{{std::string(name), {"is missing", "缺失"}}};
    return *text;
  };
  std::optional<Money> tax;
  if (const std::string* text = step.argument("tax")) tax = money("tax", *text, currency);
  std::optional<Duration> expires;
  if (const std::string* text = step.argument("expires")) expires = taken(Duration::parse("expires", *text));
  if (const std::string* lines = step.argument("lines")) {
    refuse_unbuilt(step, {"amount"});
    const std::string* const coupon = step.argument("coupon");
    return hands.engine().create_order(
        taken(OrderId::parse("order", step.words[0])), taken(AccountId::parse("buyer", given("buyer"))),
        taken(AccountId::parse("payee", given("payee"))),
        taken(basket_of(*lines, coupon != nullptr ? *coupon : "", currency)), expires, tax);
  }
  refuse_unbuilt(step, {"coupon"});
  return hands.engine().create_order(
      taken(OrderId::parse("order", step.words[0])), taken(AccountId::parse("buyer", given("buyer"))),
      taken(AccountId::parse("payee", given("payee"))), money("amount", given("amount"), currency), expires, tax);
}

Reply ship(Hands& hands, const script::Step& step, const Currency& currency) {
  refuse_unbuilt(step, {"key", "tenant"});
  const OrderId order = taken(OrderId::parse("order", step.words[0]));
  std::optional<Money> cost;
  if (const std::string* text = step.argument("cost")) cost = money("cost", *text, currency);
  if (step.argument("line") == nullptr) {
    refuse_unbuilt(step, {"quantity", "ref"});
    return hands.engine().ship_order(order, version_of(step), cost);
  }
  refuse_unbuilt(step, {"if-version"});
  return hands.engine().ship_part(order, number_given(step, "line"), number_given(step, "quantity"), reference_of(step),
                                  cost);
}

Reply take_back(Hands& hands, const script::Step& step) {
  return hands.engine().return_goods(taken(OrderId::parse("order", step.words[0])), number_given(step, "line"),
                                     number_given(step, "quantity"), reference_of(step));
}

Reply move_stock(Hands& hands, const script::Step& step) {
  const Sku sku = taken(Sku::parse("sku", step.words[1]));
  if (step.words.size() != (step.words[0] == "receive" ? 3U : 2U)) {
    throw Malformed{{"quantity", {"is given where goods are received, and there alone", "只在 receive 时给出"}}};
  }
  if (step.words[0] == "receive") {
    refuse_unbuilt(step, {"by", "to", "if-version"});
    const std::int64_t quantity = number("quantity", step.words[2]);
    if (quantity < 1) throw Malformed{{"quantity", {"takes a whole number from 1", "须为不小于 1 的整数"}}};
    return hands.engine().receive_stock(sku, quantity, reference_of(step));
  }
  const std::string* const to = step.argument("to");
  const std::string* const by = step.argument("by");
  if ((to == nullptr) == (by == nullptr))
    throw Malformed{{"to", {"one of to= and by= is needed", "to= 与 by= 须二选一"}}};
  StockAdjustment asked{.absolute = to != nullptr, .quantity = number("to", to != nullptr ? *to : *by)};
  if (const std::string* version = step.argument("if-version")) asked.if_version = number("if-version", *version);
  return hands.engine().adjust_stock(sku, asked, reference_of(step));
}

}  // namespace payonce::player
