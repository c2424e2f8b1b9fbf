#include "scenarios/player/bookings.hpp"

#include <algorithm>
#include <array>

namespace payonce::player {
namespace {

struct Words {
  script::Verb verb;
  std::string_view first;  // the first word behind the verb, where it has two
  Verb means;
  std::string_view how{};
};

constexpr std::array meanings = {Words{script::Verb::fee, "", Verb::fee},
                                 Words{script::Verb::reserve, "withhold", Verb::reserve_withhold},
                                 Words{script::Verb::reserve, "release", Verb::reserve_release},
                                 Words{script::Verb::payout, "announce", Verb::payout_announce},
                                 Words{script::Verb::payout, "arrive", Verb::payout_arrive},
                                 Words{script::Verb::payout, "return", Verb::payout_return},
                                 Words{script::Verb::suspense, "in", Verb::suspense_book, "in"},
                                 Words{script::Verb::suspense, "out", Verb::suspense_book, "out"},
                                 Words{script::Verb::suspense, "identify", Verb::suspense_identify},
                                 Words{script::Verb::suspense, "return", Verb::suspense_return},
                                 Words{script::Verb::dispute, "open", Verb::dispute_open},
                                 Words{script::Verb::dispute, "won", Verb::dispute_close, "won"},
                                 Words{script::Verb::dispute, "lost", Verb::dispute_close, "lost"},
                                 Words{script::Verb::dispute, "withdrawn", Verb::dispute_close, "withdrawn"},
                                 Words{script::Verb::exchange, "", Verb::exchange},
                                 Words{script::Verb::reverse, "", Verb::reverse},
                                 Words{script::Verb::goods_back, "", Verb::goods_back}};

/// Reads the pairs; the first fault stays.
class Pairs {
 public:
  Pairs(const script::Step& step, const Currency& currency) : step_(step), currency_(currency) {}

  template <class T>
  void read(std::string_view name, std::optional<T>& into) {
    if (const std::string* text = step_.argument(name)) keep(T::parse(name, *text), into);
  }
  void money(std::string_view name, std::optional<Money>& into) {
    const std::string* text = step_.argument(name);
    if (text == nullptr) return;
    const bool bare =
        std::none_of(text->begin(), text->end(), [](char c) { return c == ' ' || (c >= 'A' && c <= 'Z'); });
    keep(bare ? Money::parse(name, *text, currency_) : Money::parse(name, *text), into);
  }
  void words(std::string_view name, std::optional<std::string>& into) {
    if (const std::string* text = step_.argument(name)) into = *text;
  }
  [[nodiscard]] const std::optional<Fault>& fault() const { return fault_; }

 private:
  template <class T>
  void keep(Result<T> parsed, std::optional<T>& into) {
    if (parsed) {
      into = std::move(parsed).value();
    } else if (!fault_) {
      fault_ = parsed.error();
    }
  }

  const script::Step& step_;
  const Currency& currency_;
  std::optional<Fault> fault_;
};

}  // namespace

bool is_booking(script::Verb verb) {
  return std::any_of(meanings.begin(), meanings.end(), [verb](const Words& words) { return words.verb == verb; });
}

Result<Request> booking_of(const script::Step& step, Request begun, const Currency& currency) {
  const auto meant = std::find_if(meanings.begin(), meanings.end(), [&](const Words& words) {
    return words.verb == step.verb && (words.first.empty() || words.first == step.words[0]);
  });
  if (meant == meanings.end()) {
    return Fault{"steps", {step.words[0] + " is nothing this verb knows", "此动词没有 " + step.words[0]}};
  }
  begun.verb = meant->means;
  begun.how = meant->how;
  begun.target = step.words[meant->first.empty() ? 0 : 1];
  Pairs pairs(step, currency);
  pairs.money("amount", begun.amount);
  pairs.money(begun.verb == Verb::exchange ? "to-amount" : "fee", begun.other_amount);
  pairs.money("spread", begun.spread);
  pairs.read("ref", begun.reference);
  pairs.read("via", begun.via);
  pairs.read("order", begun.order);
  pairs.read("account", begun.counterpart);
  pairs.words("reason", begun.reason);
  pairs.words("actor", begun.actor);
  if (const std::string* as = step.argument("as")) begun.how = *as;
  if (begun.verb == Verb::exchange) {
    const Result<AccountId> to = AccountId::parse("to", step.words[1]);
    if (!to) return to.error();
    begun.counterpart = *to;
  }
  if (pairs.fault()) return *pairs.fault();
  if (auto fault = fault_in(begun)) return *std::move(fault);
  return begun;
}

}  // namespace payonce::player
