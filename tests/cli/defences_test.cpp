// Tokens, leases and versions as their users type them.

#include <doctest/doctest.h>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

Json answered(const Desk& desk, const std::string& line, int status, const std::string& definition) {
  CAPTURE(line);
  const Ran ran = desk.run(line + " --json");
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  CHECK(ran.status == status);
  REQUIRE_FALSE(ran.out.empty());
  const Json json = parsed(ran.out);
  CHECK(misfits(json, definition) == std::vector<std::string>{});
  return json;
}

}  // namespace

TEST_CASE("a token is issued, pays once, and tells what it paid") {
  const Desk desk;
  desk.open_shop();
  const std::string token = answered(desk, "token issue --for o1 --owner alice", 0, "issued").at("token");
  CHECK(answered(desk, "token show " + token, 0, "token").at("state") == "unused");
  const Json paid = answered(desk, "pay o1 --key k1 --token " + token, 0, "reply");
  CHECK(paid.at("outcome") == "paid");
  const Json refused = answered(desk, "pay o1 --key k2 --token " + token, 10, "reply");
  CHECK(refused.at("outcome") == "token_refused");
  CHECK(refused.at("reason") == "token_used");
  CHECK(refused.at("voucher") == paid.at("voucher"));
  CHECK(answered(desk, "pay o1 --key k1 --token " + token, 0, "reply").at("replayed") == "true");
  const Json shown = answered(desk, "token show " + token, 0, "token");
  CHECK(shown.at("state") == "used");
  CHECK(shown.at("voucher") == paid.at("voucher"));
  const std::string list = desk.done("token list --json");
  CHECK(misfits(parsed(list), "tokens") == std::vector<std::string>{});
  CHECK_FALSE(holds(list, token));
  CHECK_FALSE(holds(desk.done("token list"), token));
  CHECK(desk.run("token show " + token + " --tenant other").status == 10);
  const Ran chinese = desk.run("pay o1 --key k3 --lang zh --token " + token);
  CHECK(holds(chinese.out, "此令牌已用于所示凭证"));
}

TEST_CASE("a token may come with a JSON request, for any money command") {
  const Desk desk;
  desk.open_shop();
  const std::string token = answered(desk, "token issue --for bob --to topup", 0, "issued").at("token");
  const auto line = [&](const std::string& key) {
    return R"({"verb":"topup","account":"bob","amount":"CNY 5.00","key":")" + key + R"(","token":")" + token + "\"}\n";
  };
  (void)desk.folder().write("asked.ndjson", line("t1") + line("t2") + line("t1"));
  const Ran ran = desk.run("ask asked.ndjson");
  CHECK(ran.status == 10);
  CHECK(holds(ran.out, "\"outcome\":\"booked\""));
  CHECK(holds(ran.out, "\"outcome\":\"token_refused\""));
  CHECK(holds(ran.out, "\"replayed\":true"));
  CHECK(holds(desk.done("account show bob"), "CNY 5.00"));
}

TEST_CASE("a token is issued for an order that is there") {
  const Desk desk;
  desk.open_shop();
  const Ran ran = desk.run("token issue --for nowhere");
  CHECK(ran.status == 10);
  CHECK(ran.err.starts_with("payonce: for: "));
  CHECK(desk.done("token list").find("nowhere") == std::string::npos);
}

TEST_CASE("what does not fit a token or a lease is refused and named, and nothing is changed") {
  const Desk desk;
  desk.open_shop();
  struct Bad {
    std::string line, field;
  };
  for (const Bad& bad : std::vector<Bad>{{"token issue --for o1 --to ship", "to"},
                                         {"token issue --for o1 --ttl 0s", "ttl"},
                                         {"token issue --for o1 --ttl 31d", "ttl"},
                                         {"token issue --for o.1", "for"},
                                         {"token issue --for o1 --owner a.b", "owner"},
                                         {"token show tok_1", "token"},
                                         {"pay o1 --key k1 --token secret", "token"},
                                         {"pay o1 --key k1 --lease job", "owner"},
                                         {"pay o1 --key k1 --lease job --owner a", "fence"},
                                         {"pay o1 --key k1 --fence 1 --owner a", "lease"},
                                         {"pay o1 --key k1 --lease job --owner a --fence 0", "fence"},
                                         {"lease acquire job --owner a --ttl 2d", "ttl"},
                                         {"lease acquire job --owner a --ttl 0s", "ttl"},
                                         {"lease run job --ttl 1ns -- true", "ttl"},
                                         {"lease acquire a.b --owner a", "lease"},
                                         {"lease renew job --owner a --fence 01", "fence"}}) {
    CAPTURE(bad.line);
    const Ran ran = desk.run(bad.line);
    CHECK(ran.status == 64);
    CHECK(ran.err.starts_with("payonce: " + bad.field + ": "));
    CHECK_FALSE(holds(ran.err, "secret"));
  }
  CHECK(holds(desk.done("token list"), "there are no tokens"));
  CHECK(holds(desk.done("lease list"), "nobody ever held a lease"));
  CHECK(desk.run("lease show job").status == 10);
}

