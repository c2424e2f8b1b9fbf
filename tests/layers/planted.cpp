#include "tests/layers/planted.hpp"

#include <random>
#include <set>

#include "ledger/layers/reconciliation_rates.hpp"
#include "ledger/values/duration.hpp"

namespace payonce::test {
namespace {

std::string shifted(const std::string& day, std::int64_t days) {
  const auto at = parse_time("day", day);
  REQUIRE(at.has_value());
  return iso_date(*at + payonce::days(1).ns * days);
}

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  [[nodiscard]] std::int64_t below(std::int64_t n) {
    return static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(n));
  }
  [[nodiscard]] bool one_in(std::int64_t n) { return below(n) == 0; }

 private:
  std::mt19937_64 engine_;
};

/// Payments and refunds over some days, as the bank itself tells them.
void trade(Field& field, Draw& draw, std::int64_t orders) {
  Shop& shop = field.shop;
  for (std::int64_t n = 0; n < orders; ++n) {
    const std::string order = "o" + std::to_string(n);
    const std::int64_t amount = 1'000 + draw.below(90'000);
    (void)shop.order(order, amount);
    // The bank moves it, and nobody here hears of it: what only its statement tells.
    if (draw.one_in(12)) shop.bank().script(Behaviour::lose);
    (void)shop.charge(order, "k" + std::to_string(n));
    if (draw.one_in(4) && shop.status(order) == "paid") {
      (void)shop.refund(order, 1 + draw.below(amount), "r" + std::to_string(n), "ref-" + std::to_string(n));
    }
    shop.wait(hours(1 + draw.below(12)));
  }
  field.rows = told_by_bank(shop);
}

class Planter {
 public:
  Planter(Field& field, Draw& draw) : field_(field), draw_(draw) {}

  void run(bool clean) {
    std::vector<FileRow> kept;
    for (FileRow row : field_.rows) {
      const bool lost =
          field_.shop.number("SELECT count(*) FROM attempt WHERE status <> 'succeeded' AND reference = '" + row.ref +
                             "'") != 0;
      if (lost) plant("status_lag", row.id);
      if (lost || clean || !draw_.one_in(3)) {
        kept.push_back(row);
        continue;
      }
      if (row.kind == "sale") {
        sale(row, kept);
      } else {
        refund(row, kept);
      }
    }
    if (!clean) strangers(kept);
    field_.rows = std::move(kept);
    for (std::size_t n = 0; n < fees_.size(); ++n) plant("fee_mismatch", "");
    if (clean || !draw_.one_in(2)) return;
    // A share of every sale in dollars was agreed, and none of them was charged.
    field_.shop.store().atomically([](Tx& tx) {
      reconciliation::set_fee_rate(tx,
                                   {.channel = "bank",
                                    .movement = "sale",
                                    .currency = "USD",
                                    .since = "2025-01-01",
                                    .millionths = 6'000,
                                    .actor = "lin"},
                                   1);
    });
    for (std::size_t n = 0; n < dollars_.size(); ++n) plant("fee_rate", "");
  }

 private:
  void plant(const std::string& code, const std::string& id) { field_.planted.insert(code + " " + id); }

  static std::string more(const std::string& amount, std::int64_t minor) {
    const auto money = Money::parse("amount", "CNY " + amount);
    REQUIRE(money.has_value());
    return Money(money->minor() + minor, money->currency()).decimal();
  }

  void fee(FileRow& row) {
    row.fee = "0.60";
    fees_.insert(row.day);
  }

  void sale(FileRow row, std::vector<FileRow>& kept) {
    FileRow other = row;
    switch (draw_.below(11)) {
      case 0: plant("missing_at_channel", row.id); return;
      case 1:
        row.amount = more(row.amount, 1 + draw_.below(500));
        plant("amount_over", row.id);
        break;
      case 2:
        row.amount = more(row.amount, -1 - draw_.below(500));
        plant("amount_under", row.id);
        break;
      case 3:
        row.currency = "USD";
        dollars_.insert(row.day);
        plant("currency_mismatch", row.id);
        break;
      case 4:
        row.status = "FAILED";
        plant("status_false_success", row.id);
        break;
      case 5:
        kept.push_back(row);
        plant("dup_at_channel", row.id);
        break;
      case 6:
        other.id = "second-" + row.id;
        kept.push_back(other);
        plant("dup_payment", other.id);
        // Two rows name one payment of ours: the bank's own number says which is which.
        break;
      case 7: {
        const std::int64_t days = draw_.one_in(2) ? 1 : 3;
        row.day = shifted(row.day, days);
        plant(days == 1 ? "timing_cutoff" : "date_mismatch", row.id);
        break;
      }
      case 8:
        row.amount += "1";
        plant("rounding", row.id);
        break;
      case 9:
        row.paid = row.amount;
        row.paid_in = row.currency;
        row.currency = "USD";
        row.amount = more(row.amount, -100 - draw_.below(500));
        dollars_.insert(row.day);
        plant("fx_difference", row.id);
        break;
      default: fee(row);
    }
    kept.push_back(row);
  }

