#include <cctype>

#include "tests/life/course.hpp"
#include "tests/life/requests.hpp"
#include "tests/support/shop.hpp"

namespace payonce::life {

Course::Course(const Ground& ground, std::uint64_t seed, const std::vector<Event>& events, const Terms& terms)
    : events_(events), terms_(terms), place_(ground.folder(), seed), model_(terms.lie), tellings_(tellings_in(events)) {
  for (const Event& event : events) {
    if (const auto request = request_of(event, requests_)) requests_.emplace(event.id, *request);
  }
  place_.post().delivery.held_back = terms.held_back;
}

Outcome_of_life Course::run() {
  if (Wrong wrong = agree()) return ended(*wrong);
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

Outcome_of_life Course::ended(const std::string& what) {
  result_.failure = Failure{at_, what};
  return result_;
}

void Course::count(const std::optional<Reply>& reply) {
  if (!reply) return;
  result_.told[std::string(name(reply->outcome))] += 1;
  if (reply->replayed) result_.told["replayed"] += 1;
}

Wrong Course::happen(const Event& event) {
  const OrderId number = OrderId::parse("order", "o" + std::to_string(event.order)).value();
  switch (event.deed) {
    case Deed::order: return order(event);
    case Deed::cancel: {
      const auto reply = told(event, [&](Engine& engine) { return engine.cancel_order(number); });
      return model_.cancelled(number.text(), reply ? &*reply : nullptr);
    }
    case Deed::ship: {
      const auto reply = told(event, [&](Engine& engine) { return engine.ship_order(number); });
      return model_.shipped(number.text(), reply ? &*reply : nullptr);
    }
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
    case Deed::goods:
    case Deed::parcel:
    case Deed::giveback: return move_goods(event);
    case Deed::tell: return terms_.held_back ? std::nullopt : tell(event);
    case Deed::redrive: redrive(event); break;
    case Deed::recover: return recover(event);
    case Deed::notices: take_notices(event); break;
    case Deed::reap: (void)survives(event, [](Engine& engine) { (void)engine.reap(false); }); break;
    case Deed::wait: place_.world.pass(event.time); break;
    case Deed::jump: place_.world.jump_wall(event.time.ns); break;
    case Deed::reboot: place_.world.reboot(); [[fallthrough]];
    case Deed::reopen: place_.close(); break;
  }
  return std::nullopt;
}

Wrong Course::recover(const Event& event) {
  model_.asked_in_vain(false);
  const std::int64_t wall_ns = place_.world.wall_ns();
  const std::int64_t true_ns = place_.world.true_ns();
  const bool alive = survives(event, [&](Engine& engine) {
    (void)engine.recover();
    if (event.doubled) (void)engine.recover();
  });
  if (!alive || event.mute) return std::nullopt;
  model_.looked_after(wall_ns, true_ns);
  if (Wrong wrong = agree()) return wrong;
  return model_.waits_for_nothing(place_.world.wall_ns());
}

Wrong Course::ask(const Event& event) {
  const auto request = request_of(event, requests_);
  if (!request) return std::nullopt;
  if (event.deed == Deed::reuse) return misuse(*request);
  if (event.deed == Deed::twin) requests_.emplace(event.id, *request);
  const std::int64_t begun_ns = place_.world.wall_ns();
  const auto reply = told(event, [&](Engine& engine) { return engine.ask(*request); });
  asked_.insert(event.id);
  return model_.asked(*request, reply ? &*reply : nullptr, begun_ns, event.behaviour);
}

/// A key that has its answer, with another body. Behind its retention it is refused for that reason, or forgotten.
Wrong Course::misuse(const Request& request) {
  if (!model_.finished(request.key.text()) || fault_in(request)) return std::nullopt;
  const Outcome outcome = place_.engine().ask(request).outcome;
  if (outcome == Outcome::key_reused || outcome == Outcome::key_expired) return std::nullopt;
  return "a key with another body was told " + std::string(name(outcome));
}

void Course::take_notices(const Event& event) {
  Post::Delivery& delivery = place_.post().delivery;
  const Post::Delivery usual = delivery;
  delivery = {.held_back = usual.held_back,
              .shuffle = event.shuffle,
              .doubled = event.doubled,
              .lost = event.lost,
              .old = event.old};
  (void)survives(event, [](Engine& engine) { (void)engine.take_notices("bank"); });
  // What a message says against the book stays open until its channel is asked, which a recovery does and a message does not.
  model_.asked_in_vain(true);
  delivery = usual;
}

/// Every law, and the model, against what the files hold now.
Wrong Course::agree() {
  // The channel moves money by itself when its time comes, so its statement is read also where the book is as it was.
  const bool changed = place_.watcher().changed();
  if (changed) sight_ = place_.watcher().look();
  model_.clock_shows(place_.world.wall_ns());
  if (Wrong wrong = model_.compare(sight_, place_.statement())) return wrong;
  if (!changed || !terms_.laws) return std::nullopt;
  for (const std::string& finding : place_.watcher().findings()) {
    if (!model_.explains(finding)) return finding;
  }
  return std::nullopt;
}

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
  return Course(ground, seed, events, terms).run();
}

}  // namespace payonce::life
