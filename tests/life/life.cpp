#include "tests/life/life.hpp"

#include <algorithm>
#include <cctype>

#include "tests/life/requests.hpp"
#include "tests/support/shop.hpp"

namespace payonce::life {
namespace {

class Life {
 public:
  Life(const Ground& ground, std::uint64_t seed, const std::vector<Event>& events, const Terms& terms)
      : events_(events), terms_(terms), place_(ground.folder(), seed), model_(terms.lie) {
    for (const Event& event : events) {
      if (const auto request = request_of(event, requests_)) requests_.emplace(event.id, *request);
    }
    place_.post().delivery.held_back = terms.held_back;
  }

  Outcome_of_life run() {
    for (const Event& event : events_) {
      at_ = event.id;
      latest_ns_ = std::max(latest_ns_, place_.world.wall_ns());
      if (Wrong wrong = happen(event)) return ended(*wrong);
      if (terms_.damaged_behind == event.id) place_.watcher().damage(terms_.damage);
      if (Wrong wrong = agree()) return ended(*wrong);
    }
    at_ = -1;
    if (terms_.ends) {
      if (Wrong wrong = end()) return ended(*wrong);
    }
    result_.last = place_.watcher().look();
    for (const auto& [what, times] : model_.met()) result_.told[what] += times;
    return result_;
  }

 private:
  Outcome_of_life ended(const std::string& what) {
    result_.failure = Failure{at_, what};
    return result_;
  }

  /// Runs the work in the program of this life; nothing where it died on the way.
  template <class Work>
  bool survives(const Event& event, Work&& work) {
    place_.post().manner = Post::Manner{.behaviour = event.behaviour, .takes = event.takes, .mute = event.mute};
    place_.world.die_at(event.dies_at, event.nth);
    bool alive = true;
    try {
      work(place_.engine());
    } catch (const Death&) {
      alive = false;
      place_.close();
      result_.died += 1;
      model_.left_behind(latest_ns_ = std::max(latest_ns_, place_.world.wall_ns()), place_.world.true_ns());
    }
    place_.world.die_at(std::nullopt, 0);
    place_.post().manner.reset();
    if (event.mute || !alive) model_.asked_in_vain(true);
    return alive;
  }

  void count(const std::optional<Reply>& reply) {
    if (!reply) return;
    result_.told[std::string(name(reply->outcome))] += 1;
    if (reply->replayed) result_.told["replayed"] += 1;
  }

  Wrong happen(const Event& event) {
    const OrderId number = OrderId::parse("order", "o" + std::to_string(event.order)).value();
    std::optional<Reply> reply;
    const auto told = [&](auto&& work) -> const Reply* {
      const bool alive = survives(event, [&](Engine& engine) { reply = work(engine); });
      count(reply);
      return alive ? &*reply : nullptr;
    };
    switch (event.deed) {
      case Deed::order: {
        const auto buyer = AccountId::parse("buyer", event.who).value();
        const auto payee = AccountId::parse("payee", "shop").value();
        std::optional<Duration> expires;
        if (event.time.ns > 0) expires = event.time;
        const std::int64_t begun_ns = place_.world.wall_ns();
        const Reply* said = told([&](Engine& engine) {
          return engine.create_order(number, buyer, payee, test::cny(event.amount), expires);
        });
        return model_.ordered(number.text(), event.who, event.amount, begun_ns, expires, said);
      }
      case Deed::cancel:
        return model_.cancelled(number.text(), told([&](Engine& engine) { return engine.cancel_order(number); }));
      case Deed::ship:
        return model_.shipped(number.text(), told([&](Engine& engine) { return engine.ship_order(number); }));
      case Deed::topup:
      case Deed::transfer:
      case Deed::pay:
      case Deed::refund:
      case Deed::authorise:
      case Deed::capture:
      case Deed::free:
      case Deed::dispute:
      case Deed::decide:
      case Deed::resend:
      case Deed::again:
      case Deed::twin:
      case Deed::reuse: return ask(event);
      case Deed::recover: recover(event); break;
      case Deed::notices: take_notices(event); break;
      case Deed::reap: (void)survives(event, [](Engine& engine) { (void)engine.reap(false); }); break;
      case Deed::wait: place_.world.pass(event.time); break;
      case Deed::jump: place_.world.jump_wall(event.time.ns); break;
      case Deed::reboot: place_.world.reboot(); [[fallthrough]];
      case Deed::reopen: place_.close(); break;
    }
    return std::nullopt;
  }

  void recover(const Event& event) {
    model_.asked_in_vain(false);
    const std::int64_t wall_ns = place_.world.wall_ns();
    const std::int64_t true_ns = place_.world.true_ns();
    const bool alive = survives(event, [&](Engine& engine) {
      (void)engine.recover();
      if (event.doubled) (void)engine.recover();
    });
    if (alive && !event.mute) model_.looked_after(wall_ns, true_ns);
  }

