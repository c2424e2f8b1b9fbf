// Channels are other people's files: each has one book, found from wherever the ledger is called, and one that is damaged stops
// nothing that does not need it.

#include <sqlite3.h>

#include <doctest/doctest.h>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

namespace fs = std::filesystem;

void refuses(const Desk& desk, const std::string& line, int status, const std::string& field,
             const std::string& reason) {
  CAPTURE(line);
  const Ran ran = desk.run(line + " --json");
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  CHECK(ran.status == status);
  const Json error = parsed(ran.out);
  REQUIRE(error.member("error") != nullptr);
  CHECK(error.member("error")->at("field") == field);
  CHECK(holds(error.member("error")->at("reason_en"), reason));
  CHECK(error.member("error")->at("reason_zh") != error.member("error")->at("reason_en"));
}

/// Everything behind its first page is nonsense.
void tear(const fs::path& book) {
  std::string bytes = contents(book);
  REQUIRE(bytes.size() > 8192);
  for (std::size_t n = 4096; n < bytes.size(); ++n) bytes[n] = '\x55';
  std::FILE* file = std::fopen(book.c_str(), "wb");
  REQUIRE(file != nullptr);
  CHECK(std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size());
  std::fclose(file);
}

/// A text in the place of its head.
void spoil(const fs::path& book) {
  std::FILE* file = std::fopen(book.c_str(), "r+b");
  REQUIRE(file != nullptr);
  CHECK(std::fputs("this is a letter", file) >= 0);
  std::fclose(file);
}

void two_channels(const Desk& desk) {
  desk.open_shop();
  desk.done("channel add bank --settle-delay 1ms");
  desk.done("order create o2 --buyer alice --payee shop --amount \"CNY 100.00\"");
  desk.done("order create o3 --buyer alice --payee shop --amount \"CNY 100.00\"");
  desk.done("pay o1 --key k1 --via bank");
  desk.done("channel script bank lose");
  CHECK(desk.run("pay o2 --key k2 --via bank").status == 13);
  desk.done("channel script card lose");
  CHECK(desk.run("pay o3 --key k3 --via card").status == 13);
}

}  // namespace

TEST_CASE("a damaged book of one channel leaves the others whole, and nobody says that the ledger is damaged") {
  for (const auto& damage : {tear, spoil}) {
    const Desk desk;
    two_channels(desk);
    const auto book = desk.folder() / "bank.acquirer.db";
    damage(book);
    const Ran recovered = desk.run("recover");
    CAPTURE(recovered.err);
    CHECK(recovered.status == 0);
    CHECK_FALSE(holds(recovered.err, "payonce: db: "));
    CHECK(holds(recovered.err, "channel: bank cannot be reached: "));
    // What the other channel knows is learnt.
    CHECK(holds(desk.done("order show o3 --json"), "\"paid\""));
    const Ran report = desk.run("reconcile");
    CAPTURE(report.out);
    CAPTURE(report.err);
    CHECK(report.status == 2);
    CHECK(holds(report.err, "channel: bank"));
    const Ran again = desk.run("pay o2 --key k2 --via bank");
    CHECK(again.status == 13);
    desk.done("order create o4 --buyer alice --payee shop --amount \"CNY 1.00\"");
    const Ran fresh = desk.run("pay o4 --key k4 --via bank");
    CAPTURE(fresh.out);
    CHECK(fresh.status == 11);
    CHECK(holds(fresh.out, "unavailable"));
    CHECK(desk.done("balance shop").size() > 0);
    refuses(desk, "channel show bank", 74, "channel", "bank.acquirer.db");
  }
}

