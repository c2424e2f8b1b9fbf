#include "ledger/engine_passage.hpp"
#include "ledger/journal/period.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/unique_constraint.hpp"
#include "ledger/ledger.hpp"
#include "ledger/orders/stored.hpp"
#include "ledger/values/book_verb.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/journal.hpp"

// What is booked beside payments: fees, reserves, goods, exchanges, reversals here; disputes, payouts and suspense, which have
// rows of their own, by the third layer. Each fact is booked once, whatever the key.
namespace payonce {
namespace {

using journal::Event;
using journal::Part;
using journal::Role;

Verdict draft_of_channel(Tx& tx, Passage& pay) {
  const Request& request = *pay.request;
  pay.answer.amount = request.amount;
  Event event = Event::fee_taken;
  if (request.verb == Verb::reserve_withhold) event = Event::reserve_withheld;
  if (request.verb == Verb::reserve_release) event = Event::reserve_released;
  if (request.order) {
    pay.order = orders::find_order(tx, request.order->text());
    if (!pay.order) return pay.say(Layer::state_machine, Outcome::order_unknown, "order");
    pay.answer.subject_kind = "order";
    pay.answer.subject = pay.order->number;
  }
  pay.draft = journal::Pen(tx, pay.rules, pay.now_ns, request.target).draft(event, pay.fact, {}, *request.amount);
  if (pay.order) pay.draft->order_id = pay.order->id;
  return Verdict::pass();
}

Verdict draft_goods_back(Tx& tx, Passage& pay) {
  pay.order = orders::find_order(tx, pay.request->target);
  if (!pay.order) return pay.say(Layer::state_machine, Outcome::order_unknown, "order");
  const Money& cost = *pay.request->amount;
  pay.answer.amount = cost;
  if (cost.currency() != pay.order->due.currency()) {
    return pay.say(Layer::state_machine, Outcome::amount_mismatch, "currency");
  }
  // No more comes back than has left.
  std::int64_t left = 0;
  (void)tx.one(sql::journal::goods_out{.order_id = pay.order->id}, [&](const Row& row) { left = row.integer(0); });
  if (cost.minor() > left && !unique_constraint::stands(tx, pay.settings, pay.fact)) {
    return pay.say(Layer::state_machine, Outcome::out_of_order, "goods_left");
  }
  pay.draft = journal::Pen(tx, pay.rules, pay.now_ns).draft(Event::goods_back, pay.fact, {}, cost);
  pay.draft->order_id = pay.order->id;
  return Verdict::pass();
}

bool grows_left(const journal::Account& account) { return normal_side(account.kind) == journal::Side::debit; }

Verdict draft_exchange(Tx& tx, Passage& pay) {
  const Request& request = *pay.request;
  const auto from = journal::find_account(tx, request.target);
  if (!from) return pay.say(Layer::journal, Outcome::account_unknown, "account");
  const auto to = journal::find_account(tx, request.counterpart->text());
  if (!to) return pay.say(Layer::journal, Outcome::account_unknown, "to");
  const Money spread = request.spread.value_or(Money(0, request.other_amount->currency()));
  pay.answer.amount = request.amount;
  if (from->currency != request.amount->currency() || to->currency != request.other_amount->currency() ||
      from->currency == to->currency) {
    return pay.say(Layer::journal, Outcome::amount_mismatch, "currency");
  }
  if (spread.currency() != to->currency) return pay.say(Layer::journal, Outcome::amount_mismatch, "spread_currency");
  // Two wallets or two assets: else it is no exchange of one owner's money.
  if (grows_left(*from) != grows_left(*to)) return pay.say(Layer::journal, Outcome::amount_mismatch, "unlike_accounts");
  const auto both = add("spread", *request.other_amount, spread);
  if (!both || both->minor() > amount_cap_minor)
    return pay.say(Layer::journal, Outcome::amount_mismatch, "amount_overflow");
  pay.draft = journal::Pen(tx, pay.rules, pay.now_ns)
                  .draft(grows_left(*from) ? Event::exchanged_assets : Event::exchanged, pay.fact,
                         {{Role::account, from->id}, {Role::other, to->id}},
                         {{Part::amount, *request.amount},
                          {Part::other, *request.other_amount},
                          {Part::spread, spread},
                          {Part::both, *both}});
  pay.draft->reason = request.reason;
  return Verdict::pass();
}

/// Vouchers behind which a row or an order stands are taken back by the step that leads back, never by a mirror: a payment by
/// its refund, a payout by its return, a dispute by its end.
bool may_be_reversed(std::string_view kind) {
  return kind == "topup" || kind == "transfer" || kind == "adjust" || kind == "fee" || kind == "reserve" ||
         kind == "exchange" || kind == "goods" || kind == "year_end";
}

Verdict draft_reversal(Tx& tx, Passage& pay) {
  std::int64_t voucher_id = 0;
  std::string kind;
  std::string day;
  std::optional<std::int64_t> order_id;
  if (!tx.one(sql::journal::to_reverse{.number = pay.request->target}, [&](const Row& row) {
        voucher_id = row.integer(0);
        kind = std::string(row.text(1));
        order_id = row.maybe_integer(2);
        day = std::string(row.text(3));
      })) {
    return pay.say(Layer::journal, Outcome::out_of_order, "voucher_unknown");
  }
  if (order_id) {
    pay.answer.subject_kind = "order";
    pay.answer.subject = orders::find_order(tx, *order_id)->number;
  }
  if (!may_be_reversed(kind)) return pay.say(Layer::journal, Outcome::out_of_order, "kind_not_reversed");
  journal::Draft draft;
  if (kind == "year_end") {
    // What it carried goes back into the year it came from, or the next one would have earned it.
    if (!journal::is_open(tx, day)) {
      pay.note(Layer::journal, Finding::day_closed);
      return pay.say(Layer::journal, Outcome::period_closed);
    }
    draft.business_date = day;
  }
  draft.kind = journal::Kind::reversal;
  draft.business_key = pay.fact;
  draft.order_id = order_id;
  draft.reverses = voucher_id;
  draft.reason = pay.request->reason;
  draft.actor = pay.request->actor;
  tx.each(sql::journal::entries_as_stored{.voucher_id = voucher_id}, [&](const Row& row) {
    const auto side = row.text(1) == "debit" ? journal::Side::credit : journal::Side::debit;
    draft.lines.push_back({row.integer(0), side, orders::stored_money(row.integer(2), row.text(3))});
  });
  pay.answer.amount = draft.lines.front().amount;
  pay.draft = std::move(draft);
  return Verdict::pass();
}

}  // namespace

Verdict drafted_booking(Tx& tx, Passage& pay) {
  const BookVerb* const rule = book_verb(pay.request->verb);
  invariant(rule != nullptr, "a verb of the books has its rule");
  if (rule->target == "channel" && !find_channel(tx, pay.request->target)) {
    return pay.say(Layer::channel, Outcome::channel_unknown, "channel");
  }
  switch (pay.request->verb) {
    case Verb::fee:
    case Verb::reserve_withhold:
    case Verb::reserve_release: return draft_of_channel(tx, pay);
    case Verb::goods_back: return draft_goods_back(tx, pay);
    case Verb::exchange: return draft_exchange(tx, pay);
    case Verb::reverse: return draft_reversal(tx, pay);
    case Verb::payout_announce:
    case Verb::payout_arrive:
    case Verb::payout_return: return state_machine::permit_payout(tx, pay);
    case Verb::suspense_book:
    case Verb::suspense_identify:
    case Verb::suspense_return: return state_machine::permit_suspense(tx, pay);
    case Verb::dispute_open:
    case Verb::dispute_close: return state_machine::permit_dispute(tx, pay);
    default: break;
  }
  throw Broken("payments, refunds and moves are drafted elsewhere");
}

std::string fact_of_booking(const Request& request, const KeyHash& key) {
  const std::string own = request.reference ? request.reference->text() : "key-" + hex(key);
  switch (request.verb) {
    case Verb::fee: return "fee:" + request.target + ":" + own;
    case Verb::reserve_withhold: return "reserve:" + request.target + ":" + own + ".withheld";
    case Verb::reserve_release: return "reserve:" + request.target + ":" + own + ".released";
    case Verb::goods_back: return request.target + ".goods-back." + own;
    case Verb::exchange: return "exchange:" + request.tenant.text() + "." + own;
    case Verb::reverse: return "reverse:" + request.target;
    default: return {};  // follows from the row, which is found later
  }
}

}  // namespace payonce
