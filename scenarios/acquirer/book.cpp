#include "scenarios/acquirer/book.hpp"

#include <limits>

#include "ledger/values/invariant.hpp"
#include "schema/queries/acquirer.hpp"

namespace payonce::acquirer_book {

namespace {

std::int64_t number(View& view, std::string_view setting) {
  std::int64_t value = 0;
  const bool there = view.one(sql::acquirer::setting{.name = setting}, [&](const Row& row) { value = row.integer(0); });
  invariant(there, "each setting has its row from the beginning");
  return value;
}

template <Statement S>
std::int64_t sum(View& view, const S& statement) {
  std::int64_t total = 0;
  const bool there = view.one(statement, [&](const Row& row) { total = row.integer(0); });
  invariant(there, "a sum has a row");
  return total;
}

std::string txn_of(std::int64_t movement_id) {
  std::string digits = std::to_string(movement_id);
  if (digits.size() < 9) digits.insert(0, 9 - digits.size(), '0');
  return "txn_" + digits;
}

}  // namespace

Acquirer::Settings settings(View& view) {
  return {number(view, "dedup") != 0, {number(view, "key_window_ns")}, {number(view, "latency_ns")}};
}

void change(Tx& tx, const Acquirer::Settings& settings) {
  tx.change(sql::acquirer::change_setting{.value = settings.dedup ? 1 : 0, .name = "dedup"});
  tx.change(sql::acquirer::change_setting{.value = settings.key_window.ns, .name = "key_window_ns"});
  tx.change(sql::acquirer::change_setting{.value = settings.latency.ns, .name = "latency_ns"});
}

Acquirer::Turn take_turn(Tx& tx) {
  Acquirer::Turn turn;
  std::int64_t script_id = 0;
  const bool there = tx.one(sql::acquirer::next_script{}, [&](const Row& row) {
    script_id = row.integer(0);
    const auto behaviour = behaviour_named(row.text(1));
    invariant(behaviour.has_value(), "a script holds known behaviours");
    turn = {*behaviour, {row.integer(2)}, row.integer(3)};
  });
  if (!there) return turn;
  if (turn.times > 1) {
    tx.change(sql::acquirer::use_script{.script_id = script_id});
  } else {
    tx.change(sql::acquirer::end_script{.script_id = script_id});
  }
  return turn;
}

std::optional<Entry> remembered(View& view, const ChannelRequest& request, const Acquirer::Settings& settings,
                                std::int64_t now_ns) {
  if (!settings.dedup) return std::nullopt;
  const std::int64_t since =
      settings.key_window.ns == 0 ? std::numeric_limits<std::int64_t>::min() : now_ns - settings.key_window.ns;
  std::optional<Entry> first;
  const sql::acquirer::first_under asked{
      .kind = name(request.movement), .reference = request.reference, .since_ns = since};
  (void)view.one(asked, [&](const Row& row) {
    first = Entry{row.integer(0), std::string(row.text(2)), row.maybe_text(1).value_or(""), money(row, 3, 4),
                  row.integer(5)};
  });
  return first;
}

namespace {

/// Whether the money is there to be given back.
bool covered(View& view, const ChannelRequest& refund, std::int64_t now_ns) {
  const std::string_view currency = refund.amount.currency().code();
  const std::int64_t charged =
      sum(view, sql::acquirer::charged_under{.reference = refund.original, .currency = currency, .now_ns = now_ns});
  const std::int64_t refunded =
      sum(view, sql::acquirer::refunded_of{.original = refund.original, .currency = currency});
  return refund.amount.minor() <= charged - refunded;
}

bool over(View& view, const std::string& reference, std::int64_t now_ns) {
  return view.one(sql::acquirer::hold_is_over{.reference = reference, .now_ns = now_ns}, [](const Row&) {});
}

}  // namespace

bool possible(View& view, const ChannelRequest& request, std::int64_t now_ns) {
  const auto held = [&] {
    return sum(view,
               sql::acquirer::held_under{
                   .reference = request.original, .currency = request.amount.currency().code(), .now_ns = now_ns});
  };
  bool moved = false;
  bool closed = false;
  const std::string& subject = request.movement == Movement::close ? request.original : request.reference;
  (void)view.one(sql::acquirer::moved_or_closed{.reference = subject}, [&](const Row& row) {
    moved = row.integer(0) != 0;
    closed = row.integer(1) != 0;
  });
  switch (request.movement) {
    case Movement::charge:
    case Movement::authorise: return !closed;
    case Movement::refund: return covered(view, request, now_ns);
    case Movement::capture: return request.amount.minor() <= held();
    case Movement::void_hold: return held() > 0;
    case Movement::close: return !moved;  // too late where something has moved, or is on its way
  }
  return false;
}

Entry write(Tx& tx, const ChannelRequest& request, bool approved, std::int64_t now_ns, std::int64_t acts_at_ns) {
  const std::int64_t id = sum(tx, sql::acquirer::next_movement{});
  const std::optional<std::string> txn = approved ? std::optional(txn_of(id)) : std::nullopt;
  std::optional<std::int64_t> hold_until;
  if (request.movement == Movement::authorise) hold_until = acts_at_ns + request.hold.ns;
  tx.change(sql::acquirer::write_movement{.movement_id = id,
                                          .kind = name(request.movement),
                                          .reference = request.reference,
                                          .original = request.original,
                                          .channel_txn = txn,
                                          .amount_minor = request.amount.minor(),
                                          .currency = request.amount.currency().code(),
                                          .made_at_ns = now_ns,
                                          .acts_at_ns = acts_at_ns,
                                          .hold_until_ns = hold_until,
                                          .is_last = request.last ? 1 : 0,
                                          .status = approved ? "approved" : "declined"});
  return {id, request.original, txn.value_or(""), request.amount, acts_at_ns};
}

void leave_notice(Tx& tx, const Entry& entry, std::int64_t due_at_ns) {
  tx.change(sql::acquirer::leave_notice{.movement_id = entry.movement_id, .due_at_ns = due_at_ns});
}

Money money(const Row& row, int amount_column, int currency_column) {
  const auto currency = Currency::parse("currency", row.text(currency_column));
  invariant(currency.has_value(), "the book holds known currencies");
  return {row.integer(amount_column), *currency};
}

ChannelLine line(const Row& row) {
  const auto movement = movement_named(row.text(0));
  invariant(movement.has_value(), "the book holds known movements");
  return {*movement,        std::string(row.text(1)), std::string(row.text(2)),
          money(row, 3, 4), row.integer(5),           std::string(row.text(6))};
}

ChannelAnswer found(View& view, Movement movement, const std::string& reference, std::int64_t now_ns) {
  ChannelAnswer answer{.said = Said::not_found};
  const sql::acquirer::found_under asked{.kind = name(movement), .reference = reference, .now_ns = now_ns};
  (void)view.one(asked, [&](const Row& row) {
    if (row.text(4) == "declined") {
      answer.said = Said::declined;
    } else {
      answer = {Said::approved, std::string(row.text(0)), money(row, 1, 2), row.integer(3)};
    }
  });
  const bool held = movement == Movement::authorise && answer.said == Said::approved;
  if (held && over(view, reference, now_ns)) answer.said = Said::gone;
  return answer;
}

}  // namespace payonce::acquirer_book
