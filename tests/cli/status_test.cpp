// A script decides by the exit status alone: every one that is promised is seen here, and means what it says.

#include <sqlite3.h>

#include <doctest/doctest.h>
#include <unistd.h>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

struct Said {
  int status;
  std::string outcome;
};

/// Runs with --json and compares status and outcome; the reply must fit its schema.
void answers(const Desk& desk, const std::string& line, const Said& expected) {
  CAPTURE(line);
  const Ran ran = desk.run(line + " --json");
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  CHECK(ran.status == expected.status);
  const Json reply = parsed(ran.out);
  CHECK(reply.at("outcome") == expected.outcome);
  CHECK(reply.at("exit") == std::to_string(expected.status));
  CHECK(misfits(reply, "reply") == std::vector<std::string>{});
}

void refuses(const Desk& desk, const std::string& line, int status, const std::string& field, const std::string& kind) {
  CAPTURE(line);
  const Ran ran = desk.run(line + " --json");
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  CHECK(ran.status == status);
  const Json error = parsed(ran.out);
  CHECK(misfits(error, "error") == std::vector<std::string>{});
  REQUIRE(error.member("error") != nullptr);
  CHECK(error.member("error")->at("field") == field);
  CHECK(error.member("error")->at("kind") == kind);
  CHECK(error.at("exit") == std::to_string(status));
}

void answer_one(sqlite3_context* context, int, sqlite3_value**) { sqlite3_result_int(context, 1); }

