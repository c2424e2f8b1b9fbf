#include <doctest/doctest.h>

#include "tests/script/samples.hpp"
#include "tests/script/vocabulary.hpp"

using namespace payonce;
using namespace payonce::script;
using script_tests::samples;
using script_tests::story;
using script_tests::words;

namespace {

Story read(const std::string& text) {
  Script script = parse(text, words());
  for (const Error& error : script.errors) FAIL_CHECK(report("script", error, Language::en));
  REQUIRE(script.stories.size() == 1);
  return script.stories.front();
}

std::vector<Step> steps(const std::string& lines) { return read(story(lines)).steps; }

Step step(const std::string& line) {
  const std::vector<Step> all = steps("  " + line + "\n");
  REQUIRE(all.size() == 1);
  return all.front();
}

}  // namespace

TEST_CASE("a world is read into accounts, orders, acquirers, a clock and switches") {
  const World world = read(
                          "scenario s\nworld\n"
                          "  currency EUR\n"
                          "  clock 2026-01-01T00:00:00Z\n"
                          "  account alice 10.00 limit=5.00 class=asset\n"
                          "  account bob JPY 7\n"
                          "  account carl 2.50 EUR\n"
                          "  order o1 buyer=alice payee=bob amount=100.00 EUR expires=15m status=unpaid\n"
                          "  order o2 buyer=alice payee=bob amount=CNY 1.00\n"
                          "  acquirer bank dedup=none settle-delay=60s key-window=24h\n"
                          "  acquirer other\n"
                          "  layers W=off S=naive\n"
                          "steps\n  advance 1s\n")
                          .world;
  REQUIRE(world.accounts.size() == 3);
  CHECK(world.accounts[0].balance.text() == "EUR 10.00");
  CHECK(world.accounts[0].limit->text() == "EUR 5.00");
  CHECK(world.accounts[0].account_class == "asset");
  CHECK(world.accounts[1].balance.text() == "JPY 7");
  CHECK(world.accounts[2].balance.text() == "EUR 2.50");
  CHECK_FALSE(world.accounts[2].limit);
  REQUIRE(world.orders.size() == 2);
  CHECK(world.orders[0].amount->text() == "EUR 100.00");
  CHECK(world.orders[0].expires == minutes(15));
  CHECK(world.orders[0].status == "unpaid");
  CHECK(world.orders[0].payee.text() == "bob");
  CHECK(world.orders[1].amount->text() == "CNY 1.00");
  CHECK_FALSE(world.orders[1].expires);
  REQUIRE(world.acquirers.size() == 2);
  CHECK_FALSE(world.acquirers[0].dedup);
  CHECK(world.acquirers[0].settle_delay == seconds(60));
  CHECK(world.acquirers[0].key_window == hours(24));
  CHECK(world.acquirers[1].dedup);
  CHECK(world.clock_utc_ns == 1'767'225'600'000'000'000);
  REQUIRE(world.layers.size() == 2);
  CHECK(world.layers[0] == LayerSwitch{'W', Setting::off, {}});
  CHECK(world.layers[1] == LayerSwitch{'S', Setting::naive, {}});
}

TEST_CASE("an amount alone is in CNY where the world names no currency") {
  CHECK(read("scenario s\nworld\n  account a 1.00\nsteps\n  advance 1s\n").world.accounts[0].balance.text() ==
        "CNY 1.00");
}

TEST_CASE("knobs are read from their own line and from the lines below it") {
  const Story read_one = read("scenario s\nknobs window=5s window-by=intent\n  tombstone=400d\nsteps\n  advance 1s\n");
  REQUIRE(read_one.knobs.size() == 3);
  CHECK(read_one.knobs[0].duration == seconds(5));
  CHECK(read_one.knobs[1].value == "intent");
  CHECK_FALSE(read_one.knobs[1].duration);
  CHECK(read_one.knobs[2].duration == days(400));
}

TEST_CASE("a step knows its verb, words, arguments, crash and expectation") {
  const Step pay = step("pay o1 key=k1 amount=CNY 100.00 via=bank crash at=key.finish => killed");
  CHECK(pay.verb == Verb::pay);
  CHECK(pay.words == std::vector<std::string>{"o1"});
  REQUIRE(pay.argument("amount") != nullptr);
  CHECK(*pay.argument("amount") == "CNY 100.00");
  CHECK(*pay.argument("via") == "bank");
  CHECK(pay.argument("tenant") == nullptr);
  CHECK(pay.crash_at == "key.finish");
  CHECK(pay.expects.kind == Expectation::Kind::killed);
  CHECK(pay.text == "pay o1 key=k1 amount=CNY 100.00 via=bank crash at=key.finish => killed");

  const Step again =
      step("pay o1 key=k1 amount=100.00 CNY => already_paid by state_machine replayed voucher=PAY-1 exit=0");
  CHECK(*again.argument("amount") == "100.00 CNY");
  CHECK(again.expects.outcome == "already_paid");
  CHECK(again.expects.by == "state_machine");
  CHECK(again.expects.replayed);
  CHECK(again.expects.voucher == "PAY-1");
  CHECK(again.expects.exit == 0);
  CHECK_FALSE(step("pay o1 key=k1 => paid").expects.replayed);

  const Step misused = step("pay o1 key=k1 amount=\"1 0\" => exit=64");
  CHECK(misused.expects.outcome.empty());
  CHECK(misused.expects.exit == 64);
  CHECK(step("transfer alice bob amount=1.00 key=k => booked").words == std::vector<std::string>{"alice", "bob"});
}

