#include "ledger/engine_passage.hpp"

#include "ledger/journal/account.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/ledger.hpp"
#include "ledger/values/book_verb.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce {
namespace {

Verdict draft_adjustment(Tx& tx, Passage& pay, const journal::Account& account) {
  const Money wanted = *pay.request->amount;
  Money change = wanted;
  if (pay.request->absolute) {
    const auto difference = subtract("amount", wanted, account.balance());
    if (!difference) return pay.say(Layer::journal, Outcome::amount_mismatch, "amount_overflow");
    change = *difference;
  }
  if (change.minor() == 0) return pay.say(Layer::journal, Outcome::already_done, "balance_is_that");
  if (change.minor() > amount_cap_minor || change.minor() < -amount_cap_minor) {
    return pay.say(Layer::journal, Outcome::amount_mismatch, "amount_overflow");
  }
  pay.answer.amount = change;
  pay.draft = journal::adjusted(journal::Pen(tx, pay.rules, pay.now_ns), pay.fact, account, change);
  return Verdict::pass();
}

}  // namespace

Verdict dated(Tx& tx, Passage& pay) {
  if (journal::day_is_open(tx, pay.now_ns)) return Verdict::pass();
  pay.note(Layer::journal, Finding::day_closed);
  return pay.say(Layer::journal, Outcome::period_closed);
}

Verdict covered(Tx& tx, Passage& pay) {
  if (!pay.draft) return Verdict::pass();
  if (const Verdict open = dated(tx, pay); !open) return open;
  switch (journal::covers(tx, *pay.draft)) {
    case journal::Cover::covered: pay.note(Layer::journal, Finding::funds_suffice); return Verdict::pass();
    case journal::Cover::lacks_funds:
      pay.note(Layer::journal, Finding::funds_lack);
      return pay.say(Layer::journal, Outcome::declined, "insufficient_funds");
    case journal::Cover::closed: return pay.say(Layer::journal, Outcome::declined, "account_closed");
    case journal::Cover::mixes_memo: return pay.say(Layer::journal, Outcome::declined, "memo_account");
    case journal::Cover::overflows: break;
  }
  return pay.say(Layer::journal, Outcome::declined, "amount_overflow");
}

Verdict known_channel(Tx& tx, Passage& pay) {
  if (find_channel(tx, pay.request->via->text())) return Verdict::pass();
  return pay.say(Layer::channel, Outcome::channel_unknown, "via");
}

Verdict drafted(Tx& tx, Passage& pay) {
  const Request& request = *pay.request;
  if (book_verb(request.verb) != nullptr) return drafted_booking(tx, pay);
  const auto account = journal::find_account(tx, request.target);
  if (!account) return pay.say(Layer::journal, Outcome::account_unknown, "account");
  const Money& amount = *request.amount;
  pay.answer.amount = amount;
  if (account->currency != amount.currency()) return pay.say(Layer::journal, Outcome::amount_mismatch, "currency");
  if (request.if_version && *request.if_version != account->version) {
    pay.answer.version = account->version;
    return pay.say(Layer::journal, Outcome::version_mismatch, "version");
  }
  switch (request.verb) {
    case Verb::topup:
      pay.draft = journal::Pen(tx, pay.rules, pay.now_ns)
                      .draft(journal::Event::topped_up, pay.fact, {{journal::Role::account, account->id}}, amount);
      return Verdict::pass();
    case Verb::transfer: {
      const auto to = journal::find_account(tx, request.counterpart->text());
      if (!to) return pay.say(Layer::journal, Outcome::account_unknown, "to");
      if (to->currency != amount.currency()) return pay.say(Layer::journal, Outcome::amount_mismatch, "currency");
      pay.draft = journal::Pen(tx, pay.rules, pay.now_ns)
                      .draft(journal::Event::transferred, pay.fact,
                             {{journal::Role::account, account->id}, {journal::Role::other, to->id}}, amount);
      return Verdict::pass();
    }
    case Verb::adjust: return draft_adjustment(tx, pay, *account);
    default: break;
  }
  throw Broken("payments and refunds are drafted by the state machine");
}

std::string fact_of(const Request& request, const KeyHash& key) {
  if (request.verb == Verb::pay || request.verb == Verb::authorise) return journal::payment_fact(request.target);
  if (request.verb == Verb::capture && request.reference) {
    return request.target + ".capture." + request.reference->text();
  }
  if (request.verb == Verb::capture || request.verb == Verb::void_hold) {
    return request.target + "." + std::string(name(request.verb)) + "-key." + hex(key);
  }
  if (request.verb == Verb::refund) {
    return request.target + (request.reference ? ".refund." + request.reference->text() : ".refund-key." + hex(key));
  }
  if (book_verb(request.verb) != nullptr) return fact_of_booking(request, key);
  // An order's facts begin with its number, which holds no colon: no other fact can be mistaken for one of them.
  const std::string verb(name(request.verb));
  return request.reference ? verb + ":" + request.tenant.text() + "." + request.reference->text()
                           : verb + "-key:" + hex(key);
}

Movement movement_of(orders::OperationKind kind) {
  switch (kind) {
    case orders::OperationKind::capture: return Movement::capture;
    case orders::OperationKind::void_hold: return Movement::void_hold;
    case orders::OperationKind::close: break;
  }
  return Movement::close;
}

}  // namespace payonce
