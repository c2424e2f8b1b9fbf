#include <doctest/doctest.h>

#include <algorithm>

#include "tests/scenarios/played.hpp"

using namespace payonce;
using player_tests::first_step;
using player_tests::play;
using player_tests::story;

namespace {

/// The story fails at this line of its steps (1 is the first), expecting one thing and getting another.
void fails_at(const std::string& steps, std::uint32_t step, const std::string& expected, const std::string& got) {
  CAPTURE(steps);
  const player::Played played = play(story(steps));
  REQUIRE(played.wrong);
  CHECK(played.wrong->place.line == first_step + step - 1);
  CHECK(played.wrong->expected.en.find(expected) != std::string::npos);
  CHECK(played.wrong->got.en.find(got) != std::string::npos);
  CAPTURE(played.wrong->expected.en);
  CAPTURE(played.wrong->got.en);
}

void goes_as_told(const std::string& steps) {
  CAPTURE(steps);
  const player::Played played = play(story(steps));
  if (played.wrong) {
    FAIL_CHECK(played.wrong->step, " expected ", played.wrong->expected.en, " got ", played.wrong->got.en);
  }
}

}  // namespace

TEST_CASE("a story with a wrong expectation fails at that line, and nothing behind it is played") {
  const player::Played played =
      play(story("  pay o1 key=k1 => paid\n  pay o1 key=k1 => declined\n  pay o2 key=k2 => paid\n"));
  REQUIRE(played.wrong);
  CHECK(played.wrong->place.line == first_step + 1);
  CHECK(played.wrong->place.column == 17);
  CHECK(played.wrong->step == "pay o1 key=k1 => declined");
  CHECK(played.wrong->expected.en == "declined");
  CHECK(played.wrong->got.en == "paid by idempotency_key replayed");
  CHECK_FALSE(played.wrong->trace.empty());
  CHECK(played.told.size() == 2);
}

TEST_CASE("every part of an expectation is looked at") {
  fails_at("  pay o1 key=k1 => paid by channel\n", 1, "by channel", "by journal");
  fails_at("  pay o1 key=k1 => paid replayed\n", 1, "replayed", "paid by journal");
  fails_at("  pay o1 key=k1 => paid voucher=PAY-2026-000009\n", 1, "PAY-2026-000009", "voucher=PAY-2026-000001");
  fails_at("  pay o1 key=k1 => paid exit=10\n", 1, "exit=10", "exit=0");
  fails_at("  pay o1 => paid\n", 1, "paid", "exit=64");
  fails_at("  pay o1 key=k1 => exit=64\n", 1, "exit=64", "paid");
  fails_at("  recover => 1\n", 1, "1", "0");
  goes_as_told("  pay o1 key=k1 => paid by journal voucher=PAY-2026-000001 exit=0\n");
}

TEST_CASE("each check tells what it saw instead") {
  const std::string paid = "  pay o1 key=k1 via=bank => paid\n";
  fails_at(paid + "  check balance shop = 99.00\n", 2, "CNY 99.00", "CNY 100.00");
  fails_at(paid + "  check balance nobody = 0.00\n", 2, "0.00", "no nobody");
  fails_at(paid + "  check order o1 = created\n", 2, "created", "paid");
  fails_at(paid + "  check version o1 = 1\n", 2, "1", "3");
  fails_at(paid + "  check charges bank = 2\n", 2, "2", "1");
  fails_at(paid + "  check charges bank o2 = 1\n", 2, "1", "0");
  fails_at(paid + "  check returned bank = 1\n", 2, "1", "0");
  fails_at(paid + "  check vouchers = 2\n", 2, "2", "1");
  fails_at(paid + "  check vouchers o2 = 1\n", 2, "1", "0");
  fails_at(paid + "  check refunds = 1\n", 2, "1", "0");
  fails_at(paid + "  check keys = 0\n", 2, "0", "1");
  fails_at(paid + "  check keys k2 = 1\n", 2, "1", "0");
  fails_at(paid + "  check open = 1\n", 2, "1", "0");
  fails_at(paid + "  check findings = 1\n", 2, "1", "0");
}

