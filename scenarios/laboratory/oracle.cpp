#include "scenarios/laboratory/oracle.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "ledger/orders/attempt.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/orders/refund.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/outcome.hpp"
#include "scenarios/laboratory/play.hpp"
#include "scenarios/player/audit.hpp"
#include "schema/queries/laboratory.hpp"

namespace payonce::laboratory {
namespace {

using player::Response;

std::optional<std::int64_t> amount_of(const script::Intent& intent, const Currency& currency) {
  const std::string* text = intent.argument("amount");
  if (text == nullptr) text = intent.argument("by");
  if (text == nullptr) return std::nullopt;
  auto money = Money::parse("amount", *text, currency);
  if (!money) money = Money::parse("amount", *text);
  return money ? std::optional(money->minor()) : std::nullopt;
}

template <Statement S>
std::int64_t number_of(View& view, const S& statement) {
  std::int64_t number = 0;
  (void)view.one(statement, [&](const Row& row) { number = row.integer(0); });
  return number;
}

std::int64_t in_the_book(View& view, const script::Intent& intent, const Currency& currency) {
  const auto amount = amount_of(intent, currency);
  const std::string& subject = intent.words.front();
  const auto bookings = [&](std::string_view kind, const std::optional<std::string>& other) {
    // A correction upwards and one downwards of the same amount are two different wishes.
    std::optional<std::string_view> side;
    if (kind == "adjust" && amount) side = *amount < 0 ? "debit" : "credit";
    const auto size = amount ? std::optional(std::abs(*amount)) : std::nullopt;
    return number_of(view, sql::laboratory::bookings_between{
                               .kind = kind, .account = subject, .side = side, .other = other, .amount = size});
  };
  switch (intent.verb) {
    case script::Verb::pay:
    case script::Verb::authorise: return number_of(view, sql::laboratory::payments_of_order{.number = subject});
    case script::Verb::refund:
      return number_of(view, sql::laboratory::refunds_of_order{.number = subject, .amount = amount});
    case script::Verb::capture: return number_of(view, sql::laboratory::captures_of_order{.number = subject});
    case script::Verb::topup: return bookings("topup", std::nullopt);
    case script::Verb::adjust: return bookings("adjust", std::nullopt);
    case script::Verb::transfer: return bookings("transfer", std::optional(intent.words.at(1)));
    case script::Verb::order:
      return view.one(sql::laboratory::order_status{.number = subject}, [](const Row&) {}) ? 1 : 0;
    case script::Verb::cancel:
    case script::Verb::ship: {
      const std::string_view reached = intent.verb == script::Verb::ship ? "fulfilled" : "cancelled";
      bool there = false;
      (void)view.one(sql::laboratory::order_status{.number = subject},
                     [&](const Row& row) { there = row.text(0) == reached; });
      return there ? 1 : 0;
    }
    default: break;
  }
  return 0;
}

/// What a channel took for an order and has not given back, nor is about to.
std::int64_t at_channel(player::Hands& hands, const std::string& channel, Acquirer& acquirer,
                        const std::string& order) {
  std::vector<ChannelLine> lines;
  acquirer.statement([&](const ChannelLine& line) { lines.push_back(line); });
  return hands.ledger().store().reading([&](View& view) {
    std::int64_t net = 0;
    for (const ChannelLine& line : lines) {
      const bool taken = line.movement == Movement::charge || line.movement == Movement::capture;
      if (!taken && line.movement != Movement::refund) continue;
      if (line.movement == Movement::refund) {
        const auto refund = orders::find_refund(view, channel, line.reference);
        if (!refund || refund->cause == orders::Cause::customer) continue;
        if (orders::find_order(view, refund->order_id)->number == order) --net;
        continue;
      }
      const auto attempt =
          orders::find_attempt(view, channel, line.movement == Movement::capture ? line.original : line.reference);
      // What our book has forgotten is still the customer's money: the reference names its order.
      const bool forgotten = !attempt && line.reference.find("/" + order + ".pay.") != std::string::npos;
      if (forgotten || (attempt && orders::find_order(view, attempt->order_id)->number == order)) ++net;
    }
    return net - number_of(view, sql::laboratory::owed_back{.number = order, .channel = channel});
  });
}

bool told_success(const Response& response) {
  if (response.kind != Response::Kind::answered) return false;
  const auto outcome = outcome_named(response.outcome);
  return outcome && (succeeded(*outcome) || *outcome == Outcome::already_paid || *outcome == Outcome::already_booked ||
                     *outcome == Outcome::already_done || *outcome == Outcome::applied);
}

/// A definite no: whoever hears it may think that nothing will ever come of it.
bool told_no(const Response& response) {
  if (response.kind != Response::Kind::answered) return false;
  const auto outcome = outcome_named(response.outcome);
  // That an order is closing says that its end is not known yet.
  return outcome && !told_success(response) && *outcome != Outcome::closing &&
         keeping(*outcome) == Keeping::final_answer;
}

/// What the channel and the book answer is an effect; what any other says has stopped somebody.
bool by_a_defence(const Response& response) {
  return !response.by.empty() && response.by != name(Layer::channel) && response.by != name(Layer::journal);
}

/// Turned away by a defence, not by the business: come back later, somebody else is at it, this key is another's.
bool turned_away(const Response& response) {
  if (response.kind != Response::Kind::answered || told_success(response)) return false;
  for (const Layer layer : {Layer::idempotency_key, Layer::dedup_window, Layer::token, Layer::lease}) {
    if (response.by == name(layer)) return true;
  }
  return false;
}

/// A token and a lock are ways to ask; what was asked for stands in another step.
bool speaks_of_its_wish(const script::Step& step) {
  return step.verb != script::Verb::token && step.verb != script::Verb::lease;
}

class Judge {
 public:
  explicit Judge(Play& play)
      : play_(play),
        experiment_(*play.story().experiment),
        currency_(*Currency::parse("currency", play.story().world.currency)) {}

