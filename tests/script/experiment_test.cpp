#include <doctest/doctest.h>

#include "tests/script/samples.hpp"
#include "tests/script/vocabulary.hpp"

using namespace payonce;
using namespace payonce::script;
using script_tests::experiment;
using script_tests::samples;
using script_tests::words;

namespace {

Story read(const std::string& text) {
  Script script = parse(text, words());
  for (const Error& error : script.errors) FAIL_CHECK(report("script", error, Language::en));
  REQUIRE_FALSE(script.stories.empty());
  REQUIRE(script.stories.back().experiment);
  return script.stories.back();
}

Experiment made(const std::string& sections) { return *read(experiment(sections)).experiment; }

Intent intent(const std::string& line) {
  const std::vector<Intent> all = made("intents\n  " + line + "\n").intents;
  REQUIRE(all.size() == 1);
  return all.front();
}

Expected expected(const std::string& line) {
  const std::vector<Expected> all = made("intents\n  buy = pay o1 once\nexpect\n  " + line + "\n").expects;
  REQUIRE(all.size() == 1);
  return all.front();
}

}  // namespace

TEST_CASE("an experiment of the design is read as it is meant: intents, actors, what they wait for, and faults") {
  const Story story = read(std::string(samples[2]));
  CHECK(story.steps.empty());
  CHECK(story.zh == "扣款成功后、记账之前进程崩溃");
  CHECK(story.world.acquirers.at(0).dedup);
  const Experiment& crash = *story.experiment;
  REQUIRE(crash.intents.size() == 1);
  CHECK(crash.intents[0].name == "buy");
  CHECK(crash.intents[0].verb == Verb::pay);
  CHECK(crash.intents[0].words == std::vector<std::string>{"o1"});
  REQUIRE(crash.actors.size() == 4);
  CHECK(crash.actors[0].intent == "buy");
  CHECK(crash.actors[0].after.empty());
  CHECK(crash.actors[1].after == std::vector<std::string>{"first"});
  CHECK(crash.actors[1].intent.empty());
  const Actor& retry = crash.actors[2];
  CHECK(retry.name == "retry");
  REQUIRE(retry.steps.size() == 1);
  CHECK(retry.steps[0].text == "pay o1 key=k1 via=bank");
  CHECK(*retry.steps[0].argument("via") == "bank");
  CHECK(retry.steps[0].argument("for") == nullptr);
  CHECK(*retry.setting("resume") == "on");
  CHECK(retry.steps[0].expects.kind == Expectation::Kind::none);
  CHECK(crash.actors[3].steps[0].verb == Verb::reconcile);
  CHECK(crash.crashes == std::vector<CrashFault>{{"first", "any", 1, {}}});
  CHECK(crash.schedule == Schedule::all);
  REQUIRE(crash.expects.size() == 3);
  CHECK(crash.expects[0].clauses.at(1).kind == Clause::Kind::at_channel);
  CHECK(crash.expects[0].clauses.at(1).channel == "bank");
  CHECK(crash.expects[1].changes == std::vector<Change>{{"bank", "dedup", "none", {}, {}}});
  CHECK(crash.expects[1].leaks.at(0) == Leak{Harm::double_moved, "bank", Leak::Share::some, 0, 0, {}});
  // The two everyday words of the design mean the ledger's own findings.
  CHECK(*crash.expects[1].audit == std::vector<std::string>{"dup_at_channel"});
  CHECK(*crash.expects[2].audit == std::vector<std::string>{"status_lag"});
  CHECK_FALSE(parse(samples[0], words()).stories.at(0).experiment);
}

TEST_CASE("the expectations of the design are read: clauses, guard sets, layers and what comes of them") {
  const Experiment click = *read(std::string(samples[1])).experiment;
  REQUIRE(click.expects.size() == 4);
  REQUIRE(click.expects[0].clauses.size() == 3);
  CHECK(click.expects[0].clauses[0] == Clause{Clause::Kind::moves, {}, "buy", 1, {}, {}});
  CHECK(click.expects[0].clauses[1].kind == Clause::Kind::books_balanced);
  CHECK(click.expects[0].clauses[2].kind == Clause::Kind::nothing_stuck);
  CHECK(click.expects[1].guards == std::vector<std::string>{"W", "S", "V"});
  CHECK(click.expects[2].layers.size() == 4);
  CHECK(click.expects[2].leaks.at(0).share == Leak::Share::all);
  CHECK_FALSE(click.expects[2].audit);
  CHECK(click.expects[3].kind == Expected::Kind::sometimes_reply);
  CHECK(click.expects[3].outcome == "already_paid");
  const Experiment cancel = *read(std::string(samples[3])).experiment;
  CHECK(cancel.intents[0].kind == Intent::Kind::ends);
  CHECK(cancel.intents[0].state == "cancelled");
  CHECK(cancel.expects[0].clauses[0].state == "cancelled");
  CHECK(cancel.expects[2].leaks.at(0) == Leak{Harm::zombie, {}, Leak::Share::counted, 2, 6, {}});
}

