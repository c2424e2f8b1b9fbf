// What a channel keeps, pays out and settles in another currency, and what of a run is listed and signed.

#include "ledger/engine_fixes.hpp"
#include "ledger/layers/reconciliation_auto.hpp"
#include "ledger/layers/reconciliation_rates.hpp"
#include "tests/layers/planted.hpp"

using namespace payonce;
using namespace payonce::test;
namespace rec = payonce::reconciliation;

namespace {

constexpr const char* first = "2026-01-01";
constexpr const char* second = "2026-01-02";

void pay(Shop& shop, const std::string& order, std::int64_t amount = 10'000) {
  (void)shop.order(order, amount);
  REQUIRE(shop.charge(order, "k-" + order).outcome == Outcome::paid);
}

rec::Sheet match(Shop& shop) {
  auto sheet = rec::match(shop.store(), shop.world, {.channel = "bank", .grace_days = 0, .actor = "lin"});
  REQUIRE(sheet.has_value());
  return std::move(sheet).value();
}

/// "code ours theirs remaining" a break that is open.
std::string told(const rec::Sheet& sheet) {
  std::string out;
  for (const rec::SheetBreak& one : sheet.breaks) {
    if (!one.open()) continue;
    const auto side = [](const std::optional<std::int64_t>& minor) { return minor ? std::to_string(*minor) : "-"; };
    out += std::string(out.empty() ? "" : " · ") + std::string(name(one.code)) + " " + side(one.ours) + " " +
           side(one.theirs) + " " + std::to_string(one.remaining);
  }
  return out;
}

std::int64_t figure(const rec::Sheet& sheet, const std::string& of, const std::string& currency,
                    const std::string& wanted) {
  for (const rec::Figure& one : sheet.figures) {
    if (one.sheet == of && one.currency == currency && one.name == wanted) return one.amount;
  }
  return -1;
}

std::int64_t balance(Shop& shop, const std::string& account) {
  return shop.number("SELECT b.debits - b.credits FROM balance b JOIN account a USING (account_id) WHERE a.code = '" +
                     account + "'");
}

FileRow payout(const std::string& amount) {
  return {.id = "po-1",
          .ref = "",
          .parent = "",
          .day = first,
          .kind = "payout",
          .amount = amount,
          .fee = "0",
          .currency = "CNY",
          .status = "SUCCESS",
          .account = "",
          .batch = "po-1"};
}

/// One payment of CNY 100.00 that its channel settles in dollars.
std::vector<FileRow> settled_abroad(Shop& shop, const std::string& dollars) {
  pay(shop, "o1");
  std::vector<FileRow> rows = told_by_bank(shop);
  rows.front().paid = rows.front().amount;
  rows.front().paid_in = "CNY";
  rows.front().amount = dollars;
  rows.front().currency = "USD";
  return rows;
}

void set_rate(Shop& shop) {
  shop.store().atomically([](Tx& tx) {
    rec::set_fx_rate(
        tx,
        {.channel = "bank", .currency = "CNY", .settled = "USD", .since = first, .nano = 140'000'000, .actor = "lin"},
        1);
  });
}

}  // namespace

