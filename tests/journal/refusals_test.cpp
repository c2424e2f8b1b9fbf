// What the book refuses, and that a refusal leaves nothing behind.

#include <doctest/doctest.h>

#include <limits>

#include "ledger/values/invariant.hpp"
#include "tests/journal/desk.hpp"

using namespace payonce;
using namespace payonce::journal;
using payonce::test::Desk;

namespace {

std::string state(Desk& desk) {
  return desk.ask(
      "SELECT (SELECT count(*) FROM voucher) || '/' || (SELECT count(*) FROM entry) || '/' || "
      "(SELECT coalesce(sum(debits + credits + version), 0) FROM balance) || '/' || "
      "(SELECT coalesce(sum(next), 0) FROM series)");
}

void refused(Desk& desk, const Draft& draft) {
  const std::string before = state(desk);
  try {
    desk.book(draft);
    FAIL_CHECK("it was booked: ", draft.business_key);
  } catch (const StorageTrouble& met) {
    CHECK(met.kind() == StorageTrouble::Kind::refused);
  }
  CHECK(state(desk) == before);
}

}  // namespace

TEST_CASE("a draft that does not balance is refused by the schema and leaves nothing") {  // B080
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  desk.book(Desk::draft("before", debit_credit(a, b, Desk::money(5))));
  refused(desk,
          Desk::draft("99.90/99.80", {{a, Side::debit, Desk::money(9'990)}, {b, Side::credit, Desk::money(9'980)}}));
  refused(desk,
          Desk::draft("99.80/99.90", {{a, Side::debit, Desk::money(9'980)}, {b, Side::credit, Desk::money(9'990)}}));
  refused(desk, Desk::draft("two debits", {{a, Side::debit, Desk::money(5)}, {b, Side::debit, Desk::money(5)}}));
  CHECK(desk.book(Desk::draft("after", debit_credit(a, b, Desk::money(5)))).number == "TRF-2026-000002");
}

TEST_CASE("amounts that balance only across currencies are refused") {
  Desk desk;
  const auto yuan = desk.account("yuan");
  const auto yen = desk.account("yen", "JPY");
  refused(desk,
          Desk::draft("mixed", {{yuan, Side::debit, Desk::money(100)}, {yen, Side::credit, Desk::money(100, "JPY")}}));
  const auto yen_pool = desk.account("yen_pool", "JPY");
  const auto yuan_pool = desk.account("yuan_pool");
  // The whole sum is zero; each currency's is not.
  refused(desk, Desk::draft("crossed", {{yuan, Side::debit, Desk::money(100)},
                                        {yuan_pool, Side::credit, Desk::money(90)},
                                        {yen_pool, Side::debit, Desk::money(90, "JPY")},
                                        {yen, Side::credit, Desk::money(100, "JPY")}}));
}

TEST_CASE("a fact is booked once, and the second voucher leaves nothing") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  desk.book(Desk::draft("fact", debit_credit(a, b, Desk::money(5))));
  refused(desk, Desk::draft("fact", debit_credit(a, b, Desk::money(5))));
  refused(desk, Desk::draft("fact", debit_credit(b, a, Desk::money(7)), Kind::refund));
}

TEST_CASE("a wallet is not overdrawn, not even between two lines of one voucher") {
  Desk desk;
  const auto wallet = desk.account("wallet", "CNY", Limit::no_debit);
  const auto other = desk.account("other");
  desk.book(Desk::draft("in", debit_credit(other, wallet, Desk::money(100))));
  const auto over = Desk::draft("over", debit_credit(wallet, other, Desk::money(101)));
  CHECK(desk.covers(over) == Cover::lacks_funds);
  CHECK_THROWS_AS(desk.book(over), Broken);
  const auto dip = Desk::draft("dip", {{wallet, Side::debit, Desk::money(150)},
                                       {wallet, Side::credit, Desk::money(100)},
                                       {other, Side::credit, Desk::money(50)}});
  CHECK(desk.covers(dip) == Cover::lacks_funds);
  CHECK(desk.covers(Desk::draft("all", debit_credit(wallet, other, Desk::money(100)))) == Cover::covered);
  CHECK(desk.look(wallet).balance() == Desk::money(100));
}

TEST_CASE("the schema itself keeps the limit, for a writer that never asked") {
  Desk desk;
  const auto wallet = desk.account("wallet", "CNY", Limit::no_debit);
  const std::string before = state(desk);
  CHECK_THROWS_AS(
      desk.run("INSERT INTO entry (entry_id, voucher_id, account_id, currency, side, amount, account_version,"
               " debits_after, credits_after) VALUES (65537, 1, " +
               std::to_string(wallet) + ", 'CNY', 'debit', 1, 1, 1, 0)"),
      StorageTrouble);
  CHECK(state(desk) == before);
}

TEST_CASE("the mirror of a wallet never shows a credit balance") {
  Desk desk;
  const auto till = desk.account("till", "CNY", Limit::no_credit);
  const auto other = desk.account("other");
  CHECK(desk.covers(Desk::draft("out", debit_credit(other, till, Desk::money(1)))) == Cover::lacks_funds);
  CHECK(desk.covers(Desk::draft("in", debit_credit(till, other, Desk::money(1)))) == Cover::covered);
}

TEST_CASE("a closed account takes no more lines") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  desk.run("UPDATE account SET closed_at_ns = " + std::to_string(desk.world.wall_ns()) + " WHERE code = 'a'");
  const auto draft = Desk::draft("late", debit_credit(a, b, Desk::money(1)));
  CHECK(desk.covers(draft) == Cover::closed);
  CHECK_THROWS_AS(desk.book(draft), Broken);
  CHECK(state(desk) == "0/0/0/0");
}

TEST_CASE("a sum beyond 64 bits is told before it is written") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  std::vector<Line> lines;
  for (int i = 0; i < 9'300; ++i) {
    lines.push_back({a, Side::debit, Desk::money(amount_cap_minor)});
    lines.push_back({b, Side::credit, Desk::money(amount_cap_minor)});
  }
  CHECK(desk.covers(Desk::draft("too much", lines)) == Cover::overflows);
  lines.erase(lines.begin() + 18'000, lines.end());
  CHECK(desk.covers(Desk::draft("much", lines)) == Cover::covered);
}

TEST_CASE("the largest amount is booked exactly, and one more is refused") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  desk.book(Desk::draft("cap", debit_credit(a, b, Desk::money(amount_cap_minor))));
  CHECK(desk.look(b).balance().decimal() == "9999999999999.99");
  refused(desk, Desk::draft("beyond", debit_credit(a, b, Desk::money(amount_cap_minor + 1))));
  refused(desk, Desk::draft("zero", debit_credit(a, b, Desk::money(0))));
  refused(desk, Desk::draft("negative", debit_credit(a, b, Desk::money(-1))));
}

TEST_CASE("a voucher of one line is our own mistake") {
  Desk desk;
  const auto a = desk.account("a");
  CHECK_THROWS_AS(desk.book(Desk::draft("alone", {{a, Side::debit, Desk::money(1)}})), Broken);
}

TEST_CASE("an account code is taken once") {
  Desk desk;
  (void)desk.account("a");
  const auto again = desk.store().atomically([&](Tx& tx) {
    return open_account(tx, "a", AccountClass::asset, Desk::money(0).currency(), Limit::none, desk.world.wall_ns());
  });
  CHECK_FALSE(again.has_value());
  CHECK(desk.ask("SELECT class FROM account WHERE code = 'a'") == "liability");
}
