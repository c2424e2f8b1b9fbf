// Both sides of a channel, line by line: each way in which they can differ has its own code, and the sums are explained.

#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "tests/layers/reconciliation_life.hpp"

using namespace payonce;
using namespace payonce::test;
using reconciliation::Code;
using reconciliation::Conclusion;

namespace {

/// A statement that a test may bend before it is read.
struct Bent {
  std::vector<ChannelLine> lines;

  explicit Bent(Shop& shop) {
    shop.bank().statement([&](const ChannelLine& line) { lines.push_back(line); });
  }
  ChannelLine& of(std::string_view order) {
    const auto found = std::find_if(lines.begin(), lines.end(), [&](const ChannelLine& line) {
      return line.reference.find("/" + std::string(order) + ".pay.") != std::string::npos;
    });
    REQUIRE(found != lines.end());
    return *found;
  }
  void sort() {
    std::sort(lines.begin(), lines.end(), [](const ChannelLine& a, const ChannelLine& b) {
      return std::tie(a.movement, a.reference, a.channel_txn) < std::tie(b.movement, b.reference, b.channel_txn);
    });
  }
  [[nodiscard]] reconciliation::Source source() const {
    return {.channel = "bank", .statement = [this](const auto& take) {
              for (const ChannelLine& line : lines) take(line);
            }};
  }
};

reconciliation::Report compared(Shop& shop, const reconciliation::Source& source) {
  return reconciliation::reconcile(shop.store(), shop.world, {.sources = {source}});
}

void charge_three(Shop& shop) {
  for (const char* order : {"o1", "o2", "o3"}) {
    shop.order(order);
    REQUIRE(shop.charge(order, std::string("key-") + order).outcome == Outcome::paid);
  }
}

void check_one(const reconciliation::Report& report, std::string_view code, std::int64_t difference) {
  REQUIRE(codes(report) == std::vector<std::string>{std::string(code)});
  CHECK(report.conclusion() == Conclusion::findings);
  REQUIRE(report.channels.at(0).totals.size() == 1);
  CHECK(report.channels.at(0).totals[0].difference() == difference);
  CHECK(report.channels.at(0).totals[0].unexplained() == 0);
}

}  // namespace

