#include "ledger/layers/reconciliation_drill.hpp"

#include <array>

#include "ledger/orders/attempt.hpp"
#include "ledger/orders/dispute.hpp"
#include "ledger/orders/operation.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/orders/refund.hpp"
#include "ledger/orders/stored.hpp"
#include "schema/queries/reconciliation_drill.hpp"

namespace payonce::reconciliation {
namespace {

namespace sql = payonce::sql::reconciliation_drill;

/// What a line says of its numbers, beside what it says of itself.
struct Named {
  std::string our_id;
  std::string channel_id;
  std::string parent_id;
};

Named read_line(View& view, std::int64_t line_id, Drill& drill) {
  Named named;
  (void)view.one(sql::line{.line_id = line_id}, [&](const Row& row) {
    named = {std::string(row.text(7)), std::string(row.text(8)), std::string(row.text(9))};
    const std::string word(row.text(3));
    const std::string standing(row.text(2));
    drill.there = Side{.number = named.our_id,
                       .channel_id = named.channel_id,
                       .order = {},
                       .movement = std::string(row.text(0)),
                       .state = word.empty() || word == standing ? standing : standing + " (" + word + ")",
                       .currency = std::string(row.text(4)),
                       .amount = row.integer(5),
                       .day = std::string(row.text(12)),
                       .account = std::string(row.text(10))};
    if (!drill.here) drill.here = Side{};
    drill.here->account = std::string(row.text(11));
  });
  return named;
}

void read_item(View& view, std::int64_t item_id, Drill& drill) {
  (void)view.one(sql::item{.item_id = item_id}, [&](const Row& row) {
    drill.here = Side{.number = std::string(row.text(3)),
                      .channel_id = std::string(row.text(4)),
                      .order = std::string(row.text(5)),
                      .movement = std::string(row.text(0)),
                      .state = "settled",  // it is booked: a channel's word for that
                      .currency = std::string(row.text(1)),
                      .amount = row.integer(2),
                      .day = std::string(row.text(6)),
                      .account = {}};
    drill.vouchers.emplace_back(row.text(7));
    drill.order_id = row.maybe_integer(8);
    drill.attempt_id = row.maybe_integer(9);
    drill.refund_id = row.maybe_integer(10);
    drill.operation_id = row.maybe_integer(11);
    if (drill.order_id) drill.found = FoundBy::voucher;
  });
}

/// Our own requests under the number that a line names.
bool find_by_our_number(View& view, std::string_view channel, const std::string& number, Drill& drill) {
  if (number.empty()) return false;
  if (const auto attempt = orders::find_attempt(view, channel, number)) {
    drill.order_id = attempt->order_id;
    drill.attempt_id = attempt->id;
  } else if (const auto refund = orders::find_refund(view, channel, number)) {
    drill.order_id = refund->order_id;
    drill.refund_id = refund->id;
  } else if (const auto operation = orders::find_operation(view, channel, number)) {
    const auto of = orders::find_attempt(view, operation->attempt_id);
    if (!of) return false;
    drill.order_id = of->order_id;
    drill.operation_id = operation->id;
  } else {
    return false;
  }
  drill.found = FoundBy::our_number;
  return true;
}

bool find_by_their_number(View& view, std::string_view channel, const std::string& number, FoundBy how, Drill& drill) {
  if (number.empty()) return false;
  (void)view.one(sql::order_by_their_number{.channel = channel, .channel_id = number},
                 [&](const Row& row) { drill.order_id = row.integer(0); });
  if (!drill.order_id) {
    const auto disputes = orders::find_disputes(view, channel, number);
    if (!disputes.empty()) drill.order_id = disputes.front().order_id;
  }
  if (drill.order_id) drill.found = how;
  return drill.order_id.has_value();
}

void find_order_of(View& view, std::string_view channel, const Named& named, Drill& drill) {
  if (drill.order_id || find_by_our_number(view, channel, named.our_id, drill)) return;
  if (const auto order = named.our_id.empty() ? std::nullopt : orders::find_order(view, named.our_id)) {
    drill.order_id = order->id;
    drill.found = FoundBy::order_number;
    return;
  }
  if (find_by_their_number(view, channel, named.channel_id, FoundBy::their_number, drill)) return;
  (void)find_by_their_number(view, channel, named.parent_id, FoundBy::parent_number, drill);
}

/// Where nothing is booked of a request of ours, the request is what we say of the movement.
void tell_request(View& view, Drill& drill) {
  const auto say = [&](std::string number, std::string channel_id, std::string_view movement, std::string_view state,
                       const Money& amount, bool out) {
    const bool moved = state == "succeeded" || state == "partly_captured";
    drill.here->number = std::move(number);
    drill.here->channel_id = std::move(channel_id);
    drill.here->movement = std::string(movement);
    drill.here->state = moved ? "settled" : std::string(state);
    drill.here->currency = std::string(amount.currency().code());
    drill.here->amount = out ? -amount.minor() : amount.minor();
  };
  if (drill.attempt_id) {
    if (const auto one = orders::find_attempt(view, *drill.attempt_id)) {
      say(one->reference, one->channel_txn.value_or(""), "sale", name(one->status), one->amount, false);
    }
  } else if (drill.operation_id) {
    if (const auto one = orders::find_operation(view, *drill.operation_id)) {
      say(one->reference, one->channel_txn.value_or(""), "sale", name(one->status), one->amount, false);
    }
  } else if (drill.refund_id) {
    if (const auto one = orders::find_refund(view, *drill.refund_id)) {
      say(one->reference.value_or(""), one->channel_txn.value_or(""), "refund", name(one->status), one->amount, true);
    }
  }
}

void read_pairs(View& view, const Break& one, std::string_view order, std::int64_t at_most, Drill& drill) {
  view.each(sql::pairs_behind{.line_id = one.line_id.value_or(0),
                              .item_id = one.item_id.value_or(0),
                              .channel = one.channel,
                              .order_no = order,
                              .at_most = at_most},
            [&](const Row& row) {
              drill.pairs.push_back({.part = std::string(row.text(0)),
                                     .pass = std::string(row.text(1)),
                                     .run_id = row.maybe_integer(2),
                                     .actor = std::string(row.text(3)),
                                     .reason = std::string(row.text(4)),
                                     .ended_by = std::string(row.text(5)),
                                     .ended_why = std::string(row.text(6)),
                                     .channel_id = std::string(row.text(7)),
                                     .day = std::string(row.text(8)),
                                     .file = std::string(row.text(9)),
                                     .file_line = row.integer(10),
                                     .voucher = std::string(row.text(11))});
              drill.pair_count = row.integer(12);
            });
}

struct Word {
  FoundBy found;
  std::string_view name;
  std::string_view en;
  std::string_view zh;
};
constexpr std::array words = {
    Word{FoundBy::nothing, "", "no number of it leads to an order of ours", "其单号均未指向本方订单"},
    Word{FoundBy::voucher, "voucher", "by the voucher", "由凭证找到"},
    Word{FoundBy::our_number, "our_number", "by our number, which the line names", "由明细所记本方单号找到"},
    Word{FoundBy::order_number, "order_number", "by the order's number, which the line names", "由明细所记订单号找到"},
    Word{FoundBy::their_number, "their_number", "by the channel's number", "由渠道单号找到"},
    Word{FoundBy::parent_number, "parent_number", "by the payment it belongs to", "由其所属支付找到"},
};

const Word& word_of(FoundBy found) { return words.at(static_cast<std::size_t>(found)); }

}  // namespace

std::string_view name(FoundBy found) { return word_of(found).name; }

Text sentence(FoundBy found) {
  const Word& word = word_of(found);
  return {std::string(word.en), std::string(word.zh)};
}

std::vector<Compared> compared(const Side& here, const Side& there) {
  std::vector<Compared> all;
  const auto add = [&](std::string field, const std::string& ours, const std::string& theirs, bool same) {
    all.push_back({std::move(field), ours, theirs, !ours.empty() && !theirs.empty() && !same});
  };
  const auto plain = [&](std::string field, const std::string& ours, const std::string& theirs) {
    add(std::move(field), ours, theirs, ours == theirs);
  };
  const auto decimal = [](const Side& side) {
    return side.amount && !side.currency.empty() ? orders::stored_money(*side.amount, side.currency).decimal()
                                                 : std::string();
  };
  // A channel that is told the order alone names the order, and that is no difference.
  add("our_number", here.number, there.number, here.number == there.number || here.order == there.number);
  plain("their_number", here.channel_id, there.channel_id);
  plain("order", here.order, there.order);
  plain("kind", here.movement, there.movement);
  add("state", here.state, there.state, here.state == there.state || there.state.starts_with(here.state + " ("));
  plain("currency", here.currency, there.currency);
  plain("amount", decimal(here), decimal(there));
  plain("day", here.day, there.day);
  plain("account", here.account, there.account);
  return all;
}

Drill drill(View& view, const Break& one, std::int64_t at_most) {
  Drill drill;
  if (one.item_id) read_item(view, *one.item_id, drill);
  if (one.line_id) {
    const Named named = read_line(view, *one.line_id, drill);
    find_order_of(view, one.channel, named, drill);
    if (!one.item_id) tell_request(view, drill);
  }
  std::string number;
  if (drill.order_id) {
    if (const auto order = orders::find_order(view, *drill.order_id)) number = order->number;
  }
  if (drill.here && drill.here->order.empty()) drill.here->order = number;
  read_pairs(view, one, number, at_most, drill);
  view.each(sql::fix_vouchers{.channel = one.channel, .break_id = one.id, .at_most = at_most},
            [&](const Row& row) { drill.vouchers.emplace_back(row.text(0)); });
  view.each(sql::runs_of{.break_id = one.id, .channel = one.channel, .first_run = one.first_run, .at_most = at_most},
            [&](const Row& row) {
              drill.runs.push_back({row.integer(0), std::string(row.text(1)), row.integer(2), std::string(row.text(3)),
                                    row.integer(4), row.maybe_integer(5), row.maybe_integer(6)});
              drill.run_count = row.integer(7);
            });
  if (one.line_id || one.item_id || one.code != Code::fee_mismatch) return drill;
  view.each(sql::fee_lines{.channel = one.channel, .day = one.day, .currency = one.currency, .at_most = at_most},
            [&](const Row& row) {
              drill.fees.push_back({std::string(row.text(0)), std::string(row.text(1)), row.integer(2), row.integer(3),
                                    std::string(row.text(4)), row.integer(5)});
              drill.fee_count = row.integer(6);
            });
  return drill;
}

}  // namespace payonce::reconciliation
