// The past of the book, found along its threads, against sums over everything; statements; sheets.

#include <doctest/doctest.h>

#include <random>

#include "ledger/journal/past.hpp"
#include "ledger/journal/period.hpp"
#include "ledger/journal/sheets.hpp"
#include "ledger/values/duration.hpp"
#include "tests/journal/desk.hpp"
#include "tests/support/seed.hpp"

using namespace payonce;
using namespace payonce::journal;
using payonce::test::Desk;

namespace {

using Random = std::mt19937_64;

/// Debits, credits and lines of an account by a cut, summed over everything.
std::string naive(Desk& desk, const Account& account, const Cut& cut) {
  const std::string counts = cut.basis == Basis::recorded ? "v.recorded_at_ns <= " + std::to_string(cut.until_ns)
                                                          : "v.business_date <= '" + cut.day + "'";
  return desk.ask(
      "SELECT coalesce(sum(iif(e.side = 'debit', e.amount, 0)), 0) || '/' || "
      "coalesce(sum(iif(e.side = 'credit', e.amount, 0)), 0) || '/' || count(*) FROM entry e "
      "JOIN voucher v ON v.voucher_id = e.voucher_id WHERE e.account_id = " +
      std::to_string(account.id) + " AND " + counts);
}

std::string found(Desk& desk, const Account& account, const Cut& cut) {
  return desk.store().reading([&](View& view) {
    const Account then = AsOf(view, cut).of(account);
    return std::to_string(then.debits) + "/" + std::to_string(then.credits) + "/" + std::to_string(then.version);
  });
}

std::string day(int n) { return iso_date(VirtualWorld::default_start_ns + days(n).ns); }

/// A book of some weeks: most accounts are busy, one is rare, and some days are closed while they last, so that vouchers are
/// dated later than they were recorded.
void fill(Desk& desk, Random& random, const std::vector<std::int64_t>& accounts, int vouchers) {
  for (int n = 0; n < vouchers; ++n) {
    const auto pick = [&] { return n % 50 == 0 ? accounts[0] : accounts[1 + random() % (accounts.size() - 1)]; };
    const std::int64_t debit = pick();
    std::int64_t credit = pick();
    while (credit == debit) credit = accounts[random() % accounts.size()];
    if (random() % 40 == 0) {
      const std::string today = iso_date(desk.world.wall_ns());
      desk.store().atomically([&](Tx& tx) {
        (void)close_period(tx, {today, today}, {.actor = "t", .now_ns = desk.world.wall_ns()});
      });
    }
    desk.book(Desk::draft("f" + std::to_string(n),
                          debit_credit(debit, credit, Desk::money(1 + static_cast<std::int64_t>(random() % 900)))));
    desk.world.pass(minutes(static_cast<std::int64_t>(random() % 120)));
  }
}

}  // namespace

TEST_CASE("as of any time, by either time, an account stands where a sum over everything says") {
  const std::uint64_t seed = test::seed_or(20'261'131);
  INFO("PAYONCE_SEED=", seed);
  Random random(seed);
  Desk desk;
  std::vector<std::int64_t> accounts;
  for (const char* code : {"rare", "a", "b", "c", "d"}) accounts.push_back(desk.account(code));
  fill(desk, random, accounts, 700);
  CHECK(desk.ask("SELECT count(*) > 0 FROM voucher WHERE business_date > date(recorded_at_ns / 1000000000, "
                 "'unixepoch')") == "1");
  CHECK(desk.ask("SELECT max(version) > 128 FROM balance") == "1");  // more than two milestones
  for (int n = 0; n < 60; ++n) {
    const Account account = desk.look(accounts[random() % accounts.size()]);
    const std::string at = day(static_cast<int>(random() % 40) - 2);
    CAPTURE(account.code);
    CAPTURE(at);
    for (const Basis basis : {Basis::recorded, Basis::business}) {
      const Cut cut = *Cut::end_of("at", at, basis);
      CHECK(found(desk, account, cut) == naive(desk, account, cut));
    }
    const std::int64_t moment =
        VirtualWorld::default_start_ns + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(days(35).ns));
    const Cut cut{.basis = Basis::recorded, .until_ns = moment, .day = iso_date(moment)};
    CHECK(found(desk, account, cut) == naive(desk, account, cut));
  }
}

