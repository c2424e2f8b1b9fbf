#include "ledger/journal/draft.hpp"

namespace payonce::journal {
namespace {

constexpr std::array kinds = {
    Kind::pay,      Kind::authorise,     Kind::capture, Kind::hold_freed, Kind::surplus,  Kind::refund_accepted,
    Kind::refund,   Kind::refund_failed, Kind::topup,   Kind::transfer,   Kind::adjust,   Kind::fulfil,
    Kind::goods,    Kind::fee,           Kind::reserve, Kind::payout,     Kind::suspense, Kind::dispute,
    Kind::exchange, Kind::reversal,      Kind::year_end};

}  // namespace

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::pay: return "pay";
    case Kind::authorise: return "authorise";
    case Kind::capture: return "capture";
    case Kind::hold_freed: return "hold_freed";
    case Kind::surplus: return "surplus";
    case Kind::refund_accepted: return "refund_accepted";
    case Kind::refund: return "refund";
    case Kind::refund_failed: return "refund_failed";
    case Kind::topup: return "topup";
    case Kind::transfer: return "transfer";
    case Kind::adjust: return "adjust";
    case Kind::fulfil: return "fulfil";
    case Kind::goods: return "goods";
    case Kind::fee: return "fee";
    case Kind::reserve: return "reserve";
    case Kind::payout: return "payout";
    case Kind::suspense: return "suspense";
    case Kind::dispute: return "dispute";
    case Kind::exchange: return "exchange";
    case Kind::reversal: return "reversal";
    case Kind::year_end: return "year_end";
  }
  return "";
}

std::optional<Kind> kind_named(std::string_view wanted) {
  for (const Kind kind : kinds) {
    if (name(kind) == wanted) return kind;
  }
  return std::nullopt;
}

std::string_view series_prefix(Kind kind) {
  switch (kind) {
    case Kind::pay: return "PAY";
    case Kind::authorise: return "AUT";
    case Kind::capture: return "CAP";
    case Kind::hold_freed: return "FRD";
    case Kind::surplus: return "SUR";
    case Kind::refund_accepted: return "RFA";
    case Kind::refund: return "REF";
    case Kind::refund_failed: return "RFF";
    case Kind::topup: return "TOP";
    case Kind::transfer: return "TRF";
    case Kind::adjust: return "ADJ";
    case Kind::fulfil: return "FUL";
    case Kind::goods: return "GDS";
    case Kind::fee: return "FEE";
    case Kind::reserve: return "RSV";
    case Kind::payout: return "PYT";
    case Kind::suspense: return "SUS";
    case Kind::dispute: return "DSP";
    case Kind::exchange: return "EXC";
    case Kind::reversal: return "REV";
    case Kind::year_end: return "CLS";
  }
  return "";
}

std::vector<Line> debit_credit(std::int64_t debit_account, std::int64_t credit_account, const Money& amount) {
  return {Line{debit_account, Side::debit, amount}, Line{credit_account, Side::credit, amount}};
}

}  // namespace payonce::journal
