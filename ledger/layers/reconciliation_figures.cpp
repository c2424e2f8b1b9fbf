#include "ledger/layers/reconciliation_figures.hpp"

#include <array>
#include <set>
#include <string_view>
#include <vector>

#include "ledger/values/currency.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/reconciliation_figures.hpp"
#include "schema/queries/reconciliation_settlement.hpp"

namespace payonce::reconciliation {
namespace {

namespace sql = payonce::sql::reconciliation_figures;
namespace sql_settlement = payonce::sql::reconciliation_settlement;

/// Sums by currency, what is summed ("lines", "items", …) and movement.
using Sums = std::map<std::string, std::map<std::string, std::map<std::string, Sum>>>;

constexpr std::array<std::string_view, 9> movements = {"sale",  "refund",   "fee",  "dispute",     "payout",
                                                       "other", "suspense", "bank", "unidentified"};

class Figures {
 public:
  Figures(Tx& tx, const Scope& scope, const SinceByKind& since) : tx_(tx), scope_(scope), since_(since) {}

  bool run(std::optional<std::int64_t> previous, const Rolls& rolls) {
    if (previous) {
      tx_.each(sql::carried{.run_id = *previous}, [&](const Row& row) {
        carry_[std::string(row.text(0))][std::string(row.text(1))][std::string(row.text(2))] = {row.integer(3),
                                                                                                row.integer(4)};
      });
    }
    add_new();
    write_carry();
    take_ended();
    read_open();
    tx_.each(sql::receivables{.channel = scope_.channel},
             [&](const Row& row) { books_[std::string(row.text(0))] = row.integer(1); });
    std::set<std::string> currencies;
    for (const auto& [currency, sums] : carry_) currencies.insert(currency);
    for (const auto& [currency, amount] : books_) currencies.insert(currency);
    bool same = true;
    for (const std::string& currency : currencies) {
      same = bridge(currency) && same;
      matrix(currency);
    }
    for (const auto& [currency, roll] : rolls) roll_forward(currency, roll);
    fees();
    payouts();
    std::int64_t days = 0;
    tx_.each(sql::days_not_covered{.channel = scope_.channel, .as_of = scope_.as_of}, [&](const Row& row) {
      ++days;
      put("uncovered", "", std::string(row.text(0)), "", 1, 0);
    });
    return same;
  }

 private:
  void put(const std::string& sheet, const std::string& currency, const std::string& figure, const std::string& kind,
           std::int64_t count, std::int64_t amount) {
    (void)tx_.change(sql::insert_figure{.run_id = scope_.run_id,
                                        .sheet = sheet,
                                        .currency = currency,
                                        .place = ++places_[sheet + currency],
                                        .figure = figure,
                                        .kind = kind,
                                        .counted = count,
                                        .amount = amount});
  }

  void add_new() {
    for (const auto& [kind, sums] : since_) {
      auto& of_currency = carry_[kind.first];
      of_currency["lines"][kind.second].add(sums.lines.count, sums.lines.amount);
      of_currency["fees"][kind.second].add(sums.fees.count, sums.fees.amount);
      of_currency["fee_rests"][kind.second].add(sums.fees.count, sums.fee_rest);
    }
    tx_.each(sql::new_items{.behind_voucher = scope_.behind_voucher, .channel = scope_.channel},
             [&](const Row& row) { one("items", row.text(0), row.text(1)).add(1, row.integer(2)); });
    tx_.each(sql::new_pairs{.behind_pairing = scope_.behind_pairing, .channel = scope_.channel},
             [&](const Row& row) { add_pair(row, 1); });
    tx_.each(sql::new_parts{.behind_pairing = scope_.behind_pairing, .channel = scope_.channel}, [&](const Row& row) {
      one("ours_" + std::string(row.text(2)), row.text(0), row.text(1)).add(1, row.integer(3));
    });
  }

  /// A pair in all its sums, or (-1) out of them. What its sides differ by is told by why they do, each in its own currency.
  void add_pair(const Row& row, std::int64_t times) {
    const std::int64_t theirs = times * row.integer(2);
    const std::int64_t ours = times * row.integer(5);
    one("pairs", row.text(0), row.text(1)).add(times, theirs);
    one("ours_whole", row.text(3), row.text(4)).add(times, ours);
    const bool same = row.text(0) == row.text(3);
    if (same && theirs == ours) return;
    const std::string apart = "apart_" + std::string(row.text(6));
    one(apart, row.text(0), row.text(1)).add(times, theirs);
    one(apart, row.text(3), row.text(4)).add(same ? 0 : times, -ours);
  }

  /// Where a sum is kept. Rows of one kind stand together, so the places last asked for are remembered.
  Sum& one(std::string_view what, std::string_view currency, std::string_view movement) {
    for (const Place& place : last_) {
      if (place.sum != nullptr && place.what == what && place.currency == currency && place.movement == movement) {
        return *place.sum;
      }
    }
    Place& place = last_[next_++ % last_.size()];
    place = {std::string(what), std::string(currency), std::string(movement), nullptr};
    place.sum = &carry_[place.currency][place.what][place.movement];
    return *place.sum;
  }