/// A change of the file behind the program's back, by one who knows how its rules tell the program from others.
void meddle(const Desk& desk, const char* sql) {
  sqlite3* file = nullptr;
  REQUIRE(sqlite3_open((desk.folder() / "payonce.db").c_str(), &file) == SQLITE_OK);
  REQUIRE(sqlite3_create_function(file, "payonce_writer", 0, SQLITE_UTF8, nullptr, answer_one, nullptr, nullptr) ==
          SQLITE_OK);
  CHECK(sqlite3_exec(file, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(file);
}

}  // namespace

TEST_CASE("done, replayed and done before are 0") {
  const Desk desk;
  desk.open_shop();
  answers(desk, "pay o1 --key k1", {0, "paid"});
  answers(desk, "pay o1 --key k1", {0, "paid"});
  answers(desk, "pay o1 --key k2", {0, "already_paid"});
  answers(desk, "pay o1 --key k2", {0, "already_paid"});
  answers(desk, "order ship o1", {0, "shipped"});
  answers(desk, "order ship o1", {0, "already_done"});
  answers(desk, "refund o1 --amount \"CNY 30.00\" --key r1", {0, "refunded"});
  answers(desk, "refund o1 --amount \"CNY 30.00\" --key r1", {0, "refunded"});
  answers(desk, "topup bob --amount \"CNY 5.00\" --key t1 --ref bank:1", {0, "booked"});
  answers(desk, "topup bob --amount \"CNY 5.00\" --key t2 --ref bank:1", {0, "already_booked"});
  answers(desk, "transfer alice bob --amount \"CNY 5.00\" --key t3", {0, "booked"});
  answers(desk, "adjust bob --to \"CNY 12.00\" --key a1", {0, "booked"});
  answers(desk, "adjust bob --by \"CNY -2.00\" --key a2", {0, "booked"});
  answers(desk, "order create o2 --buyer alice --payee shop --amount \"CNY 1.00\"", {0, "created"});
  answers(desk, "order create o2 --buyer alice --payee shop --amount \"CNY 1.00\"", {0, "already_done"});
  answers(desk, "order cancel o2", {0, "cancelled"});
  CHECK(holds(desk.done("account show bob"), "CNY 10.00"));
  CHECK(holds(desk.done("account show shop"), "CNY 70.00"));
}

TEST_CASE("a cancel that waits for the channel is 0 and says so") {
  const Desk desk;
  desk.open_shop();
  desk.done("channel script card lose");
  answers(desk, "pay o1 --key k1 --via card", {13, "outcome_unknown"});
  answers(desk, "order cancel o1", {0, "closing"});
}

TEST_CASE("refusals are 10 and move no money") {
  const Desk desk;
  desk.open_shop();
  desk.done("account open euro --currency EUR");
  desk.done("order create paid --buyer alice --payee shop --amount \"CNY 10.00\"");
  desk.done("pay paid --key k0");
  desk.done("order create cancelled --buyer alice --payee shop --amount \"CNY 10.00\"");
  desk.done("order cancel cancelled");
  desk.done("order create big --buyer bob --payee shop --amount \"CNY 10.00\"");
  const std::string before = desk.done("account list --all --json");
  answers(desk, "pay nosuch --key r1", {10, "order_unknown"});
  answers(desk, "topup nobody --amount \"CNY 1.00\" --key r2", {10, "account_unknown"});
  answers(desk, "pay o1 --key r3 --via nosuch", {10, "channel_unknown"});
  answers(desk, "pay o1 --key r4 --amount \"CNY 99.00\"", {10, "amount_mismatch"});
  answers(desk, "pay o1 --key r5 --if-version 7", {10, "version_mismatch"});
  answers(desk, "pay cancelled --key r6", {10, "out_of_order"});
  answers(desk, "pay big --key r7", {10, "declined"});
  answers(desk, "refund paid --key r8 --amount \"CNY 10.01\"", {10, "over_refund"});
  answers(desk, "order ship o1", {10, "out_of_order"});
  answers(desk, "order cancel nosuch", {10, "order_unknown"});
  answers(desk, "order create paid --buyer alice --payee shop --amount \"CNY 11.00\"", {10, "out_of_order"});
  answers(desk, "order create o9 --buyer nobody --payee shop --amount \"CNY 1.00\"", {10, "account_unknown"});
  answers(desk, "order create o9 --buyer alice --payee euro --amount \"CNY 1.00\"", {10, "amount_mismatch"});
  desk.done("channel script card decline");
  answers(desk, "pay o1 --key r9 --via card", {10, "declined"});
  refuses(desk, "account open alice --currency EUR", 10, "account", "refused");
  refuses(desk, "account show nobody", 10, "account", "refused");
  refuses(desk, "order show nosuch", 10, "order", "refused");
  refuses(desk, "channel show nosuch", 10, "channel", "refused");
  refuses(desk, "channel add card --settle-delay 1s", 10, "channel", "refused");
  refuses(desk, "key show nosuch", 10, "key", "refused");
  refuses(desk, "key resolve nosuch", 10, "key", "refused");
  CHECK(desk.done("account list --all --json") == before);
}

TEST_CASE("later is 11, at once where nobody is to be waited for") {
  const Desk desk;
  desk.open_shop("--lab --set window=20s");
  desk.done("order create o2 --buyer alice --payee shop --amount \"CNY 10.00\"");
  answers(desk, "pay o1 --key k1", {0, "paid"});
  answers(desk, "pay o1 --key k2 --wait 0s", {11, "later"});
  desk.done("channel script card down");
  answers(desk, "pay o2 --key k3 --via card", {11, "unavailable"});
  answers(desk, "pay o2 --key k3 --via card", {0, "paid"});
}

TEST_CASE("a key in the hands of a living process is 11, and its answer when that has one") {
  const Desk desk;
  desk.open_shop();
  desk.done("channel script card slow 2s");
  const pid_t first = desk.start("pay o1 --key k1 --via card --json", "first");
  for (int n = 0; n < 200 && !holds(desk.done("key list --json"), "\"k1\""); ++n) usleep(5'000);
  answers(desk, "pay o1 --key k1 --via card --wait 0s", {11, "in_progress"});
  answers(desk, "pay o1 --key k1 --via card --wait 20s", {0, "paid"});
  const Ran ran = desk.end(first, "first");
  CHECK(ran.status == 0);
  CHECK(holds(ran.out, "\"outcome\":\"paid\""));
  CHECK(holds(desk.done("channel show card"), "charge"));
}

TEST_CASE("a key that is spent is 12") {
  const Desk desk;
  desk.open_shop("--lab --set window=1ms --set retention=1ms --set answer-cap-bytes=200");
  answers(desk, "topup bob --amount \"CNY 1.00\" --key k1", {0, "booked"});
  answers(desk, "topup bob --amount \"CNY 2.00\" --key k1", {12, "key_reused"});
  answers(desk, "topup bob --amount \"CNY 1.00\" --ref bank:1 --key k3", {0, "booked"});
  answers(desk, "topup bob --amount \"CNY 2.00\" --ref bank:1 --key k4", {12, "reference_reused"});
  answers(desk, "pay o1 --key k2", {0, "paid"});
  usleep(10'000);
  answers(desk, "pay o1 --key k2", {12, "key_expired"});
  desk.done("reap");
  answers(desk, "pay o1 --key k2", {12, "key_expired"});
  CHECK(holds(desk.done("key show k2"), "tombstone"));
}

TEST_CASE("an answer that was too large to keep is 12, and nothing runs again") {
  const Desk desk;
  desk.open_shop("--lab --set answer-cap-bytes=20");
  answers(desk, "pay o1 --key k1", {0, "paid"});
  answers(desk, "pay o1 --key k1", {12, "response_gone"});
  CHECK(holds(desk.done("account show shop"), "CNY 100.00"));
}

TEST_CASE("an unknown outcome is 13 until there is evidence") {
  const Desk desk;
  desk.open_shop();
  desk.done("channel script card lose");
  answers(desk, "pay o1 --key k1 --via card", {13, "outcome_unknown"});
  CHECK(parsed(desk.done("recover --json")).at("settled") == "1");
  answers(desk, "pay o1 --key k1 --via card", {0, "paid"});
  CHECK(parsed(desk.done("recover --json")).at("settled") == "0");
}

TEST_CASE("a person can ask about one key") {
  const Desk desk;
  desk.open_shop();
  desk.done("channel script card lose");
  answers(desk, "pay o1 --key k1 --via card", {13, "outcome_unknown"});
  answers(desk, "key resolve k1", {0, "paid"});
}

TEST_CASE("a reconciliation that finds something is 1, one that lacks a statement is 2, a clean one is 0") {
  const Desk desk;
  desk.open_shop();
  CHECK(desk.run("reconcile").status == 0);
  // A ledger restored from an old copy knows nothing of what its channel did since.
  const auto ledger = desk.folder() / "payonce.db";
  const auto copy = desk.folder() / "copy.db";
  std::filesystem::copy_file(ledger, copy);
  desk.done("pay o1 --key k1 --via card");
  CHECK(desk.run("reconcile").status == 0);
  std::filesystem::copy_file(copy, ledger, std::filesystem::copy_options::overwrite_existing);
  const Ran findings = desk.run("reconcile --json");
  CHECK(findings.status == 1);
  CHECK(parsed(findings.out).at("exit") == "1");
  std::filesystem::remove(desk.folder() / "card.acquirer.db");
  const Ran cannot_say = desk.run("reconcile --json");
  CHECK(cannot_say.status == 2);
  CHECK(parsed(cannot_say.out).at("exit") == "2");
}

TEST_CASE("a wrong command line is 64, as JSON where that was asked for") {
  const Desk desk;
  desk.open_shop("");
  refuses(desk, "paay o1", 64, "paay", "usage");
  refuses(desk, "pay o1", 64, "key", "usage");
  refuses(desk, "pay o1 --key short", 64, "key", "usage");
  refuses(desk, "topup alice --amount 5 --key key-of-sixteen-bytes", 64, "amount", "usage");
  refuses(desk, "order", 64, "order", "usage");
}

TEST_CASE("a file that breaks what the program knows of it is our mistake, 70") {
  const Desk desk;
  desk.open_shop("");
  meddle(desk, "INSERT INTO setting VALUES ('colour', 3)");
  refuses(desk, "account list", 70, "payonce", "our_mistake");
}

TEST_CASE("a file that cannot be used is 74, and is left as it is") {
  const Desk desk;
  refuses(desk, "account list", 74, "db", "storage");
  CHECK_FALSE(std::filesystem::exists(desk.folder() / "payonce.db"));
  const auto text = desk.folder().write("text.db", "this is a letter, and a long one: " + std::string(4096, '.'));
  refuses(desk, "--db text.db account list", 74, "db", "storage");
  refuses(desk, "--db text.db init", 74, "db", "storage");
  CHECK(contents(text).starts_with("this is a letter"));
  refuses(desk, "--db . account list", 74, "db", "storage");
  refuses(desk, "--db nowhere/payonce.db init", 74, "db", "storage");
  desk.folder().write("empty.db", "");
  refuses(desk, "--db empty.db account list", 74, "db", "storage");
  desk.open_shop("");
  const std::string ledger = contents(desk.folder() / "payonce.db");
  refuses(desk, "init", 74, "db", "storage");
  CHECK(contents(desk.folder() / "payonce.db") == ledger);
  refuses(desk, "--db card.acquirer.db account list", 74, "db", "storage");
  std::string newer = ledger;
  newer[63] = '\x7f';  // the version, at offset 60 of the published file format
  const auto newer_file = desk.folder().write("newer.db", newer);
  refuses(desk, "--db newer.db account list", 74, "db", "storage");
  CHECK(contents(newer_file) == newer);
  std::string torn = ledger;
  for (std::size_t n = 4096; n < torn.size(); ++n) torn[n] = '\x55';
  desk.folder().write("torn.db", torn);
  CHECK(desk.run("--db torn.db account list --json").status == 74);
}

TEST_CASE("a channel whose book is gone is told, and moves nothing") {
  const Desk desk;
  desk.open_shop();
  std::filesystem::remove(desk.folder() / "card.acquirer.db");
  refuses(desk, "channel show card", 74, "channel", "storage");
  const Ran ran = desk.run("pay o1 --key k1 --via card");
  CHECK(ran.status == 11);
  CHECK(holds(ran.out, "unavailable"));
  CHECK(holds(ran.err, "card.acquirer.db does not exist"));
}
