#include "ledger/layers/unique_constraint.hpp"

#include <array>
#include <cstddef>

#include "ledger/journal/posting.hpp"
#include "schema/queries/journal.hpp"
#include "schema/queries/unique_constraint.hpp"

namespace payonce::unique_constraint {
namespace {

constexpr Layer me = Layer::unique_constraint;

std::optional<journal::Booked> find(View& view, std::string_view fact) {
  std::optional<journal::Booked> found;
  (void)view.one(sql::unique_constraint::voucher_of{.business_key = fact}, [&](const Row& row) {
    found = journal::Booked{.voucher_id = row.integer(0), .number = std::string(row.text(1)), .business_date = {}};
  });
  return found;
}

/// A number that stands for one fact must not be taken for another: same accounts, same sides, same amounts.
bool same_lines(View& view, std::int64_t voucher_id, const journal::Draft& draft) {
  std::size_t at = 0;
  bool same = true;
  view.each(sql::journal::lines_of{.voucher_id = voucher_id}, [&](const Row& row) {
    same = same && at < draft.lines.size() && row.integer(0) == draft.lines[at].account_id &&
           row.text(1) == name(draft.lines[at].side) && row.integer(2) == draft.lines[at].amount.minor();
    at += 1;
  });
  return same && at == draft.lines.size();
}

/// A laboratory's way: what follows from nothing is new each time, and the constraint never meets it again.
std::string drawn(World& world) {
  std::array<std::byte, 8> bytes{};
  world.random(bytes);
  std::string text = "~";
  for (const std::byte byte : bytes) text += "0123456789abcdef"[std::to_integer<std::size_t>(byte) % 16];
  return text;
}

/// "2026-12-01" as 20261201: a trace holds numbers.
std::int64_t as_number(std::string_view day) {
  std::int64_t number = 0;
  for (const char letter : day) {
    if (letter != '-') number = number * 10 + (letter - '0');
  }
  return number;
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
  if (const auto& asked = pay.request->amount; asked && *asked != refund->amount) {
    return pay.say(me, Outcome::reference_reused, "other_amount");
  }
  if (refund->open()) return pay.say(me, Outcome::outcome_unknown, "refund_under_way");
  if (refund->status == orders::RefundStatus::failed) return pay.say(me, Outcome::declined, "refund_declined");
  return pay.say(me, Outcome::already_booked, "fact_stands");
}

/// The same of a capture: what is asked for under a number that stands.
Verdict look_for_operation(Tx& tx, Passage& pay) {
  if (pay.resumed || !pay.operation || pay.operation->id == 0) {
    pay.note(me, Finding::voucher_free);
    return Verdict::pass();
  }
  const orders::Operation& operation = *pay.operation;
  pay.answer.amount = operation.amount;
  if (const auto& asked = pay.request->amount; asked && *asked != operation.amount) {
    return pay.say(me, Outcome::reference_reused, "other_amount");
  }
  if (operation.open()) return pay.say(me, Outcome::outcome_unknown, "operation_open");
  auto booked = find(tx, operation.business_key);
  if (!booked) booked = find(tx, journal::payment_fact(pay.order->number));
  if (booked) {
    pay.note(me, Finding::voucher_stands, booked->voucher_id);
    pay.answer.voucher = std::move(booked->number);
  }
  return pay.say(me, Outcome::already_booked, "fact_stands");
}

}  // namespace

bool stands(View& view, const Settings& settings, std::string_view fact) {
  return settings.on(me) && find(view, fact).has_value();
}

Verdict look(Tx& tx, Passage& pay) {
  if (!pay.settings.on(me)) return not_asked(pay, me);
  if (pay.request != nullptr && pay.request->verb == Verb::refund) return look_for_refund(tx, pay);
  if (pay.operation) return look_for_operation(tx, pay);
  auto booked = find(tx, pay.fact);
  if (!booked) {
    pay.note(me, Finding::voucher_free);
    return Verdict::pass();
  }
  pay.note(me, Finding::voucher_stands, booked->voucher_id);
  pay.answer.voucher = std::move(booked->number);
  std::string whose;
  (void)tx.one(sql::unique_constraint::order_of{.business_key = pay.fact}, [&](const Row& row) {
    pay.answer.subject_kind = "order";
    pay.answer.subject = whose = std::string(row.text(0));
  });
  if (pay.draft && pay.order && !whose.empty() && pay.order->number != whose) {
    return pay.say(me, Outcome::reference_reused, "other_order");
  }
  if (pay.draft && !same_lines(tx, booked->voucher_id, *pay.draft)) {
    return pay.say(me, Outcome::reference_reused, "other_accounts_or_amount");
  }
  if (tx.one(sql::unique_constraint::reversal_of{.voucher_id = booked->voucher_id}, [](const Row&) {})) {
    return pay.say(me, Outcome::reference_reused, "was_reversed");
  }
  const bool payment = pay.request == nullptr || pay.request->verb == Verb::pay || pay.request->verb == Verb::authorise;
  return pay.say(me, payment ? Outcome::already_paid : Outcome::already_booked, "fact_stands");
}

Verdict book(Tx& tx, Passage& pay) {
  if (!pay.draft) return Verdict::pass();
  pay.world.step(Step::book_tx);
  if (pay.settings.random_vouchers) pay.draft->business_key += drawn(pay.world);
  journal::Booked booked = journal::book(tx, *pay.draft, pay.now_ns);
  pay.note(Layer::journal, Finding::voucher_booked, booked.voucher_id);
  if (booked.dated_later) pay.note(Layer::journal, Finding::dated_later, as_number(booked.business_date));
  if (!pay.answer.voucher) pay.answer.voucher = std::move(booked.number);
  return Verdict::pass();
}

}  // namespace payonce::unique_constraint