  Wrong ask(const Event& event) {
    const auto request = request_of(event, requests_);
    if (!request) return std::nullopt;
    if (event.deed == Deed::reuse) return misuse(*request);
    if (event.deed == Deed::twin) requests_.emplace(event.id, *request);
    const std::int64_t begun_ns = place_.world.wall_ns();
    std::optional<Reply> reply;
    const bool alive = survives(event, [&](Engine& engine) { reply = engine.ask(*request); });
    count(reply);
    asked_.insert(event.id);
    return model_.asked(*request, alive ? &*reply : nullptr, begun_ns, event.behaviour);
  }

  /// A key that has its answer, with another body. Behind its retention it is refused for that reason, or forgotten.
  Wrong misuse(const Request& request) {
    if (!model_.finished(request.key.text()) || fault_in(request)) return std::nullopt;
    const Outcome outcome = place_.engine().ask(request).outcome;
    if (outcome == Outcome::key_reused || outcome == Outcome::key_expired) return std::nullopt;
    return "a key with another body was told " + std::string(name(outcome));
  }

  void take_notices(const Event& event) {
    Post::Delivery& delivery = place_.post().delivery;
    const Post::Delivery usual = delivery;
    delivery = {.held_back = usual.held_back,
                .shuffle = event.shuffle,
                .doubled = event.doubled,
                .lost = event.lost,
                .old = event.old};
    (void)survives(event, [](Engine& engine) { (void)engine.take_notices("bank"); });
    delivery = usual;
  }

  /// Every law, and the model, against what the files hold now.
  Wrong agree() {
    // The channel moves money by itself when its time comes, so its statement is read also where the book is as it was.
    const bool changed = place_.watcher().changed();
    if (changed) sight_ = place_.watcher().look();
    model_.clock_shows(place_.world.wall_ns());
    if (Wrong wrong = model_.compare(sight_, place_.statement())) return wrong;
    if (!changed) return std::nullopt;
    for (const std::string& finding : place_.watcher().findings()) {
      if (!model_.explains(finding)) return finding;
    }
    return std::nullopt;
  }

  // --- the end of a life -------------------------------------------------------------------------------------------------

  Wrong end() {
    const auto other = place_.copied();
    model_.asked_in_vain(false);
    if (Wrong wrong = rest(place_)) return wrong;
    model_.looked_after(place_.world.wall_ns(), place_.world.true_ns());
    if (Wrong wrong = agree()) return wrong;
    if (Wrong wrong = model_.at_rest(sight_, place_.statement())) return wrong;
    if (Wrong wrong = late_messages(*other)) return wrong;
    return replay();
  }

  /// The channel is well, and everything comes to light that can.
  Wrong rest(Place& place) {
    place.post().delivery.held_back = false;
    // Behind a restart only the wall clock tells how long ago a channel was asked; set back, it has to come there again.
    place.world.pass({std::max<std::int64_t>(0, latest_ns_ - place.world.wall_ns())});
    // As long for each copy of the life: an order or a hold may end by time alone.
    for (int round = 0; round < 12; ++round) {
      place.world.pass(minutes(3));
      (void)place.engine().recover();
    }
    return std::nullopt;
  }

  /// The same book without its last recovery: there the messages arrive in another order, twice, and those of long ago again.
  Wrong late_messages(Place& other) {
    other.post().delivery = {.shuffle = 1 + static_cast<std::uint64_t>(events_.size()), .doubled = true, .old = true};
    (void)other.engine().take_notices("bank");
    if (Wrong wrong = rest(other)) return wrong;
    const Sight there = other.watcher().look();
    if (there.same_book(sight_)) return std::nullopt;
    return "messages in another order end in another book: " + sight_.difference(there);
  }

  /// Everything that was answered for good is asked once more, and everything the channel said is said once more.
  Wrong replay() {
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
    }
    place_.post().delivery = {.doubled = true, .old = true};
    (void)place_.engine().recover();
    const Sight again = place_.watcher().look();
    if (again.same_book(sight_) && again.vouchers == sight_.vouchers) return std::nullopt;
    return "asked again, the book is another: " + sight_.difference(again);
  }

  const std::vector<Event>& events_;
  const Terms& terms_;
  Place place_;
  Model model_;
  Sight sight_;
  std::map<int, Request> requests_;
  std::set<int> asked_;
  Outcome_of_life result_;
  int at_ = 0;
  std::int64_t latest_ns_ = 0;  // the latest time the wall clock ever showed
};

}  // namespace

std::string Failure::kind() const {
  std::string kind;
  for (const char c : what) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '-') continue;
    kind += c;
  }
  // Whose book, key or reference it was does not matter.
  return kind.substr(0, kind.find(':'));
}

Outcome_of_life live(const Ground& ground, std::uint64_t seed, const std::vector<Event>& events, const Terms& terms) {
  return Life(ground, seed, events, terms).run();
}

}  // namespace payonce::life