TEST_CASE("a statement holds every line of its days and none else, and leads from its opening to its closing") {
  const std::uint64_t seed = test::seed_or(20'261'132);
  INFO("PAYONCE_SEED=", seed);
  Random random(seed);
  Desk desk;
  std::vector<std::int64_t> accounts;
  for (const char* code : {"rare", "a", "b"}) accounts.push_back(desk.account(code));
  fill(desk, random, accounts, 300);
  for (int n = 0; n < 40; ++n) {
    const Account account = desk.look(accounts[random() % accounts.size()]);
    const int first = static_cast<int>(random() % 14);
    const std::string from = day(first);
    const std::string to = day(first + static_cast<int>(random() % 8));
    CAPTURE(account.code);
    CAPTURE(from);
    CAPTURE(to);
    for (const Basis basis : {Basis::recorded, Basis::business}) {
      const journal::Statement one =
          desk.store().reading([&](View& view) { return statement_of(view, account, basis, from, to); });
      const std::string dated =
          basis == Basis::business ? "v.business_date" : "date(v.recorded_at_ns / 1000000000, 'unixepoch')";
      CHECK(
          std::to_string(one.lines.size()) ==
          desk.ask("SELECT count(*) FROM entry e JOIN voucher v ON v.voucher_id = e.voucher_id WHERE e.account_id = " +
                   std::to_string(account.id) + " AND " + dated + " BETWEEN '" + from + "' AND '" + to + "'"));
      if (!one.lines.empty()) {
        CHECK(one.lines.back().net_after == one.closing.debits - one.closing.credits);
        CHECK(one.lines.front().counter_accounts.size() == 1);
      }
    }
  }
  const Account account = desk.look(accounts[1]);
  const journal::Statement all = desk.store().reading(
      [&](View& view) { return statement_of(view, account, Basis::recorded, std::nullopt, std::nullopt); });
  CHECK(static_cast<std::int64_t>(all.lines.size()) == account.version);
  CHECK(all.closing.debits == account.debits);
}

TEST_CASE("looking into the past of a quiet account costs the same however long everybody else's history is") {
  Desk desk;
  const auto quiet = desk.account("quiet");
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  desk.book(Desk::draft("quiet", debit_credit(quiet, a, Desk::money(1))));
  desk.world.pass(days(1));
  for (int n = 0; n < 300; ++n) desk.book(Desk::draft("x" + std::to_string(n), debit_credit(a, b, Desk::money(1))));
  // From the newest line of the busy account at most 64 lines are walked to any point of its past.
  const Account busy = desk.look(a);
  std::int64_t most = 0;
  desk.store().reading([&](View& view) {
    view.each_of(
        "SELECT max(steps) FROM (SELECT e.account_version, (SELECT min(m.account_version) FROM entry m WHERE "
        "m.account_id = e.account_id AND m.account_version % 64 = 0 AND m.entry_id > e.entry_id) - "
        "e.account_version AS steps FROM entry e WHERE e.account_id = " +
            std::to_string(a) + ")",
        [&](const Row& row) { most = row.integer(0); });
  });
  CHECK(most == 64);
  CHECK(busy.version == 301);
  const Account then = desk.look(quiet);
  CHECK(found(desk, then, *Cut::end_of("at", "2026-01-01", Basis::business)) == "1/0/1");
  CHECK(found(desk, then, *Cut::end_of("at", "2025-12-31", Basis::business)) == "0/0/0");
}

TEST_CASE("both sheets are those of the accounts, per currency and without memo accounts") {
  Desk desk;
  const auto wallet = desk.account("wallet");
  const auto open = [&](std::string_view code, AccountClass kind) {
    return desk.store().atomically([&](Tx& tx) {
      return open_account(tx, code, kind, *Currency::parse("currency", "CNY"), Limit::none, desk.world.wall_ns())->id;
    });
  };
  const auto sales = open("sales", AccountClass::income);
  const auto fees = open("fees", AccountClass::expense);
  const auto cash = open("cash", AccountClass::asset);
  const auto held = open("held", AccountClass::memo);
  const auto contra = open("contra", AccountClass::memo);
  desk.book(Desk::draft("sale", debit_credit(cash, sales, Desk::money(1'000))));
  desk.book(Desk::draft("hold", debit_credit(held, contra, Desk::money(77))));
  desk.world.pass(days(1));
  desk.book(Desk::draft("fee", debit_credit(fees, cash, Desk::money(30))));
  desk.book(Desk::draft("owed", debit_credit(cash, wallet, Desk::money(5))));
  const auto income = [&](const char* from, const char* to) {
    return desk.store().reading([&](View& view) {
      const auto sheets = income_statements(view, Basis::business, std::string(from), std::string(to));
      return sheets.empty() ? std::int64_t{0} : sheets.front().result();
    });
  };
  CHECK(income("2026-01-01", "2026-01-02") == 970);
  CHECK(income("2026-01-02", "2026-01-02") == -30);
  CHECK(income("2026-01-03", "2026-01-09") == 0);
  const auto sheets = desk.store().reading([&](View& view) { return balance_sheets(view, Cut::now(Basis::recorded)); });
  REQUIRE(sheets.size() == 1);
  CHECK(sheets.front().owned == 975);
  CHECK(sheets.front().owed == 5);
  CHECK(sheets.front().result == 970);
  CHECK(sheets.front().balanced());
}
