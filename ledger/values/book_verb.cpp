#include "ledger/values/book_verb.hpp"

#include <array>
#include <string>
#include <utility>

namespace payonce {
namespace {

constexpr std::array rules = {
    BookVerb{Verb::goods_back, "order", "amount", "ref"},
    BookVerb{Verb::fee, "channel", "amount ref", "order"},
    BookVerb{Verb::reserve_withhold, "channel", "amount ref", ""},
    BookVerb{Verb::reserve_release, "channel", "amount ref", ""},
    BookVerb{Verb::payout_announce, "channel", "amount ref", ""},
    BookVerb{Verb::payout_arrive, "channel", "ref", "amount"},
    BookVerb{Verb::payout_return, "channel", "ref", "amount"},
    BookVerb{Verb::suspense_book, "channel", "amount ref how", "", "in out"},
    BookVerb{Verb::suspense_identify, "ref", "", "via order to how to_amount", "to_return write_off exchanged"},
    BookVerb{Verb::suspense_return, "ref", "reason", "via"},
    BookVerb{Verb::dispute_open, "order", "amount ref", "fee"},
    BookVerb{Verb::dispute_close, "ref", "how", "via fee", "won lost withdrawn"},
    BookVerb{Verb::exchange, "account", "to amount to_amount reason", "spread ref"},
    BookVerb{Verb::reverse, "voucher", "reason", "actor"},
};

/// Long enough for a sentence and a link; a voucher is no place for a document.
constexpr std::size_t longest_words = 500;

Fault fault(std::string_view field, Text why) { return {std::string(field), std::move(why)}; }

bool names_a_fee(Verb verb) { return verb == Verb::dispute_open || verb == Verb::dispute_close; }

bool given(const Request& request, std::string_view member) {
  if (member == "amount") return request.amount.has_value();
  if (member == "ref") return request.reference.has_value();
  if (member == "via") return request.via.has_value();
  if (member == "order") return request.order.has_value();
  if (member == "to") return request.counterpart.has_value();
  if (member == "how") return !request.how.empty();
  if (member == "reason") return request.reason.has_value();
  if (member == "actor") return request.actor.has_value();
  if (member == "spread") return request.spread.has_value();
  if (member == "fee") return request.other_amount && names_a_fee(request.verb);
  if (member == "to_amount") return request.other_amount && !names_a_fee(request.verb);
  return false;
}

std::optional<Fault> fault_in_size(std::string_view field, const std::optional<Money>& amount, std::int64_t least) {
  if (!amount) return std::nullopt;
  if (amount->minor() > amount_cap_minor || amount->minor() < -amount_cap_minor) {
    return fault(field, {"is beyond the largest amount one entry may carry", "超过单笔分录的上限"});
  }
  if (amount->minor() < least) {
    return least == 0 ? fault(field, {"must not be less than zero", "不得小于零"})
                      : fault(field, {"must be more than zero", "必须大于零"});
  }
  return std::nullopt;
}

std::optional<Fault> fault_in_words(std::string_view field, const std::optional<std::string>& words) {
  if (!words) return std::nullopt;
  if (words->empty() || words->size() > longest_words) {
    return fault(field, {"has from 1 to 500 bytes", "须为 1 到 500 字节"});
  }
  for (const char c : *words) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      return fault(field, {"is one line of text, without control characters", "须为单行文字，不含控制字符"});
    }
  }
  return std::nullopt;
}

std::optional<Fault> fault_in_choice(const Request& request) {
  if (request.verb != Verb::suspense_identify) return std::nullopt;
  const int chosen = (request.order ? 1 : 0) + (request.counterpart ? 1 : 0) + (request.how.empty() ? 0 : 1);
  if (chosen == 1 && request.other_amount && request.how != "exchanged") {
    return fault("to_amount", {"goes with how exchanged", "须与 how exchanged 同用"});
  }
  if (chosen == 1) return std::nullopt;
  return fault("order", {"one of order, to and how is needed, and not more", "order、to 与 how 须且只能给出一个"});
}

}  // namespace

std::span<const BookVerb> all_book_verbs() { return rules; }

const BookVerb* book_verb(Verb verb) {
  for (const BookVerb& rule : rules) {
    if (rule.verb == verb) return &rule;
  }
  return nullptr;
}

bool listed_in(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::string_view first = list.substr(0, list.find(' '));
    if (first == word) return true;
    list.remove_prefix(std::min(first.size() + 1, list.size()));
  }
  return false;
}

std::optional<Fault> fault_in_booking(const Request& request, const BookVerb& rule) {
  constexpr std::array members = {"amount", "ref",   "via",    "order", "to",       "how",
                                  "reason", "actor", "spread", "fee",   "to_amount"};
  const std::string verb(name(request.verb));
  for (const std::string_view member : members) {
    const bool needed = listed_in(rule.needs, member);
    if (needed && !given(request, member)) return fault(member, {"is required", "必填"});
    if (given(request, member) && !needed && !listed_in(rule.takes, member)) {
      return fault(member, {"is nothing " + verb + " takes", verb + " 没有这个成员"});
    }
  }
  if (request.target.empty()) return fault(rule.target, {"is required", "必填"});
  if (!request.how.empty() && !listed_in(rule.hows, request.how)) {
    return fault("how", {"is none of " + std::string(rule.hows), "只能是 " + std::string(rule.hows) + " 之一"});
  }
  if (request.counterpart && request.counterpart->text() == request.target) {
    return fault("to", {"is the same account as the one it comes from", "与转出账户相同"});
  }
  if (request.verb == Verb::payout_announce && request.amount->minor() == 0) {
    return fault("amount", {"must not be zero", "不得为零"});
  }
  // A negative payout is what a channel collects from us.
  const bool either = request.verb == Verb::payout_announce || request.verb == Verb::payout_arrive;
  if (auto bad = fault_in_size("amount", request.amount, either ? -amount_cap_minor : 1)) return bad;
  if (auto bad = fault_in_size(names_a_fee(request.verb) ? "fee" : "to_amount", request.other_amount,
                               names_a_fee(request.verb) ? 0 : 1)) {
    return bad;
  }
  if (auto bad = fault_in_size("spread", request.spread, 0)) return bad;
  if (request.spread && request.other_amount && request.spread->minor() >= request.other_amount->minor()) {
    return fault("spread", {"is less than what arrives", "须小于到账金额"});
  }
  if (auto bad = fault_in_words(request.verb == Verb::exchange ? "rate-source" : "reason", request.reason)) return bad;
  if (auto bad = fault_in_words("actor", request.actor)) return bad;
  return fault_in_choice(request);
}

const std::vector<Verb>& all_verbs() {
  static const std::vector<Verb> all = [] {
    std::vector<Verb> verbs{Verb::pay,    Verb::refund,    Verb::topup,   Verb::transfer,
                            Verb::adjust, Verb::authorise, Verb::capture, Verb::void_hold};
    for (const BookVerb& rule : all_book_verbs()) verbs.push_back(rule.verb);
    return verbs;
  }();
  return all;
}

}  // namespace payonce