TEST_CASE("an intent says what is meant and how often") {
  CHECK(intent("buy = pay o1 twice").times == 2);
  CHECK(intent("buy=pay o1 3 times").times == 3);
  CHECK_FALSE(intent("buy = pay o1 once").at_most);
  CHECK(intent("buy = pay o1 at-most 2 times").at_most);
  CHECK(intent("buy = pay o1 at-most 2 times").times == 2);
  const Intent top = intent("fill = topup alice amount=CNY 50.00 once");
  CHECK(top.words == std::vector<std::string>{"alice"});
  CHECK(*top.argument("amount") == "CNY 50.00");
  CHECK(intent("gift = transfer alice bob amount=1.00 once").words == std::vector<std::string>{"alice", "bob"});
  CHECK(intent("more = stock receive tea 5 once").words == std::vector<std::string>{"receive", "tea", "5"});
  const Intent shelf = intent("shelf = stock tea keeps 2");
  CHECK(shelf.kind == Intent::Kind::keeps);
  CHECK(shelf.words == std::vector<std::string>{"tea"});
  CHECK(shelf.left == 2);
}

TEST_CASE("an actor of several lines does its steps in order, and what it waits for stands on the first of them") {
  const Experiment two = *read(
                              "scenario s\nintents\n  buy = pay o1 once\nactors\n"
                              "  last : advance 1s after=b,a\n"
                              "  a: token issue o1 as=page\n"
                              "  b: lease acquire job owner=b ttl=5s\n"
                              "  a: pay o1 key = k token=page for=buy resume=off\n"
                              "schedule in-order\n")
                              .experiment;
  REQUIRE(two.actors.size() == 3);
  CHECK(two.actors[0].after == std::vector<std::string>{"b", "a"});
  CHECK(two.actors[1].steps.size() == 2);
  CHECK(two.actors[1].steps[1].text == "pay o1 key=k token=page");
  CHECK(two.actors[1].intent == "buy");
  CHECK(two.schedule == Schedule::sequential);
}

TEST_CASE("guard sets are letters in one order, whatever joins them") {
  CHECK(expected("guards V+S | WK").guards == std::vector<std::string>{"SV", "KW"});
  CHECK(expected("guards S + V|R").guards == std::vector<std::string>{"SV", "R"});
  CHECK(expected("guards none").guards.empty());
  CHECK(expected("guards nothing needed").guards == std::vector<std::string>{""});
}

TEST_CASE("a variant turns knobs, layers, channels, actors and the schedule") {
  const Expected many = expected(
      "variant window=30s S=naive bank.settle-delay=5s a.resume=off schedule=in-order: LOST in none | "
      "DOUBLE at ledger in 3 of 70 | audit finds bank-twice, status_lag");
  CHECK(many.layers == std::vector<LayerSwitch>{{'S', Setting::naive, {}}});
  REQUIRE(many.changes.size() == 4);
  CHECK(many.changes[0].duration == seconds(30));
  CHECK(many.changes[1] == Change{"bank", "settle-delay", "5s", seconds(5), {}});
  CHECK(many.changes[2] == Change{"a", "resume", "off", {}, {}});
  CHECK(many.changes[3].name == "schedule");
  REQUIRE(many.leaks.size() == 2);
  CHECK(many.leaks[0].share == Leak::Share::none);
  CHECK(many.leaks[1].at == "ledger");
  CHECK(*many.audit == std::vector<std::string>{"dup_at_channel", "status_lag"});
  const Expected safe = expected("layers V=off X=off:safe|audit silent");
  CHECK(safe.leaks.empty());
  CHECK(safe.audit->empty());
  CHECK(expected("sometimes BLOCKED").harm == Harm::blocked);
}

TEST_CASE("the heading of a scenario tells its row, its rule, and where running it corrects an article") {
  const Story story = read(
      "scenario s\n  row 46a\n  rule en \"A.\" zh \"甲。\"\n  says \"锁万能\" shows en \"No.\" zh \"不。\"\n"
      "  says en \"x\" zh \"y\" shows en \"z\" zh \"w\"\nactors\n  a: pay o1 key=k\n");
  CHECK(story.row == "46a");
  CHECK(story.rule == Sentence{"A.", "甲。"});
  REQUIRE(story.corrections.size() == 2);
  CHECK(story.corrections[0].says == Sentence{"锁万能", "锁万能"});
  CHECK(story.corrections[0].shows == Sentence{"No.", "不。"});
  CHECK(story.corrections[1].says.zh == "y");
}

