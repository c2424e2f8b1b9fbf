#include "ledger/layers/unique_constraint.hpp"

#include "schema/queries/unique_constraint.hpp"

namespace payonce::unique_constraint {
namespace {

constexpr Layer me = Layer::unique_constraint;

std::optional<journal::Booked> find(View& view, std::string_view fact) {
  std::optional<journal::Booked> found;
  (void)view.one(sql::unique_constraint::voucher_of{.business_key = fact}, [&](const Row& row) {
    found = journal::Booked{row.integer(0), std::string(row.text(1))};
  });
  return found;
}

/// A refund's cause is unique like a voucher's fact, and its row stands before its voucher does.
Verdict look_for_refund(Tx& tx, Passage& pay) {
  const auto refund = pay.resumed ? std::nullopt : orders::refund_of_cause(tx, pay.fact);
  if (!refund) {
    pay.note(me, Finding::voucher_free);
    return Verdict::pass();
  }
  if (auto booked = find(tx, pay.fact + (refund->channel ? ".confirmed" : ""))) {
    pay.note(me, Finding::voucher_stands, booked->voucher_id);
    pay.answer.voucher = std::move(booked->number);
  }
  pay.answer.amount = refund->amount;
  if (refund->open()) return pay.say(me, Outcome::outcome_unknown, "refund_under_way");
  if (refund->status == orders::RefundStatus::failed) return pay.say(me, Outcome::declined, "refund_declined");
  return pay.say(me, Outcome::already_booked, "fact_stands");
}

}  // namespace

bool stands(View& view, const Settings& settings, std::string_view fact) {
  return settings.on(me) && find(view, fact).has_value();
}

Verdict look(Tx& tx, Passage& pay) {
  if (!pay.settings.on(me)) {
    pay.note(me, Finding::layer_off);
    return Verdict::pass();
  }
  if (pay.request != nullptr && pay.request->verb == Verb::refund) return look_for_refund(tx, pay);
  auto booked = find(tx, pay.fact);
  if (!booked) {
    pay.note(me, Finding::voucher_free);
    return Verdict::pass();
  }
  pay.note(me, Finding::voucher_stands, booked->voucher_id);
  pay.answer.voucher = std::move(booked->number);
  const bool payment = pay.request == nullptr || pay.request->verb == Verb::pay;
  return pay.say(me, payment ? Outcome::already_paid : Outcome::already_booked, "fact_stands");
}

Verdict book(Tx& tx, Passage& pay) {
  if (!pay.draft) return Verdict::pass();
  pay.world.step(Step::book_tx);
  journal::Booked booked = journal::book(tx, *pay.draft, pay.now_ns);
  pay.note(Layer::journal, Finding::voucher_booked, booked.voucher_id);
  if (!pay.answer.voucher) pay.answer.voucher = std::move(booked.number);
  return Verdict::pass();
}

}  // namespace payonce::unique_constraint
