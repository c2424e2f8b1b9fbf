#include "ledger/statements/line.hpp"

#include <algorithm>
#include <array>

#include "ledger/digest/digest.hpp"

namespace payonce::statements {
namespace {

constexpr std::array movements = {Movement::sale,   Movement::refund, Movement::fee,   Movement::dispute,
                                  Movement::payout, Movement::bank,   Movement::other, Movement::unidentified};

std::string padded(int number, std::size_t width) {
  std::string digits = std::to_string(number);
  if (digits.size() < width) digits.insert(0, width - digits.size(), '0');
  return digits;
}

}  // namespace

bool Day::exists() const {
  constexpr std::array lengths = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (year < 1900 || year > 2999 || month < 1 || month > 12 || day < 1) return false;
  const bool leap = month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return day <= lengths.at(static_cast<std::size_t>(month) - 1) + (leap ? 1 : 0);
}

std::string Day::text() const { return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2); }

std::string Moment::text() const {
  if (!second) return day.text();
  return day.text() + " " + padded(*second / 3600, 2) + ":" + padded(*second / 60 % 60, 2) + ":" +
         padded(*second % 60, 2);
}

std::string_view name(Movement movement) {
  switch (movement) {
    case Movement::sale: return "sale";
    case Movement::refund: return "refund";
    case Movement::fee: return "fee";
    case Movement::dispute: return "dispute";
    case Movement::payout: return "payout";
    case Movement::bank: return "bank";
    case Movement::other: return "other";
    case Movement::unidentified: return "unidentified";
  }
  return "";
}

std::optional<Movement> movement_named(std::string_view wanted) {
  const auto found =
      std::find_if(movements.begin(), movements.end(), [&](Movement one) { return name(one) == wanted; });
  if (found == movements.end()) return std::nullopt;
  return *found;
}

bool names_nothing(std::string_view reference) {
  return reference == "NONREF" || reference == "NOTPROVIDED" || reference == "NOREF";
}

std::string content_key(const Line& line) {
  Parts parts;
  parts.text(name(line.movement)).text(line.kind).text(line.currency.code());
  parts.text(line.gross.text()).text(line.fee.text()).text(line.net.text());
  parts.text(line.our_id).text(line.parent_id).text(line.account).text(line.counterparty).text(line.details);
  parts.text(line.at ? line.at->text() : "").text(line.value_day ? line.value_day->text() : "");
  return "sha256:" + hex(sha256(parts.bytes()));
}

}  // namespace payonce::statements
