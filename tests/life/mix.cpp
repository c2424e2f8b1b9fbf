#include "tests/life/mix.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "tests/life/stories.hpp"

namespace payonce::life {
namespace {

struct Share {
  Deed deed;
  int least;  // the weights between which a mix draws its own
  int most;
};

constexpr std::array shares{
    Share{Deed::order, 6, 16},   Share{Deed::topup, 2, 8},      Share{Deed::transfer, 1, 6}, Share{Deed::pay, 18, 40},
    Share{Deed::refund, 6, 20},  Share{Deed::again, 4, 20},     Share{Deed::twin, 1, 8},     Share{Deed::reuse, 0, 3},
    Share{Deed::cancel, 1, 8},   Share{Deed::authorise, 0, 14}, Share{Deed::capture, 0, 16}, Share{Deed::free, 0, 5},
    Share{Deed::resend, 1, 9},   Share{Deed::dispute, 0, 6},    Share{Deed::decide, 1, 9},   Share{Deed::ship, 1, 6},
    Share{Deed::tell, 0, 22},    Share{Deed::redrive, 0, 2},    Share{Deed::goods, 0, 3},    Share{Deed::parcel, 0, 7},
    Share{Deed::giveback, 0, 5}, Share{Deed::recover, 1, 10},   Share{Deed::notices, 0, 6},  Share{Deed::reap, 0, 2},
    Share{Deed::wait, 3, 12},    Share{Deed::jump, 0, 3},       Share{Deed::reboot, 0, 2},   Share{Deed::reopen, 0, 3}};

constexpr std::array deadly_steps{Step::key_claim,      Step::window_gate,  Step::order_advance, Step::channel_charge,
                                  Step::channel_answer, Step::book_tx,      Step::key_finish,    Step::reply_send,
                                  Step::message_take,   Step::message_mark, Step::stock_reserve};

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : dice_(seed) {
    for (const Share& share : shares) {
      total_ += share.least + static_cast<int>(below(static_cast<std::uint64_t>(share.most - share.least + 1)));
      upto_.push_back(total_);
    }
    trouble_ = below(80);
    by_channel_ = 20 + below(70);
    deaths_ = below(4) == 0 ? 0 : below(15);
    hot_ = 1 + below(8);
    wild_clock_ = below(4) == 0;
    expiring_ = below(2) == 0 ? 0 : below(60);
    made_of_lines_ = below(3) == 0 ? 0 : below(70);
    silence_ = below(3) == 0 ? below(50) : 0;
  }

