// Promises that answers make, each held against the program: what a token permits, what a limit refuses, what is told of what was.

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// A shop whose orders o1 to o3 are paid through the channel, and what the verbs of the book need.
void open_books(const Desk& desk) {
  desk.open_shop();
  desk.done("account open alice_eur --currency EUR");
  for (const std::string order : {"o2", "o3"}) {
    desk.done("order create " + order + " --buyer alice --payee shop --amount \"CNY 100.00\"");
  }
  for (const std::string order : {"o1", "o2", "o3"}) desk.done("pay " + order + " --key paid-" + order + " --via card");
  desk.done("order ship o1 --cost \"CNY 5.00\"");
}

std::string token(const Desk& desk, const std::string& verb, const std::string& target) {
  return parsed(desk.done("token issue --for " + target + " --to " + verb + " --json")).at("token");
}

}  // namespace

TEST_CASE("each verb of the book takes its own token once, and no other's") {
  const Desk desk;
  open_books(desk);
  const std::string fee = desk.done("fee card --amount \"CNY 2.00\" --ref f2 --key fee-2 --json");
  const std::string wrong = parsed(fee).at("voucher");
  struct Case {
    std::string verb;
    std::string target;
    std::string line;
  };
  const std::vector<Case> cases = {
      {"goods_back", "o1", "order goods-back o1 --cost \"CNY 1.00\""},
      {"fee", "card", "fee card --amount \"CNY 1.00\" --ref f1"},
      {"reserve_withhold", "card", "reserve withhold card --amount \"CNY 10.00\" --ref r1"},
      {"reserve_release", "card", "reserve release card --amount \"CNY 10.00\" --ref r1"},
      {"payout_announce", "card", "payout announce card --amount \"CNY 10.00\" --ref po1"},
      {"payout_arrive", "card", "payout arrive card --ref po1"},
      {"payout_announce", "card", "payout announce card --amount \"CNY 10.00\" --ref po2"},
      {"payout_return", "card", "payout return card --ref po2"},
      {"suspense_book", "card", "suspense book card --amount \"CNY 7.00\" --ref s1"},
      {"suspense_identify", "s1", "suspense identify s1 --to-return"},
      {"suspense_return", "s1", "suspense return s1 --reason transfer"},
      {"dispute_open", "o2", "dispute open o2 --ref d1 --amount \"CNY 10.00\""},
      {"dispute_close", "d1", "dispute close d1 --as won"},
      {"exchange", "alice",
       "exchange alice alice_eur --from-amount \"CNY 78.00\" --to-amount \"EUR 10.00\" --rate-source ECB"},
      {"reverse", wrong, "reverse " + wrong + " --reason mistyped"},
  };
  int n = 0;
  for (const Case& one : cases) {
    CAPTURE(one.line);
    const std::string key = " --key of-" + std::to_string(++n);
    const std::string others = token(desk, "pay", "o1");
    const Json refused = parsed(desk.run(one.line + key + "x --json --token " + others).out);
    CHECK(refused.at("outcome") == "token_refused");
    CHECK(refused.at("reason") == "token_for_another_target");
    const std::string own = token(desk, one.verb, one.target);
    CHECK(parsed(desk.done(one.line + key + "a --json --token " + own)).at("outcome") == "booked");
    const Json again = parsed(desk.run(one.line + key + "b --json --token " + own).out);
    CHECK(again.at("outcome") == "token_refused");
    CHECK(again.at("reason") == "token_used");
  }
  CHECK(desk.run("reconcile").status == 0);
}

TEST_CASE("what a reference booked and was reversed is not booked again under it") {
  const Desk desk;
  open_books(desk);
  const std::string booked = desk.done("fee card --amount \"CNY 2.00\" --ref f2 --key fee-1 --json");
  desk.done("reverse " + parsed(booked).at("voucher") + " --reason mistyped --key rev-1");
  const Ran again = desk.run("fee card --amount \"CNY 2.00\" --ref f2 --key fee-2 --json");
  CHECK(again.status == 12);
  CHECK(parsed(again.out).at("reason") == "was_reversed");
  CHECK(holds(desk.run("fee card --amount \"CNY 2.00\" --ref f2 --key fee-3").out,
              "book it anew under another reference"));
  desk.done("fee card --amount \"CNY 2.00\" --ref f3 --key fee-4");
}

