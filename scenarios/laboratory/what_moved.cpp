#include "scenarios/laboratory/what_moved.hpp"

#include <cstdlib>
#include <optional>

#include "ledger/orders/attempt.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/orders/refund.hpp"
#include "schema/queries/laboratory.hpp"

namespace payonce::laboratory {
namespace {

std::optional<std::int64_t> amount_of(const script::Intent& intent, const Currency& currency) {
  const std::string* text = intent.argument("amount");
  if (text == nullptr) text = intent.argument("by");
  if (text == nullptr) return std::nullopt;
  auto money = Money::parse("amount", *text, currency);
  if (!money) money = Money::parse("amount", *text);
  return money ? std::optional(money->minor()) : std::nullopt;
}

template <Statement S>
std::int64_t number_of(View& view, const S& statement) {
  std::int64_t number = 0;
  (void)view.one(statement, [&](const Row& row) { number = row.integer(0); });
  return number;
}

}  // namespace

std::int64_t in_the_book(View& view, const script::Intent& intent, const Currency& currency) {
  const auto amount = amount_of(intent, currency);
  const std::string& subject = intent.words.front();
  const auto bookings = [&](std::string_view kind, const std::optional<std::string>& other) {
    // A correction upwards and one downwards of the same amount are two different wishes.
    std::optional<std::string_view> side;
    if (kind == "adjust" && amount) side = *amount < 0 ? "debit" : "credit";
    const auto size = amount ? std::optional(std::abs(*amount)) : std::nullopt;
    return number_of(view, sql::laboratory::bookings_between{
                               .kind = kind, .account = subject, .side = side, .other = other, .amount = size});
  };
  switch (intent.verb) {
    case script::Verb::pay:
    case script::Verb::authorise: return number_of(view, sql::laboratory::payments_of_order{.number = subject});
    case script::Verb::refund:
      return number_of(view, sql::laboratory::refunds_of_order{.number = subject, .amount = amount});
    case script::Verb::capture: return number_of(view, sql::laboratory::captures_of_order{.number = subject});
    case script::Verb::topup: return bookings("topup", std::nullopt);
    case script::Verb::adjust: return bookings("adjust", std::nullopt);
    case script::Verb::transfer: return bookings("transfer", std::optional(intent.words.at(1)));
    case script::Verb::order:
      return view.one(sql::laboratory::order_status{.number = subject}, [](const Row&) {}) ? 1 : 0;
    case script::Verb::cancel:
    case script::Verb::ship: {
      const std::string_view reached = intent.verb == script::Verb::ship ? "fulfilled" : "cancelled";
      bool there = false;
      (void)view.one(sql::laboratory::order_status{.number = subject},
                     [&](const Row& row) { there = row.text(0) == reached; });
      return there ? 1 : 0;
    }
    default: break;
  }
  return 0;
}

std::int64_t at_channel(player::Hands& hands, const std::string& channel, Acquirer& acquirer,
                        const std::string& order) {
  std::vector<ChannelLine> lines;
  acquirer.statement([&](const ChannelLine& line) { lines.push_back(line); });
  return hands.ledger().store().reading([&](View& view) {
    std::int64_t net = 0;
    for (const ChannelLine& line : lines) {
      const bool taken = line.movement == Movement::charge || line.movement == Movement::capture;
      if (!taken && line.movement != Movement::refund) continue;
      if (line.movement == Movement::refund) {
        const auto refund = orders::find_refund(view, channel, line.reference);
        if (!refund || refund->cause == orders::Cause::customer) continue;
        if (orders::find_order(view, refund->order_id)->number == order) --net;
        continue;
      }
      const auto attempt =
          orders::find_attempt(view, channel, line.movement == Movement::capture ? line.original : line.reference);
      // What our book has forgotten is still the customer's money: the reference names its order.
      const bool forgotten = !attempt && line.reference.find("/" + order + ".pay.") != std::string::npos;
      if (forgotten || (attempt && orders::find_order(view, attempt->order_id)->number == order)) ++net;
    }
    return net - number_of(view, sql::laboratory::owed_back{.number = order, .channel = channel});
  });
}

}  // namespace payonce::laboratory