TEST_CASE("a story that leaves a key open fails at its end, and passes where it says how many") {
  const std::string left = "  script bank lose\n  pay o1 key=k1 via=bank => outcome_unknown\n  pay o2 key=k2 => paid\n";
  const player::Played played = play(story(left));
  REQUIRE(played.wrong);
  CHECK(played.wrong->place.line == first_step + 2);
  // The bank has moved money that is not booked: the reconciliation at the end comes first.
  CHECK(played.wrong->got.en.find("status_lag") != std::string::npos);
  fails_at("  script bank late 1h\n  pay o1 key=k1 via=bank => outcome_unknown\n", 2, "0 keys open", "1");
  goes_as_told("  script bank late 1h\n  pay o1 key=k1 via=bank => outcome_unknown\n  check open = 1\n");
}

TEST_CASE("a difference that the story does not name fails it, and one it names and that is not there does too") {
  const std::string charged =
      "  pay o1 key=k1 via=bank crash at=channel.answer => killed\n  advance 31s\n  check open = 1\n";
  fails_at(charged + "  reconcile => clean\n", 4, "clean", "status_lag");
  fails_at(charged + "  reconcile => findings status_lag, key_stuck\n", 4, "key_stuck", "status_lag");
  fails_at(charged, 3, "clean", "status_lag");
  goes_as_told(charged + "  reconcile => findings status_lag\n");
  fails_at("  pay o1 key=k1 => paid\n  reconcile => findings status_lag\n", 2, "status_lag", "clean");
}

TEST_CASE("a crash kills a real process: what it had not committed is gone, what it had stays") {
  goes_as_told(
      "  pay o1 key=k1 crash at=key.finish => killed\n  check keys = 0\n  check order o1 = created\n"
      "  pay o1 key=k1 crash at=reply.send => killed\n  check keys = 1\n  check order o1 = paid\n");
  fails_at("  pay o1 key=k1 crash at=channel.charge => killed\n", 1, "killed", "paid");
  fails_at("  pay o1 key=k1 crash at=book.tx => paid\n", 1, "paid", "killed");
}

TEST_CASE("many at once are counted, killed ones among them, and counts that do not come out fail") {
  goes_as_told("  at-once 3 pay o1 key=k{n} crash at=book.tx => killed 3\n  pay o1 key=k1 => paid\n");
  goes_as_told("  at-once 4 pay o1 key=same => paid 4\n  check vouchers o1 = 1\n");
  goes_as_told("  together\n    pay o1 key=k1\n    pay o2 key=k2\n    recover\n  => paid 2, handled 1\n");
  fails_at("  at-once 3 pay o1 key=same => paid 1, in_progress rest\n", 1, "paid 1, in_progress rest", "paid 3");
}

TEST_CASE("time that passes in processes at once passes side by side, and on the stage afterwards") {
  // Three calls of 40 s each take 40 s together: the lease of 30 s is over, one of 60 s is not.
  const std::string steps =
      "  script bank slow 40s times=2\n  together\n    pay o1 key=k1 via=bank crash at=channel.answer\n"
      "    pay o2 key=k2 via=bank crash at=channel.answer\n  => killed 2\n  pay o1 key=k1 via=bank => ";
  for (const auto& [lease, outcome] : {std::pair("lease=39s", "paid"), std::pair("lease=41s", "in_progress")}) {
    CAPTURE(lease);
    const player::Played played =
        play(story(steps + outcome + "\n  advance 60s\n  recover\n", "heartbeat=off " + std::string(lease)));
    if (played.wrong) FAIL_CHECK(played.wrong->step, ": ", played.wrong->got.en);
  }
}

