#include "ledger/layers/reconciliation_figures.hpp"

#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "schema/queries/reconciliation_figures.hpp"
#include "schema/queries/reconciliation_settlement.hpp"

namespace payonce::reconciliation {
namespace {

namespace sql = payonce::sql::reconciliation_figures;
namespace sql_settlement = payonce::sql::reconciliation_settlement;

constexpr std::array<std::string_view, 9> movements = {"sale",  "refund",   "fee",  "dispute",     "payout",
                                                       "other", "suspense", "bank", "unidentified"};

class Figures {
 public:
  Figures(Tx& tx, const Scope& scope, const SinceByKind& since) : tx_(tx), scope_(scope), since_(since) {}

  bool run(std::optional<std::int64_t> previous, const Rolls& rolls) {
    carry_ = carried_sums(tx_, scope_, previous, since_);
    for (const auto& [currency, sums] : carry_.all()) {
      for (const auto& [what, by_movement] : sums) {
        for (const auto& [movement, sum] : by_movement) put("carry", currency, what, movement, sum.count, sum.amount);
      }
    }
    leave_out_ended(tx_, scope_, carry_);
    open_ = open_sums(tx_, scope_);
    tx_.each(sql::receivables{.channel = scope_.channel},
             [&](const Row& row) { books_[std::string(row.text(0))] = row.integer(1); });
    std::set<std::string> currencies;
    for (const auto& [currency, sums] : carry_.all()) currencies.insert(currency);
    for (const auto& [currency, amount] : books_) currencies.insert(currency);
    bool same = true;
    for (const std::string& currency : currencies) {
      same = bridge(currency) && same;
      matrix(currency);
    }
    for (const auto& [currency, roll] : rolls) roll_forward(currency, roll);
    fees(previous);
    payouts();
    tx_.each(sql::days_not_covered{.channel = scope_.channel, .as_of = scope_.as_of},
             [&](const Row& row) { put("uncovered", "", std::string(row.text(0)), "", 1, 0); });
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

  /// From the book to the statement. The first and the last figure are counted apart from everything between them: what is
  /// between is named, and what is left over is told.
  bool bridge(const std::string& currency) {
    const auto held = books_.find(currency);
    const std::int64_t books = held == books_.end() ? 0 : held->second;
    const Sum lines = carry_.total(currency, "lines");
    const Sum future_lines = open_.total(currency, "lines_future");
    const std::int64_t fees =
        carry_.total(currency, "fees").amount - open_.total(currency, "fees_future").amount +
        rest_in_minor(carry_.total(currency, "fee_rests").amount - open_.total(currency, "rests_future").amount,
                      currency);
    const std::int64_t theirs = lines.amount - future_lines.amount - fees;
    const Sum future = open_.total(currency, "items_future");
    const Sum timing = open_.total(currency, "items_timing");
    const Sum missing = open_.total(currency, "items_break");
    const Sum unknown = open_.total(currency, "lines_break");
    const Sum pairs = carry_.total(currency, "pairs");
    const Sum paired = carry_.total(currency, "ours_whole");
    const Sum fee_items = carry_.total(currency, "ours_fee");
    const Sum fixes = carry_.total(currency, "ours_fix");
    std::int64_t sum = books;
    bool named = false;
    const auto step = [&](const std::string& figure, std::int64_t count, std::int64_t amount) {
      if (count == 0 && amount == 0) return;
      put("bridge", currency, figure, "", count, amount);
      sum += amount;
      named = named || amount != 0;
    };
    put("bridge", currency, "books", "", carry_.total(currency, "items").count, books);
    step("behind_the_day", future.count, -future.amount);
    step("timing", timing.count, -timing.amount);
    step("not_at_channel", missing.count, -missing.amount);
    step("not_in_books", unknown.count, unknown.amount);
    std::int64_t named_apart = 0;
    for (const std::string why : {"amounts", "rates", "currencies", "standings"}) {
      const Sum apart = carry_.total(currency, "apart_" + why);
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
      const Sum ours = carry_.of(currency, "items", movement);
      const Sum theirs = carry_.of(currency, "lines", movement);
      const Sum matched = carry_.of(currency, "pairs", movement);
      theirs_all.add(theirs.count, theirs.amount);
      matched_all.add(matched.count, matched.amount);
      if (ours.count == 0 && theirs.count == 0) continue;
      const std::string kind(movement);
      put("matrix", currency, "ours", kind, ours.count, ours.amount);
      put("matrix", currency, "theirs", kind, theirs.count, theirs.amount);
      put("matrix", currency, "matched", kind, matched.count, matched.amount);
      Sum timing = open_.of(currency, "items_timing", movement);
      const Sum future = open_.of(currency, "items_future", movement);
      timing.add(future.count, future.amount);
      put("matrix", currency, "timing", kind, timing.count, timing.amount);
      const Sum missing = open_.of(currency, "items_break", movement);
      put("matrix", currency, "not_at_channel", kind, missing.count, missing.amount);
      const Sum unknown = open_.of(currency, "lines_break", movement);
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

  /// What was taken of the movements of this period, by kind, and what was agreed.
  void fees(std::optional<std::int64_t> previous) {
    std::map<std::pair<std::string, std::string>, std::map<std::string, Sum>> all;
    if (previous) {
      tx_.each(sql_settlement::fees_before{.previous_run_id = *previous, .as_of = scope_.as_of}, [&](const Row& row) {
        all[{std::string(row.text(0)), std::string(row.text(1))}][std::string(row.text(2))] = {row.integer(3),
                                                                                               row.integer(4)};
      });
    }
    for (const auto& [kind, sums] : since_) {
      const std::int64_t taken = sums.fees.amount + rest_in_minor(sums.fee_rest, kind.first);
      if (taken == 0 && sums.agreed.count == 0 && !all.contains(kind)) continue;
      auto& figures = all[kind];
      figures["charged_on"].add(sums.lines.count, sums.lines.amount);
      figures["taken"].add(sums.lines.count, taken);
      if (sums.agreed.count != 0) figures["agreed"].add(sums.agreed.count, sums.agreed.amount);
    }
    for (const auto& [kind, figures] : all) {
      for (const std::string figure : {"charged_on", "taken", "agreed"}) {
        const auto found = figures.find(figure);
        if (found != figures.end()) {
          put("fees", kind.first, figure, kind.second, found->second.count, found->second.amount);
        }
      }
    }
  }

  /// A batch, the payout made of it, and what the book has of that payout; what is left over is named.
  void payouts() {
    const sql_settlement::batches_of_run batches{
        .channel = scope_.channel, .as_of = scope_.as_of, .run_id = scope_.run_id};
    tx_.each(batches, [&](const Row& row) {
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

int age_band(std::int64_t days) {
  if (days <= 1) return 0;
  if (days <= 3) return 2;
  if (days <= 7) return 4;
  return days <= 30 ? 8 : 31;
}

}  // namespace payonce::reconciliation
