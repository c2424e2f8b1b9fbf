#include "ledger/layers/reconciliation_settlement.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ledger/layers/reconciliation_rates.hpp"
#include "schema/queries/reconciliation_settlement.hpp"

namespace payonce::reconciliation {
namespace {

namespace sql = payonce::sql::reconciliation_settlement;

struct FeeDay {
  std::int64_t taken = 0;
  std::int64_t taken_rest = 0;
  std::int64_t booked = 0;
  std::int64_t off_lines = 0;
  std::int64_t off_taken = 0;
  std::int64_t off_agreed = 0;
};

struct Batch {
  std::int64_t lines = 0;
  std::int64_t net = 0;
  std::int64_t net_rest = 0;
  std::int64_t payouts = 0;
  std::int64_t paid = 0;
  std::int64_t paid_rest = 0;
  std::optional<std::int64_t> payout_line{};
};

class Intake {
 public:
  Intake(Tx& tx, const Scope& scope) : tx_(tx), scope_(scope), rates_(fee_rates(tx, scope.channel)) {}

  SinceByKind run() {
    tx_.each(sql::new_lines{.behind_line = scope_.behind_line, .channel = scope_.channel},
             [&](const Row& row) { take(row); });
    tx_.each(sql::fee_pairs{.behind_pairing = scope_.behind_pairing, .channel = scope_.channel}, [&](const Row& row) {
      days_[{std::string(row.text(0)), std::string(row.text(1))}].booked += row.integer(2);
      if (days_.size() >= most_held) write();
    });
    write();
    return std::move(since_);
  }

 private:
  /// Sums are written away when so many are held: no file makes a run hold more.
  static constexpr std::size_t most_held = 4096;

  void take(const Row& row) {
    Since& kind = of_kind(row.text(1), row.text(2));
    const bool settled = row.integer(8) != 0;
    const std::int64_t gross = settled ? row.integer(4) : 0;
    const std::int64_t fee = settled ? row.integer(6) : 0;
    const std::int64_t rest = settled ? row.integer(7) : 0;
    kind.lines.add(1, gross);
    kind.fees.add(1, fee);
    kind.fee_rest += rest;
    if (!settled) return;
    const FeeRate* const rate = rates_.empty() ? nullptr : rate_for(row);
    if (rate != nullptr) kind.agreed.add(1, agreed_fee(*rate, gross));
    if (fee != 0 || rest != 0 || rate != nullptr) of_day(row, rate, fee, rest);
    if (!row.text(10).empty()) of_batch(row, gross - fee, row.integer(5) - rest);
    if (days_.size() >= most_held || batches_.size() >= most_held) write();
  }

  /// Lines of one kind stand together in most files.
  Since& of_kind(std::string_view currency, std::string_view movement) {
    if (last_ == since_.end() || last_->first.first != currency || last_->first.second != movement) {
      last_ = since_.try_emplace({std::string(currency), std::string(movement)}).first;
    }
    return last_->second;
  }

  const FeeRate* rate_for(const Row& row) const {
    for (const FeeRate& rate : rates_) {
      if (rate.movement == row.text(2) && rate.currency == row.text(1) && rate.since <= row.text(3)) return &rate;
    }
    return nullptr;
  }

  void of_day(const Row& row, const FeeRate* rate, std::int64_t fee, std::int64_t rest) {
    FeeDay& day = days_[{std::string(row.text(3)), std::string(row.text(1))}];
    day.taken += fee;
    day.taken_rest += rest;
    if (rate == nullptr) return;
    const std::int64_t agreed = agreed_fee(*rate, row.integer(4));
    if (fee - agreed >= -1 && fee - agreed <= 1) return;
    day.off_lines += 1;
    day.off_taken += fee;
    day.off_agreed += agreed;
  }

