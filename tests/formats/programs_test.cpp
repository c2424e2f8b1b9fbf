// The real programs read our books and come to our balances.

#include <doctest/doctest.h>

#include <fstream>

#include "tests/formats/books.hpp"
#include "tests/support/mixed_run.hpp"
#include "tests/support/seed.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce::test;

namespace {

void all_agree(const std::filesystem::path& ledger, const TempFolder& folder, const std::string& days = "") {
  const auto exported = [&](const std::string& format) {
    std::filesystem::path file = folder / ("book." + format);
    run_payonce(ledger, "export --format " + format + " --out '" + file.string() + "' " + days);
    return file;
  };
  const Balances mine = ours(ledger, Namer::plain);
  CHECK(mine.size() >= 5);
  const auto hledger = exported("hledger");
  CHECK(complaints_of_hledger(hledger).empty());
  CHECK(differences(of_hledger(hledger), mine).empty());
  const auto cli = exported("ledger");
  CHECK(complaints_of_ledger(cli).empty());
  CHECK(differences(of_ledger(cli), mine).empty());
  const auto beancount = exported("beancount");
  CHECK(complaints_of_beancount(beancount).empty());
  CHECK(differences(of_beancount(beancount), ours(ledger, Namer::beancount)).empty());
  if (!days.empty()) return;
  CHECK(differences(of_csv(exported("csv")), mine).empty());
  CHECK(differences(of_json(exported("json")), mine).empty());
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("hledger, ledger, Beancount and Python come to the balances of the clean day") {
  require_programs();
  const TempFolder folder;
  told(std::string(PAYONCE_PROGRAM) + " play " PAYONCE_SOURCE_DIR "/scenarios/whole/clean-day.lab --keep '" +
       folder.path().string() + "'");
  all_agree(folder / "clean-day/ledger.db", folder);
}

TEST_CASE("a journal in which something was changed is refused by each program") {
  require_programs();
  const TempFolder folder;
  Shop shop;
  CHECK(shop.transfer("alice", "bob", 12'345, "k1").outcome == payonce::Outcome::booked);
  const auto ledger = shop.folder() / "shop.db";
  const auto exported = [&](const std::string& format) { return run_payonce(ledger, "export --format " + format); };
  // On both sides of the voucher, so that it balances: only the balance at the end can tell.
  const auto changed = [&](const std::string& format) {
    const std::string once = replaced(exported(format), "  123.45 CNY", "  123.46 CNY");
    return folder.write("book." + format, replaced(once, "  -123.45 CNY", "  -123.46 CNY"));
  };
  CHECK_FALSE(complaints_of_hledger(changed("hledger")).empty());
  CHECK_FALSE(complaints_of_ledger(changed("ledger")).empty());
  CHECK_FALSE(complaints_of_beancount(changed("beancount")).empty());
}

TEST_CASE("the statements of hledger and Beancount are without memo accounts") {
  require_programs();
  const TempFolder folder;
  MixedRun run(3, 300);
  run.live();
  REQUIRE(run.lived().at("hold_and_let_go") > 0);
  const auto ledger = run.shop().folder() / "shop.db";
  const auto journal = folder.write("book.journal", run_payonce(ledger, "export --format hledger"));
  CHECK(of_hledger(journal).contains("memo:hold"));
  const std::string sheet = told("hledger -f '" + journal.string() + "' balancesheetequity");
  CHECK(sheet.find("assets:1100.CNY") != std::string::npos);
  CHECK(sheet.find("memo") == std::string::npos);
  const auto book = folder.write("book.beancount", run_payonce(ledger, "export --format beancount"));
  CHECK(told("bean-report '" + book.string() + "' balsheet").find("old") == std::string::npos);
}

TEST_CASE("all of them come to the balances of ten thousand mixed orders in four currencies, whole and by days") {
  require_programs();
  const std::uint64_t seed = seed_or(20'261'130);
  INFO("PAYONCE_SEED=", seed);
  const TempFolder folder;
  MixedRun run(seed, 10'000);
  run.live();
  CHECK(run.lived().size() == 18);
  CHECK(run.shop().number("SELECT count(*) FROM orders") >= 10'000);
  CHECK(run.shop().number("SELECT count(DISTINCT kind) FROM voucher") >= 8);
  CHECK(run.shop().number("SELECT count(DISTINCT business_date) FROM voucher") > 7);
  const auto ledger = run.shop().folder() / "shop.db";
  (void)run_payonce(ledger, "reconcile");
  all_agree(ledger, folder);
  all_agree(ledger, folder, "--from 2026-01-08");
}
