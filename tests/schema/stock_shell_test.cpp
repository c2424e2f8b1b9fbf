// The file keeps its rules whoever writes it: the sqlite3 program of the system, with every switch it has, and a connection of
// our own, where nothing but the rules themselves stands in the way.

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdio>
#include <string>

#include "tests/layers/reconciliation_life.hpp"
#include "tests/schema/hands_off.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

struct Ran {
  int status = -1;
  std::string output;
};

Ran shell(const std::filesystem::path& file, const TempFolder& folder, std::string_view text) {
  const auto script = folder.write("script.sql", text);
  const std::string command = "sqlite3 -batch -bail '" + file.string() + "' <'" + script.string() + "' 2>&1";
  Ran ran;
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char buffer[4096];
  for (std::size_t got = 0; (got = std::fread(buffer, 1, sizeof buffer, pipe)) != 0;) ran.output.append(buffer, got);
  ran.status = WEXITSTATUS(pclose(pipe));
  return ran;
}

std::string dump(const std::filesystem::path& file, const TempFolder& folder) {
  const Ran ran = shell(file, folder, ".dump\n");
  REQUIRE_MESSAGE(ran.status == 0, "the sqlite3 program is needed: ", ran.output);
  REQUIRE(ran.output.size() > 10'000);
  return ran.output;
}

constexpr const char* switches[] = {
    "",
    "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA recursive_triggers = OFF;\n",
    "PRAGMA foreign_keys = ON; PRAGMA defer_foreign_keys = ON; PRAGMA recursive_triggers = ON;\n",
};

}  // namespace

TEST_CASE("a stock shell can read everything and change nothing, whatever it switches off") {
  Shop shop;
  live(shop);
  shop.close();
  const TempFolder folder;
  const auto file = shop.folder() / "shop.db";
  const std::string before = dump(file, folder);
  for (const char* switched : switches) {
    for (const std::string_view statement : hands_on) {
      CAPTURE(switched);
      CAPTURE(statement);
      const Ran ran = shell(file, folder, std::string(switched) + std::string(statement) + ";\n");
      CHECK(ran.status != 0);
      CHECK_FALSE(ran.output.empty());
    }
  }
  CHECK((dump(file, folder) == before));
  CHECK(broken(report_of(shop, true)) == std::vector<std::string>{});
}

TEST_CASE("what a hand may do in its own right is refused in a stock shell as well") {
  // Legal steps, which the ledger takes through the same statements: from outside they would leave the book behind.
  Shop shop;
  live(shop);
  shop.close();
  const TempFolder folder;
  const auto file = shop.folder() / "shop.db";
  const std::string before = dump(file, folder);
  for (const char* statement : {
           "UPDATE orders SET status = 'cancelled', version = version + 1 WHERE order_no = 'open'",
           "UPDATE attempt SET status = 'failed', version = version + 1 WHERE status = 'unknown'",
           "UPDATE refund SET status = 'dispatched', version = version + 1 WHERE status = 'requested'",
           "UPDATE account SET limit_rule = 'none' WHERE code = 'alice'",
           "UPDATE account SET closed_at_ns = opened_at_ns + 1 WHERE code = 'alice'",
           "UPDATE meta SET latest_ns = latest_ns + 1000000000000000000",
           "INSERT INTO setting VALUES ('retention', 1)",
           "INSERT INTO setting VALUES ('idempotency_key', 0)",
           "INSERT INTO currency VALUES ('AAA', 2)",
           "INSERT INTO series (series) VALUES ('ZZZ-2026')",
           "INSERT INTO account (code, class, currency, opened_at_ns) VALUES ('mallory', 'asset', 'CNY', 0)",
           "INSERT INTO orders (order_no, buyer_id, payee_id, currency, amount_due, created_at_ns, changed_at_ns) "
           "VALUES "
           "('o', 1, 2, 'CNY', 1, 0, 0)",
           "UPDATE channel SET place = '/tmp/other.db'",
           "INSERT INTO channel VALUES ('mallory', 'm.db', 0, 0, 0)",
           "UPDATE idempotency_key SET fence = fence + 1 WHERE state = 'unknown'",
           "UPDATE idempotency_key SET state = 'dead' WHERE state = 'unknown'",
           "DELETE FROM idempotency_key WHERE state = 'unknown'",
           "INSERT INTO token (digest, tenant, verb, target, issued_at_ns, issued_on, issued_boot_ns, ttl_ns, "
           "keep_until_ns) VALUES (zeroblob(32), 'main', 'pay', 'open', 0, 'm', 0, 1, 1)",
           "INSERT INTO lease (name, fence, beats, owner, ttl_ns, host, boot, boot_until_ns, until_ns, acquired_at_ns) "
           "VALUES ('job', 1, 1, 'mallory', 1, 'h', 'b', 1, 1, 1)",
           "INSERT INTO lease_watch VALUES ('job', 'm', 1, 1)",
           "INSERT INTO own_call SELECT key_hash, 'f', 0 FROM idempotency_key WHERE state = 'unknown'",
       }) {
    CAPTURE(statement);
    CHECK(shell(file, folder, std::string(statement) + ";\n").status != 0);
  }
  CHECK((dump(file, folder) == before));
}

TEST_CASE("through a connection of our own the rules of the schema alone refuse every one of them") {
  Shop shop;
  live(shop);
  const TempFolder folder;
  shop.close();
  const std::string before = dump(shop.folder() / "shop.db", folder);
  for (const std::string_view statement : hands_on) {
    CAPTURE(statement);
    bool refused = false;
    try {
      shop.store().atomically([&](Tx& tx) { tx.execute(std::string(statement)); });
    } catch (const StorageTrouble& met) {
      refused = met.kind() == StorageTrouble::Kind::refused;
      if (!refused) MESSAGE(met.what());
    }
    CHECK(refused);
  }
  shop.close();
  CHECK((dump(shop.folder() / "shop.db", folder) == before));
}

TEST_CASE("who drops a rule first is found by the deep report") {
  Shop shop;
  live(shop);
  shop.close();
  const TempFolder folder;
  const std::string wanted = ledger_schema(true, shop.till().ledger.settings());
  CHECK(reconciliation::compare_schema(shop.store().schema_text(), wanted).broken == 0);
  shop.close();
  REQUIRE(shell(shop.folder() / "shop.db", folder,
                "DROP TRIGGER voucher_is_never_changed; UPDATE voucher SET reason = 'because' WHERE voucher_id = 3;\n")
              .status == 0);
  const auto law = reconciliation::compare_schema(shop.store().schema_text(), wanted);
  REQUIRE(law.broken == 1);
  CHECK(law.breaches[0].subject.find("voucher_is_never_changed") != std::string::npos);
  CHECK(broken(report_of(shop, true)) == std::vector<std::string>{"seal_broken"});
}