  std::vector<Event> events(int count) {
    std::vector<Event> all;
    // Two wallets with something in them, so that payments from a balance mean something from the beginning.
    for (const char* who : {"alice", "bob"}) {
      Event& first = all.emplace_back();
      first = {.deed = Deed::topup, .who = who, .amount = 1 + static_cast<std::int64_t>(below(100'000))};
      number(first, all);
    }
    while (static_cast<int>(all.size()) < count) {
      drawn_ = static_cast<int>(all.size()) + 1;
      all.push_back(one());
      number(all.back(), all);
    }
    return all;
  }

 private:
  std::uint64_t below(std::uint64_t bound) { return dice_.below(bound); }
  bool chance(std::uint64_t percent) { return dice_.chance(percent); }
  std::int64_t amount() { return dice_.amount(); }
  std::string wallet() { return chance(60) ? "alice" : "bob"; }

  void number(Event& event, const std::vector<Event>& all) {
    event.id = static_cast<int>(all.size());
    if (asks(event.deed)) asked_.push_back(event.id);
    if (event.deed == Deed::refund && event.named) {
      refunds_.push_back(event.id);
      if (event.behaviour == Behaviour::decline) refused_.push_back(event.id);
    }
    if (event.deed == Deed::dispute && event.earlier == 0) disputes_.push_back(event.id);
  }

  /// One of the last orders mostly: what happens to an order happens soon. Sometimes one that nobody created.
  int any_order() {
    if (chance(2)) return 1'000;
    const auto among = chance(80) ? std::min<std::uint64_t>(hot_, static_cast<std::uint64_t>(orders_))
                                  : static_cast<std::uint64_t>(orders_);
    return orders_ - static_cast<int>(below(std::max<std::uint64_t>(among, 1)));
  }

  /// How an order was made by a command; nothing where it was not.
  [[nodiscard]] const Event* made(int order) const {
    const auto found =
        std::find_if(created_.begin(), created_.end(), [&](const Event& event) { return event.order == order; });
    return found == created_.end() ? nullptr : &*found;
  }

  void outside(Event& event) {
    if (chance(trouble_) && !refused_again_) {
      event.behaviour = every_behaviour[below(every_behaviour.size())];
      if (takes_duration(event.behaviour)) event.takes = milliseconds(1 + static_cast<std::int64_t>(below(45'000)));
      if (takes_duration(event.behaviour) && chance(5)) event.takes = seconds(150);
    }
    if (event.deed == Deed::pay && event.via && event.behaviour == Behaviour::late) in_doubt_ = event.order;
    if (event.deed == Deed::refund && chance(10)) event.behaviour = Behaviour::decline;
    event.mute = chance(silence_);
    if (!chance(deaths_)) return;
    event.dies_at = deadly_steps[below(deadly_steps.size())];
    event.nth = chance(80) ? 1 : 2;
  }

  /// A little of an order that was paid by the channel, which will not carry it back.
  void refuse(Event& event) {
    event.order = outside_;
    event.amount = dice_.number(50);
    event.named = refused_again_ = true;
    event.behaviour = Behaviour::decline;
  }

  /// Of the order that was paid by the channel a while ago, mostly; of all it cost, mostly; sometimes under a name that is taken.
  void dispute(Event& event) {
    event.order = disputed_ = outside_ != 0 && chance(60) ? outside_ : any_order();
    const Event* const order = made(event.order);
    event.amount = order != nullptr && chance(50) ? order->amount : amount();
    event.fee = chance(60) ? 1 + static_cast<std::int64_t>(below(25)) : 0;
    if (!disputes_.empty() && chance(15)) event.earlier = disputes_[below(disputes_.size())];
  }

  Duration span(std::uint64_t longest_ms) { return milliseconds(1 + static_cast<std::int64_t>(below(longest_ms))); }

  Event one() {
    const int at = static_cast<int>(below(static_cast<std::uint64_t>(total_)));
    const auto which = std::upper_bound(upto_.begin(), upto_.end(), at) - upto_.begin();
    Event event{.deed = orders_ == 0 ? Deed::order : shares[static_cast<std::size_t>(which)].deed};
    switch (event.deed) {
      case Deed::order:
        if (!created_.empty() && chance(10)) {
          // Once more, or with other terms.
          event = created_[below(created_.size())];
          event.amount += chance(50) ? 1 : 0;
          break;
        }
        event.order = ++orders_;
        event.who = wallet();
        event.amount = amount();
        if (chance(made_of_lines_)) shelves_.basket(event);
        if (chance(expiring_)) event.time = chance(50) ? span(20'000) : span(3'000'000);
        created_.push_back(event);
        break;
      case Deed::topup:
        event.who = chance(90) ? wallet() : "nobody";
        event.amount = amount();
        event.named = chance(40);
        break;
      case Deed::transfer:
        event.who = wallet();
        event.to = chance(50) ? "shop" : event.who == "alice" ? "bob" : "alice";
        if (chance(30)) std::swap(event.who, event.to);
        event.amount = amount();
        event.named = chance(40);
        break;
      case Deed::pay:
        // Often the one whose payment is in doubt: it may come twice.
        event.order = outside_ != 0 && chance(25) ? outside_ : any_order();
        event.via = chance(by_channel_);
        // Paid once more by whoever was told that nobody knows, while the first is still on its way.
        if (in_doubt_ != 0 && chance(50)) {
          event.order = std::exchange(in_doubt_, 0);
          event.via = true;
        }
        if (event.via) outside_ = event.order;
        break;
      case Deed::refund:
        event.order = disputed_ != 0 && chance(15) ? disputed_ : any_order();
        event.amount = chance(60) ? amount() / 4 + 1 : chance(50) ? 0 : amount();
        event.named = chance(60);
        event.despite = chance(25);
        if (outside_ != 0 && chance(15)) refuse(event);
        break;
      case Deed::twin: event.amount = chance(25) ? amount() : 0; [[fallthrough]];
      case Deed::again:
      case Deed::reuse:
        event.earlier = asked_[asked_.size() - 1 - below(std::min<std::uint64_t>(asked_.size(), 30))];
        break;
      case Deed::authorise:
        event.order = held_ = outside_ = any_order();
        event.time = chance(60) ? days(7) : chance(50) ? span(60'000) : span(5'000'000);
        break;
      case Deed::capture:
        event.order = held_ != 0 && chance(75) ? held_ : any_order();
        event.amount = chance(60) ? amount() / 3 + 1 : chance(70) ? 0 : amount();
        event.named = chance(50);
        event.last = chance(30);
        break;
      case Deed::free: event.order = held_ != 0 && chance(75) ? held_ : any_order(); break;
      case Deed::resend:
        event.via = chance(35);
        event.named = chance(50);
        if (refunds_.empty() || chance(20)) {
          event.order = any_order();
          event.how = chance(50) ? "duplicate" : "late";
          event.amount = 1 + static_cast<std::int64_t>(below(3));
        } else {
          // One that its channel was to refuse, mostly: it still may not have come to that.
          const std::vector<int>& among = refused_.empty() || chance(20) ? refunds_ : refused_;
          event.earlier = among[among.size() - 1 - below(std::min<std::uint64_t>(among.size(), 6))];
          // What its channel refuses once, it may refuse again.
          refused_again_ = event.via && chance(40);
          if (refused_again_) event.behaviour = Behaviour::decline;
        }
        break;
      case Deed::dispute: dispute(event); break;
      case Deed::decide:
        if (disputes_.empty()) {
          event.deed = Deed::dispute;
          dispute(event);
          break;
        }
        event.earlier = disputes_[disputes_.size() - 1 - below(std::min<std::uint64_t>(disputes_.size(), 4))];
        if (chance(2)) event.earlier = 1;  // which opened none
        event.how = chance(40) ? "lost" : chance(60) ? "won" : "withdrawn";
        // What was lost is won after all.
        if (lost_ != 0 && chance(30)) {
          event.earlier = lost_;
          event.how = "won";
        }
        lost_ = event.how == "lost" ? event.earlier : 0;
        event.fee = event.how != "lost" || chance(5) ? static_cast<std::int64_t>(below(30)) : 0;
        break;
      case Deed::tell:
        if (stories_.again(event)) break;
        event.order = chance(40) || orders_ == 0 ? ++orders_ : any_order();
        stories_.tell(event, drawn_, made(event.order));
        break;
      case Deed::goods: shelves_.stock(event, drawn_); break;
      case Deed::parcel:
      case Deed::giveback: shelves_.parcel(event, drawn_, any_order()); break;
      case Deed::redrive: break;
      case Deed::cancel: event.order = outside_ != 0 && chance(60) ? outside_ : any_order(); break;
      case Deed::ship: event.order = any_order(); break;
      case Deed::notices:
        event.shuffle = chance(60) ? 1 + below(1'000) : 0;
        event.doubled = chance(30);
        event.lost = chance(20);
        event.old = chance(30);
        break;
      case Deed::wait:
        event.time = chance(70)    ? span(8'000)
                     : chance(80)  ? span(100'000)
                     : wild_clock_ ? span(200'000'000)
                                   : span(9'000'000);
        break;
      case Deed::jump:
        event.time = chance(60) ? span(60'000) : wild_clock_ ? span(400'000'000) : span(4'000'000);
        if (chance(50)) event.time.ns = -event.time.ns;
        break;
      case Deed::recover: event.doubled = chance(30); break;
      case Deed::reap:
      case Deed::reboot:
      case Deed::reopen: break;
    }
    const bool goes_outside = event.deed != Deed::wait && event.deed != Deed::jump && event.deed != Deed::reboot &&
                              event.deed != Deed::reopen && event.deed != Deed::reuse;
    if (goes_outside) outside(event);
    refused_again_ = false;
    return event;
  }

  Dice dice_;
  Stories stories_{dice_};
  Shelves shelves_{dice_};
  std::vector<int> upto_;
  std::vector<int> asked_;
  std::vector<int> refunds_;  // the events that named them
  std::vector<int> refused_;
  std::vector<int> disputes_;  // the events that named them
  std::vector<Event> created_;
  int drawn_ = 0;  // the place of the event being drawn
  std::uint64_t made_of_lines_ = 0;
  int total_ = 0;
  int orders_ = 0;
  int outside_ = 0;   // the order a channel was asked about last
  int disputed_ = 0;  // the order whose money was taken back last
  int in_doubt_ = 0;  // the order whose payment is on its way for long
  int lost_ = 0;      // the dispute that was lost last
  int held_ = 0;      // the order that money was held for last
  std::uint64_t trouble_ = 0;
  std::uint64_t by_channel_ = 0;
  std::uint64_t deaths_ = 0;
  std::uint64_t hot_ = 1;
  std::uint64_t silence_ = 0;
  std::uint64_t expiring_ = 0;
  bool wild_clock_ = false;
  bool refused_again_ = false;  // the event being drawn is one that its channel refuses
};

}  // namespace

std::vector<Event> draw(std::uint64_t seed, int events) { return Draw(seed).events(events); }

}  // namespace payonce::life
