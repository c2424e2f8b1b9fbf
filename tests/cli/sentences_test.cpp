// What sentences say must be so: of a dispute, of a cost that comes late, of a finding with a known remedy, of a closed day.

#include <doctest/doctest.h>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

TEST_CASE("a dispute is shown with its order, in its rows and in its life") {
  const Desk desk;
  desk.open_shop();
  desk.done("pay o1 --key k1 --via card");
  CHECK_FALSE(holds(desk.done("order show o1"), "charged back"));
  desk.done("dispute open o1 --ref dp-1 --amount \"CNY 60.00\" --fee \"CNY 15.00\" --key d1");
  const std::string open = desk.done("order show o1");
  CAPTURE(open);
  for (const char* part : {"charged back", "CNY 60.00", "dp-1", "CNY 15.00", "opened"}) CHECK(holds(open, part));
  CHECK(holds(desk.done("order show o1 --lang zh"), "拒付"));
  desk.done("dispute close dp-1 --as lost --key d2");
  const Json order = parsed(desk.done("order show o1 --json"));
  CHECK(misfits(order, "order") == std::vector<std::string>{});
  CHECK(order.member("charged_back")->at("minor") == "6000");
  CHECK(order.member("tax")->at("minor") == "0");
  REQUIRE(order.member("disputes")->members.size() == 1);
  CHECK(order.member("disputes")->members.front().second.at("status") == "lost");
  std::vector<std::string> steps;
  std::size_t booked = 0;
  for (const auto& [n, step] : order.member("life")->members) {
    if (step.at("machine") != "dispute") continue;
    steps.push_back(step.at("which") + " " + step.at("from") + ">" + step.at("to"));
    if (step.member("voucher")->type == "text") ++booked;
  }
  CHECK(steps == std::vector<std::string>{"dp-1 text>opened", "dp-1 opened>lost"});
  CHECK(booked == 2);
  desk.done("dispute close dp-1 --as won --key d3");
  CHECK_FALSE(holds(desk.done("order show o1"), "charged back"));
}

TEST_CASE("the cost of goods is booked with the shipment, asked again, and never dropped in silence") {
  const Desk desk;
  desk.open_shop();
  desk.done("pay o1 --key k1");
  CHECK(holds(desk.run("order ship o1 --cost \"USD 4.00\"").out, "amount_mismatch"));
  desk.done("order ship o1 --cost \"CNY 40.00\"");
  CHECK(holds(desk.done("order ship o1 --cost \"CNY 40.00\""), "already_done"));
  CHECK(holds(desk.done("order ship o1"), "already_done"));
  const Ran other = desk.run("order ship o1 --cost \"CNY 41.00\"");
  CHECK(other.status == 10);
  CHECK(first_line(other.out) == "✖ out_of_order: it has left already, without this cost; nothing was booked");
  desk.done("order create o2 --buyer alice --payee shop --amount \"CNY 10.00\"");
  desk.done("pay o2 --key k2");
  desk.done("order ship o2");
  CHECK(desk.run("order ship o2 --cost \"CNY 4.00\"").status == 10);
  CHECK(holds(desk.run("order ship o2 --cost \"CNY 4.00\" --lang zh").out, "早已发货，且未记此成本"));
}

TEST_CASE("a finding with a known remedy names it") {
  const Desk desk;
  desk.open_shop();
  desk.done("pay o1 --key k1 --via card");
  desk.done("channel script card decline");
  (void)desk.run("refund o1 --ref r-1 --amount \"CNY 30.00\" --key r1");
  const Ran owed = desk.run("reconcile");
  CAPTURE(owed.out);
  REQUIRE(holds(owed.out, "refund_owed_and_refused"));
  CHECK(holds(owed.out, "→ send it another way: payonce refund ORDER --again REF"));
  CHECK_FALSE(holds(owed.out, "copy the file"));
  CHECK(holds(desk.run("reconcile --lang zh").out, "→ 改用其他途径退回"));
}

TEST_CASE("an outcome is told once, and says of a hold what the channel said") {
  const Desk desk;
  desk.open_shop();
  const std::string held = desk.done("authorise o1 --key k1 --via card");
  CHECK(first_line(held) == "✓ authorised: the money is held");
  CHECK(holds(held, "the channel said yes"));
  CHECK_FALSE(holds(held, "moved the money"));
  CHECK(first_line(desk.done("void o1 --key k2")) == "✓ voided: what was held is free");
}