TEST_CASE("a stalled process goes on where it stopped, with the clock as it stands by then") {
  goes_as_told(
      "  pay o1 key=k1 via=bank stall at=channel.answer => stalled\n  check order o1 = paying\n  advance 10s\n"
      "  pay o1 key=k1 via=bank => in_progress\n  wake k1 => paid\n  check order o1 = paid\n");
  fails_at("  pay o1 key=k1 via=bank stall at=channel.answer => stalled\n  check open = 1\n", 1, "wake", "end");
  fails_at("  wake k1 => paid\n", 1, "stalled", "none");
  goes_as_told(
      "  pay o1 key=k1 via=bank stall at=channel.answer => stalled\n  reboot\n  pay o1 key=k1 via=bank => paid\n");
}

TEST_CASE("a repeat does its steps so many times, with the number of the round in them") {
  goes_as_told(
      "  repeat 5\n    order r-{n} buyer=alice payee=shop amount=1.00 => created\n    pay r-{n} key=r-{n} => paid\n"
      "    check vouchers r-{n} = 1\n  check balance shop = 5.00\n");
  fails_at("  repeat 3\n    pay o1 key=k-{n} => paid\n", 2, "paid", "later");
}

TEST_CASE("a damage breaks its law past every rule, and one that nobody knows fails the story") {
  goes_as_told(
      "  pay o1 key=k1 => paid\n  damage voucher_unbalanced\n  reconcile => findings balance_drift, captured_differs, "
      "debits_and_credits_differ, entry_does_not_follow, voucher_unbalanced\n");
  fails_at("  damage a_law_of_nobody\n", 1, "a law of schema/damages", "a_law_of_nobody");
}

TEST_CASE("a world that cannot be set up fails at its place, and no step is played") {
  const auto refused = [](const std::string& text, std::uint32_t line, const std::string& why) {
    CAPTURE(text);
    const player::Played played = play(text);
    REQUIRE(played.wrong);
    CHECK(played.wrong->place.line == line);
    CHECK(played.wrong->got.en.find(why) != std::string::npos);
    CHECK(played.told.empty());
  };
  const std::string steps = "steps\n  reconcile => clean\n";
  refused("scenario s\nworld\n  layers X=naive\n" + steps, 3, "X is on or off");
  refused("scenario s\nworld\n  account a CNY -1.00\n" + steps, 3, "0 or more");
  refused("scenario s\nworld\n  account a CNY 1.00 limit=5.00\n" + steps, 3, "limit");
  refused("scenario s\nworld\n  order o buyer=a payee=b amount=1.00 status=paid\n" + steps, 3, "unpaid");
  refused("scenario s\nknobs carry=on\n" + steps, 2, "experiments");
  refused("scenario s\nknobs heartbeat=perhaps\n" + steps, 2, "on or off");
  refused("scenario s\nknobs min-key=256\n" + steps, 2, "at most 255");
}

TEST_CASE("which layer stopped what is counted") {
  const player::Played played =
      play(story("  pay o1 key=k1 => paid\n  pay o1 key=k1 => paid\n  pay o1 key=k2 => later\n  advance 6s\n  pay o1 "
                 "key=k2 => already_paid\n"));
  CHECK(played.passed());
  CHECK(played.stops ==
        std::map<std::string, std::int64_t>{{"dedup_window", 1}, {"idempotency_key", 1}, {"state_machine", 1}});
  CHECK(played.findings.empty());
}

TEST_CASE("a story leaves nothing behind but what is in its folder") {
  std::filesystem::path place;
  {
    const player::ScratchFolder folder;
    place = folder.path();
    const script::Story told =
        player_tests::read(story("  pay o1 key=k1 via=bank crash at=book.tx => killed\n"
                                 "  advance 31s\n  pay o1 key=k1 via=bank => paid\n"));
    CHECK(player::play(told, place).passed());
    CHECK(std::filesystem::exists(place / "ledger.db"));
    CHECK_FALSE(std::filesystem::exists(place / "ledger.db-wal"));
  }
  CHECK_FALSE(std::filesystem::exists(place));
}
