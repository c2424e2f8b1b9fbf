// The reports as people and programs get them: docs/report.md is a promise, and the numbers are those of the ledger.

#include <doctest/doctest.h>

#include <filesystem>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

void fits(const Desk& desk, const std::string& line, const std::string& definition, int status = 0) {
  CAPTURE(line);
  const Ran ran = desk.run(line + " --json");
  CAPTURE(ran.out);
  CHECK(ran.status == status);
  const Json json = parsed(ran.out);
  CHECK(misfits(json, definition) == std::vector<std::string>{});
  CHECK(json.at("exit") == std::to_string(status));
}

/// A shop with a payment from a balance, one by the channel and given back in part, and one whose answer was lost.
void trade(const Desk& desk) {
  desk.open_shop();
  desk.done("pay o1 --key k1");
  for (const char* order : {"o2", "o3"}) {
    desk.done("order create " + std::string(order) + " --buyer alice --payee shop --amount \"CNY 70.00\"");
  }
  desk.done("pay o2 --key k2 --via card");
  desk.done("refund o2 --key r2 --amount \"CNY 20.00\"");
  desk.done("channel script card lose");
  REQUIRE(desk.run("pay o3 --key k3 --via card").status == 13);
}

}  // namespace

TEST_CASE("every report's JSON fits its documented schema, clean and with findings") {
  const Desk desk;
  trade(desk);
  fits(desk, "journal", "journal");
  fits(desk, "journal --order o2", "journal");
  fits(desk, "journal --account alice --last 1", "journal");
  fits(desk, "balance", "balances");
  fits(desk, "balance shop", "balances");
  fits(desk, "trial-balance --all", "trial_balance");
  fits(desk, "explain", "layers");
  for (const char* layer :
       {"idempotency_key", "dedup_window", "state_machine", "unique_constraint", "reconciliation"}) {
    CHECK(desk.run("explain " + std::string(layer)).status == 0);
  }
  fits(desk, "reconcile --no-channels --deep", "report");
  fits(desk, "reconcile", "report", 1);
  std::filesystem::remove(desk.folder() / "card.acquirer.db");
  fits(desk, "reconcile", "report", 2);
}

TEST_CASE("what explain and schema print is what is run") {
  const Desk desk;
  const Ran ran = desk.run("explain state_machine --json");
  CHECK(misfits(parsed(ran.out), "explanation") == std::vector<std::string>{});
  CHECK(holds(ran.out, "settled_by IS NULL AND captured = 0"));
  CHECK(holds(ran.out, "('order', 'created', 'paying')"));
  CHECK(misfits(parsed(desk.run("schema --json").out), "schema") == std::vector<std::string>{});
  const Ran schema = desk.run("schema");
  CHECK(schema.status == 0);
  CHECK(schema.out == contents(std::string(PAYONCE_SOURCE_DIR) + "/schema/schema.sql"));
  const auto migrations = std::filesystem::directory_iterator(std::string(PAYONCE_SOURCE_DIR) + "/schema/migrations");
  CHECK(desk.run("schema --version").out == std::to_string(std::distance(begin(migrations), {})) + "\n");
  CHECK(desk.run("explain nothing").status == 64);
}

TEST_CASE("a lost answer is open and a difference, named with its order and what to do, and recover ends it") {
  const Desk desk;
  trade(desk);
  const Ran ran = desk.run("reconcile");
  CHECK(ran.status == 1);
  CHECK(ran.out.starts_with("✖ findings (1)"));
  CHECK(holds(ran.out, "✖ status_lag"));
  CHECK(holds(ran.out, "payonce recover"));
  CHECK(holds(ran.out, "unexplained"));
  const Ran chinese = desk.run("reconcile --lang zh");
  CHECK(holds(chinese.out, "未决事项"));
  CHECK(holds(chinese.out, "与 card 的差异"));
  desk.done("recover");
  CHECK(desk.run("reconcile").out.starts_with("✓ clean"));
}

TEST_CASE("the journal shows both sides of each voucher, newest last") {
  const Desk desk;
  trade(desk);
  const std::string all = desk.done("journal");
  CHECK(all.find("o1.pay.1") < all.find("o2.pay.1"));
  const std::string one = desk.done("journal --order o1");
  CHECK(holds(one, "PAY-"));
  CHECK(holds(one, "alice"));
  CHECK_FALSE(holds(one, "o2.pay.1"));
  CHECK(desk.run("journal --order o9").status == 10);
  CHECK(desk.run("journal --account nobody").status == 10);
  CHECK(desk.run("journal --order o1 --account alice").status == 64);
  CHECK(desk.run("journal --last 0").status == 64);
}

TEST_CASE("both sums of the trial balance are equal, and a channel that is not there is refused") {
  const Desk desk;
  trade(desk);
  const Json json = parsed(desk.run("trial-balance --json").out);
  const Json& sheet = json.member("currencies")->members.at(0).second;
  CHECK(sheet.member("balanced")->type == "true");
  CHECK(sheet.member("debits")->at("minor") == sheet.member("credits")->at("minor"));
  CHECK(holds(desk.done("trial-balance --lang zh"), "✓ 借贷平衡"));
  CHECK(desk.run("reconcile --channel nobody").status == 10);
  CHECK(desk.run("balance nobody").status == 10);
}
