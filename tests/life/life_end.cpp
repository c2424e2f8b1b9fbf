#include <random>

#include "tests/life/course.hpp"
#include "tests/support/shop.hpp"

// The end of a life: everything comes to light, in one order and in another, and everything that was asked is asked once more.
namespace payonce::life {
namespace {

Request funding(const char* who) {
  // More than all the orders of a life cost: which of them the late messages pay first is no matter then.
  return test::topping_up(who, 1'000'000'000, std::string("late-") + who);
}

constexpr std::array wallets{"alice", "bob", "shop"};

/// Twice each, in any order in which an order that is cancelled was made before or after that as it was.
std::vector<const Event*> disordered(const std::vector<const Event*>& all, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<const Event*> late = all;
  late.insert(late.end(), all.begin(), all.end());
  for (std::size_t left = late.size(); left > 1; --left) std::swap(late[left - 1], late[random() % left]);
  const auto first = [](const std::vector<const Event*>& among, int order, std::string_view how) {
    return std::find_if(among.begin(), among.end(),
                        [&](const Event* event) { return event->order == order && event->how == how; }) -
           among.begin();
  };
  for (const Event* event : all) {
    if (event->how != "cancelled") continue;
    const auto made = first(late, event->order, "created");
    const auto ended = first(late, event->order, "cancelled");
    const auto size = static_cast<std::ptrdiff_t>(late.size());
    if (made == size || ended == size) continue;
    const bool so = first(all, event->order, "created") < first(all, event->order, "cancelled");
    if (so != (made < ended)) std::swap(late[static_cast<std::size_t>(made)], late[static_cast<std::size_t>(ended)]);
  }
  return late;
}

}  // namespace

Wrong Course::end() {
  const auto other = place_.copied();
  if (Wrong wrong = funds(nullptr)) return wrong;
  for (const Event* event : late_messages()) {
    Event calm = *event;
    calm.dies_at.reset();
    if (Wrong wrong = tell(calm)) return wrong;
    if (Wrong wrong = agree()) return wrong;
  }
  rest(place_);
  model_.asked_in_vain(false);
  model_.looked_after(place_.world.wall_ns(), place_.world.true_ns());
  if (Wrong wrong = agree()) return wrong;
  if (Wrong wrong = model_.at_rest(sight_, place_.statement())) return wrong;
  if (Wrong wrong = late(*other)) return wrong;
  return replay();
}

/// All that a sender had to say of the orders: whoever has heard it knows it again, and whoever has not hears it now. What was
/// altered or cannot be read is not among it: which of two stories is believed depends on which comes first.
std::vector<const Event*> Course::late_messages() const {
  std::vector<const Event*> all;
  for (const Event& event : events_) {
    if (event.deed == Deed::tell && event.earlier == 0 && event.how != unreadable) all.push_back(&event);
  }
  return all;
}

Wrong Course::funds(Place* other) {
  for (const char* who : wallets) {
    const Request request = funding(who);
    if (other != nullptr) {
      (void)other->engine().ask(request);
      continue;
    }
    const std::int64_t begun_ns = place_.world.wall_ns();
    const Reply reply = place_.engine().ask(request);
    if (Wrong wrong = model_.asked(request, &reply, begun_ns, Behaviour::approve)) return wrong;
    if (Wrong wrong = agree()) return wrong;
  }
  return std::nullopt;
}

/// The channel is well, and everything comes to light that can.
void Course::rest(Place& place) {
  place.post().delivery.held_back = false;
  // Behind a restart only the wall clock tells how long ago a channel was asked; set back, it has to come there again.
  place.world.pass({std::max<std::int64_t>(0, latest_ns_ - place.world.wall_ns())});
  // As long for each copy of the life: an order or a hold may end by time alone.
  for (int round = 0; round < 12; ++round) {
    place.world.pass(minutes(3));
    (void)place.engine().recover();
  }
}

/// The same book without its last recovery: there the messages arrive in another order, twice, and those of long ago again.
Wrong Course::late(Place& other) {
  (void)funds(&other);
  for (const Event* event : disordered(late_messages(), events_.size()))
    (void)other.engine().deliver(message_of(*event, *event));
  other.post().delivery = {.shuffle = 1 + static_cast<std::uint64_t>(events_.size()), .doubled = true, .old = true};
  (void)other.engine().take_notices("bank");
  rest(other);
  const Sight there = other.watcher().look();
  if (there.same_book(sight_)) return std::nullopt;
  return "messages in another order end in another book: " + sight_.difference(there);
}

/// Everything that was answered for good is asked once more, and everything the channel said is said once more.
Wrong Course::replay() {
  for (const Event& event : events_) {
    const auto request = requests_.find(event.id);
    if (request != requests_.end() && asked_.contains(event.id) && model_.finished(request->second.key.text())) {
      const std::int64_t begun_ns = place_.world.wall_ns();
      const Reply reply = place_.engine().ask(request->second);
      if (Wrong wrong = model_.asked(request->second, &reply, begun_ns, Behaviour::approve))
        return "replayed: " + *wrong;
    }
    const std::string number = "o" + std::to_string(event.order);
    if (event.deed == Deed::ship && model_.told(number, Outcome::shipped))
      (void)place_.engine().ship_order(OrderId::parse("order", number).value());
    if (event.deed == Deed::cancel && model_.told(number, Outcome::cancelled))
      (void)place_.engine().cancel_order(OrderId::parse("order", number).value());
    Event calm = event;
    calm.dies_at.reset();
    const bool goods = event.deed == Deed::goods || event.deed == Deed::parcel || event.deed == Deed::giveback;
    if (goods && model_.moved_under("G" + std::to_string(event.earlier == 0 ? event.id : event.earlier))) {
      if (Wrong wrong = move_goods(calm)) return "replayed: " + *wrong;
    }
    if (event.deed == Deed::tell) {
      if (Wrong wrong = tell(calm)) return "replayed: " + *wrong;
    }
  }
  place_.post().delivery = {.doubled = true, .old = true};
  (void)place_.engine().recover();
  const Sight again = place_.watcher().look();
  if (again.same_book(sight_) && again.vouchers == sight_.vouchers) return std::nullopt;
  return "asked again, the book is another: " + sight_.difference(again);
}

}  // namespace payonce::life
