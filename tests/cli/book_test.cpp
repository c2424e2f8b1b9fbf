// The book at the command line: periods, the past, statements, checkpoints, verification, copies.

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <csignal>
#include <filesystem>
#include <fstream>

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

void by_hand(const Desk& desk, const std::string& sql) {
  sqlite3* file = nullptr;
  REQUIRE(sqlite3_open((desk.folder() / "payonce.db").c_str(), &file) == SQLITE_OK);
  const std::string text =
      "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE type = 'trigger' AND tbl_name IN "
      "('voucher', 'entry'); PRAGMA writable_schema = RESET; " +
      sql;
  CHECK(sqlite3_exec(file, text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(file);
}

}  // namespace

TEST_CASE("the JSON of the book's commands fits its documented schema") {
  const Desk desk;
  desk.open_shop();
  fits(desk, "income-statement", "income_statements");
  desk.done("account open sales --currency CNY --class income --limit none");
  desk.done("transfer alice sales --amount \"CNY 3.00\" --key k0");
  desk.done("pay o1 --key k1");
  fits(desk, "statement alice", "statement_of_account");
  fits(desk, "statement alice --from 2020-01-01 --to 2020-12-31 --by recorded", "statement_of_account");
  fits(desk, "income-statement --from 2020-01-01", "income_statements");
  fits(desk, "balance-sheet --at 2100-01-01", "balance_sheets");
  fits(desk, "balance --at 2020-01-01", "balances");
  fits(desk, "trial-balance --at 2100-01-01T00:00:00Z", "trial_balance");
  fits(desk, "period close 2020-01 --reason \"done\"", "period");
  fits(desk, "period close 2020-01", "period");
  fits(desk, "period close 2019 --year-end", "period");
  fits(desk, "clock", "clock");
  fits(desk, "period reopen 2020-01 --reason \"late\"", "period");
  fits(desk, "period list", "periods");
  fits(desk, "period list --history", "periods");
  fits(desk, "checkpoint", "checkpoint");
  fits(desk, "checkpoint --to kept.txt", "checkpoint");
  fits(desk, "verify --checkpoint kept.txt", "verification");
  fits(desk, "backup copy.db", "backup");
}

TEST_CASE("a statement leads from its opening to its closing, in every form") {
  const Desk desk;
  desk.open_shop();
  desk.done("pay o1 --key k1");
  const std::string text = desk.done("statement alice");
  CHECK(holds(text, "opening"));
  CHECK(holds(text, "o1.pay.1"));
  CHECK(holds(text, "900.00"));
  CHECK(holds(desk.done("statement alice --lang zh"), "期末"));
  const std::string csv = desk.done("statement alice --csv");
  CHECK(csv.starts_with("business_date,recorded_at,voucher,"));
  CHECK(holds(csv, ",o1.pay.1,shop,CNY,100.00,,900.00\n"));
  CHECK(desk.run("statement nobody").status == 10);
  CHECK(desk.run("statement alice --csv --json").status == 64);
  CHECK(desk.run("statement alice --from 2026-02-30").status == 64);
  CHECK(desk.run("statement alice --from 2026-03-01 --to 2026-02-01").status == 64);
}

TEST_CASE("what cannot be meant about the past is refused, and a day of the past is shown") {
  const Desk desk;
  desk.open_shop();
  CHECK(holds(desk.done("balance alice --at 2020-01-01"), "CNY 0.00"));
  CHECK(holds(desk.done("balance alice --at 2100-01-01"), "CNY 1000.00"));
  CHECK(desk.run("balance --at 2026-02-30").status == 64);
  CHECK(desk.run("balance --by recorded").status == 64);
  CHECK(desk.run("balance --at 2026-01-01 --by sometime").status == 64);
  CHECK(desk.run("balance --at 2026-01-01T00:00:00Z --by business").status == 64);
}

TEST_CASE("a closed day answers later, a reopened one takes the payment, a locked one is final") {
  const Desk desk;
  desk.open_shop();
  desk.done("period close 2020-01-01..2100-12-31");
  const Ran closed = desk.run("pay o1 --key k1 --json");
  CHECK(closed.status == 11);
  CHECK(parsed(closed.out).at("outcome") == "period_closed");
  CHECK(misfits(parsed(closed.out), "reply") == std::vector<std::string>{});
  CHECK(desk.run("period reopen 2020-01-01..2100-12-31").status == 64);  // a reason is needed
  desk.done("period reopen 2020-01-01..2100-12-31 --reason \"closed by mistake\"");
  CHECK(parsed(desk.done("pay o1 --key k1 --json")).at("outcome") == "paid");
  CHECK(desk.run("period lock 2019").status == 10);
  desk.done("period close 2019");
  desk.done("period lock 2019 --actor auditor");
  CHECK(desk.run("period reopen 2019 --reason x").status == 10);
  CHECK(desk.run("period close 2019-12-15..2020-01-15").status == 10);
  CHECK(desk.run("period close 2019-13").status == 64);
  CHECK(desk.run("period close 2018 --actor \"\"").status == 64);
  CHECK(holds(desk.done("period list --history"), "auditor"));
}

TEST_CASE(
    "verification tells a sound file from a damaged one, and refuses checkpoints that are none of this ledger's") {
  const Desk desk;
  desk.open_shop();
  CHECK(holds(desk.done("verify"), "not anchored"));
  desk.done("checkpoint --to kept.txt");
  desk.done("pay o1 --key k1");
  const std::string sound = desk.done("verify --checkpoint kept.txt");
  CHECK(sound.starts_with("✓ sound"));
  CHECK(holds(sound, "the 1 behind it could be cut"));
  CHECK(holds(desk.done("verify --lang zh"), "未锚定"));
  CHECK(desk.run("verify --checkpoint nowhere.txt").status == 74);
  desk.folder().write("scribble.txt", "not a checkpoint\n");
  CHECK(desk.run("verify --checkpoint scribble.txt").status == 64);
  const std::string line = contents(desk.folder() / "kept.txt");
  desk.folder().write("altered.txt", line.substr(0, 25) + (line[25] == 'x' ? "y" : "x") + line.substr(26));
  CHECK(desk.run("verify --checkpoint altered.txt").status == 64);
  desk.done("--db other.db init --lab");
  CHECK(holds(desk.run("--db other.db verify --checkpoint kept.txt").err, "another ledger"));

  by_hand(desk, "UPDATE voucher SET business_date = '2020-01-01' WHERE voucher_id = 2");
  const Ran damaged = desk.run("verify --checkpoint kept.txt");
  CHECK(damaged.status == 1);
  CHECK(damaged.out.starts_with("✖ damaged"));
  CHECK(holds(damaged.out, "its fields or lines are not those that were sealed"));
  CHECK(holds(damaged.out, "CREATE TRIGGER voucher_seals"));
}

TEST_CASE("a file that ends early is a finding, and what is no ledger is refused") {
  const Desk desk;
  desk.open_shop();
  const auto path = desk.folder() / "payonce.db";
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2 / 4096 * 4096);
  const Ran cut = desk.run("verify");
  CHECK(cut.status == 1);
  CHECK(holds(cut.out, "file_damaged"));
  desk.folder().write("text.db", std::string(5000, 'x'));
  CHECK(desk.run("--db text.db verify").status == 74);
}

TEST_CASE("B149: a backup is one complete file, after a kill as well") {
  const Desk desk;
  desk.open_shop();
  desk.done("pay o1 --key k1");
  desk.done("order create o2 --buyer alice --payee shop --amount \"CNY 7.00\"");
  CHECK(desk.run("pay o2 --key k2 --crash-at reply.send").status == -SIGKILL);
  desk.done("backup copy.db");
  CHECK(desk.run("backup copy.db").status == 74);
  const std::string books = desk.done("journal");
  CHECK(desk.done("--db copy.db journal") == books);
  CHECK_FALSE(std::filesystem::exists(desk.folder() / "copy.db-wal"));
  // After a clean stop the main file alone is everything.
  std::filesystem::rename(desk.folder() / "payonce.db", desk.folder() / "moved.db");
  CHECK(desk.done("--db moved.db journal") == books);
  CHECK(desk.done("--db moved.db verify").starts_with("✓ sound"));
}
