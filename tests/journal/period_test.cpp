// Days whose books are done: what closing, reopening and locking allow, and what the file itself refuses.

#include <doctest/doctest.h>

#include "ledger/journal/checkpoint.hpp"
#include "ledger/journal/period.hpp"
#include "ledger/values/duration.hpp"
#include "tests/journal/desk.hpp"

using namespace payonce;
using namespace payonce::journal;
using payonce::test::Desk;

namespace {

const Days january{"2026-01-01", "2026-01-31"};

using Step = PeriodAnswer (*)(Tx&, const Days&, const Signed&);
PeriodAnswer take(Desk& desk, Step step, const Days& days, std::optional<std::string> reason = std::nullopt) {
  return desk.store().atomically([&](Tx& tx) {
    return step(tx, days, {.actor = "clerk", .reason = std::move(reason), .now_ns = desk.world.wall_ns()});
  });
}

}  // namespace

TEST_CASE("a month, a year and days are understood, and shown as short as they can be") {
  const auto text = [](const char* given) { return Days::parse("period", given)->text(); };
  for (const char* given : {"2026-10", "2026", "2024-02", "2026-10-01..2026-10-15", "2026-10-05..2026-10-05"}) {
    CHECK(text(given) == given);
  }
  CHECK(Days::parse("period", "2024-02")->last == "2024-02-29");
  CHECK(text("2026-02-01..2026-02-28") == "2026-02");
  for (const char* wrong : {"", "2026-13", "26", "2026-1", "2026-02-01..2026-02-30", "2026-03-02..2026-03-01",
                            "2026-10-01", "2026-10-01..", "october"}) {
    CAPTURE(wrong);
    CHECK_FALSE(Days::parse("period", wrong).has_value());
  }
}

TEST_CASE("a closed period takes no voucher, a reopened one does, and each step is kept with who and why") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  desk.book(Desk::draft("1", debit_credit(a, b, Desk::money(5))));
  CHECK(take(desk, close_period, january) == PeriodAnswer::done);
  CHECK(take(desk, close_period, january) == PeriodAnswer::already);
  CHECK_FALSE(desk.store().reading([&](View& view) { return day_is_open(view, desk.world.wall_ns()); }));
  auto draft = Desk::draft("2", debit_credit(a, b, Desk::money(7)));
  draft.business_date = "2026-01-31";
  CHECK_THROWS_AS(desk.book(draft), StorageTrouble);
  CHECK(desk.ask("SELECT count(*) FROM voucher") == "1");
  CHECK(take(desk, reopen_period, january, "an invoice came late") == PeriodAnswer::done);
  CHECK(desk.book(draft).number == "TRF-2026-000002");
  CHECK(take(desk, close_period, january) == PeriodAnswer::done);
  CHECK(take(desk, lock_period, january, "audited") == PeriodAnswer::not_over);
  desk.world.jump_wall(days(31).ns);
  CHECK(take(desk, lock_period, january, "audited") == PeriodAnswer::done);
  CHECK(take(desk, reopen_period, january, "again") == PeriodAnswer::locked);
  CHECK(desk.ask("SELECT group_concat(state || ' ' || actor || ' ' || vouchers || ' ' || coalesce(reason, '-'), ', ') "
                 "FROM (SELECT * FROM period_step ORDER BY version)") ==
        "closed clerk 1 -, open clerk 1 an invoice came late, closed clerk 2 -, locked clerk 2 audited");
}

TEST_CASE("what has happened already is dated to the first open day, and says so") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  CHECK(take(desk, close_period, january) == PeriodAnswer::done);
  CHECK(take(desk, close_period, {"2026-02-01", "2026-02-10"}) == PeriodAnswer::done);
  const Booked booked = desk.book(Desk::draft("1", debit_credit(a, b, Desk::money(5))));
  CHECK(booked.dated_later);
  CHECK(booked.business_date == "2026-02-11");
  CHECK(desk.ask("SELECT business_date || date(recorded_at_ns / 1000000000, 'unixepoch') FROM voucher") ==
        "2026-02-112026-01-01");
}

