// Each behaviour of the acquirer, and what it remembers.

#include "scenarios/acquirer/acquirer.hpp"

#include <doctest/doctest.h>

#include <set>
#include <tuple>

#include "ledger/values/invariant.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

constexpr Store::Options quick{.busy_wait = seconds(20), .durable = false};

Money cny(std::int64_t minor) { return {minor, *Currency::parse("currency", "CNY")}; }
Money usd(std::int64_t minor) { return {minor, *Currency::parse("currency", "USD")}; }

ChannelRequest charge(const std::string& reference, Money amount) { return {Movement::charge, reference, "", amount}; }
ChannelRequest refund(const std::string& reference, const std::string& original, Money amount) {
  return {Movement::refund, reference, original, amount};
}

/// An acquirer in a folder of its own and the world it lives in.
struct Bank {
  TempFolder folder;
  VirtualWorld world;
  Acquirer acquirer;

  explicit Bank(const Acquirer::Settings& settings = {}) : acquirer(made(folder / "bank.db", world, settings)) {}

  static Acquirer made(const std::filesystem::path& path, World& world, const Acquirer::Settings& settings) {
    auto acquirer = Acquirer::create(path, world, settings, quick);
    if (!acquirer) FAIL(acquirer.error().why.en);
    return std::move(acquirer).value();
  }
  ChannelAnswer move(const ChannelRequest& request) { return acquirer.move(request, {}); }
  std::vector<ChannelLine> lines() {
    std::vector<ChannelLine> all;
    acquirer.statement([&](const ChannelLine& line) { all.push_back(line); });
    return all;
  }
};

}  // namespace