  void write_carry() {
    for (const auto& [currency, sums] : carry_) {
      for (const auto& [what, by_movement] : sums) {
        for (const auto& [movement, sum] : by_movement) put("carry", currency, what, movement, sum.count, sum.amount);
      }
    }
  }

  void take_ended() {
    tx_.each(sql::ended_pairs{.channel = scope_.channel}, [&](const Row& row) { add_pair(row, -1); });
  }

  void read_open() {
    tx_.each(sql::open_lines{.channel = scope_.channel}, [&](const Row& row) {
      const std::string why(row.text(2));
      open_[std::string(row.text(0))]["lines_" + why][std::string(row.text(1))].add(row.integer(3), row.integer(4));
      open_[std::string(row.text(0))]["fees_" + why][std::string(row.text(1))].add(row.integer(3), row.integer(5));
      open_[std::string(row.text(0))]["rests_" + why][std::string(row.text(1))].add(row.integer(3), row.integer(6));
    });
    tx_.each(sql::open_items{.channel = scope_.channel}, [&](const Row& row) {
      open_[std::string(row.text(0))]["items_" + std::string(row.text(2))][std::string(row.text(1))].add(
          row.integer(3), row.integer(4));
    });
  }

  static Sum total(const Sums& sums, const std::string& currency, const std::string& what) {
    Sum sum;
    const auto of_currency = sums.find(currency);
    if (of_currency == sums.end()) return sum;
    const auto found = of_currency->second.find(what);
    if (found == of_currency->second.end()) return sum;
    for (const auto& [movement, one] : found->second) sum.add(one.count, one.amount);
    return sum;
  }

  static Sum of(const Sums& sums, const std::string& currency, const std::string& what, std::string_view movement) {
    const auto of_currency = sums.find(currency);
    if (of_currency == sums.end()) return {};
    const auto found = of_currency->second.find(what);
    if (found == of_currency->second.end()) return {};
    const auto one = found->second.find(std::string(movement));
    return one == found->second.end() ? Sum{} : one->second;
  }

  /// From the book to the statement. The first and the last figure are counted apart from everything between them: what is
  /// between is named, and what is left over is told.
  bool bridge(const std::string& currency) {
    const auto held = books_.find(currency);
    const std::int64_t books = held == books_.end() ? 0 : held->second;
    const Sum lines = total(carry_, currency, "lines");
    const Sum future_lines = total(open_, currency, "lines_future");
    const std::int64_t fees =
        total(carry_, currency, "fees").amount - total(open_, currency, "fees_future").amount +
        rest_in_minor(total(carry_, currency, "fee_rests").amount - total(open_, currency, "rests_future").amount,
                      currency);
    const std::int64_t theirs = lines.amount - future_lines.amount - fees;
    const Sum future = total(open_, currency, "items_future");
    const Sum timing = total(open_, currency, "items_timing");
    const Sum missing = total(open_, currency, "items_break");
    const Sum unknown = total(open_, currency, "lines_break");
    const Sum pairs = total(carry_, currency, "pairs");
    const Sum paired = total(carry_, currency, "ours_whole");
    const Sum fee_items = total(carry_, currency, "ours_fee");
    const Sum fixes = total(carry_, currency, "ours_fix");
    std::int64_t sum = books;
    bool named = false;
    const auto step = [&](const std::string& figure, std::int64_t count, std::int64_t amount) {
      if (count == 0 && amount == 0) return;
      put("bridge", currency, figure, "", count, amount);
      sum += amount;
      named = named || amount != 0;
    };
    put("bridge", currency, "books", "", total(carry_, currency, "items").count, books);
    step("behind_the_day", future.count, -future.amount);
    step("timing", timing.count, -timing.amount);
    step("not_at_channel", missing.count, -missing.amount);
    step("not_in_books", unknown.count, unknown.amount);
    std::int64_t named_apart = 0;
    for (const std::string why : {"amounts", "rates", "currencies", "standings"}) {
      const Sum apart = total(carry_, currency, "apart_" + why);
      step(why + "_differ", apart.count, apart.amount);
      named_apart += apart.amount;
    }
    // Pairs of runs that did not ask why.
    step("pairs_differ", 0, pairs.amount - paired.amount - named_apart);
    step("fees_told", 0, -fees);
    step("fees_booked", fee_items.count, -fee_items.amount);
    step("adjusted", fixes.count, -fixes.amount);
    put("bridge", currency, "statement", "", lines.count - future_lines.count, theirs);
    put("bridge", currency, "unexplained", "", 0, theirs - sum);
    return !named && theirs == sum;
  }