TEST_CASE("a lease goes from hand to hand with a rising fence, and guards a payment") {
  const Desk desk;
  desk.open_shop();
  const Json first = answered(desk, "lease acquire job --owner a --ttl 200ms", 0, "lease");
  CHECK(first.at("outcome") == "acquired");
  CHECK(first.at("fence") == "1");
  const Json held = answered(desk, "lease acquire job --owner b", 11, "lease");
  CHECK(held.at("outcome") == "lease_held");
  CHECK(held.at("owner") == "a");
  CHECK(answered(desk, "lease acquire job --owner b --ttl 1m --wait 5s", 0, "lease").at("fence") == "2");
  const Json lost = answered(desk, "pay o1 --key k1 --lease job --owner a --fence 1", 10, "reply");
  CHECK(lost.at("outcome") == "lease_lost");
  CHECK(answered(desk, "lease renew job --owner a --fence 1", 10, "lease").at("outcome") == "lease_lost");
  CHECK(answered(desk, "lease release job --owner a --fence 1", 10, "lease").at("owner") == "b");
  CHECK(answered(desk, "pay o1 --key k1 --lease job --owner b --fence 2", 0, "reply").at("outcome") == "paid");
  CHECK(answered(desk, "lease renew job --owner b --fence 2 --ttl 1ms", 0, "lease").at("outcome") == "renewed");
  const Json late = answered(desk, "lease release job --owner b --fence 2", 0, "lease");
  CHECK(late.at("outcome") == "released");
  CHECK(late.at("reason") == "lease_had_ended");
  CHECK(misfits(parsed(desk.done("lease list --json")), "leases") == std::vector<std::string>{});
  CHECK(misfits(parsed(desk.done("lease show job --json")), "lease") == std::vector<std::string>{});
}

TEST_CASE("a version that has moved on is told with the one that stands") {
  const Desk desk;
  desk.open_shop();
  const Json order = answered(desk, "order cancel o1 --if-version 9", 10, "reply");
  CHECK(order.at("outcome") == "version_mismatch");
  CHECK(order.at("version") == "1");
  CHECK(holds(desk.run("order cancel o1 --if-version 9").out, "version now"));
  const std::string transfer = "transfer alice bob --amount \"CNY 1.00\" --if-version ";
  const Json account = answered(desk, transfer + "0 --key k1", 10, "reply");
  CHECK(account.at("version") == "1");
  CHECK(answered(desk, transfer + "1 --key k1", 0, "reply").at("outcome") == "booked");
  CHECK(answered(desk, "adjust bob --by \"CNY 1.00\" --key k2 --if-version 0", 10, "reply").at("version") == "1");
  CHECK(answered(desk, "order cancel o1 --if-version 1", 0, "reply").at("outcome") == "cancelled");
  CHECK(answered(desk, "order cancel o1 --if-version 1", 0, "reply").at("outcome") == "already_done");
  CHECK(desk.run("topup bob --amount \"CNY 1.00\" --key k9 --if-version 1").status == 64);
}

TEST_CASE("explain says of a lock what it cannot do, and of a token what it lets through") {
  const Desk desk;
  for (const char* permit : {"token", "lease"}) {
    CAPTURE(permit);
    const Ran ran = desk.run(std::string("explain ") + permit + " --json");
    CHECK(ran.status == 0);
    CHECK(misfits(parsed(ran.out), "explanation") == std::vector<std::string>{});
    CHECK(holds(ran.out, std::string("CREATE TABLE ") + permit));
    CHECK(holds(ran.out, ".lab"));
  }
  CHECK(holds(desk.done("explain lease"), "1 of 3"));
  CHECK(holds(desk.done("explain lease --lang zh"), "凭证号使重复无害"));
}
