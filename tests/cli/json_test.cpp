// docs/reply.md is a promise to programs: the real output is held against it.

#include <doctest/doctest.h>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

void fits(const Desk& desk, const std::string& line, const std::string& definition, int status = 0) {
  CAPTURE(line);
  const Ran ran = desk.run(line + " --json");
  CAPTURE(ran.out);
  CHECK(ran.status == status);
  REQUIRE(!ran.out.empty());
  CHECK(ran.out.find('\n') == ran.out.size() - 1);
  const Json json = parsed(ran.out);
  CHECK(misfits(json, definition) == std::vector<std::string>{});
  CHECK(json.members.back().first == "exit");
  CHECK(json.at("exit") == std::to_string(status));
}

}  // namespace

TEST_CASE("the judge sees what does not fit") {
  const auto wrong = [](const char* text) { return misfits(parsed(text), "money"); };
  CHECK(wrong(R"({"minor":1,"currency":"CNY","exponent":2})").empty());
  CHECK(wrong(R"({"minor":1.5,"currency":"CNY","exponent":2})") ==
        std::vector<std::string>{"money.minor is of type real"});
  CHECK(wrong(R"({"minor":1,"currency":"CNY"})") == std::vector<std::string>{"money lacks exponent"});
  CHECK(wrong(R"({"minor":1,"currency":"CNY","exponent":2,"x":0})") ==
        std::vector<std::string>{"money has an unknown x"});
  CHECK(misfits(parsed(R"({"layer":"sixth","finding":"f","text":"t"})"), "trace_line").size() == 1);
}

TEST_CASE("every command's JSON is valid and fits its documented schema") {
  const Desk desk;
  fits(desk, "init --lab --set window=1ms", "ledger");
  fits(desk, "init --list-settings", "settings");
  fits(desk, "account open alice --currency CNY", "account");
  fits(desk, "account open alice --currency CNY", "account");
  fits(desk, "account open shop --currency CNY", "account");
  fits(desk, "account open yen --currency JPY --class income --limit none", "account");
  fits(desk, "account show alice", "account");
  fits(desk, "account list --all", "accounts");
  fits(desk, "topup alice --amount \"CNY 500.00\" --key t1", "reply");
  fits(desk, "order list", "orders");
  fits(desk, "order create o1 --buyer alice --payee shop --amount \"CNY 100.00\"", "reply");
  fits(desk, "order create o2 --buyer alice --payee shop --amount \"CNY 100.00\"", "reply");
  fits(desk, "channel add card --settle-delay 1ms", "channel");
  fits(desk, "channel add card --settle-delay 1ms", "channel");
  fits(desk, "channel script card lose", "script");
  fits(desk, "channel script card late 1ms --times 2", "script");
  fits(desk, "pay o1 --key p1", "reply");
  fits(desk, "pay o2 --key p2 --via card", "reply", 13);
  fits(desk, "order show o2", "order");
  fits(desk, "channel show card", "channel");
  fits(desk, "key show p2", "key");
  fits(desk, "key list", "keys");
  fits(desk, "channel notices card", "recovery");
  fits(desk, "recover", "recovery");
  fits(desk, "pay o2 --key p2 --via card", "reply");
  fits(desk, "dispute list", "disputes");
  fits(desk, "dispute open o2 --ref dp-1 --amount \"CNY 100.00\" --fee \"CNY 15.00\" --key d1", "reply");
  fits(desk, "dispute show dp-1", "dispute");
  fits(desk, "dispute list", "disputes");
  fits(desk, "dispute close dp-1 --as won --key d2", "reply");
  fits(desk, "dispute close dp-2 --as won --key d3", "reply", 10);
  fits(desk, "fee card --amount \"CNY 0.60\" --ref f1 --key f1", "reply");
  fits(desk, "fee card --amount \"CNY 0.70\" --ref f1 --key f2", "reply", 12);
  fits(desk, "payout announce card --amount \"CNY 9.40\" --ref po1 --key b1", "reply");
  fits(desk, "payout arrive card --ref po1 --key b2", "reply");
  fits(desk, "suspense book card --amount \"CNY 5.00\" --ref tx1 --key s1", "reply");
  fits(desk, "suspense identify tx1 --to-return --key s2", "reply");
  fits(desk, "transfer alice shop --amount \"CNY 1.00\" --key x1", "reply");
  fits(desk, "reverse TRF-2026-000009 --reason wrong --key x2", "reply", 10);
  fits(desk, "explain postings", "postings");
  fits(desk, "refund o2 --key r1", "reply", 13);
  fits(desk, "order show o2", "order");
  fits(desk, "order list", "orders");
  fits(desk, "key show p1", "key");
  fits(desk, "order create o3 --buyer alice --payee shop --amount \"CNY 100.00\" --expires 15m", "reply");
  fits(desk, "authorise o3 --key a1 --via card --hold 1h", "reply", 13);  // the second of the two that are late
  fits(desk, "authorise o3 --key a1 --via card --hold 1h", "reply");
  fits(desk, "capture o3 --key c1 --amount \"CNY 30.00\"", "reply");
  fits(desk, "capture o3 --key c2 --amount \"CNY 80.00\"", "reply", 10);
  fits(desk, "void o3 --key v1", "reply");
  fits(desk, "order show o3", "order");
  fits(desk, "channel show card", "channel");
  fits(desk, "recover --due", "recovery");
  fits(desk, "review list", "review");
  fits(desk, "review resolve o3 --as failed --reason \"by telephone\"", "reply");
  fits(desk, "reap", "reaping");
  fits(desk, "paay", "error", 64);
  fits(desk, "key show nosuch", "error", 10);
}

TEST_CASE("a replay repeats the stored answer byte for byte") {
  const Desk desk;
  desk.open_shop();
  const std::string first = desk.done("pay o1 --key k1 --json");
  const std::string stored = first.substr(0, first.find(",\"answered_by\""));
  for (int n = 0; n < 3; ++n) {
    const std::string again = desk.done("pay o1 --key k1 --json");
    CHECK(again.substr(0, again.find(",\"answered_by\"")) == stored);
    CHECK(parsed(again).at("replayed") == "true");
    CHECK(parsed(again).at("answered_by") == "idempotency_key");
  }
  CHECK(parsed(first).at("replayed") == "false");
}

TEST_CASE("two tenants may use one key, and learn nothing of each other") {
  const Desk desk;
  desk.open_shop();
  CHECK(parsed(desk.done("topup bob --amount \"CNY 1.00\" --key k1 --json")).at("outcome") == "booked");
  CHECK(parsed(desk.done("topup bob --amount \"CNY 2.00\" --key k1 --tenant other --json")).at("outcome") == "booked");
  CHECK(holds(desk.done("account show bob"), "CNY 3.00"));
  CHECK(desk.run("key show k1 --tenant third").status == 10);
}
