#include "scenarios/player/look.hpp"

#include <algorithm>
#include <limits>

#include "ledger/journal/account.hpp"
#include "ledger/journal/period.hpp"
#include "ledger/journal/sheets.hpp"
#include "ledger/messages/gate.hpp"
#include "ledger/messages/inbox.hpp"
#include "ledger/messages/parking.hpp"
#include "ledger/orders/attempt.hpp"
#include "ledger/orders/coupon.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/orders/refund.hpp"
#include "ledger/orders/stock.hpp"
#include "scenarios/player/audit.hpp"
#include "scenarios/player/malformed.hpp"
#include "scenarios/player/statements.hpp"
#include "schema/queries/idempotency_key.hpp"
#include "schema/queries/journal.hpp"
#include "schema/queries/outbox.hpp"
#include "schema/queries/refunds.hpp"

namespace payonce::player {
namespace {

/// What a line asks about is not there.
std::string missing(const std::string& name) { return "no " + name; }

std::optional<std::int64_t> order_id(View& view, const std::vector<std::string>& of, std::size_t at) {
  if (of.size() <= at) return std::nullopt;
  const auto order = orders::find_order(view, of[at]);
  return order ? std::optional(order->id) : std::optional<std::int64_t>(-1);  // counted as having none
}

/// The statement of an order's counts: all of them, or those of the order.
template <Statement S>
std::int64_t counted(View& view, const std::vector<std::string>& of) {
  const auto id = order_id(view, of, 0);
  std::int64_t count = 0;
  (void)view.one(S{.order_id = id}, [&](const Row& row) { count = row.integer(id ? 1 : 0); });
  return count;
}

/// Movements of a channel, all or those of one order's attempts.
std::string moved(Hands& hands, const std::vector<std::string>& of, Movement movement) {
  Acquirer* const acquirer = hands.acquirer(of[0]);
  if (acquirer == nullptr) return missing(of[0]);
  std::vector<ChannelLine> lines;
  acquirer->statement([&](const ChannelLine& line) {
    if (line.movement == movement) lines.push_back(line);
  });
  if (of.size() == 1) return std::to_string(lines.size());
  return hands.ledger().store().reading([&](View& view) {
    const std::int64_t wanted = order_id(view, of, 1).value_or(-1);
    const auto of_order = [&](const ChannelLine& line) {
      if (movement == Movement::refund) {
        const auto refund = orders::find_refund(view, of[0], line.reference);
        return refund && refund->order_id == wanted;
      }
      const auto attempt =
          orders::find_attempt(view, of[0], movement == Movement::capture ? line.original : line.reference);
      return attempt && attempt->order_id == wanted;
    };
    return std::to_string(std::count_if(lines.begin(), lines.end(), of_order));
  });
}

/// What the income statement of these days comes to.
std::string result_of(View& view, const std::string& text) {
  const journal::Days days = taken(journal::Days::parse("result", text));
  std::string told;
  for (const auto& sheet : journal::income_statements(view, journal::Basis::business, days.first, days.last)) {
    told += (told.empty() ? "" : ", ") + Money(sheet.result(), sheet.currency).text();
  }
  return told.empty() ? "nothing" : told;
}

std::string seen(Stage& stage, const script::Check& check) {
  Hands& hands = stage.hands();
  const std::vector<std::string>& of = check.of;
  if (check.what == "findings") return std::to_string(audit(hands, stage.world()).size());
  if (check.what == "open") return std::to_string(open_keys(hands));
  if (check.what == "charges") return moved(hands, of, Movement::charge);
  if (check.what == "captures") return moved(hands, of, Movement::capture);
  if (check.what == "returned") return moved(hands, of, Movement::refund);
  return hands.ledger().store().reading([&](View& view) -> std::string {
    if (check.what == "balance") {
      const auto account = journal::find_account(view, of[0]);
      return account ? account->balance().text() : missing(of[0]);
    }
    if (check.what == "breaks") return open_breaks(view, of[0]);
    if (check.what == "result") return result_of(view, of[0]);
    if (check.what == "stock" || check.what == "reserved") {
      const auto stock = orders::find_stock(view, of[0]);
      if (!stock) return missing(of[0]);
      return std::to_string(check.what == "stock" ? stock->on_hand : stock->reserved);
    }
    if (check.what == "coupon") {
      const auto coupon = orders::find_coupon(view, of[0]);
      return coupon ? std::to_string(coupon->used) : missing(of[0]);
    }
    if (check.what == "order" || check.what == "version") {
      const auto order = orders::find_order(view, of[0]);
      const auto account = check.what == "version" ? journal::find_account(view, of[0]) : std::nullopt;
      if (!order && account) return std::to_string(account->version);
      if (!order) return missing(of[0]);
      return check.what == "order" ? std::string(name(order->status)) : std::to_string(order->version);
    }
    if (check.what == "attempt" || check.what == "questions") {
      const auto order = orders::find_order(view, of[0]);
      const auto attempts = order ? orders::attempts_of(view, order->id) : std::vector<orders::Attempt>{};
      if (attempts.empty()) return missing("attempt of " + of[0]);
      const orders::Attempt& last = attempts.back();
      if (check.what == "questions") return std::to_string(last.queries);
      return std::string(name(last.status)) + (last.needs_review && !last.concluded() ? " review" : "");
    }
    if (check.what == "keys") {
      std::int64_t count = 0;
      const std::string key = of.empty() ? "" : of[0];
      (void)view.one(sql::idempotency_key::count{.key = key},
                     [&](const Row& row) { count = row.integer(of.empty() ? 0 : 2); });
      return std::to_string(count);
    }
    if (check.what == "events") return std::to_string(counted<sql::outbox::count>(view, of));
    if (check.what == "messages") {
      const auto order = of.empty() ? std::nullopt : std::optional(of[0]);
      return std::to_string(inbox::heard(view, order, 0, std::numeric_limits<std::int64_t>::max()).size());
    }
    if (check.what == "parked") return std::to_string(parking::count(view).parked);
    if (check.what == "waiting") return std::to_string(parking::count(view).early);
    if (check.what == "newest") {
      const auto newest = gate::newest(view, of[0], of[1]);
      return newest ? std::to_string(newest->version) : missing(of[1]);
    }
    if (check.what == "refunds") return std::to_string(counted<sql::refunds::count>(view, of));
    const std::int64_t opening = of.empty() ? stage.opening_vouchers() : 0;
    return std::to_string(counted<sql::journal::count_vouchers>(view, of) - opening);
  });
}

/// An amount however it is spelled; everything else as it stands.
std::string wanted(const script::Check& check, const Currency& currency) {
  if (check.what != "balance") return check.expected;
  auto money = Money::parse("amount", check.expected);
  if (!money) money = Money::parse("amount", check.expected, currency);
  return money ? money->text() : check.expected;
}

}  // namespace

std::optional<Wrong> look(Stage& stage, const script::Step& step, const Currency& currency) {
  const std::string expected = wanted(step.check, currency);
  const std::string got = seen(stage, step.check);
  if (got == expected) return std::nullopt;
  return Wrong{.place = step.place, .step = step.text, .expected = {expected, expected}, .got = {got, got}};
}

std::int64_t open_keys(Hands& hands) {
  std::int64_t open = 0;
  hands.ledger().store().reading([&](View& view) {
    (void)view.one(sql::idempotency_key::count{.key = ""}, [&](const Row& row) { open = row.integer(1); });
  });
  return open;
}

}  // namespace payonce::player
