// What the book keeps: numbers, balances, times.

#include <doctest/doctest.h>

#include "tests/journal/desk.hpp"

using namespace payonce;
using namespace payonce::journal;
using payonce::test::Desk;

TEST_CASE("numbers of a series follow each other without gaps, each kind by itself") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  CHECK(desk.book(Desk::draft("1", debit_credit(a, b, Desk::money(1)), Kind::transfer)).number == "TRF-2026-000001");
  CHECK(desk.book(Desk::draft("2", debit_credit(a, b, Desk::money(1)), Kind::topup)).number == "TOP-2026-000001");
  CHECK(desk.book(Desk::draft("3", debit_credit(a, b, Desk::money(1)), Kind::transfer)).number == "TRF-2026-000002");
  CHECK(desk.book(Desk::draft("4", debit_credit(a, b, Desk::money(1)), Kind::adjust)).number == "ADJ-2026-000001");
  CHECK(desk.book(Desk::draft("5", debit_credit(a, b, Desk::money(1)), Kind::topup)).number == "TOP-2026-000002");
}

TEST_CASE("a voucher that was rolled back takes no number with it") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  const auto draft = [&](const char* key) { return Desk::draft(key, debit_credit(a, b, Desk::money(1))); };
  desk.book(draft("1"));
  struct Stop {};
  CHECK_THROWS_AS(desk.store().atomically([&](Tx& tx) {
    CHECK(journal::book(tx, draft("2"), desk.world.wall_ns()).number == "TRF-2026-000002");
    throw Stop();
  }),
                  Stop);
  CHECK(desk.book(draft("3")).number == "TRF-2026-000002");
  CHECK(desk.look(a).debits == 2);
}

TEST_CASE("two vouchers of one transaction are numbered in turn and see each other's balances") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  const auto second = desk.store().atomically([&](Tx& tx) {
    (void)journal::book(tx, Desk::draft("1", debit_credit(a, b, Desk::money(5))), desk.world.wall_ns());
    return journal::book(tx, Desk::draft("2", debit_credit(b, a, Desk::money(3))), desk.world.wall_ns());
  });
  CHECK(second.number == "TRF-2026-000002");
  CHECK(desk.look(a).debits == 5);
  CHECK(desk.look(a).credits == 3);
  CHECK(desk.look(a).version == 2);
}

TEST_CASE("a new year opens a new series that begins at one, and the old one stays as it was") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  const auto year_end = *parse_time("time", "2026-12-31T23:59:59.999Z");
  desk.world.jump_wall(year_end - desk.world.wall_ns());
  CHECK(desk.book(Desk::draft("1", debit_credit(a, b, Desk::money(1)))).number == "TRF-2026-000001");
  CHECK(desk.book(Desk::draft("2", debit_credit(a, b, Desk::money(1)))).number == "TRF-2026-000002");
  desk.world.jump_wall(1'000'000);
  CHECK(desk.book(Desk::draft("3", debit_credit(a, b, Desk::money(1)))).number == "TRF-2027-000001");
  CHECK(desk.ask("SELECT business_date FROM voucher WHERE voucher_id = 3") == "2027-01-01");
  CHECK(desk.ask("SELECT next FROM series WHERE series = 'TRF-2026'") == "3");
}

TEST_CASE("a number past 999999 grows instead of wrapping") {
  CHECK(voucher_number("PAY-2026", 999'999) == "PAY-2026-999999");
  CHECK(voucher_number("PAY-2026", 1'000'000) == "PAY-2026-1000000");
}

TEST_CASE("a clock set back keeps the recorded time of the last voucher") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  const auto first_ns = desk.world.wall_ns();
  desk.book(Desk::draft("1", debit_credit(a, b, Desk::money(1))));
  desk.world.jump_wall(-hours(30).ns);
  desk.book(Desk::draft("2", debit_credit(a, b, Desk::money(1))));
  CHECK(desk.ask("SELECT recorded_at_ns FROM voucher WHERE voucher_id = 2") == std::to_string(first_ns));
  CHECK(desk.ask("SELECT business_date FROM voucher WHERE voucher_id = 2") == "2026-01-01");
  CHECK(desk.ask("SELECT series FROM voucher WHERE voucher_id = 2") == "TRF-2026");
}

TEST_CASE("a clock set back over the new year books into the series of the last voucher") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  desk.book(Desk::draft("1", debit_credit(a, b, Desk::money(1))));
  desk.world.jump_wall(-hours(1).ns);  // a virtual world begins at the first second of 2026
  CHECK(desk.book(Desk::draft("2", debit_credit(a, b, Desk::money(1)))).number == "TRF-2026-000002");
}

TEST_CASE("a thousand legs of 0.01 against one of 10.00 balance exactly") {  // B080
  Desk desk;
  const auto many = desk.account("many");
  const auto one = desk.account("one");
  std::vector<Line> lines(1000, Line{many, Side::debit, Desk::money(1)});
  lines.push_back({one, Side::credit, Desk::money(1000)});
  const auto draft = Desk::draft("thousand", lines);
  CHECK(desk.covers(draft) == Cover::covered);
  desk.book(draft);
  CHECK(desk.look(many).debits == 1000);
  CHECK(desk.look(many).version == 1000);
  CHECK(desk.look(one).credits == 1000);
  CHECK(desk.ask("SELECT line_count FROM voucher") == "1001");
}

TEST_CASE("0.10 and 0.20 against 0.30 balance") {  // B080
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  desk.book(Desk::draft(
      "1", {{a, Side::debit, Desk::money(10)}, {a, Side::debit, Desk::money(20)}, {b, Side::credit, Desk::money(30)}}));
  CHECK(desk.look(a).debits == 30);
}

TEST_CASE("0.10 three times, 4.20 and 12.60 less 15.18 is 1.92, and a long series of cents leaves it there") {  // B086
  Desk desk;
  const auto wallet = desk.account("wallet");
  const auto other = desk.account("other");
  int n = 0;
  const auto credit = [&](std::int64_t minor) {
    desk.book(Desk::draft(std::to_string(++n), debit_credit(other, wallet, Desk::money(minor))));
  };
  for (const std::int64_t minor : {10, 10, 10, 420, 1260}) credit(minor);
  desk.book(Desk::draft("out", debit_credit(wallet, other, Desk::money(1518))));
  CHECK(desk.look(wallet).balance() == Desk::money(192));
  std::vector<Line> cents;
  for (int i = 0; i < 10'000; ++i) {
    cents.push_back({wallet, i % 2 == 0 ? Side::credit : Side::debit, Desk::money(1)});
    cents.push_back({other, i % 2 == 0 ? Side::debit : Side::credit, Desk::money(1)});
  }
  desk.book(Desk::draft("cents", cents));
  CHECK(desk.look(wallet).balance() == Desk::money(192));
}

TEST_CASE("a voucher of two currencies balances in each alone") {
  Desk desk;
  const auto yuan = desk.account("yuan");
  const auto yuan_pool = desk.account("yuan_pool");
  const auto yen = desk.account("yen", "JPY");
  const auto yen_pool = desk.account("yen_pool", "JPY");
  desk.book(Desk::draft("exchange", {{yuan, Side::debit, Desk::money(4'650)},
                                     {yuan_pool, Side::credit, Desk::money(4'650)},
                                     {yen_pool, Side::debit, Desk::money(1'000, "JPY")},
                                     {yen, Side::credit, Desk::money(1'000, "JPY")}}));
  CHECK(desk.look(yen).balance().text() == "JPY 1000");
  CHECK(desk.look(yuan).debits == 4'650);
}