TEST_CASE("a number is of the year its voucher is dated to") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  CHECK(take(desk, close_period, {"2026-01-01", "2026-12-31"}) == PeriodAnswer::done);
  CHECK(desk.book(Desk::draft("1", debit_credit(a, b, Desk::money(5)))).number == "TRF-2027-000001");
}

TEST_CASE("the file itself refuses what is no step of a period") {
  Desk desk;
  desk.account("a");
  CHECK(take(desk, close_period, january) == PeriodAnswer::done);
  CHECK(take(desk, close_period, {"2026-01-31", "2026-02-28"}) == PeriodAnswer::overlaps);
  CHECK(take(desk, lock_period, {"2026-03-01", "2026-03-31"}) == PeriodAnswer::unknown);
  CHECK(take(desk, reopen_period, {"2026-03-01", "2026-03-31"}) == PeriodAnswer::unknown);
  desk.world.jump_wall(days(31).ns);
  CHECK(take(desk, lock_period, january) == PeriodAnswer::done);
  CHECK(take(desk, close_period, {"2026-02-01", "2026-02-28"}) == PeriodAnswer::done);
  CHECK(take(desk, reopen_period, {"2026-02-01", "2026-02-28"}, "x") == PeriodAnswer::done);
  CHECK(take(desk, lock_period, {"2026-02-01", "2026-02-28"}) == PeriodAnswer::not_closed);
  for (const char* hand :
       {"UPDATE period SET state = 'open', seal = NULL, version = version + 1, reason = 'x' WHERE state = 'locked'",
        "UPDATE period SET last_day = '2026-01-30', version = version + 1", "UPDATE period SET vouchers = 9",
        "UPDATE period SET state = 'closed' WHERE state = 'open'", "DELETE FROM period", "DELETE FROM period_step",
        "UPDATE period_step SET actor = 'nobody'",
        "INSERT INTO period_step SELECT first_day, version + 1, last_day, state, vouchers, seal, last_voucher_id, "
        "actor, "
        "reason, at_ns FROM period_step",
        "INSERT INTO period SELECT '2026-02-15', '2026-03-15', 'closed', 1, 0, zeroblob(32), 0, 'x', NULL, 0",
        "UPDATE OR REPLACE period SET first_day = '2026-01-01', version = version + 1 WHERE state = 'open'"}) {
    CAPTURE(hand);
    CHECK_THROWS_AS(desk.run(hand), StorageTrouble);
  }
}

TEST_CASE("a checkpoint is of the last voucher, survives being written down, and no changed letter is taken for it") {
  Desk desk;
  const auto a = desk.account("a");
  const auto b = desk.account("b");
  const auto make = [&] {
    return desk.store().atomically([&](Tx& tx) { return make_checkpoint(tx, "ledger", desk.world.wall_ns()); });
  };
  CHECK_FALSE(make().has_value());
  desk.book(Desk::draft("1", debit_credit(a, b, Desk::money(5))));
  desk.book(Desk::draft("2", debit_credit(a, b, Desk::money(5))));
  const auto made = make();
  REQUIRE(made.has_value());
  CHECK(made->voucher_id == 2);
  const std::string line = made->line();
  const auto read = Checkpoint::parse("checkpoint", line);
  REQUIRE(read.has_value());
  CHECK(read->line() == line);
  for (std::size_t at = 0; at < line.size(); ++at) {
    std::string other = line;
    other[at] = other[at] == '7' ? '8' : '7';
    if (other == line) continue;
    CAPTURE(other);
    CHECK_FALSE(Checkpoint::parse("checkpoint", other).has_value());
  }
  for (const char* hand : {"UPDATE checkpoint SET voucher_id = 1", "DELETE FROM checkpoint",
                           "INSERT INTO checkpoint SELECT 2, voucher_id, hash, 0 FROM voucher WHERE voucher_id = 1"}) {
    CHECK_THROWS_AS(desk.run(hand), StorageTrouble);
  }
}
