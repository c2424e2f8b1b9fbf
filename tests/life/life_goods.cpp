#include "tests/life/course.hpp"
#include "tests/support/shop.hpp"

// Orders with what they are made of, goods, and messages about orders.
namespace payonce::life {
namespace {

const Reply* at(const std::optional<Reply>& reply) { return reply ? &*reply : nullptr; }

}  // namespace

Wrong Course::order(const Event& event) {
  const OrderId number = OrderId::parse("order", "o" + std::to_string(event.order)).value();
  const AccountId buyer = AccountId::parse("buyer", event.who).value();
  const AccountId payee = AccountId::parse("payee", "shop").value();
  Model::Terms_of_order terms{.buyer = event.who, .due = event.amount, .basket = basket_of(event)};
  if (event.time.ns > 0) terms.expires = event.time;
  const std::int64_t begun_ns = place_.world.wall_ns();
  if (!terms.basket.items.empty()) terms.due = orders::total(terms.basket)->minor();
  const auto reply = told(event, [&](Engine& engine) {
    if (terms.basket.items.empty())
      return engine.create_order(number, buyer, payee, test::cny(event.amount), terms.expires);
    return engine.create_order(number, buyer, payee, terms.basket, terms.expires);
  });
  return model_.ordered(number.text(), terms, begun_ns, at(reply));
}

Wrong Course::move_goods(const Event& event) {
  const int named = event.earlier == 0 ? event.id : event.earlier;
  const Reference reference = Reference::parse("reference", "G" + std::to_string(named)).value();
  if (event.deed == Deed::goods) {
    const Sku sku = Sku::parse("sku", event.who).value();
    const auto reply = told(event, [&](Engine& engine) {
      return event.quantity < 0 ? engine.adjust_stock(sku, {.quantity = event.quantity}, reference)
                                : engine.receive_stock(sku, event.quantity, reference);
    });
    return model_.stocked(sku.text(), event.quantity, reference.text(), at(reply));
  }
  const OrderId number = OrderId::parse("order", "o" + std::to_string(event.order)).value();
  const Model::Parcel parcel{number.text(), event.line, event.quantity, reference.text()};
  const bool leaves = event.deed == Deed::parcel;
  const auto reply = told(event, [&](Engine& engine) {
    return leaves ? engine.ship_part(number, event.line, event.quantity, reference)
                  : engine.return_goods(number, event.line, event.quantity, reference);
  });
  return leaves ? model_.parcelled(parcel, at(reply)) : model_.given_back(parcel, at(reply));
}

Wrong Course::tell(const Event& event) {
  const Event* const first = first_of(event, tellings_);
  if (first == nullptr) return std::nullopt;
  if (first->how == unreadable) {
    const std::string content = "{ this is no message: " + std::to_string(first->id);
    const AccountId consumer = AccountId::parse("consumer", orders_consumer).value();
    const auto reply = told(event, [&](Engine& engine) {
      return engine.deliver_unreadable(consumer, content, {"message", {"is no JSON", "不是 JSON"}});
    });
    return model_.heard_noise(content, at(reply));
  }
  const Message message = message_of(event, *first);
  const std::int64_t begun_ns = place_.world.wall_ns();
  const auto reply = told(event, [&](Engine& engine) { return engine.deliver(message); });
  return model_.heard(message, begun_ns, at(reply));
}

void Course::redrive(const Event& event) {
  (void)survives(event, [&](Engine& engine) {
    for (const Sight::Held& held : sight_.held) (void)engine.redrive(held.number);
  });
}

}  // namespace payonce::life