TEST_CASE("agreement is clean, and the sums of both sides are equal") {
  Shop shop;
  charge_three(shop);
  REQUIRE(shop.refund("o1", 2'500, "r1").outcome == Outcome::refunded);
  const auto report = report_of(shop);
  CHECK(report.conclusion() == Conclusion::clean);
  REQUIRE(report.channels.at(0).totals.size() == 1);
  CHECK(report.channels[0].totals[0].ours_minor == 27'500);
  CHECK(report.channels[0].totals[0].theirs_minor == 27'500);
  CHECK(report.channels[0].matched == 4);
}

TEST_CASE("a charge made past the ledger is missing here") {
  Shop shop;
  charge_three(shop);
  (void)shop.bank().move({.movement = Movement::charge, .reference = "by-hand", .original = {}, .amount = cny(700)},
                         {});
  const auto report = report_of(shop);
  check_one(report, "missing_internal", 700);
  CHECK(report.channels[0].differences[0].theirs == cny(700));
  CHECK_FALSE(report.channels[0].differences[0].ours.has_value());
}

TEST_CASE("what another ledger did at the same channel is counted and not judged") {
  Shop shop;
  charge_three(shop);
  (void)shop.bank().move(
      {.movement = Movement::charge, .reference = "payonce/aaaabbbbcccc/o1.pay.1", .original = {}, .amount = cny(700)},
      {});
  const auto report = report_of(shop);
  CHECK(report.conclusion() == Conclusion::clean);
  CHECK(report.channels[0].elsewhere == 1);
  CHECK(report.channels[0].totals[0].difference() == 0);
}

TEST_CASE("a booked charge that their statement lacks is missing at the channel") {
  Shop shop;
  charge_three(shop);
  Bent bent(shop);
  std::erase_if(bent.lines,
                [](const ChannelLine& line) { return line.reference.find("/o2.pay.") != std::string::npos; });
  check_one(compared(shop, bent.source()), "missing_at_channel", -10'000);
}

TEST_CASE("booked here and refused there, by their own word, is a false success") {
  Shop shop;
  charge_three(shop);
  Bent bent(shop);
  std::erase_if(bent.lines,
                [](const ChannelLine& line) { return line.reference.find("/o2.pay.") != std::string::npos; });
  auto source = bent.source();
  source.query = [](Movement, const std::string&) { return ChannelAnswer{.said = Said::declined}; };
  check_one(compared(shop, source), "status_false_success", -10'000);
}

TEST_CASE("an amount that differs is told by its direction") {
  Shop shop;
  charge_three(shop);
  Bent bent(shop);
  bent.of("o2").amount = cny(10'100);
  check_one(compared(shop, bent.source()), "amount_over", 100);
  bent.of("o2").amount = cny(9'900);
  check_one(compared(shop, bent.source()), "amount_under", -100);
}

TEST_CASE("another currency is told as such, and no number is subtracted from another") {
  Shop shop;
  charge_three(shop);
  Bent bent(shop);
  bent.of("o2").amount = Money(10'000, Currency::parse("currency", "JPY").value());
  const auto report = compared(shop, bent.source());
  REQUIRE(codes(report) == std::vector<std::string>{"currency_mismatch"});
  REQUIRE(report.channels[0].totals.size() == 2);
  for (const auto& total : report.channels[0].totals) CHECK(total.unexplained() == 0);
}

TEST_CASE("a second movement under one reference is a duplicate at the channel") {
  Shop::Terms terms;
  terms.bank.dedup = false;
  Shop shop(terms);
  charge_three(shop);
  const std::string reference = shop.text("SELECT reference FROM attempt ORDER BY attempt_id LIMIT 1");
  (void)shop.bank().move({.movement = Movement::charge, .reference = reference, .original = {}, .amount = cny(10'000)},
                         {});
  check_one(report_of(shop), "dup_at_channel", 10'000);
}

TEST_CASE("money that moved while our side is still open lags, and recover ends it") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::lose);
  REQUIRE(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
  auto report = report_of(shop);
  check_one(report, "status_lag", 10'000);
  CHECK(report.channels[0].differences[0].status == "unknown");
  CHECK(report.channels[0].differences[0].order == "o1");
  shop.wait(seconds(5));
  (void)shop.recover();
  CHECK(report_of(shop).conclusion() == Conclusion::clean);
}

TEST_CASE("a payment that somebody alive is settling just now is no finding") {
  Shop shop;
  shop.order("o1");
  REQUIRE(shop.crash_at(Step::channel_answer, charging("o1", "k1")).killed);
  auto report = report_of(shop);
  REQUIRE(codes(report) == std::vector<std::string>{"in_flight"});
  CHECK(report.conclusion() == Conclusion::clean);
  CHECK(report.channels[0].totals.at(0).unexplained() == 0);
  // Behind its lease its holder is dead, and the same is a finding.
  shop.wait(seconds(31));
  report = report_of(shop);
  CHECK(codes(report) == std::vector<std::string>{"status_lag"});
  CHECK(report.conclusion() == Conclusion::findings);
}

TEST_CASE("a payment that settles while the statement is read is no finding") {
  Shop shop;
  charge_three(shop);
  auto other = shop.another_till(seconds(5));
  shop.order("o4");
  reconciliation::Source source = source_of(shop.bank());
  source.statement = [&](const auto& take) {
    REQUIRE(other->engine.ask(charging("o4", "k4")).outcome == Outcome::paid);
    shop.bank().statement(take);
  };
  const auto report = compared(shop, source);
  CHECK(codes(report) == std::vector<std::string>{"in_flight"});
  CHECK(report.conclusion() == Conclusion::clean);
  CHECK(report.channels[0].totals.at(0).unexplained() == 0);
}

TEST_CASE("their other number for a booked charge is two differences, one on each side") {
  Shop shop;
  charge_three(shop);
  Bent bent(shop);
  bent.of("o2").channel_txn = "another-number";
  const auto report = compared(shop, bent.source());
  CHECK(codes(report) == std::vector<std::string>{"missing_at_channel", "missing_internal"});
  CHECK(report.channels[0].totals.at(0).difference() == 0);
  CHECK(report.channels[0].totals.at(0).unexplained() == 0);
}

TEST_CASE("a channel that cannot be reached leaves the verdict open") {
  Shop shop;
  charge_three(shop);
  CHECK(compared(shop, {.channel = "bank"}).conclusion() == Conclusion::cannot_say);
  const auto broken_off = compared(shop, {.channel = "bank", .statement = [&](const auto& take) {
                                            Bent bent(shop);
                                            take(bent.lines.front());
                                            throw StorageTrouble(StorageTrouble::Kind::unreadable, 0, "cut off");
                                          }});
  CHECK(broken_off.conclusion() == Conclusion::cannot_say);
  CHECK(broken_off.channels[0].differences.empty());
}

TEST_CASE("a statement that breaks off leaves that channel open and no other") {
  Shop shop;
  charge_three(shop);
  const Bent bent(shop);
  const reconciliation::Source torn{.channel = "elsewhere", .statement = [&](const auto& take) {
                                      take(bent.lines.front());
                                      throw std::runtime_error("a line that makes no sense");
                                    }};
  const auto report = reconciliation::reconcile(shop.store(), shop.world, {.sources = {torn, bent.source()}});
  CHECK(report.conclusion() == Conclusion::cannot_say);
  REQUIRE(report.channels.size() == 2);
  CHECK_FALSE(report.channels[0].reached);
  CHECK(report.channels[0].differences.empty());
  CHECK(report.channels[1].matched == 3);
}

TEST_CASE("trouble of our own while a statement is read is not the channel's") {
  Shop shop;
  charge_three(shop);
  const Bent bent(shop);
  const auto struck = [](std::uint64_t) { throw StorageTrouble(StorageTrouble::Kind::corrupt, 0, "ours"); };
  const std::function<void(std::uint64_t)> advanced = struck;
  CHECK_THROWS_AS((void)reconciliation::compare(shop.store(), shop.world, bent.source(), advanced), StorageTrouble);
}

TEST_CASE("a statement out of order proves nothing") {
  Shop shop;
  charge_three(shop);
  Bent bent(shop);
  std::reverse(bent.lines.begin(), bent.lines.end());
  const auto report = compared(shop, bent.source());
  CHECK(report.conclusion() == Conclusion::cannot_say);
  CHECK(codes(report).empty());
}

TEST_CASE("a refund made in the channel's console is missing here, with its sign") {
  Shop shop;
  charge_three(shop);
  const std::string original = shop.text("SELECT reference FROM attempt ORDER BY attempt_id LIMIT 1");
  (void)shop.bank().move(
      {.movement = Movement::refund, .reference = "console-1", .original = original, .amount = cny(300)}, {});
  check_one(report_of(shop), "missing_internal", -300);
}

TEST_CASE("more of ours than a page holds are all compared") {
  Shop shop;
  shop.store().atomically([&](Tx& tx) {
    tx.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1300) "
        "INSERT INTO orders (order_no, buyer_id, payee_id, currency, amount_due, created_at_ns, changed_at_ns) "
        "SELECT 'many' || i, (SELECT account_id FROM account WHERE code = 'alice'), "
        "(SELECT account_id FROM account WHERE code = 'shop'), 'CNY', 100, 1, 1 FROM n");
  });
  for (int i = 1; i <= 1'300; ++i) {
    if (i % 2 == 0) REQUIRE(shop.charge("many" + std::to_string(i), "k" + std::to_string(i)).outcome == Outcome::paid);
  }
  const auto report = report_of(shop);
  CHECK(report.conclusion() == Conclusion::clean);
  CHECK(report.channels[0].matched == 650);
}
