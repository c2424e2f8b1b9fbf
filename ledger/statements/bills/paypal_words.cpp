#include "ledger/statements/bills/paypal_words.hpp"

#include "ledger/statements/bills/sheet.hpp"

namespace payonce::statements::paypal {

const Layout& layout() {
  static const Layout all{{{"Transaction ID"}},
                          {{"Invoice ID"}},
                          {{"PayPal Reference ID"}},
                          {{"Transaction Event Code"}},
                          {{"Transaction Initiation Date"}},
                          {{"Transaction Completion Date"}},
                          {{"Transaction Debit or Credit"}},
                          {{"Gross Transaction Amount"}},
                          {{"Gross Transaction Currency"}},
                          {{"Fee Debit or Credit"}},
                          {{"Fee Amount"}},
                          {{"Fee Currency"}, false},
                          {{"Custom Field"}, false},
                          {{"Transactional Status", "Transaction Status"}, false}};
  return all;
}

std::optional<Exact> implied(std::string_view digits, const Currency& currency) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  std::string text(digits);
  if (text.size() < 3) text.insert(0, 3 - text.size(), '0');
  text.insert(text.size() - 2, 1, '.');
  const auto read = Exact::parse("amount", text, currency, {});
  if (!read) return std::nullopt;
  return *read;
}

std::optional<Time> time_of(std::string_view text) {
  const std::size_t blank = text.rfind(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const std::string_view zone = text.substr(blank + 1);
  const bool offset = zone.size() == 5 && (zone[0] == '+' || zone[0] == '-') &&
                      zone.find_first_not_of("0123456789", 1) == std::string_view::npos;
  const auto read = DatePattern::parse("yyyy/MM/dd HH:mm:ss")->read(text.substr(0, blank));
  if (!offset || !read) return std::nullopt;
  return Time{*read, std::string(zone.substr(0, 3)) + ":" + std::string(zone.substr(3))};
}

Movement movement_of(std::string_view event, bool debit) {
  const auto any = [&](std::initializer_list<std::string_view> beginnings) {
    for (const std::string_view one : beginnings) {
      if (event.starts_with(one)) return true;
    }
    return false;
  };
  if (any({"T1107"})) return Movement::refund;
  if (any({"T1106", "T1110", "T1111", "T12", "T15", "T21"})) return Movement::dispute;
  if (any({"T01", "T1108", "T1109"})) return Movement::fee;
  if (any({"T04"})) return Movement::payout;
  if (any({"T00"})) return debit ? Movement::other : Movement::sale;
  if (any({"T02", "T03", "T05", "T06", "T07", "T08", "T09", "T10", "T11", "T13", "T17", "T19", "T99"}))
    return Movement::other;
  return Movement::unidentified;
}

void Sides::count(const Line& line) {
  line.gross.units() < 0 ? add(debits, line.gross.negated()) : add(credits, line.gross);
  line.fee.units() > 0 ? add(fee_debits, line.fee) : add(fee_credits, line.fee.negated());
}

std::string Sides::text() const {
  return credits.text() + " / " + debits.text() + " / " + fee_credits.text() + " / " + fee_debits.text();
}

}  // namespace payonce::statements::paypal