TEST_CASE("time goes forward by advance, and a wall clock jumps either way") {
  CHECK(step("advance 1h30m").shift_ns == minutes(90).ns);
  CHECK(step("jump -2h").shift_ns == -hours(2).ns);
  CHECK(step("jump +2h").shift_ns == hours(2).ns);
}

TEST_CASE("a channel is scripted with a behaviour, a duration and a number of times") {
  const Step script_step = step("script bank slow 30s times=2");
  CHECK(script_step.words == std::vector<std::string>{"bank", "slow", "30s"});
  CHECK(script_step.shift_ns == seconds(30).ns);
  CHECK(script_step.times == 2U);
  CHECK_FALSE(step("script bank approve").times);
}

TEST_CASE("many processes at once have counted outcomes, each with a number of its own") {
  const Step many = step("at-once 64 pay o1 key=k-{n} => paid 1, already_paid | in_progress|later 62, declined rest");
  CHECK(many.at_once == 64);
  CHECK(many.verb == Verb::pay);
  REQUIRE(many.expects.counts.size() == 3);
  CHECK(many.expects.counts[0] == Count{{"paid"}, 1U});
  CHECK(many.expects.counts[1] == Count{{"already_paid", "in_progress", "later"}, 62U});
  CHECK(many.expects.counts[2] == Count{{"declined"}, {}});
  CHECK(*filled(many, 7).argument("key") == "k-7");
  CHECK(*filled(many, 64).argument("key") == "k-64");
}

TEST_CASE("different steps together are one step with counted outcomes, killed ones among them") {
  const std::vector<Step> all = steps(
      "  together\n    pay o1 key=k1 via=bank crash at=book.tx\n    cancel o1\n  => killed 1, cancelled|paid 1\n"
      "  reconcile => findings CHARGED, ORPHAN\n");
  REQUIRE(all.size() == 2);
  CHECK(all[0].verb == Verb::together);
  REQUIRE(all[0].inside.size() == 2);
  CHECK(all[0].inside[0].crash_at == "book.tx");
  CHECK(all[0].inside[1].verb == Verb::cancel);
  REQUIRE(all[0].expects.counts.size() == 2);
  CHECK(all[0].expects.counts[0] == Count{{"killed"}, 1U});
  CHECK(all[1].expects.findings == std::vector<std::string>{"CHARGED", "ORPHAN"});
}

TEST_CASE("a repeat holds its steps, and each round has its number in words, arguments and checks") {
  const std::vector<Step> all = steps(
      "  repeat 20\n    order o-{n} buyer=a payee=b amount=1.00\n    pay o-{n} key=k-{n} => paid\n"
      "    check order o-{n} = paid\n  reconcile => clean\n");
  REQUIRE(all.size() == 2);
  CHECK(all[0].verb == Verb::repeat);
  CHECK(all[0].times == 20U);
  REQUIRE(all[0].inside.size() == 3);
  const Step third = filled(all[0].inside[1], 3);
  CHECK(third.words == std::vector<std::string>{"o-3"});
  CHECK(*third.argument("key") == "k-3");
  CHECK(third.text == "pay o-3 key=k-3 => paid");
  CHECK(filled(all[0].inside[2], 3).check.of == std::vector<std::string>{"o-3"});
  CHECK(all[1].verb == Verb::reconcile);
}

TEST_CASE("a step that stalls says where, and is woken by its key") {
  const std::vector<Step> all =
      steps("  pay o1 key=k1 via=bank stall at=channel.charge => stalled\n  wake k1 => paid by channel\n");
  REQUIRE(all.size() == 2);
  CHECK(all[0].stall_at == "channel.charge");
  CHECK(all[0].crash_at.empty());
  CHECK(all[0].expects.kind == Expectation::Kind::stalled);
  CHECK(all[1].verb == Verb::wake);
  CHECK(all[1].words == std::vector<std::string>{"k1"});
  CHECK(all[1].expects.outcome == "paid");
}

TEST_CASE("a story like an earlier one has its world and knobs, and its steps before its own") {
  const std::string day = "scenario day\nworld\n  account a 1.00\nknobs window=1s\nsteps\n  reap\n";
  const Script read = parse(day + "scenario more\n  like day\nsteps\n  recover\n", words());
  REQUIRE(read.errors.empty());
  const Story& more = read.stories.at(1);
  CHECK(more.world == read.stories.at(0).world);
  CHECK(more.knobs == read.stories.at(0).knobs);
  REQUIRE(more.steps.size() == 2);
  CHECK(more.steps[0].verb == Verb::reap);
  CHECK(more.steps[1].verb == Verb::recover);
  CHECK_FALSE(parse(day + "scenario more\n  like night\nsteps\n  recover\n", words()).errors.empty());
  CHECK_FALSE(parse("scenario x\n  like x\nsteps\n  recover\n", words()).errors.empty());
  CHECK_FALSE(
      parse(day + "scenario more\n  like day\nworld\n  account b 1.00\nsteps\n  recover\n", words()).errors.empty());
}

TEST_CASE("a check names what it looks at, of whom, and what must be seen") {
  CHECK(step("check balance alice = CNY 900.00").check == Check{"balance", {"alice"}, "CNY 900.00"});
  CHECK(step("check balance alice=900.00").check == Check{"balance", {"alice"}, "900.00"});
  CHECK(step("check charges bank o1 = 1").check == Check{"charges", {"bank", "o1"}, "1"});
  CHECK(step("check findings = 0").check == Check{"findings", {}, "0"});
}

TEST_CASE("a claim names the sentences of the articles that a scenario puts to the test") {
  const Story click = read(std::string(samples[1]));
  REQUIRE(click.tests.size() == 1);
  CHECK(click.tests[0] == Claim{{"A7"}, "one key per intent, kept over retries"});
}
