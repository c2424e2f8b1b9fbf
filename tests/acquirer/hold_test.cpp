// The acquirer holds money, captures of it, frees it, and promises never to act: what it may refuse, it refuses.

#include <doctest/doctest.h>

#include "scenarios/acquirer/acquirer.hpp"
#include "schema/migrations.hpp"
#include "schema/queries/acquirer.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

Money cny(std::int64_t minor) { return {minor, *Currency::parse("currency", "CNY")}; }

struct Bank {
  TempFolder folder;
  VirtualWorld world;
  Acquirer acquirer = *Acquirer::create(folder / "bank.db", world, {}, {.durable = false});

  Said hold(const std::string& reference, std::int64_t minor, Duration length = days(7)) {
    return acquirer.move({Movement::authorise, reference, "", cny(minor), length}, {}).said;
  }
  Said capture(const std::string& reference, std::int64_t minor, bool last = false) {
    return acquirer.move({Movement::capture, reference, "h", cny(minor), {}, last}, {}).said;
  }
  Said about(Movement movement, const std::string& reference, const std::string& original) {
    return acquirer.move({movement, reference, original, cny(100)}, {}).said;
  }
  std::vector<ChannelLine> lines() {
    std::vector<ChannelLine> all;
    acquirer.statement([&](const ChannelLine& line) { all.push_back(line); });
    return all;
  }
};

}  // namespace

TEST_CASE("what is held is captured in parts and never beyond, and a statement lists money alone") {
  Bank bank;
  CHECK(bank.capture("c0", 1) == Said::declined);
  CHECK(bank.hold("h", 100) == Said::approved);
  CHECK(bank.lines().empty());
  CHECK(bank.capture("c1", 60) == Said::approved);
  CHECK(bank.capture("c1", 60) == Said::approved);  // known again: once
  CHECK(bank.capture("c2", 50) == Said::declined);
  CHECK(bank.capture("c3", 40) == Said::approved);
  CHECK(bank.about(Movement::void_hold, "v", "h") == Said::declined);  // nothing is left to free
  REQUIRE(bank.lines().size() == 2);
  CHECK(bank.lines()[0].movement == Movement::capture);
  CHECK(bank.lines()[0].original == "h");
  CHECK(bank.about(Movement::refund, "r", "h") == Said::approved);  // of what was captured
}

TEST_CASE("a hold that is voided, over or captured for the last time gives no more") {
  for (const int how : {0, 1, 2}) {
    CAPTURE(how);
    Bank bank;
    CHECK(bank.hold("h", 100, hours(1)) == Said::approved);
    CHECK(bank.acquirer.query(Movement::authorise, "h").said == Said::approved);
    if (how == 0) CHECK(bank.about(Movement::void_hold, "v", "h") == Said::approved);
    if (how == 1) bank.world.pass(hours(1));
    if (how == 2) CHECK(bank.capture("c1", 10, true) == Said::approved);
    CHECK(bank.capture("c2", 10) == Said::declined);
    CHECK(bank.acquirer.query(Movement::authorise, "h").said == Said::gone);
    CHECK(bank.about(Movement::void_hold, "w", "h") == Said::declined);
  }
}

TEST_CASE("a reference that is closed moves nothing ever, and one that has moved is too late to close") {
  Bank bank;
  CHECK(bank.about(Movement::close, "x1", "p") == Said::approved);
  CHECK(bank.acquirer.move({Movement::charge, "p", "", cny(100)}, {}).said == Said::declined);
  CHECK(bank.hold("p", 100) == Said::declined);
  CHECK(bank.hold("h", 100) == Said::approved);
  CHECK(bank.about(Movement::close, "x2", "h") == Said::declined);
  bank.acquirer.script(Behaviour::late, hours(1));
  CHECK(bank.acquirer.move({Movement::charge, "l", "", cny(100)}, {}).said == Said::no_answer);
  CHECK(bank.about(Movement::close, "x3", "l") == Said::declined);  // it is on its way
}

TEST_CASE("a book of the time before holds is opened and knows what it did") {
  const TempFolder folder;
  VirtualWorld world;
  const std::vector<Migration> all(acquirer_migrations().begin(), acquirer_migrations().end());
  const FileKind old{0x70616371, std::span(all).first(1), {"an acquirer's book", "收单方的账簿"}};
  {
    auto store = Store::create(folder / "bank.db", old, {.durable = false}, [](Tx& tx) {
      (void)tx.change(sql::acquirer::add_script{.behaviour = "approve", .argument_ns = 0, .times = 1});
    });
    REQUIRE(store.has_value());
  }
  auto opened = Acquirer::open(folder / "bank.db", world, {.durable = false});
  REQUIRE(opened.has_value());
  Acquirer bank = std::move(opened).value();
  CHECK(bank.scripted().size() == 1);
  CHECK(bank.move({Movement::authorise, "h", "", cny(100), days(1)}, {}).said == Said::approved);
}