TEST_CASE("with an empty script a charge is approved, found and listed, once") {
  Bank bank;
  const ChannelAnswer answer = bank.move(charge("ord_1.pay.1", cny(10'000)));
  CHECK(answer.said == Said::approved);
  CHECK(answer.amount == cny(10'000));
  CHECK(answer.at_ns == bank.world.wall_ns());
  CHECK_FALSE(answer.channel_txn.empty());
  const ChannelAnswer found = bank.acquirer.query(Movement::charge, "ord_1.pay.1");
  CHECK(found.said == Said::approved);
  CHECK(found.channel_txn == answer.channel_txn);
  CHECK(bank.acquirer.query(Movement::refund, "ord_1.pay.1").said == Said::not_found);
  CHECK(bank.acquirer.query(Movement::charge, "ord_2.pay.1").said == Said::not_found);
  REQUIRE(bank.lines().size() == 1);
  CHECK(bank.lines()[0].reference == "ord_1.pay.1");
  CHECK(bank.lines()[0].channel_txn == answer.channel_txn);
  CHECK(bank.acquirer.notices().empty());
}

TEST_CASE("a reference it knows moves no money again and gets the first answer, years later too") {
  Bank bank;
  const ChannelAnswer first = bank.move(charge("r", cny(100)));
  bank.world.pass(days(1000));
  const ChannelAnswer second = bank.move(charge("r", cny(100)));
  CHECK(second.said == Said::approved);
  CHECK(second.channel_txn == first.channel_txn);
  CHECK(second.at_ns == first.at_ns);
  CHECK(bank.lines().size() == 1);
}

TEST_CASE("a reference it knows is declined for another amount or currency, and the first stays") {
  Bank bank;
  const ChannelAnswer first = bank.move(charge("r", cny(100)));
  CHECK(bank.move(charge("r", cny(101))).said == Said::declined);
  CHECK(bank.move(charge("r", usd(100))).said == Said::declined);
  CHECK(bank.acquirer.query(Movement::charge, "r").channel_txn == first.channel_txn);
  CHECK(bank.lines().size() == 1);
}

TEST_CASE("without memory each call moves money under a number of its own") {
  Bank bank({.dedup = false});
  const ChannelAnswer first = bank.move(charge("r", cny(100)));
  const ChannelAnswer second = bank.move(charge("r", cny(100)));
  CHECK(second.said == Said::approved);
  CHECK(second.channel_txn != first.channel_txn);
  CHECK(bank.lines().size() == 2);
  CHECK(bank.acquirer.query(Movement::charge, "r").channel_txn == first.channel_txn);
}

TEST_CASE("a memory that ends after a day lets the same reference move money again on the next") {
  Bank bank({.key_window = days(1)});
  (void)bank.move(charge("r", cny(100)));
  bank.world.pass(hours(23));
  (void)bank.move(charge("r", cny(100)));
  CHECK(bank.lines().size() == 1);
  bank.world.pass(hours(1));
  CHECK(bank.move(charge("r", cny(100))).said == Said::approved);
  CHECK(bank.lines().size() == 2);
}

TEST_CASE("a declined charge moves nothing, and the same reference is declined for good") {
  Bank bank;
  bank.acquirer.script(Behaviour::decline);
  CHECK(bank.move(charge("r", cny(100))).said == Said::declined);
  CHECK(bank.move(charge("r", cny(100))).said == Said::declined);
  CHECK(bank.acquirer.query(Movement::charge, "r").said == Said::declined);
  CHECK(bank.lines().empty());
  CHECK(bank.move(charge("another", cny(100))).said == Said::approved);
}

TEST_CASE("a query tells of the money that moved before it tells of a refusal") {
  Bank bank({.dedup = false});
  bank.acquirer.script(Behaviour::decline);
  CHECK(bank.move(charge("r", cny(100))).said == Said::declined);
  CHECK(bank.move(charge("r", cny(100))).said == Said::approved);
  CHECK(bank.acquirer.query(Movement::charge, "r").said == Said::approved);
}

TEST_CASE("a caller that has waited enough is answered at once, and the money has moved all the same") {
  Bank bank;
  bank.acquirer.script(Behaviour::slow, seconds(10));
  const std::int64_t before = bank.world.wall_ns();
  const auto answer =
      bank.acquirer.move(charge("r", cny(100)), [&] { return bank.world.wall_ns() - before < seconds(3).ns; });
  CHECK(answer.said == Said::no_answer);
  CHECK(bank.world.wall_ns() - before == seconds(3).ns);
  CHECK(bank.lines().size() == 1);
}

TEST_CASE("a slow acquirer acts at once, answers after a while and keeps giving signs of life") {
  Bank bank;
  bank.acquirer.script(Behaviour::slow, seconds(10));
  const std::int64_t before = bank.world.wall_ns();
  std::int64_t last_sign = before;
  int signs = 0;
  const ChannelAnswer answer = bank.acquirer.move(charge("r", cny(100)), [&] {
    if (signs++ == 0) CHECK(bank.lines().size() == 1);
    CHECK(bank.world.wall_ns() - last_sign <= seconds(1).ns);
    last_sign = bank.world.wall_ns();
    return true;
  });
  CHECK(answer.said == Said::approved);
  CHECK(answer.at_ns == before);
  CHECK(bank.world.wall_ns() == before + seconds(10).ns);
  CHECK(signs >= 10);
}

TEST_CASE("a late movement is nowhere before its time, and then everywhere and announced") {
  Bank bank;
  bank.acquirer.script(Behaviour::late, minutes(5));
  CHECK(bank.move(charge("r", cny(100))).said == Said::no_answer);
  CHECK(bank.acquirer.query(Movement::charge, "r").said == Said::not_found);
  CHECK(bank.lines().empty());
  CHECK(bank.acquirer.notices().empty());
  bank.acquirer.script(Behaviour::twice);
  CHECK(bank.move(charge("r", cny(100))).said == Said::no_answer);  // it is being worked on
  CHECK(bank.acquirer.notices().empty());
  CHECK(bank.move(refund("b", "r", cny(100))).said == Said::declined);
  bank.world.pass(minutes(5));
  CHECK(bank.acquirer.query(Movement::charge, "r").said == Said::approved);
  CHECK(bank.lines().size() == 1);
  const auto notices = bank.acquirer.notices();
  REQUIRE(notices.size() == 1);
  CHECK(notices[0].reference == "r");
  CHECK(notices[0].at_ns == bank.world.wall_ns());
  CHECK(bank.move(charge("r", cny(100))).channel_txn == notices[0].channel_txn);
}

TEST_CASE("a lost answer leaves the money moved, and asking again finds it") {
  Bank bank;
  bank.acquirer.script(Behaviour::lose, {}, 2);
  CHECK(bank.move(charge("r", cny(100))).said == Said::no_answer);
  CHECK(bank.move(charge("r", cny(100))).said == Said::no_answer);
  const ChannelAnswer third = bank.move(charge("r", cny(100)));
  CHECK(third.said == Said::approved);
  CHECK(bank.acquirer.query(Movement::charge, "r").channel_txn == third.channel_txn);
  CHECK(bank.lines().size() == 1);
}

TEST_CASE("an answer given twice is one movement and a notice that comes until it is acknowledged") {
  Bank bank;
  bank.acquirer.script(Behaviour::twice);
  const ChannelAnswer answer = bank.move(charge("r", cny(100)));
  CHECK(answer.said == Said::approved);
  CHECK(bank.lines().size() == 1);
  for (int i = 0; i < 2; ++i) {
    const auto notices = bank.acquirer.notices();
    REQUIRE(notices.size() == 1);
    CHECK(notices[0].channel_txn == answer.channel_txn);
    CHECK(notices[0].amount == cny(100));
  }
  const ChannelLine notice = bank.acquirer.notices()[0];
  bank.acquirer.acknowledge(notice);
  bank.acquirer.acknowledge(notice);
  CHECK(bank.acquirer.notices().empty());
}

TEST_CASE("an acquirer that is down does nothing, provably, and uses up its turn") {
  Bank bank;
  bank.acquirer.script(Behaviour::down, {}, 2);
  CHECK(bank.move(charge("r", cny(100))).said == Said::not_sent);
  CHECK(bank.acquirer.query(Movement::charge, "r").said == Said::not_found);
  CHECK(bank.move(charge("r", cny(100))).said == Said::not_sent);
  CHECK(bank.lines().empty());
  CHECK(bank.move(charge("r", cny(100))).said == Said::approved);
}

TEST_CASE("a script is used up in turn and shown as what is left") {
  Bank bank;
  bank.acquirer.script(Behaviour::decline);
  bank.acquirer.script(Behaviour::slow, seconds(2), 2);
  CHECK(bank.move(charge("a", cny(1))).said == Said::declined);
  const auto left = bank.acquirer.scripted();
  REQUIRE(left.size() == 1);
  CHECK(left[0].behaviour == Behaviour::slow);
  CHECK(left[0].argument == seconds(2));
  CHECK(left[0].times == 2);
  (void)bank.move(charge("b", cny(1)));
  CHECK(bank.acquirer.scripted()[0].times == 1);
  (void)bank.move(charge("c", cny(1)));
  CHECK(bank.acquirer.scripted().empty());
  CHECK_THROWS_AS(bank.acquirer.script(Behaviour::lose, seconds(1)), Broken);
}

TEST_CASE("refunds together never exceed the charge, in its currency and after it") {
  Bank bank;
  CHECK(bank.move(refund("b0", "r", cny(1))).said == Said::declined);
  (void)bank.move(charge("r", cny(100)));
  CHECK(bank.move(refund("b1", "r", cny(60))).said == Said::approved);
  CHECK(bank.move(refund("b1", "r", cny(60))).said == Said::approved);  // the same one again
  CHECK(bank.move(refund("b2", "r", usd(1))).said == Said::declined);
  CHECK(bank.move(refund("b3", "r", cny(41))).said == Said::declined);
  bank.acquirer.script(Behaviour::late, hours(1));
  CHECK(bank.move(refund("b4", "r", cny(40))).said == Said::no_answer);
  CHECK(bank.move(refund("b5", "r", cny(1))).said == Said::declined);  // the late one is promised already
  CHECK(bank.lines().size() == 2);
  bank.world.pass(hours(1));
  CHECK(bank.lines().size() == 3);
}

TEST_CASE("the statement is ordered by movement, reference and number") {
  Bank bank({.dedup = false});
  for (const char* reference : {"c", "a", "b", "a"}) (void)bank.move(charge(reference, cny(5)));
  (void)bank.move(refund("a", "c", cny(5)));
  const auto lines = bank.lines();
  REQUIRE(lines.size() == 5);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    CHECK(std::tie(lines[i - 1].movement, lines[i - 1].reference, lines[i - 1].channel_txn) <
          std::tie(lines[i].movement, lines[i].reference, lines[i].channel_txn));
  }
  CHECK(lines.back().movement == Movement::refund);
}

TEST_CASE("each crossing takes its time before it acts, and nothing else takes any") {
  Bank bank({.latency = seconds(3)});
  const std::int64_t start = bank.world.wall_ns();
  const ChannelAnswer answer = bank.move(charge("r", cny(100)));
  CHECK(answer.at_ns == start + seconds(3).ns);
  CHECK(bank.world.wall_ns() == start + seconds(3).ns);
  (void)bank.acquirer.query(Movement::charge, "r");
  CHECK(bank.world.wall_ns() == start + seconds(6).ns);
  CHECK(bank.lines().size() == 1);
  CHECK(bank.world.wall_ns() == start + seconds(9).ns);
  (void)bank.acquirer.notices();
  bank.acquirer.script(Behaviour::approve);
  CHECK(bank.world.wall_ns() == start + seconds(9).ns);
}

TEST_CASE("what was done and scripted outlives the program, and a ledger is no acquirer's book") {
  Bank bank;
  bank.acquirer.script(Behaviour::lose);
  bank.acquirer.change({.dedup = false, .key_window = days(2), .latency = seconds(1)});
  auto again = Acquirer::open(bank.folder / "bank.db", bank.world, quick);
  REQUIRE(again.has_value());
  Acquirer other = std::move(again).value();
  CHECK_FALSE(other.settings().dedup);
  CHECK(other.settings().key_window == days(2));
  CHECK(other.settings().latency == seconds(1));
  CHECK(other.scripted().size() == 1);
  bank.folder.write("words.txt", "no book");
  const auto refused = Acquirer::open(bank.folder / "words.txt", bank.world, quick);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().field == "channel");
}