TEST_CASE("a statement that breaks off in the middle is told with its channel, and proves nothing") {
  const Desk desk;
  two_channels(desk);
  const auto book = desk.folder() / "bank.acquirer.db";
  sqlite3* file = nullptr;
  REQUIRE(sqlite3_open(book.c_str(), &file) == SQLITE_OK);
  const char* const no_currency =
      "DROP TRIGGER movement_is_frozen; UPDATE movement SET currency = 'QQQ' WHERE reference LIKE '%o2.pay.1'";
  REQUIRE(sqlite3_exec(file, no_currency, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(file);
  const Ran report = desk.run("reconcile");
  CAPTURE(report.out);
  CHECK(report.status == 1);  // what the other channel did is found as before
  CHECK(holds(report.err, "channel: bank: its statement breaks off"));
  CHECK(holds(report.out, "status_lag"));
  CHECK(desk.run("recover").status == 0);
  CHECK(holds(desk.done("order show o3 --json"), "\"paid\""));
  CHECK(desk.run("reconcile").status == 2);
}

TEST_CASE("a book that cannot be opened is named once, with its channel and its file") {
  const Desk desk;
  two_channels(desk);
  spoil(desk.folder() / "bank.acquirer.db");
  const Ran ran = desk.run("recover");
  const std::size_t first = ran.err.find("channel: bank cannot be reached: ");
  CAPTURE(ran.err);
  REQUIRE(first != std::string::npos);
  CHECK(holds(ran.err.substr(first), "bank.acquirer.db"));
  CHECK(ran.err.find("bank", ran.err.find('\n')) == std::string::npos);
}

TEST_CASE("through a link to the ledger its own channel is charged, and no other folder's") {
  const Desk desk;
  desk.open_shop();
  fs::create_directory(desk.folder() / "elsewhere");
  fs::create_symlink("../payonce.db", desk.folder() / "elsewhere/link.db");
  desk.done("--db elsewhere/other.db init --lab");
  desk.done("--db elsewhere/other.db channel add card");
  desk.done("--db elsewhere/link.db pay o1 --key k1 --via card");
  CHECK(holds(desk.done("channel show card"), "o1.pay.1"));
  CHECK_FALSE(holds(desk.done("--db elsewhere/other.db channel show card"), "o1.pay.1"));
}

TEST_CASE("a book serves one channel of a ledger, however its path is spelt") {
  const Desk desk;
  desk.open_shop();
  fs::create_directory(desk.folder() / "sub");
  fs::create_symlink("card.acquirer.db", desk.folder() / "again.db");
  const std::string whole = desk.folder() / "card.acquirer.db";
  for (const std::string& place :
       {std::string("card.acquirer.db"), std::string("./sub/../card.acquirer.db"), whole, std::string("again.db")}) {
    refuses(desk, "channel add zw --place " + place, 10, "place", "is the book of channel card");
  }
  CHECK_FALSE(holds(desk.done("key list --json") + desk.run("channel show zw").out, "zw.acquirer"));
  CHECK(desk.run("channel show zw").status == 10);
}

TEST_CASE("the ledger itself, another's file and a name of a side file are no place for a book") {
  const Desk desk;
  desk.open_shop();
  const std::string before = desk.books();
  refuses(desk, "channel add zz --place payonce.db", 10, "place", "is the ledger itself");
  refuses(desk, "channel add zz --place payonce.db-journal", 10, "place", "beside another");
  desk.done("--db other.db init --lab");
  refuses(desk, "channel add zz --place other.db", 74, "channel", "other.db");
  desk.folder().write("letter.txt", "dear reader" + std::string(4096, '.'));
  refuses(desk, "channel add zz --place letter.txt", 74, "channel", "letter.txt");
  CHECK(desk.books() == before);
  CHECK_FALSE(fs::exists(desk.folder() / "payonce.db-journal"));
}

TEST_CASE("a book that was left over serves only on the terms it was made with") {
  const Desk desk;
  desk.open_shop();
  desk.done("--db other.db init --lab");
  desk.done("--db other.db channel add bank --dedup none");
  refuses(desk, "channel add bank --dedup ref", 10, "dedup", "--dedup none");
  refuses(desk, "channel add bank --dedup none --key-window 1h", 10, "key-window", "--key-window");
  desk.done("channel add bank --dedup none");
  CHECK(holds(desk.done("channel add bank --dedup none"), "there already"));
  refuses(desk, "channel add bank --dedup ref", 10, "dedup", "--dedup none");
}

TEST_CASE("adding a channel again does not make a book anew that is gone") {
  const Desk desk;
  desk.open_shop();
  fs::remove(desk.folder() / "card.acquirer.db");
  CHECK(desk.run("channel add card --settle-delay 1ms").status == 0);
  CHECK_FALSE(fs::exists(desk.folder() / "card.acquirer.db"));
}

TEST_CASE("of 16 programs that add one channel at once, one does and all are done") {
  const Desk desk;
  desk.done("init --lab");
  std::vector<pid_t> processes;
  const auto name = [](int n) { return "add" + std::to_string(n); };
  for (int n = 0; n < 16; ++n) processes.push_back(desk.start("channel add card", name(n)));
  int added = 0;
  for (int n = 0; n < 16; ++n) {
    const Ran ran = desk.end(processes[static_cast<std::size_t>(n)], name(n));
    CAPTURE(ran.err);
    CHECK(ran.status == 0);
    added += holds(ran.out, "added") ? 1 : 0;
  }
  CHECK(added == 1);
}

TEST_CASE("what a deep reconciliation finds in the file is told in words of ours") {
  const Desk desk;
  desk.open_shop();
  sqlite3* file = nullptr;
  REQUIRE(sqlite3_open((desk.folder() / "payonce.db").c_str(), &file) == SQLITE_OK);
  const auto writer = [](sqlite3_context* context, int, sqlite3_value**) { sqlite3_result_int(context, 1); };
  REQUIRE(sqlite3_create_function(file, "payonce_writer", 0, SQLITE_UTF8, nullptr, writer, nullptr, nullptr) ==
          SQLITE_OK);
  const char* const against_the_rules = "PRAGMA ignore_check_constraints = ON; UPDATE channel SET settle_delay_ns = -1";
  REQUIRE(sqlite3_exec(file, against_the_rules, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(file);
  const Ran ran = desk.run("reconcile --deep");  // run() lets no word of the driver through
  CAPTURE(ran.out);
  CHECK(ran.status == 1);
  CHECK(holds(ran.out, "one place is damaged"));
}