TEST_CASE("a day is printed as a day, and nothing later is not nothing") {
  const Desk desk;
  desk.open_shop();
  desk.done("channel script card lose");
  REQUIRE(desk.run("pay o1 --key k1 --via card").status == 13);
  desk.done("period close 2000-01-01..2099-12-31");
  CHECK(holds(desk.done("pay o1 --key k1 --via card"), "dated to the first open day, 2100-01-01"));
  CHECK(first_line(desk.done("order list --after o1")) == "no order was made behind o1");
  CHECK(first_line(desk.done("order list --after o1 --lang zh")) == "o1 之后没有订单");
  CHECK_FALSE(holds(desk.done("explain postings --lang zh"), "(net)"));
  CHECK(holds(desk.done("explain postings --lang zh"), "（净额）"));
  CHECK(holds(desk.done("explain postings"), "(net)"));
}

TEST_CASE("a lease that was given back has not passed to anybody") {
  const Desk desk;
  desk.open_shop();
  desk.done("lease acquire nightly --owner w1 --ttl 1m");
  desk.done("lease release nightly --owner w1 --fence 1");
  const Ran late = desk.run("lease renew nightly --owner w1 --fence 1");
  CHECK(holds(late.out, "not held any more under this fence"));
  CHECK_FALSE(holds(late.out, "somebody else"));
}

TEST_CASE("what a person calls failed is resolved, and a correction is taken") {
  const Desk desk;
  desk.open_shop();
  desk.done("channel script card late 1h");
  REQUIRE(desk.run("pay o1 --key k1 --via card").status == 13);
  const std::string resolved = desk.done("review resolve o1 --as failed --reason \"by telephone\"");
  CHECK(first_line(resolved) == "✓ resolved: it ended as failed; the key it was asked under is told declined");
  CHECK(desk.run("pay o1 --key k1 --via card").status == 10);
  CHECK(holds(desk.done("review list"), "nothing waits for a person"));
  CHECK(holds(desk.done("review resolve o1 --as succeeded --reason \"a letter\""), "✓ paid"));
}

TEST_CASE("recover counts the orders whose time is over") {
  const Desk desk;
  desk.open_shop();
  desk.done("order create o2 --buyer alice --payee shop --amount \"CNY 10.00\" --expires 1ns");
  const Json told = parsed(desk.done("recover --json"));
  CHECK(misfits(told, "recovery") == std::vector<std::string>{});
  CHECK(told.at("orders_expired") == "1");
  CHECK(parsed(desk.done("recover --json")).at("orders_expired") == "0");
  CHECK(holds(desk.done("recover --lang zh"), "已过期订单"));
}

TEST_CASE("a tax that would never be booked is refused by its name") {
  const Desk desk;
  desk.open_shop();
  const Ran wallet = desk.run("order create o2 --buyer alice --payee shop --amount \"CNY 10.00\" --tax \"CNY 1.00\"");
  CHECK(wallet.status == 64);
  CHECK(wallet.err.starts_with("payonce: tax: is of our own sale"));
  CHECK(desk.run("order show o2").status == 10);
  desk.done("account open sales --class income --currency CNY");
  desk.done("order create o2 --buyer alice --payee sales --amount \"CNY 10.00\" --tax \"CNY 1.00\"");
}

TEST_CASE("a refund that cannot go back the way the money came says where it went") {
  const Desk desk;
  desk.open_shop();
  desk.done("suspense book card --amount \"CNY 100.00\" --ref tx-1 --key s1");
  desk.done("suspense identify tx-1 --order o1 --key s2");
  const std::string told = desk.done("refund o1 --key r1 --amount \"CNY 40.00\"");
  CHECK(first_line(told) == "✓ refunded: the money is in the buyer's balance: it does not go back the way it came");
  const Json again = parsed(desk.done("refund o1 --key r1 --amount \"CNY 40.00\" --json"));
  CHECK(misfits(again, "reply") == std::vector<std::string>{});
  CHECK(again.at("reason") == "to_balance");
  desk.done("order create o2 --buyer alice --payee shop --amount \"CNY 10.00\"");
  desk.done("pay o2 --key k2");
  CHECK(first_line(desk.done("refund o2 --key r2")) == "✓ refunded");
}