  void refund(FileRow row, std::vector<FileRow>& kept) {
    switch (draw_.below(3)) {
      case 0: plant("refund_missing_at_channel", row.id); return;
      case 1:
        row.amount = more(row.amount, 1);
        if (row.amount == "0.00") row.amount = "0.01";
        plant("refund_amount", row.id);
        break;
      default: row.status = "PROCESSING"; plant("refund_unfinal", row.id);
    }
    kept.push_back(row);
  }

  /// Rows of which we know nothing.
  void strangers(std::vector<FileRow>& kept) {
    const auto add = [&](const std::string& code, const std::string& kind, const std::string& amount) -> FileRow* {
      if (!draw_.one_in(3)) return nullptr;
      const std::string id = "x-" + code;
      kept.push_back({.id = id,
                      .ref = "elsewhere-" + code,
                      .parent = "",
                      .day = field_.first_day,
                      .kind = kind,
                      .amount = amount,
                      .fee = "0",
                      .currency = "CNY",
                      .status = "SUCCESS",
                      .account = ""});
      plant(code, id);
      return &kept.back();
    };
    batch(kept);
    (void)add("missing_internal", "sale", "12.34");
    (void)add("refund_missing_internal", "refund", "-5.00");
    (void)add("dispute", "dispute", "-7.00");
    (void)add("payout_mismatch", "payout", "-100.00");
    (void)add("unidentified", "gift", "1.00");
    if (FileRow* row = add("wrong_account", "sale", "3.00")) row->account = "another";
    const std::string sale = field_.rows.empty() ? "" : field_.rows.front().id;
    if (sale.empty() || field_.rows.front().kind != "sale") return;
    const bool booked = field_.shop.number("SELECT count(*) FROM attempt WHERE channel_txn = '" + sale +
                                           "' AND status = 'succeeded'") != 0;
    if (!booked) return;
    if (FileRow* row = add("refund_over", "refund", "-999999.00")) row->parent = sale;
  }

  /// Some lines were paid out together: with all of their sum, or a part of it was kept back. Nobody here knows of the payout.
  void batch(std::vector<FileRow>& kept) {
    if (!draw_.one_in(3)) return;
    std::int64_t sum = 0;
    std::int64_t lines = 0;
    for (FileRow& row : kept) {
      const bool plain = row.currency == "CNY" && row.status == "SUCCESS" && row.fee == "0";
      const auto money = Money::parse("amount", "CNY " + row.amount);
      if (!plain || !money || !draw_.one_in(2)) continue;  // a third decimal is no whole amount
      row.batch = "batch-1";
      sum += money->minor();
      ++lines;
    }
    if (lines == 0 || sum <= 0) return;
    const std::int64_t kept_back = draw_.below(2) * 100;
    if (kept_back != 0) plant("payout_mismatch", "batch-1");
    plant("payout_mismatch", "batch-1");
    kept.push_back({.id = "batch-1",
                    .ref = "",
                    .parent = "",
                    .day = field_.last_day,
                    .kind = "payout",
                    .amount = Money(kept_back - sum, *Currency::parse("currency", "CNY")).decimal(),
                    .fee = "0",
                    .currency = "CNY",
                    .status = "SUCCESS",
                    .account = "",
                    .batch = "batch-1"});
  }

  Field& field_;
  Draw& draw_;
  std::set<std::string> fees_{};     // days
  std::set<std::string> dollars_{};  // days with a sale in dollars
};

}  // namespace

Field::Field(std::uint64_t seed) : shop({.seed = seed}) {
  Draw draw(seed);
  trade(*this, draw, 3 + draw.below(25));
  first_day = iso_date(VirtualWorld::default_start_ns);
  last_day = shifted(iso_date(shop.world.wall_ns()), 6);
  Planter(*this, draw).run(draw.one_in(20));
}

reconciliation::Statement Field::import(const std::vector<FileRow>& some, const std::string& from,
                                        const std::string& to) {
  return import_file(shop, csv_of(some), from, to);
}

reconciliation::Sheet Field::match() {
  auto sheet = reconciliation::match(shop.store(), shop.world, {.channel = "bank", .actor = "somebody"});
  REQUIRE(sheet.has_value());
  return std::move(sheet).value();
}

Planted Field::found(const reconciliation::Sheet& sheet) {
  Planted all;
  for (const reconciliation::SheetBreak& one : sheet.breaks) {
    all.insert(std::string(name(one.code)) + " " + one.channel_id);
  }
  return all;
}

}  // namespace payonce::test