TEST_CASE("an experiment like another takes over its world, knobs, intents and actors, and not what comes of them") {
  const std::string first =
      "scenario one\nworld\n  acquirer bank\nknobs window=9s\nintents\n  buy = pay o1 once\nactors\n"
      "  a: pay o1 key=k for=buy\nfaults\n  lose a\nexpect\n  all-on moves buy = 1\n\n";
  const Story two = read(first +
                         "scenario two\n  like one\nactors\n  a: cancel o1\n  b: pay o1 key=l for=buy after=a\n"
                         "faults\n  crash b\nexpect\n  all-on bank buy = 0\n");
  CHECK(two.knobs.at(0).name == "window");
  CHECK(two.experiment->intents.size() == 1);
  REQUIRE(two.experiment->actors.size() == 2);
  CHECK(two.experiment->actors[0].steps.size() == 2);
  CHECK(two.experiment->lost_replies.empty());
  CHECK(two.experiment->crashes == std::vector<CrashFault>{{"b", "any", 1, {}}});
  CHECK(two.experiment->expects.size() == 1);
  CHECK(read(first + "scenario two\n  like one\nexpect\n  guards S\n").experiment->actors.size() == 1);
  const std::string day = "scenario day\nsteps\n  advance 1s\n";
  CHECK_FALSE(parse(day + "scenario two\n  like day\nexpect\n  guards S\n", words()).errors.empty());
  CHECK_FALSE(parse(first + "scenario two\n  like one\nsteps\n  advance 1s\n", words()).errors.empty());
}

TEST_CASE("the sections of an experiment have one form, and reading that form changes nothing") {
  const std::string written =
      "scenario s\nworld\n  acquirer bank\nintents\n  buy=pay o1 amount = 5 once\nactors\n"
      "  a :pay o1   key = k for = buy\n  b:advance 1s after=a\nfaults\n  crash a at = any max = 2\n  lose   a\n"
      "schedule   all\nexpect\n  all-on moves buy=1|bank buy =1| replies same\n  guards W|S+V\n"
      "  layers K = on W=off:DOUBLE in all|audit finds bank-twice , a-b\n  variant bank.dedup=none :STUCK in 2 of 6\n"
      "  sometimes reply already-paid\n";
  const std::string canonical =
      "scenario s\nworld\n  acquirer bank\nintents\n  buy = pay o1 amount=5 once\nactors\n"
      "  a: pay o1 key=k for=buy\n  b: advance 1s after=a\nfaults\n  crash a at=any max=2\n  lose a\n"
      "schedule all\nexpect\n  all-on moves buy = 1 | bank buy = 1 | replies same\n  guards W | S+V\n"
      "  layers K=on W=off : DOUBLE in all | audit finds bank_twice, a_b\n"
      "  variant bank.dedup=none : STUCK in 2 of 6\n"
      "  sometimes reply already_paid\n";
  const Script first = parse(written, words());
  for (const Error& error : first.errors) FAIL_CHECK(report("script", error, Language::en));
  CHECK(print(first.tree) == canonical);
  const Script second = parse(canonical, words());
  CHECK(second.errors.empty());
  CHECK(second.tree == first.tree);
  CHECK(second.stories == first.stories);
}

TEST_CASE("parse of print is the identity for every kind of line that an experiment can have") {
  const std::string head =
      "scenario s\nworld\n  acquirer bank\n  order o1 buyer=alice payee=shop amount=1.00\nintents\n"
      "  buy = pay o1 once\n  shelf = stock tea keeps 2\n  end = order o1 ends paid\nactors\n  a: pay o1 key=k\n  b: "
      "reap\n";
  for (const std::string tail :
       {"expect\n  all-on books balanced | nothing stuck | replies same\n",
        "expect\n  all-on moves buy = 2\n  all-on bank buy = 0\n  all-on status o1 = paid | vouchers o1 = 1\n",
        "expect\n  guards K+W | S | V\n", "expect\n  guards none\n", "expect\n  guards nothing needed\n",
        "expect\n  layers K=off R=off X=off : safe | audit silent\n",
        "expect\n  layers S=naive : ZOMBIE in 2 of 6 | OVER in none | audit finds x, y\n",
        "expect\n  variant bank.key-window=1h window-by=key V=off : FALSE at ledger in all\n",
        "expect\n  sometimes LOST\n  sometimes reply declined\n",
        "faults\n  crash a at=key.claim\n  crash b max=3\n  lose a\n", "schedule in-order\n",
        "schedule all  # note\nexpect\n  # above\n\n  guards S  # behind\n"}) {
    CAPTURE(tail);
    const Script first = parse(head + tail, words());
    for (const Error& error : first.errors) FAIL_CHECK(report("script", error, Language::en));
    const std::string text = print(first.tree);
    const Script second = parse(text, words());
    CHECK(second.errors.empty());
    CHECK(second.tree == first.tree);
    CHECK(second.stories == first.stories);
    CHECK(print(second.tree) == text);
  }
}
