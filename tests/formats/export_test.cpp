// The command itself: what it writes where, what becomes of a file when it is stopped, and payments that go on beside it.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"
#include "tests/formats/books.hpp"
#include "tests/store/processes.hpp"
#include "tests/support/mixed_run.hpp"

using namespace payonce::test;

namespace {

std::set<std::string> names_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

void keep_clean_day(const Desk& desk) {
  desk.done("play " PAYONCE_SOURCE_DIR "/scenarios/whole/clean-day.lab --keep " + desk.folder().path().string());
}

/// Begins an export; what it says goes nowhere.
pid_t start_export(const std::filesystem::path& ledger, std::vector<std::string> options) {
  std::vector<std::string> words{PAYONCE_PROGRAM, "--db", ledger.string(), "export"};
  words.insert(words.end(), options.begin(), options.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child != 0) return child;
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0) _exit(98);
  execv(pointers.front(), pointers.data());
  _exit(99);
}

/// The most memory that one export ever had, in kibibytes.
long memory_of(const std::filesystem::path& ledger) {
  const pid_t child = start_export(ledger, {"--format", "hledger"});
  int status = 0;
  rusage used{};
  REQUIRE(wait4(child, &status, 0, &used) == child);
  CHECK(status == 0);
  return used.ru_maxrss;
}

}  // namespace

TEST_CASE("a file holds what standard output would have been given, and the report tells how much") {
  const Desk desk;
  desk.open_shop();
  desk.done("pay o1 --key k1");
  for (const std::string format : {"hledger", "ledger", "beancount", "csv", "json"}) {
    CAPTURE(format);
    const std::string text = desk.done("export --format " + format);
    CHECK(desk.done("export --format " + format) == text);
    const Json report = parsed(desk.done("export --format " + format + " --out book --json"));
    CHECK(misfits(report, "exported") == std::vector<std::string>{});
    CHECK(report.at("vouchers") == "2");
    CHECK(report.at("lines") == "4");
    CHECK(contents(desk.folder() / "book") == text);
  }
  CHECK(holds(desk.done("export --format csv --out book --lang zh"), "已导出"));
  CHECK(desk.run("export --format csv --json").status == 64);
  CHECK(desk.run("export").status == 64);
}

TEST_CASE("each line of the JSON fits its documented schema") {
  const Desk desk;
  keep_clean_day(desk);
  const std::string text = desk.done("--db clean-day/ledger.db export --format json");
  int vouchers = 0;
  for (std::size_t from = 0; from < text.size(); ++vouchers) {
    const std::size_t end = text.find('\n', from);
    REQUIRE(end != std::string::npos);
    CHECK(misfits(parsed(text.substr(from, end - from)), "exported_voucher") == std::vector<std::string>{});
    from = end + 1;
  }
  CHECK(vouchers == 243);
}

TEST_CASE("a ledger, its log, a channel's book, a folder and a device are no place for an export") {
  const Desk desk;
  desk.open_shop();
  const std::string before = contents(desk.folder() / "payonce.db");
  const auto names = names_in(desk.folder().path());
  std::filesystem::create_symlink("payonce.db", desk.folder() / "link");
  for (const std::string place :
       {"payonce.db", "payonce.db-wal", "payonce.db-shm", "link", "card.acquirer.db", ".", "/dev/null", "no/folder"}) {
    CAPTURE(place);
    const Ran ran = desk.run("export --format csv --out " + place);
    CHECK(ran.status == 74);
    CHECK(ran.out.empty());
    CHECK(holds(ran.err, "payonce: out: "));
  }
  CHECK(contents(desk.folder() / "payonce.db") == before);
  CHECK_FALSE(std::filesystem::exists(desk.folder() / "payonce.db-wal"));
}

TEST_CASE("without room on the disk the old file stays as it was, and nothing is left beside it") {
  const Desk desk;
  keep_clean_day(desk);
  const auto old = desk.folder().write("to/book.csv", "what stood here before");
  const auto before = names_in(old.parent_path());
  const Ran ran = desk.run("--db clean-day/ledger.db export --format csv --out to/book.csv", Out::cramped);
  CHECK(ran.status == 74);
  CHECK(ran.out.empty());
  CHECK(holds(ran.err, "payonce: out: there is no room left for it"));
  CHECK(contents(old) == "what stood here before");
  CHECK(names_in(old.parent_path()) == before);
  CHECK(desk.run("--db clean-day/ledger.db export --format csv", Out::full).status == 74);
  desk.done("--db clean-day/ledger.db export --format csv --out to/book.csv");
  CHECK(contents(old).size() > 100'000);
  CHECK(names_in(old.parent_path()) == before);
}

TEST_CASE("an export that is killed or told to end leaves the old file, whole") {
  const TempFolder folder;
  MixedRun run(5, 2'000);
  run.live();
  const auto ledger = run.shop().folder() / "shop.db";
  run.shop().close();
  const auto book = folder / "book";
  const std::string whole = run_payonce(ledger, "export --format json");
  int stopped = 0;
  for (int n = 0; n < 40; ++n) {
    const int signal = n % 2 == 0 ? SIGKILL : SIGTERM;
    folder.write("book", "old");
    const pid_t child = start_export(ledger, {"--format", "json", "--out", book.string()});
    usleep(static_cast<useconds_t>(2'000 * (n + 1)));
    (void)kill(child, signal);
    const int status = end_of(child);
    CHECK((status == 0 || status == -signal));
    const std::string found = contents(book);
    CHECK((found == whole || found == "old"));
    if (found == "old") ++stopped;
    if (status == 0) CHECK(found == whole);
    // A signal that can be heard is: not even a nameless beginning stays.
    if (signal == SIGTERM) CHECK(names_in(folder.path()).size() <= 2);
    for (const auto& name : names_in(folder.path())) {
      if (name != "book") std::filesystem::remove(folder / name);
    }
  }
  CHECK(stopped > 0);
}

TEST_CASE("memory does not grow with the vouchers") {
  MixedRun few(5, 50);
  few.live();
  MixedRun many(5, 2'500);
  many.live();
  few.shop().close();
  many.shop().close();
  const long small = memory_of(few.shop().folder() / "shop.db");
  const long large = memory_of(many.shop().folder() / "shop.db");
  CAPTURE(small);
  CAPTURE(large);
  // Fifty times the vouchers; what grows is the store's own cache, which has a bound.
  CHECK(large < small + 4 * 1024);
}

TEST_CASE("while payments go on beside it, every export is one moment that balances") {
  require_programs();
  const TempFolder folder;
  Shop shop;
  for (int n = 0; n < 400; ++n) (void)shop.order("o" + std::to_string(n), 10);
  const auto ledger = shop.folder() / "shop.db";
  shop.close();
  Signal begun;
  const pid_t payer = start_process([&] {
    for (int n = 0; n < 400; ++n) {
      if (shop.pay("o" + std::to_string(n), "k" + std::to_string(n)).outcome != payonce::Outcome::paid) return 1;
      shop.wait(payonce::seconds(30));
      if (n == 5) begun.give();
      usleep(1'000);
    }
    return 0;
  });
  begun.await();
  std::set<std::size_t> sizes;
  int status = 0;
  bool paying = true;
  for (int n = 0; paying || n < 3; ++n) {
    paying = paying && waitpid(payer, &status, WNOHANG) == 0;
    const auto journal = folder / "book.ledger";
    run_payonce(ledger, "export --format ledger --out '" + journal.string() + "'");
    CHECK(complaints_of_ledger(journal).empty());
    sizes.insert(contents(journal).size());
  }
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(sizes.size() >= 3);
}