  Verdict judge() {
    player::Hands& hands = play_.judge_hands();
    hands.ledger().store().reading([&](View& view) {
      view.each(sql::laboratory::overdrawn{}, [&](const Row& row) { verdict_.over.emplace_back(row.text(0)); });
      verdict_.left_open = number_of(view, sql::laboratory::left_open{});
      view.each(sql::laboratory::orders_as_they_stand{}, [&](const Row& row) {
        verdict_.orders.push_back({std::string(row.text(0)), std::string(row.text(1)), row.integer(2), row.integer(3)});
      });
    });
    if (!verdict_.over.empty()) verdict_.harms.add(Harm::over);
    if (verdict_.left_open != 0) verdict_.harms.add(Harm::stuck);
    for (const script::Intent& intent : experiment_.intents) wish(intent);
    std::set<std::string> codes;
    for (const player::Found& found : player::audit(hands, play_.judge_world())) codes.insert(found.code);
    verdict_.findings.assign(codes.begin(), codes.end());
    for (std::size_t i = 0; i < play_.actors(); ++i) heard(i);
    return std::move(verdict_);
  }

 private:
  [[nodiscard]] bool reply_lost(const std::string& actor) const {
    return std::any_of(experiment_.lost_replies.begin(), experiment_.lost_replies.end(),
                       [&](const script::ReplyFault& one) { return one.actor == actor; });
  }

  void heard(std::size_t index) {
    const Actor& actor = play_.actor(index);
    verdict_.outcomes.push_back(actor.responses().empty() ? "" : actor.responses().back().outcome);
    for (const Response& one : actor.responses()) {
      if (one.kind == Response::Kind::failed)
        verdict_.findings.push_back("broken");  // what of is for logs: it may speak of storage
      if (by_a_defence(one)) ++verdict_.stops[one.by];
    }
  }

  [[nodiscard]] std::string status_of(const std::string& order) {
    std::string status = "none";
    play_.judge_hands().ledger().store().reading([&](View& view) {
      (void)view.one(sql::laboratory::order_status{.number = order},
                     [&](const Row& row) { status = std::string(row.text(0)); });
    });
    return status;
  }

  /// Whether an order with a payment in the book stands where such an order may.
  [[nodiscard]] bool may_hold_money(const std::string& order) {
    const std::string status = status_of(order);
    return status == "paid" || status == "fulfilled" || status == "refunded";
  }

