#include "ledger/values/outcome.hpp"

namespace payonce {

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::key_reused: return "key_reused";
    case Outcome::reference_reused: return "reference_reused";
    case Outcome::key_expired: return "key_expired";
    case Outcome::response_gone: return "response_gone";
    case Outcome::in_progress: return "in_progress";
    case Outcome::lease_held: return "lease_held";
    case Outcome::lease_lost: return "lease_lost";
    case Outcome::token_refused: return "token_refused";
    case Outcome::later: return "later";
    case Outcome::outcome_unknown: return "outcome_unknown";
    case Outcome::unavailable: return "unavailable";
    case Outcome::order_unknown: return "order_unknown";
    case Outcome::account_unknown: return "account_unknown";
    case Outcome::channel_unknown: return "channel_unknown";
    case Outcome::sku_unknown: return "sku_unknown";
    case Outcome::amount_mismatch: return "amount_mismatch";
    case Outcome::version_mismatch: return "version_mismatch";
    case Outcome::out_of_order: return "out_of_order";
    case Outcome::over_refund: return "over_refund";
    case Outcome::over_capture: return "over_capture";
    case Outcome::period_closed: return "period_closed";
    case Outcome::out_of_stock: return "out_of_stock";
    case Outcome::coupon_refused: return "coupon_refused";
    case Outcome::already_paid: return "already_paid";
    case Outcome::declined: return "declined";
    case Outcome::paid: return "paid";
    case Outcome::refunded: return "refunded";
    case Outcome::authorised: return "authorised";
    case Outcome::captured: return "captured";
    case Outcome::voided: return "voided";
    case Outcome::booked: return "booked";
    case Outcome::already_booked: return "already_booked";
    case Outcome::created: return "created";
    case Outcome::cancelled: return "cancelled";
    case Outcome::closing: return "closing";
    case Outcome::shipped: return "shipped";
    case Outcome::already_done: return "already_done";
    case Outcome::issued: return "issued";
    case Outcome::acquired: return "acquired";
    case Outcome::renewed: return "renewed";
    case Outcome::released: return "released";
    case Outcome::performed: return "performed";
    case Outcome::rejected: return "rejected";
    case Outcome::resolved: return "resolved";
    case Outcome::altered: return "altered";
    case Outcome::parked: return "parked";
    case Outcome::early: return "early";
    case Outcome::out_of_date: return "out_of_date";
    case Outcome::skipped: return "skipped";
    case Outcome::applied: return "applied";
  }
  return "";
}

std::optional<Outcome> outcome_named(std::string_view wanted) {
  for (const Outcome outcome : all_outcomes) {
    if (name(outcome) == wanted) return outcome;
  }
  return std::nullopt;
}

Keeping keeping(Outcome outcome) {
  switch (outcome) {
    case Outcome::reference_reused:
    case Outcome::out_of_order:
    case Outcome::over_refund:
    case Outcome::over_capture:
    case Outcome::already_paid:
    case Outcome::declined:
    case Outcome::paid:
    case Outcome::refunded:
    case Outcome::authorised:
    case Outcome::captured:
    case Outcome::voided:
    case Outcome::booked:
    case Outcome::already_booked:
    case Outcome::created:
    case Outcome::cancelled:
    case Outcome::closing:
    case Outcome::shipped:
    case Outcome::already_done:
    case Outcome::performed:
    case Outcome::rejected:
    case Outcome::resolved:
    case Outcome::out_of_date:
    case Outcome::skipped:
    case Outcome::applied: return Keeping::final_answer;
    case Outcome::outcome_unknown: return Keeping::open;
    case Outcome::key_reused:
    case Outcome::key_expired:
    case Outcome::response_gone:
    case Outcome::in_progress:
    case Outcome::lease_held:
    case Outcome::lease_lost:
    case Outcome::token_refused:
    case Outcome::later:
    case Outcome::unavailable:
    case Outcome::order_unknown:
    case Outcome::account_unknown:
    case Outcome::channel_unknown:
    case Outcome::sku_unknown:
    case Outcome::amount_mismatch:
    case Outcome::version_mismatch:
    case Outcome::period_closed:
    case Outcome::out_of_stock:
    case Outcome::coupon_refused:
    case Outcome::issued:
    case Outcome::acquired:
    case Outcome::renewed:
    case Outcome::released:
    case Outcome::altered:
    case Outcome::parked:
    case Outcome::early: return Keeping::nothing_happened;
  }
  return Keeping::nothing_happened;
}