TEST_CASE("a payout of less than its lines is named with what was kept back, and parts no book from its statement") {
  Shop shop;
  pay(shop, "o1");
  pay(shop, "o2");
  std::vector<FileRow> rows = told_by_bank(shop);
  for (FileRow& row : rows) row.batch = "po-1";
  rows.push_back(payout("-150.00"));
  (void)import_file(shop, csv_of(rows), first, first);
  const rec::Sheet sheet = match(shop);
  CHECK(told(sheet) == "payout_mismatch 20000 15000 0 · payout_mismatch - -15000 -15000");
  CHECK(figure(sheet, "payouts", "CNY", "kept_back") == 5'000);
  CHECK(figure(sheet, "bridge", "CNY", "unexplained") == 0);
  // A line that comes later belongs to it as well.
  FileRow late = rows.front();
  late.id = "kept";
  late.ref = "";
  late.kind = "gift";
  late.amount = "-50.00";
  rows.push_back(late);
  (void)import_file(shop, csv_of(rows), first, first);
  CHECK(told(match(shop)) == "payout_mismatch - -15000 -15000 · unidentified - -5000 -5000");
}

TEST_CASE("lines charged beside what was agreed are told by the day, and a minor unit of rounding is not") {
  Shop shop;
  shop.store().atomically([](Tx& tx) {
    rec::set_fee_rate(
        tx,
        {.channel = "bank", .movement = "sale", .currency = "CNY", .since = first, .millionths = 6'000, .actor = "lin"},
        1);
  });
  for (const std::string order : {"o1", "o2", "o3"}) pay(shop, order);
  std::vector<FileRow> rows = told_by_bank(shop);
  rows[0].fee = "0.60";
  rows[1].fee = "0.61";
  rows[2].fee = "0.70";
  (void)import_file(shop, csv_of(rows), first, first);
  const rec::Sheet sheet = match(shop);
  CHECK(told(sheet).find("fee_rate -60 -70 0") != std::string::npos);
  CHECK(told(sheet).find("fee_mismatch 0 -191 -191") != std::string::npos);
  CHECK(figure(sheet, "fees", "CNY", "agreed") == 180);
  CHECK(rec::agreed_fee({.millionths = 6'000, .fixed = 30}, -10'000) == -90);
  // The largest amount times everything.
  CHECK(rec::agreed_fee({.millionths = 1'000'000}, 999'999'999'999'999) == 999'999'999'999'999);
}

TEST_CASE(
    "what was paid in one currency and settled in another is one pair, and the booked rate divides what it earned") {
  Shop shop;
  set_rate(shop);
  (void)import_file(shop, csv_of(settled_abroad(shop, "14.03")), first, first);
  const rec::Sheet sheet = match(shop);
  CHECK(told(sheet) == "fx_difference 1400 1403 1403");
  CHECK(figure(sheet, "bridge", "CNY", "rates_differ") == -10'000);
  const auto fix = shop.store().atomically([&](Tx& tx) {
    REQUIRE(rec::propose(tx, sheet.breaks.front().id, rec::Action::convert, "lin", "as settled", 1).has_value());
    return rec::approve(tx, sheet.breaks.front().id, "wang", 1);
  });
  REQUIRE(fix.has_value());
  for (int click = 0; click < 2; ++click) {
    CHECK_FALSE(post_fix(shop.engine(), shop.ledger(), shop.world, *fix).has_value());
  }
  CHECK(balance(shop, "1200.bank.CNY") == 0);
  CHECK(balance(shop, "1200.bank.USD") == 1'403);
  CHECK(balance(shop, "3100.CNY") == 10'000);
  CHECK(balance(shop, "3100.USD") == -1'400);
  CHECK(balance(shop, "5400.USD") == -3);
  CHECK(balance(shop, "2900.USD") == 0);
  CHECK(balance(shop, "2900.CNY") == 0);
  const rec::Sheet after = match(shop);
  CHECK(told(after) == "");
  CHECK(after.verdict == rec::Verdict::explained);
  CHECK(figure(after, "bridge", "CNY", "unexplained") == 0);
  CHECK(figure(after, "bridge", "USD", "unexplained") == 0);
}

TEST_CASE("a rule converts as long as the rate misses little, and leaves the rest to people") {
  for (const std::string dollars : {"14.03", "15.03"}) {
    CAPTURE(dollars);
    Shop shop;
    set_rate(shop);
    shop.store().atomically([](Tx& tx) {
      rec::set_auto_rule(tx,
                         {.channel = "bank",
                          .code = rec::Code::fx_difference,
                          .action = rec::Action::convert,
                          .currency = "USD",
                          .item_cap = 5,
                          .day_cap = 50,
                          .actor = "lin"},
                         1);
    });
    (void)import_file(shop, csv_of(settled_abroad(shop, dollars)), first, first);
    const rec::Sheet sheet = match(shop);
    CHECK(sheet.breaks.front().state == (dollars == "14.03" ? "approved" : "new"));
  }
}

TEST_CASE("a rate of another day, of other currencies or of none leaves the settled amount as it is told") {
  Shop shop;
  (void)import_file(shop, csv_of(settled_abroad(shop, "14.03")), first, first);
  CHECK(told(match(shop)) == "fx_difference - 1403 1403");
  const rec::FxRate rate{.currency = "JPY", .settled = "CNY", .nano = 48'500'000};
  CHECK(rec::booked_value(rate, 1'000) == 4'850);
  CHECK(rec::booked_value(rate, -1'000) == -4'850);
  CHECK(rec::booked_value({.currency = "CNY", .settled = "JPY", .nano = 1'000'000'000'000'000}, 999'999'999'999'999) ==
        999'999'999'999'999);
}

TEST_CASE("what is not cleared is listed as it stood when the run was made") {
  Shop shop;
  pay(shop, "o1");
  (void)import_file(shop, csv_of(told_by_bank(shop)), first, first);
  pay(shop, "o2", 2'500);
  const auto early = rec::match(shop.store(), shop.world, {.channel = "bank", .grace_days = 1, .actor = "lin"});
  REQUIRE(early.has_value());
  const auto listed = [&] {
    std::string out;
    shop.store().reading([&](View& view) {
      rec::each_uncleared(view, early->run_id, [&](const rec::Uncleared& one) {
        out += one.why + " " + one.order + " " + std::to_string(one.amount) + " " + one.voucher.substr(0, 3);
      });
    });
    return out;
  };
  CHECK(listed() == "timing o2 2500 PAY");
  (void)import_file(shop, csv_of(told_by_bank(shop)), first, second);
  CHECK(match(shop).verdict == rec::Verdict::balanced);
  CHECK(listed() == "timing o2 2500 PAY");
}

TEST_CASE("a run is signed once, by another than who made it") {
  Shop shop;
  pay(shop, "o1");
  (void)import_file(shop, csv_of(told_by_bank(shop)), first, first);
  const std::int64_t run = match(shop).run_id;
  const auto sign = [&](std::int64_t which, const std::string& actor) {
    const auto refused = shop.store().atomically([&](Tx& tx) { return rec::sign(tx, which, actor, 7); });
    return refused ? refused->field : std::string();
  };
  CHECK(sign(run, "lin") == "actor");
  CHECK(sign(run + 1, "wang") == "run");
  CHECK(sign(run, "wang") == "");
  CHECK(sign(run, "wang") == "");
  CHECK(sign(run, "zhao") == "run");
  CHECK(match(shop).signed_by == "wang");
}

TEST_CASE("equal amounts of a day without a number are left to people, however many, and one among them is taken") {
  Shop shop;
  constexpr int many = 40;
  for (int n = 0; n < many; ++n) pay(shop, "o" + std::to_string(n));
  pay(shop, "single", 4'321);
  std::vector<FileRow> rows = told_by_bank(shop);
  for (FileRow& row : rows) {
    row.id.clear();
    row.ref.clear();
  }
  (void)import_file(shop, csv_of(rows), first, first);
  const rec::Sheet sheet = match(shop);
  CHECK(shop.number("SELECT count(*) FROM pairing WHERE pass = 'amount_and_day'") == 1);
  CHECK(sheet.break_count == 2 * many);
}