  void of_batch(const Row& row, std::int64_t net, std::int64_t rest) {
    Batch& batch = batches_[{std::string(row.text(9)), std::string(row.text(10)), std::string(row.text(1))}];
    if (row.text(2) == "payout") {
      batch.payouts += 1;
      batch.paid += net;
      batch.paid_rest += rest;
      batch.payout_line = row.integer(0);
    } else {
      batch.lines += 1;
      batch.net += net;
      batch.net_rest += rest;
    }
  }

  void write() {
    for (const auto& [key, day] : days_) {
      (void)tx_.change(sql::add_fee_day{.channel = scope_.channel,
                                        .day = key.first,
                                        .currency = key.second,
                                        .taken = day.taken,
                                        .taken_rest = day.taken_rest,
                                        .booked = day.booked,
                                        .off_lines = day.off_lines,
                                        .off_taken = day.off_taken,
                                        .off_agreed = day.off_agreed});
    }
    for (const auto& [key, batch] : batches_) {
      (void)tx_.change(sql::add_batch{.channel = scope_.channel,
                                      .account = key[0],
                                      .batch = key[1],
                                      .currency = key[2],
                                      .lines = batch.lines,
                                      .net = batch.net,
                                      .net_rest = batch.net_rest,
                                      .payouts = batch.payouts,
                                      .paid = batch.paid,
                                      .paid_rest = batch.paid_rest,
                                      .payout_line = batch.payout_line,
                                      .run_id = scope_.run_id});
    }
    days_.clear();
    batches_.clear();
  }

  Tx& tx_;
  const Scope& scope_;
  const std::vector<FeeRate> rates_;
  SinceByKind since_{};
  SinceByKind::iterator last_ = since_.end();
  std::map<std::pair<std::string, std::string>, FeeDay> days_{};
  std::map<std::array<std::string, 3>, Batch> batches_{};
};

void fee_breaks(Tx& tx, const Scope& scope) {
  tx.each(sql::fee_days_apart{.channel = scope.channel, .as_of = scope.as_of}, [&](const Row& row) {
    const std::string day(row.text(0));
    const std::string currency(row.text(1));
    const std::int64_t taken = row.integer(2) + rest_in_minor(row.integer(3), currency);
    const std::int64_t booked = row.integer(4);
    if (-taken != booked) {
      keep(tx, scope,
           {.code = Code::fee_mismatch,
            .movement = "fee",
            .day = day,
            .currency = currency,
            .ours = booked,
            .theirs = -taken,
            .difference = -taken - booked,
            .line = "fees " + currency});
    }
    if (row.integer(5) == 0) return;
    keep(tx, scope,
         {.code = Code::fee_rate,
          .movement = "fee",
          .day = day,
          .currency = currency,
          .ours = -row.integer(7),
          .theirs = -row.integer(6),
          .line = "rates " + currency});
  });
}

/// Book and statement agree about such a payout; it is its own lines that it does not agree with.
void batch_breaks(Tx& tx, const Scope& scope) {
  tx.each(sql::batches_apart{.channel = scope.channel, .as_of = scope.as_of}, [&](const Row& row) {
    const std::string currency(row.text(1));
    const std::int64_t lines = row.integer(2) + rest_in_minor(row.integer(3), currency);
    const std::int64_t paid = row.integer(4) + rest_in_minor(row.integer(5), currency);
    if (lines == -paid) return;
    keep(tx, scope,
         {.code = Code::payout_mismatch,
          .movement = "payout",
          .line_id = row.integer(6),
          .day = std::string(row.text(10)),
          .currency = currency,
          .ours = lines,
          .theirs = -paid,
          .line = line_name(row.text(7), row.text(8), row.integer(9)) + "\nbatch " + std::string(row.text(0))});
  });
}

}  // namespace

SinceByKind take_in(Tx& tx, const Scope& scope) { return Intake(tx, scope).run(); }

void find_settlement_breaks(Tx& tx, const Scope& scope) {
  fee_breaks(tx, scope);
  batch_breaks(tx, scope);
}

}  // namespace payonce::reconciliation
