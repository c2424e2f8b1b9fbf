#include "ledger/journal/draft.hpp"

namespace payonce::journal {

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
  }
  return "";
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
  }
  return "";
}

std::vector<Line> debit_credit(std::int64_t debit_account, std::int64_t credit_account, const Money& amount) {
  return {Line{debit_account, Side::debit, amount}, Line{credit_account, Side::credit, amount}};
}

}  // namespace payonce::journal
