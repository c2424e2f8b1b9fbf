#include "tests/life/stories.hpp"

#include <string>

namespace payonce::life {

bool Stories::again(Event& event) {
  if (told_.empty() || !dice_.chance(25)) return false;
  const Event& earlier = dice_.recent(told_, 12);
  event.how = earlier.how;
  event.order = earlier.order;
  event.earlier = earlier.id;
  event.named = dice_.chance(40);
  // With an amount that it never had.
  if ((earlier.how == "paid" || earlier.how == "lost") && dice_.chance(15)) event.amount = 100'000'000;
  return true;
}

void Stories::tell(Event& event, int id, const Event* made) {
  if (dice_.chance(3)) {
    event.how = dice_.chance(50) ? "lost" : "unreadable";
    event.version = 9;
  } else {
    story(event, made);
  }
  event.id = id;
  told_.push_back(event);
}

void Stories::story(Event& event, const Event* made) {
  const int fate = fates_.try_emplace(event.order, static_cast<int>(dice_.below(5))).first->second;
  const auto due = dues_.try_emplace(event.order, made != nullptr ? made->amount : dice_.amount()).first->second;
  const std::uint64_t which = dice_.below(made != nullptr ? 6 : 9);
  if (which > 4) {
    event.how = "created";
    event.version = 1;
    event.who = made != nullptr ? made->who : event.order % 3 == 0 ? "bob" : "alice";
    event.amount = due;
  } else if (fate == 0) {
    event.how = "cancelled";
    event.version = 2;
  } else if (which < 2) {
    event.how = "paid";
    event.version = 2;
  } else if (which == 2 || fate == 1) {
    event.how = "shipped";
    event.version = 3;
  } else {
    event.how = "refunded";
    event.version = 4;
    event.amount = fate == 2 ? due : due / 2 + 1;
  }
}

void Shelves::basket(Event& event) {
  event.amount = 0;
  for (std::uint64_t left = 1 + dice_.below(2); left > 0; --left) {
    const std::int64_t quantity = dice_.number(dice_.chance(95) ? 4 : 60);
    const std::int64_t price = dice_.number(2'000);
    event.amount += quantity * price;
    event.lines += (event.lines.empty() ? "" : ",") + std::string(dice_.chance(60) ? "tea:" : "cup:") +
                   std::to_string(quantity) + ":" + std::to_string(price);
  }
  if (dice_.chance(30)) event.coupon = "TENTH";
  with_lines_.push_back(event.order);
}

void Shelves::stock(Event& event, int id) {
  event.who = dice_.chance(60) ? "tea" : "cup";
  event.quantity = dice_.chance(60) ? dice_.number(20) : -dice_.number(12);
  repeat(event, id, stocked_);
}

void Shelves::parcel(Event& event, int id, int any_order) {
  event.order = with_lines_.empty() || dice_.chance(10) ? any_order : dice_.recent(with_lines_, 8);
  event.line = dice_.number(dice_.chance(90) ? 2 : 3);
  event.quantity = dice_.number(3);
  // What comes back has left before, mostly.
  if (event.deed == Deed::giveback && !parcels_.empty() && dice_.chance(60)) {
    const Event& left = dice_.recent(parcels_, 6);
    event.order = left.order;
    event.line = left.line;
  }
  repeat(event, id, event.deed == Deed::parcel ? parcels_ : returned_);
}

void Shelves::repeat(Event& event, int id, std::vector<Event>& all) {
  if (all.empty() || !dice_.chance(15)) {
    event.id = id;
    all.push_back(event);
    return;
  }
  const Event earlier = dice_.recent(all, 5);
  event = earlier;
  event.earlier = earlier.id;
  if (dice_.chance(25)) event.quantity += event.quantity < 0 ? -1 : 1;
}

}  // namespace payonce::life