bool succeeded(Outcome outcome) {
  switch (outcome) {
    case Outcome::already_paid:
    case Outcome::paid:
    case Outcome::refunded:
    case Outcome::authorised:
    case Outcome::captured:
    case Outcome::voided:
    case Outcome::booked:
    case Outcome::already_booked:
    case Outcome::created:
    case Outcome::cancelled:
    case Outcome::shipped:
    case Outcome::already_done:
    case Outcome::issued:
    case Outcome::acquired:
    case Outcome::renewed:
    case Outcome::released:
    case Outcome::performed:
    case Outcome::resolved:
    case Outcome::out_of_date:
    case Outcome::skipped:
    case Outcome::applied: return true;
    default: return false;
  }
}

bool retry_may_differ(Outcome outcome) {
  switch (outcome) {
    case Outcome::in_progress:
    case Outcome::lease_held:
    case Outcome::later:
    case Outcome::outcome_unknown:
    case Outcome::unavailable:
    case Outcome::period_closed: return true;
    default: return false;
  }
}

int http_status(Outcome outcome) {
  switch (outcome) {
    case Outcome::key_reused:
    case Outcome::reference_reused:
    case Outcome::key_expired:
    case Outcome::response_gone:
    case Outcome::token_refused:
    case Outcome::rejected:
    case Outcome::amount_mismatch:
    case Outcome::out_of_order:
    case Outcome::over_refund:
    case Outcome::over_capture:
    case Outcome::altered:
    case Outcome::out_of_stock:
    case Outcome::coupon_refused: return 422;
    case Outcome::in_progress:
    case Outcome::lease_held:
    case Outcome::later:
    case Outcome::period_closed:
    case Outcome::outcome_unknown: return 409;
    case Outcome::unavailable: return 503;
    case Outcome::order_unknown:
    case Outcome::account_unknown:
    case Outcome::channel_unknown:
    case Outcome::sku_unknown: return 404;
    case Outcome::lease_lost:
    case Outcome::version_mismatch: return 412;
    case Outcome::declined: return 402;
    case Outcome::closing:
    case Outcome::parked:
    case Outcome::early: return 202;
    case Outcome::paid:
    case Outcome::refunded:
    case Outcome::authorised:
    case Outcome::captured:
    case Outcome::voided:
    case Outcome::booked:
    case Outcome::created:
    case Outcome::issued:
    case Outcome::performed: return 201;
    case Outcome::already_paid:
    case Outcome::already_booked:
    case Outcome::cancelled:
    case Outcome::shipped:
    case Outcome::already_done:
    case Outcome::acquired:
    case Outcome::renewed:
    case Outcome::released:
    case Outcome::resolved:
    case Outcome::out_of_date:
    case Outcome::skipped:
    case Outcome::applied: return 200;
  }
  return 500;
}

int exit_code(Outcome outcome) {
  switch (outcome) {
    case Outcome::key_reused:
    case Outcome::reference_reused:
    case Outcome::key_expired:
    case Outcome::response_gone:
    case Outcome::altered: return 12;
    case Outcome::in_progress:
    case Outcome::lease_held:
    case Outcome::later:
    case Outcome::unavailable:
    case Outcome::period_closed: return 11;
    case Outcome::outcome_unknown: return 13;
    case Outcome::lease_lost:
    case Outcome::token_refused:
    case Outcome::order_unknown:
    case Outcome::account_unknown:
    case Outcome::channel_unknown:
    case Outcome::amount_mismatch:
    case Outcome::version_mismatch:
    case Outcome::out_of_order:
    case Outcome::over_refund:
    case Outcome::over_capture:
    case Outcome::sku_unknown:
    case Outcome::out_of_stock:
    case Outcome::coupon_refused:
    case Outcome::declined:
    case Outcome::rejected:
    case Outcome::parked: return 10;
    case Outcome::already_paid:
    case Outcome::paid:
    case Outcome::refunded:
    case Outcome::authorised:
    case Outcome::captured:
    case Outcome::voided:
    case Outcome::booked:
    case Outcome::already_booked:
    case Outcome::created:
    case Outcome::cancelled:
    case Outcome::closing:
    case Outcome::shipped:
    case Outcome::already_done:
    case Outcome::issued:
    case Outcome::acquired:
    case Outcome::renewed:
    case Outcome::released:
    case Outcome::performed:
    case Outcome::resolved:
    case Outcome::early:
    case Outcome::out_of_date:
    case Outcome::skipped:
    case Outcome::applied: return 0;
  }
  return 70;
}

}  // namespace payonce
