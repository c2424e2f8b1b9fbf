// The file keeps its rules whoever writes it: the sqlite3 program of the system, with every switch it has, and a connection of
// our own, where nothing but the rules themselves stands in the way.

#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "tests/layers/reconciliation_life.hpp"
#include "tests/schema/filled.hpp"
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

TEST_CASE("no column of any row can be changed from a stock shell, and no row taken away, written over or slipped in") {
  Shop shop;
  live(shop);
  goods(shop);
  compared(shop);
  shop.close();
  const TempFolder folder;
  const auto file = shop.folder() / "shop.db";
  const std::string before = dump(file, folder);
  const auto lines = [&](const std::string& question) {
    std::vector<std::string> all;
    std::istringstream rows(shell(file, folder, question + ";\n").output);
    for (std::string line; std::getline(rows, line);) all.push_back(line);
    return all;
  };
  int tried = 0, empty = 0;
  for (const std::string& table : lines("SELECT name FROM sqlite_schema WHERE type = 'table'")) {
    CAPTURE(table);
    if (lines("SELECT count(*) FROM " + table).at(0) == "0") {
      ++empty;
      continue;
    }
    std::vector<std::string> tries{"DELETE FROM " + table};
    std::string columns;
    for (const std::string& column : lines("SELECT name FROM pragma_table_info('" + table + "')")) {
      tries.push_back("UPDATE " + table + " SET " + column + " = " + column);
      tries.push_back("UPDATE OR REPLACE " + table + " SET " + column + " = CASE typeof(" + column +
                      ") WHEN 'integer' THEN " + column + " + 1 WHEN 'text' THEN " + column + " || 'x' ELSE " + column +
                      " END");
      columns += (columns.empty() ? "" : ", ") + column;
    }
    tries.push_back("REPLACE INTO " + table + " (" + columns + ") SELECT " + columns + " FROM " + table);
    tries.push_back("INSERT INTO " + table + " (" + columns + ") SELECT " + columns + " FROM " + table +
                    " WHERE true ON CONFLICT DO NOTHING");
    for (const std::string& one : tries) {
      CAPTURE(one);
      CHECK(shell(file, folder, switches[1] + one + ";\n").status != 0);
      ++tried;
    }
  }
  CHECK(tried > 300);
  CHECK(empty < 12);
  CHECK((dump(file, folder) == before));
}

TEST_CASE("what has ended is not rewritten even by a connection of our own") {
  Shop shop;
  live(shop);
  goods(shop);
  compared(shop);
  for (const char* statement : {
           "UPDATE dispute SET fee = 0, version = version + 1",
           "UPDATE dispute SET excess = excess + 1, version = version + 1",
           "UPDATE payout SET amount = amount + 1, version = version + 1",
           "UPDATE suspense SET direction = 'out', version = version + 1",
           "UPDATE orders SET tax = tax + 1, version = version + 1",
           "UPDATE shipment SET quantity = quantity + 1",
           "DELETE FROM shipment",
           "UPDATE coupon SET amount = amount + 1, version = version + 1",
           "UPDATE token SET used_by = NULL, used_at_ns = NULL",
           "UPDATE token SET target = 'open'",
           "UPDATE event SET amount = amount + 1",
           "DELETE FROM event",
           "UPDATE publication SET upto = 0",
           "UPDATE publication SET upto = 1000000",
           "UPDATE evidence SET said = 'otherwise'",
           "DELETE FROM evidence",
           "UPDATE history SET at_ns = at_ns + 1",
           "DELETE FROM history",
           "UPDATE checkpoint SET made_at_ns = made_at_ns + 1",
           "DELETE FROM checkpoint",
           "UPDATE attempt SET channel_txn = 'other', version = version + 1 WHERE status = 'failed'",
           "UPDATE attempt SET dispatched_at_ns = 0, version = version + 1",
           "UPDATE attempt SET holder = zeroblob(16), version = version + 1",
           "UPDATE attempt SET decided_by = NULL, version = version + 1 WHERE status = 'succeeded'",
           "UPDATE refund SET changed_at_ns = 0, version = version + 1 WHERE status = 'succeeded'",
           "UPDATE refund SET needs_review = 1, version = version + 1 WHERE status = 'failed'",
           "UPDATE idempotency_key SET begun_at_ns = 0",
           "UPDATE idempotency_key SET tries = tries + 1 WHERE state = 'done'",
           "UPDATE posting_rule SET part = 'net'",
       }) {
    CAPTURE(statement);
    bool refused = false;
    try {
      shop.store().atomically([&](Tx& tx) { tx.execute(statement); });
    } catch (const StorageTrouble& met) {
      refused = met.kind() == StorageTrouble::Kind::refused;
    }
    CHECK(refused);
  }
}

TEST_CASE("through a connection of our own the rules of the schema alone refuse every one of them") {
  Shop shop;
  live(shop);
  shop.close();
  const TempFolder folder;
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

TEST_CASE("who drops a rule, edits, and puts it back word for word is found all the same") {
  Shop shop;
  live(shop);
  const std::string wanted = ledger_schema(true, shop.till().ledger.settings());
  const std::vector<std::string> order = shop.store().schema_order();
  CHECK(order == ledger_schema_order(false));
  shop.close();
  const TempFolder folder;
  const auto file = shop.folder() / "shop.db";
  const std::string rule =
      shell(file, folder, "SELECT sql FROM sqlite_schema WHERE name = 'dispute_steps_legally';\n").output;
  REQUIRE(shell(file, folder, "DROP TRIGGER dispute_steps_legally; UPDATE dispute SET fee = fee - 1;\n" + rule + ";\n")
              .status == 0);
  auto law = reconciliation::compare_schema(shop.store().schema_text(), wanted);
  CHECK(law.broken == 0);
  reconciliation::compare_order(shop.store().schema_order(), order, law);
  REQUIRE(law.broken == 1);
  CHECK(law.breaches[0].subject == "dispute_steps_legally");
  CHECK(broken(report_of(shop, true)) == std::vector<std::string>{"booked_terms_differ"});
}

TEST_CASE("words of evidence that were changed are found") {
  Shop shop;
  live(shop);
  CHECK(broken(report_of(shop, true)) == std::vector<std::string>{});
  tamper(shop, "UPDATE evidence SET said = said || '.' WHERE evidence_id = 1");
  CHECK(broken(report_of(shop, true)) == std::vector<std::string>{"evidence_altered"});
}