  void wish(const script::Intent& intent) {
    player::Hands& hands = play_.judge_hands();
    if (intent.kind == script::Intent::Kind::ends) {
      const std::string status = status_of(intent.words.front());
      // An order that was cancelled before it was created need never be there.
      const bool never = status == "none" && intent.state == "cancelled";
      if (status != intent.state && !never) verdict_.harms.add(Harm::zombie);
      return;
    }
    if (intent.kind == script::Intent::Kind::keeps) {
      const std::int64_t left = hands.ledger().store().reading(
          [&](View& view) { return number_of(view, sql::laboratory::on_hand{.sku = intent.words.front()}); });
      if (left < std::int64_t{intent.left}) verdict_.harms.add(Harm::over);
      return;
    }
    Moved moved{.intent = intent.name, .wanted = intent.times, .in_the_book = 0, .at_channel = {}};
    moved.in_the_book =
        hands.ledger().store().reading([&](View& view) { return in_the_book(view, intent, currency_); });
    std::int64_t outside = 0;
    if (intent.verb == script::Verb::pay || intent.verb == script::Verb::capture) {
      for (auto& [name, acquirer] : hands.acquirers()) {
        const std::int64_t taken = at_channel(hands, name, acquirer, intent.words.front());
        moved.at_channel[name] = taken;
        outside += taken;
      }
    }
    if (intent.verb == script::Verb::pay && moved.in_the_book > 0 && !may_hold_money(intent.words.front())) {
      verdict_.harms.add(Harm::zombie);
    }
    if (moved.in_the_book > moved.wanted || outside > moved.wanted) verdict_.harms.add(Harm::double_moved);
    // Money that a channel took, that no book knows of and that nobody owes back: its customer paid for nothing.
    if (outside > moved.in_the_book) verdict_.harms.add(Harm::stuck);
    told(intent, moved);
    verdict_.moved.push_back(std::move(moved));
  }

  void told(const script::Intent& intent, const Moved& moved) {
    const bool nothing = moved.in_the_book == 0;
    const bool too_few = moved.in_the_book < moved.wanted;
    std::int64_t told_done = 0;
    bool away = false;
    bool for_good = false;
    bool open = false;
    std::optional<std::string> words;
    for (std::size_t i = 0; i < play_.actors(); ++i) {
      const Actor& actor = play_.actor(i);
      if (experiment_.actors[i].intent != intent.name || reply_lost(actor.name())) continue;
      if (actor.state() == Actor::State::dead) open = true;
      const Response* last = nullptr;
      for (std::size_t step = 0; step < actor.responses().size(); ++step) {
        if (!speaks_of_its_wish(actor.step(step))) continue;
        const Response& one = actor.responses()[step];
        last = &one;
        if (told_no(one) && !too_few && !nothing) verdict_.harms.add(Harm::false_reply);
        if (told_success(one)) {
          if (words && *words != one.answer) verdict_.replies_same = false;
          words = one.answer;
        }
        if (told_success(one) && !about(one, actor, intent)) verdict_.harms.add(Harm::false_reply);
      }
      if (last == nullptr) continue;
      if (told_success(*last)) ++told_done;
      if (!turned_away(*last)) continue;
      away = true;
      if (!retry_may_differ(*outcome_named(last->outcome))) for_good = true;
    }
    // Of a wish for two, as many must have happened as were told that theirs has.
    if (too_few && told_done > moved.in_the_book) verdict_.harms.add(Harm::lost);
    // Who is told to come later while somebody has died at it may find it done by then; who is refused will not.
    if (!intent.at_most && too_few && verdict_.left_open == 0 && (for_good || (away && !open))) {
      verdict_.harms.add(Harm::blocked);
    }
  }

  /// Whether an answer speaks of what was asked for, and not of somebody else's wish.
  static bool about(const Response& response, const Actor&, const script::Intent& intent) {
    const std::string subject = "\"" + intent.words.front() + "\"";
    return response.answer.empty() || response.answer.find(subject) != std::string::npos;
  }

  Play& play_;
  const script::Experiment& experiment_;
  const Currency currency_;
  Verdict verdict_;
};

}  // namespace

Verdict judged(Play& play) { return Judge(play).judge(); }

}  // namespace payonce::laboratory
