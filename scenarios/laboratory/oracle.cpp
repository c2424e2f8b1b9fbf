#include "scenarios/laboratory/oracle.hpp"

#include <algorithm>
#include <set>

#include "ledger/values/invariant.hpp"
#include "ledger/values/outcome.hpp"
#include "scenarios/laboratory/play.hpp"
#include "scenarios/laboratory/stopper.hpp"
#include "scenarios/laboratory/what_moved.hpp"
#include "scenarios/player/audit.hpp"
#include "schema/queries/laboratory.hpp"

namespace payonce::laboratory {
namespace {

using player::Response;

template <Statement S>
std::int64_t number_of(View& view, const S& statement) {
  std::int64_t number = 0;
  (void)view.one(statement, [&](const Row& row) { number = row.integer(0); });
  return number;
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
    for (const std::string& one : verdict_.over)
      harmed(Harm::over, {one + ": more was taken than there was", one + "：取走的超过所有"});
    if (verdict_.left_open != 0) left_open();
    for (const script::Intent& intent : experiment_.intents) wish(intent);
    std::set<std::string> codes;
    for (const player::Found& found : player::audit(hands, play_.judge_world())) codes.insert(found.code);
    verdict_.findings.assign(codes.begin(), codes.end());
    for (std::size_t i = 0; i < play_.actors(); ++i) heard(i);
    return std::move(verdict_);
  }

 private:
  void harmed(Harm harm, Text what) {
    verdict_.harms.add(harm);
    verdict_.blames.push_back({harm, std::move(what)});
  }

  /// Each by its name, which holds that of its order: "payment o1.pay.1 is unknown".
  void left_open() {
    play_.judge_hands().ledger().store().reading([&](View& view) {
      view.each(sql::laboratory::what_is_left_open{}, [&](const Row& row) {
        const std::string kind(row.text(0));
        const std::string name(row.text(1));
        const std::string order(row.text(2));
        const std::string status(row.text(3));
        const Text what = kind == "key"       ? Text{"key ", "键 "}
                          : kind == "attempt" ? Text{"payment ", "付款 "}
                          : kind == "refund"  ? Text{"refund ", "退款 "}
                                              : Text{"operation ", "操作 "};
        const Text of = order.empty() ? Text{} : Text{"order " + order + ": ", "订单 " + order + "："};
        harmed(Harm::stuck,
               {of.en + what.en + name + " is left " + status, of.zh + what.zh + name + " 停在 " + status});
      });
    });
  }

  [[nodiscard]] bool reply_lost(const std::string& actor) const {
    return std::any_of(experiment_.lost_replies.begin(), experiment_.lost_replies.end(),
                       [&](const script::ReplyFault& one) { return one.actor == actor; });
  }

  void heard(std::size_t index) {
    const Actor& actor = play_.actor(index);
    verdict_.outcomes.push_back(actor.responses().empty() ? "" : actor.responses().back().outcome);
    for (std::size_t step = 0; step < actor.responses().size(); ++step) {
      const Response& one = actor.responses()[step];
      if (one.kind == Response::Kind::failed)
        verdict_.findings.push_back("broken");  // what of is for logs: it may speak of storage
      const std::string by = stopper_of(one, actor.step(step), play_.layers());
      if (!by.empty()) ++verdict_.stops[by];
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
      if (status != intent.state && !never) {
        const std::string& order = intent.words.front();
        harmed(Harm::zombie, {"order " + order + " ends " + status + ", wanted " + intent.state,
                              "订单 " + order + " 最终为 " + status + "，应为 " + intent.state});
      }
      return;
    }
    if (intent.kind == script::Intent::Kind::keeps) {
      const std::int64_t left = hands.ledger().store().reading(
          [&](View& view) { return number_of(view, sql::laboratory::on_hand{.sku = intent.words.front()}); });
      if (left < std::int64_t{intent.left}) {
        const std::string is = std::to_string(left);
        const std::string least = std::to_string(intent.left);
        const std::string& sku = intent.words.front();
        harmed(Harm::over, {"stock " + sku + ": " + is + " on hand, wanted at least " + least,
                            "库存 " + sku + "：现有 " + is + "，至少应为 " + least});
      }
      return;
    }
    Moved moved{
        .intent = intent.name, .wanted = intent.times, .at_most = intent.at_most, .in_the_book = 0, .at_channel = {}};
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
      const std::string& order = intent.words.front();
      const std::string status = status_of(order);
      harmed(Harm::zombie, {"order " + order + " is paid in the book and stands at " + status,
                            "订单 " + order + " 在账上已付款，状态却是 " + status});
    }
    if (moved.in_the_book > moved.wanted || outside > moved.wanted) verdict_.harms.add(Harm::double_moved);
    // Money that a channel took, that no book knows of and that nobody owes back: its customer paid for nothing.
    if (outside > moved.in_the_book) {
      const std::string taken = std::to_string(outside);
      const std::string booked = std::to_string(moved.in_the_book);
      const std::string& order = intent.words.front();
      harmed(Harm::stuck, {"order " + order + ": channels took " + taken + ", the book knows of " + booked,
                           "订单 " + order + "：渠道扣款 " + taken + " 次，账上只有 " + booked + " 次"});
    }
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
    std::string refused;
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
        const std::string who = actor.name() + " (" + actor.step(step).text + ")";
        if (told_no(one) && !too_few && !nothing)
          harmed(Harm::false_reply, {who + " was told " + one.outcome + ", and " + intent.name + " is done",
                                     who + " 被告知 " + one.outcome + "，而 " + intent.name + " 已完成"});
        if (told_success(one)) {
          if (words && *words != one.answer) verdict_.replies_same = false;
          words = one.answer;
        }
        if (told_success(one) && !about(one, actor, intent))
          harmed(Harm::false_reply,
                 {who + " was told " + one.outcome + " of something else than " + intent.words.front(),
                  who + " 得到的 " + one.outcome + " 说的不是 " + intent.words.front()});
      }
      if (last == nullptr) continue;
      if (told_success(*last)) ++told_done;
      if (!turned_away(*last)) continue;
      away = true;
      refused = actor.name() + " (" + last->outcome + ")";
      if (!retry_may_differ(*outcome_named(last->outcome))) for_good = true;
    }
    // Of a wish for two, as many must have happened as were told that theirs has.
    if (too_few && told_done > moved.in_the_book) {
      const std::string told = std::to_string(told_done);
      const std::string booked = std::to_string(moved.in_the_book);
      harmed(Harm::lost, {intent.name + ": " + told + " were told that it is done, it moved " + booked + " times",
                          intent.name + "：告知完成 " + told + " 次，实际发生 " + booked + " 次"});
    }
    // Who is told to come later while somebody has died at it may find it done by then; who is refused will not.
    if (!intent.at_most && too_few && verdict_.left_open == 0 && (for_good || (away && !open))) {
      harmed(Harm::blocked, {intent.name + ": " + refused + " was turned away, and nobody else did it",
                             intent.name + "：" + refused + " 被拒，也无他人完成"});
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