TEST_CASE("an order of which everything came back unshipped has nothing to ship") {
  const Desk desk;
  desk.open_shop();
  desk.done("stock add tea");
  desk.done("stock receive tea 5 --ref in:1");
  desk.done("order create o9 --buyer alice --payee shop --line \"tea:2:CNY 10.00\"");
  desk.done("pay o9 --key k1");
  desk.done("order return o9 --line 1 --quantity 1 --ref rma:1");
  desk.done("order return o9 --line 1 --quantity 1 --ref rma:2");
  const Ran ran = desk.run("order ship o9 --json");
  CHECK(ran.status == 10);
  CHECK(parsed(ran.out).at("reason") == "nothing_to_ship");
  CHECK(parsed(desk.done("order show o9 --json")).at("status") == "paid");
}

TEST_CASE("already_paid tells what was captured, to whoever pays or captures once more") {
  const Desk desk;
  desk.open_shop();
  desk.done("authorise o1 --via card --key h1");
  desk.done("capture o1 --amount \"CNY 60.00\" --last --key h2");
  for (const char* line :
       {"pay o1 --key h3 --json", "capture o1 --key h4 --json", "authorise o1 --via card --key h5 --json"}) {
    CAPTURE(line);
    const Json told = parsed(desk.done(line));
    CHECK(told.at("outcome") == "already_paid");
    CHECK(told.member("amount")->at("minor") == "6000");
    CHECK(told.member("voucher")->type == "text");
  }
}

TEST_CASE("no more of a reserve is released than was withheld") {
  const Desk desk;
  open_books(desk);
  desk.done("reserve withhold card --amount \"CNY 10.00\" --ref r1 --key r1");
  const Ran more = desk.run("reserve release card --amount \"CNY 10.01\" --ref r1 --key r2 --json");
  CHECK(more.status == 10);
  CHECK(parsed(more.out).at("outcome") == "declined");
  CHECK(parsed(more.out).at("reason") == "insufficient_funds");
  desk.done("reserve release card --amount \"CNY 10.00\" --ref r1 --key r3");
  CHECK(desk.run("reserve release card --amount \"CNY 0.01\" --ref r2 --key r4").status == 10);
}

TEST_CASE("a spread is less than what arrives") {
  const Desk desk;
  open_books(desk);
  const std::string line =
      "exchange alice alice_eur --from-amount \"CNY 78.00\" --to-amount \"EUR 10.00\" --rate-source ECB --spread ";
  for (const char* spread : {"\"EUR 10.00\" --key e1", "\"EUR 10.01\" --key e2"}) {
    const Ran ran = desk.run(line + spread);
    CHECK(ran.status == 64);
    CHECK(ran.err.starts_with("payonce: spread: "));
  }
  CHECK(holds(desk.done("account show alice_eur"), "EUR 0.00"));
  desk.done(line + "\"EUR 9.99\" --key e3");
}

TEST_CASE("a first refund names no way, by whatever option") {
  const Desk desk;
  open_books(desk);
  for (const char* way : {"--via card", "--via balance", "--by-bank --ref tr-1"}) {
    CAPTURE(way);
    const Ran ran = desk.run(std::string("refund o3 --key way-1 ") + way);
    CHECK(ran.status == 64);
    CHECK(holds(ran.err, "again"));
  }
  CHECK(parsed(desk.done("order show o3 --json")).member("refunded")->at("minor") == "0");
  CHECK(first_line(desk.done("refund o3 --key way-2")) == "✓ refunded");
}

TEST_CASE("a program runs while a lease is held for it, knows the fence, and ends with its own status") {
  const Desk desk;
  desk.open_shop();
  const Ran ran = desk.run("lease run job -- sh -c \"echo $PAYONCE_LEASE $PAYONCE_FENCE; exit 7\"");
  CHECK(ran.status == 7);
  CHECK(ran.out == "job 1\n");
  const Ran paid = desk.run("lease run job --owner w1 -- sh -c \"echo $PAYONCE_OWNER $PAYONCE_FENCE\"");
  CHECK(paid.out == "w1 2\n");
  CHECK(parsed(desk.done("lease show job --json")).at("held") == "false");
  desk.done("lease acquire job --owner other --ttl 1m");
  const Ran held = desk.run("lease run job -- sh -c \"echo ran\"");
  CHECK(held.status == 11);
  CHECK(held.out.empty());
  desk.done("lease release job --owner other --fence 3");
  const Ran missing = desk.run("lease run job -- /no/such/program");
  CHECK(missing.status == 64);
  CHECK(missing.err.starts_with("payonce: command: "));
  CHECK(parsed(desk.done("lease show job --json")).at("held") == "false");
  CHECK(desk.run("lease run job").status == 64);
  // Longer than its lease, which is renewed meanwhile: nobody has had a turn since.
  CHECK(desk.run("lease run job --ttl 300ms -- sleep 1").err.empty());
}