  void matrix(const std::string& currency) {
    Sum matched_all;
    Sum theirs_all;
    for (const std::string_view movement : movements) {
      const Sum ours = of(carry_, currency, "items", movement);
      const Sum theirs = of(carry_, currency, "lines", movement);
      const Sum matched = of(carry_, currency, "pairs", movement);
      theirs_all.add(theirs.count, theirs.amount);
      matched_all.add(matched.count, matched.amount);
      if (ours.count == 0 && theirs.count == 0) continue;
      const std::string kind(movement);
      put("matrix", currency, "ours", kind, ours.count, ours.amount);
      put("matrix", currency, "theirs", kind, theirs.count, theirs.amount);
      put("matrix", currency, "matched", kind, matched.count, matched.amount);
      Sum timing = of(open_, currency, "items_timing", movement);
      const Sum future = of(open_, currency, "items_future", movement);
      timing.add(future.count, future.amount);
      put("matrix", currency, "timing", kind, timing.count, timing.amount);
      const Sum missing = of(open_, currency, "items_break", movement);
      put("matrix", currency, "not_at_channel", kind, missing.count, missing.amount);
      const Sum unknown = of(open_, currency, "lines_break", movement);
      put("matrix", currency, "not_in_books", kind, unknown.count, unknown.amount);
    }
    put("trend", currency, "lines", currency, theirs_all.count, theirs_all.amount);
    put("trend", currency, "matched", currency, matched_all.count, matched_all.amount);
  }

  void roll_forward(const std::string& currency, const Roll& roll) {
    const auto tell = [&](const std::string& figure, const Sum& sum) {
      put("roll_forward", currency, figure, "", sum.count, sum.amount);
    };
    tell("opening", roll.opening);
    tell("new", roll.fresh);
    tell("changed", roll.changed);
    tell("cleared_by_file", roll.by_file);
    tell("cleared_by_fix", roll.by_fix);
    tell("written_off", roll.written_off);
    tell("accepted", roll.accepted);
    tell("closing", roll.closing);
    for (const int band : {0, 2, 4, 8, 31}) {
      const auto found = roll.ages.find(band);
      const Sum sum = found == roll.ages.end() ? Sum{} : found->second;
      put("ageing", currency, std::to_string(band), "", sum.count, sum.amount);
    }
    put("trend", currency, "open", currency, roll.closing.count, roll.closing.amount);
  }

  struct Place {
    std::string what;
    std::string currency;
    std::string movement;
    Sum* sum = nullptr;
  };

  /// What was taken of the movements that came since, by rate, and what was agreed.
  void fees() {
    for (const auto& [kind, sums] : since_) {
      const std::int64_t taken = sums.fees.amount + rest_in_minor(sums.fee_rest, kind.first);
      if (taken == 0 && sums.agreed.count == 0) continue;
      put("fees", kind.first, "charged_on", kind.second, sums.lines.count, sums.lines.amount);
      put("fees", kind.first, "taken", kind.second, sums.lines.count, taken);
      if (sums.agreed.count != 0) put("fees", kind.first, "agreed", kind.second, sums.agreed.count, sums.agreed.amount);
    }
  }

  /// A batch, the payout made of it, and what the book has of that payout; what is left over is named.
  void payouts() {
    tx_.each(sql_settlement::batches_of_run{.channel = scope_.channel, .run_id = scope_.run_id}, [&](const Row& row) {
      const std::string batch(row.text(0));
      const std::string currency(row.text(1));
      const std::int64_t lines = row.integer(3) + rest_in_minor(row.integer(4), currency);
      const std::int64_t paid = row.integer(5) + rest_in_minor(row.integer(6), currency);
      put("payouts", currency, "lines", batch, row.integer(2), lines);
      put("payouts", currency, "paid_out", batch, 1, -paid);
      put("payouts", currency, "kept_back", batch, 0, row.integer(2) == 0 ? 0 : lines + paid);
      if (const auto booked = row.maybe_integer(7)) put("payouts", currency, "booked", batch, 1, -*booked);
      if (row.maybe_text(8) == "arrived") put("payouts", currency, "arrived", batch, 1, -row.integer(7));
    });
  }

  Tx& tx_;
  const Scope& scope_;
  const SinceByKind& since_;
  std::array<Place, 8> last_{};
  std::size_t next_ = 0;
  Sums carry_{};
  Sums open_{};
  std::map<std::string, std::int64_t> books_{};
  std::map<std::string, std::int64_t> places_{};
};

}  // namespace

bool write_figures(Tx& tx, const Scope& scope, std::optional<std::int64_t> previous, const Rolls& rolls,
                   const SinceByKind& since) {
  return Figures(tx, scope, since).run(previous, rolls);
}

std::int64_t rest_in_minor(std::int64_t rest, std::string_view currency) {
  const auto known = Currency::parse("currency", currency);
  invariant(known.has_value(), "a line is of a currency the program knows");
  std::int64_t unit = 1'000'000'000;
  for (int digit = 0; digit < known->exponent(); ++digit) unit /= 10;
  return rest / unit;
}

int age_band(std::int64_t days) {
  if (days <= 1) return 0;
  if (days <= 3) return 2;
  if (days <= 7) return 4;
  return days <= 30 ? 8 : 31;
}

}  // namespace payonce::reconciliation
