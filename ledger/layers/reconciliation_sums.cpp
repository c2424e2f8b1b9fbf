#include "ledger/layers/reconciliation_sums.hpp"

#include "ledger/values/currency.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/reconciliation_figures.hpp"

namespace payonce::reconciliation {
namespace {

namespace sql = payonce::sql::reconciliation_figures;

/// A pair in all its sums, or (-1) out of them. What its sides differ by is told by why they do, each in its own currency.
void add_pair(Sums& sums, const Row& row, std::int64_t times) {
  const std::int64_t theirs = times * row.integer(2);
  const std::int64_t ours = times * row.integer(5);
  sums.one("pairs", row.text(0), row.text(1)).add(times, theirs);
  sums.one("ours_whole", row.text(3), row.text(4)).add(times, ours);
  const bool same = row.text(0) == row.text(3);
  if (same && theirs == ours) return;
  const std::string apart = "apart_" + std::string(row.text(6));
  sums.one(apart, row.text(0), row.text(1)).add(times, theirs);
  sums.one(apart, row.text(3), row.text(4)).add(same ? 0 : times, -ours);
}

}  // namespace

Sum& Sums::one(std::string_view what, std::string_view currency, std::string_view movement) {
  for (const Place& place : last_) {
    if (place.sum != nullptr && place.what == what && place.currency == currency && place.movement == movement) {
      return *place.sum;
    }
  }
  Place& place = last_[next_++ % last_.size()];
  place = {std::string(what), std::string(currency), std::string(movement), nullptr};
  place.sum = &sums_[place.currency][place.what][place.movement];
  return *place.sum;
}

Sum Sums::total(const std::string& currency, const std::string& what) const {
  Sum sum;
  const auto of_currency = sums_.find(currency);
  if (of_currency == sums_.end()) return sum;
  const auto found = of_currency->second.find(what);
  if (found == of_currency->second.end()) return sum;
  for (const auto& [movement, one] : found->second) sum.add(one.count, one.amount);
  return sum;
}

Sum Sums::of(const std::string& currency, const std::string& what, std::string_view movement) const {
  const auto of_currency = sums_.find(currency);
  if (of_currency == sums_.end()) return {};
  const auto found = of_currency->second.find(what);
  if (found == of_currency->second.end()) return {};
  const auto one = found->second.find(std::string(movement));
  return one == found->second.end() ? Sum{} : one->second;
}

Sums carried_sums(Tx& tx, const Scope& scope, std::optional<std::int64_t> previous, const SinceByKind& since) {
  Sums sums;
  if (previous) {
    tx.each(sql::carried{.run_id = *previous}, [&](const Row& row) {
      sums.one(row.text(1), row.text(0), row.text(2)) = {row.integer(3), row.integer(4)};
    });
  }
  for (const auto& [kind, lines] : since) {
    sums.one("lines", kind.first, kind.second).add(lines.lines.count, lines.lines.amount);
    sums.one("fees", kind.first, kind.second).add(lines.fees.count, lines.fees.amount);
    sums.one("fee_rests", kind.first, kind.second).add(lines.fees.count, lines.fee_rest);
  }
  tx.each(sql::new_items{.behind_voucher = scope.behind_voucher, .channel = scope.channel},
          [&](const Row& row) { sums.one("items", row.text(0), row.text(1)).add(1, row.integer(2)); });
  tx.each(sql::new_pairs{.behind_pairing = scope.behind_pairing, .channel = scope.channel},
          [&](const Row& row) { add_pair(sums, row, 1); });
  tx.each(sql::new_parts{.behind_pairing = scope.behind_pairing, .channel = scope.channel}, [&](const Row& row) {
    sums.one("ours_" + std::string(row.text(2)), row.text(0), row.text(1)).add(1, row.integer(3));
  });
  return sums;
}

void leave_out_ended(Tx& tx, const Scope& scope, Sums& sums) {
  tx.each(sql::ended_pairs{.channel = scope.channel}, [&](const Row& row) { add_pair(sums, row, -1); });
}

Sums open_sums(Tx& tx, const Scope& scope) {
  Sums open;
  tx.each(sql::open_lines{.channel = scope.channel}, [&](const Row& row) {
    const std::string why(row.text(2));
    open.one("lines_" + why, row.text(0), row.text(1)).add(row.integer(3), row.integer(4));
    open.one("fees_" + why, row.text(0), row.text(1)).add(row.integer(3), row.integer(5));
    open.one("rests_" + why, row.text(0), row.text(1)).add(row.integer(3), row.integer(6));
  });
  tx.each(sql::open_items{.channel = scope.channel}, [&](const Row& row) {
    open.one("items_" + std::string(row.text(2)), row.text(0), row.text(1)).add(row.integer(3), row.integer(4));
  });
  return open;
}

std::int64_t rest_in_minor(std::int64_t rest, std::string_view currency) {
  const auto known = Currency::parse("currency", currency);
  invariant(known.has_value(), "a line is of a currency the program knows");
  std::int64_t unit = 1'000'000'000;
  for (int digit = 0; digit < known->exponent(); ++digit) unit /= 10;
  return rest / unit;
}

}  // namespace payonce::reconciliation