TEST_CASE("findings that have a remedy of their own are told it, in both languages") {
  const Desk desk;
  open_books(desk);
  desk.done("refund o3 --amount \"CNY 60.00\" --key r1");
  desk.done("dispute open o3 --ref d1 --amount \"CNY 100.00\" --key d1");
  CHECK(desk.run("deliver no.such.event o1 --version 9 --event-id e1").status == 10);
  const std::string told = desk.run("reconcile").out;
  CAPTURE(told);
  REQUIRE(holds(told, "order_paid_back_twice"));
  REQUIRE(holds(told, "message_parked"));
  CHECK(holds(told, "→ claim one of the two back: the dispute from the channel, or the refund from the customer"));
  CHECK(holds(told, "→ payonce parked show, then parked retry or parked drop"));
  CHECK_FALSE(holds(told, "copy the file"));
  const std::string chinese = desk.run("reconcile --lang zh").out;
  CHECK(holds(chinese, "→ 追回其一"));
  CHECK(holds(chinese, "→ 先 payonce parked show"));
}

TEST_CASE("a list that ends at its limit says that there may be more, and one that ends before does not") {
  const Desk desk;
  open_books(desk);
  for (const char* list : {"journal --last", "events --limit", "key list --limit", "order list --limit"}) {
    CAPTURE(list);
    CHECK(holds(desk.run(std::string(list) + " 2").err, "there may be more: --"));
    CHECK(desk.run(std::string(list) + " 1000").err.empty());
  }
}

TEST_CASE("a checkpoint that is not made leaves no file that says so") {
  const Desk desk;
  desk.done("init --lab");
  CHECK(desk.run("checkpoint --to kept.txt").status == 10);
  CHECK_FALSE(std::filesystem::exists(desk.folder().path() / "kept.txt"));
}

TEST_CASE("days that are not over can be closed and are locked later") {
  const Desk desk;
  desk.open_shop();
  desk.done("period close 2190");
  const Ran early = desk.run("period lock 2190");
  CHECK(early.status == 10);
  CHECK(holds(early.err, "period: is not over yet"));
  desk.done("period reopen 2190 --reason mistaken");
}

TEST_CASE("a refund that was sent another way already names its voucher") {
  const Desk desk;
  open_books(desk);
  desk.done("channel script card decline");
  CHECK(desk.run("refund o1 --key r1 --ref R-1").status == 10);
  const auto first = parsed(desk.done("refund o1 --key r2 --again R-1 --json"));
  const auto second = parsed(desk.run("refund o1 --key r3 --again R-1 --json").out);
  CHECK(second.at("outcome") == "already_booked");
  CHECK(second.at("voucher") == first.at("voucher"));
}

TEST_CASE("a number that stands for one order is not taken for another") {
  const Desk desk;
  open_books(desk);
  desk.done("fee card --amount \"CNY 1.00\" --ref f9 --order o2 --key fee-a");
  CHECK(desk.run("fee card --amount \"CNY 1.00\" --ref f9 --order o2 --key fee-b").status == 0);
  const Ran other = desk.run("fee card --amount \"CNY 1.00\" --ref f9 --order o3 --key fee-c --json");
  CHECK(other.status == 12);
  CHECK(parsed(other.out).at("reason") == "other_order");
}

TEST_CASE("a checkpoint behind half a line is whole, and a file without one is no anchor") {
  const Desk desk;
  open_books(desk);
  desk.done("checkpoint --to kept.txt");
  std::filesystem::resize_file(desk.folder().path() / "kept.txt", 20);
  desk.done("checkpoint --to kept.txt");
  const Ran torn = desk.run("verify --checkpoint kept.txt");
  CHECK(torn.status == 64);
  CHECK(holds(torn.err, "kept.txt:1 "));
  std::filesystem::resize_file(desk.folder().path() / "kept.txt", 0);
  const Ran none = desk.run("verify --checkpoint kept.txt");
  CHECK(none.status == 64);
  CHECK(holds(none.err, "has no checkpoint in it"));
}
