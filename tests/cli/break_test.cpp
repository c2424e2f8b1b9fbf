// A day on which a channel's file and the book disagree, from the file to the signed report, by the real program.

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

constexpr std::string_view map_text =
    "payonce map 1\ndecimal = point\nzone = UTC\ndate = yyyy-MM-dd HH:mm:ss\ncurrency = CNY\ncolumn.time = time\n"
    "column.channel_id = id\ncolumn.our_id = order\ncolumn.kind = kind\ncolumn.gross = amount\ncolumn.fee = fee\n"
    "kind.sale = sale\nkind.refund = refund\n";

void write(const Desk& desk, const std::string& name, std::string_view text) {
  std::ofstream out(desk.folder() / name, std::ios::binary);
  out << text;
}

std::string today(const Desk& desk) {
  const std::string clock = desk.done("clock --json");
  const std::size_t at = clock.find("\"clock\":\"");
  REQUIRE(at != std::string::npos);
  return clock.substr(at + 9, 10);
}

std::string row(const Desk& desk, const std::string& id, const std::string& order, const std::string& amount,
                const std::string& fee = "0") {
  return id + "," + order + "," + today(desk) + " 10:00:00,sale," + amount + "," + fee + "\n";
}

/// Three orders paid by card; the file knows one of them under another amount, lacks one, and has one of its own.
void disagree(const Desk& desk) {
  desk.open_shop();
  for (const char* order : {"a1", "a2", "a3"}) {
    desk.done("order create " + std::string(order) + " --buyer alice --payee shop --amount \"CNY 10.00\"");
    desk.done("pay " + std::string(order) + " --via card --key pay-" + order);
  }
  write(desk, "card.map", map_text);
  write(desk, "card.csv",
        "id,order,time,kind,amount,fee\n" + row(desk, "c1", "a1", "10.00", "0.06") + row(desk, "c2", "a2", "12.00") +
            row(desk, "c9", "elsewhere", "7.77"));
}

constexpr std::string_view reconcile =
    "reconcile --channel card --statement card.csv --map card.map --grace 0 --actor lin";

std::vector<Json> items(const Json& json, std::string_view name) {
  std::vector<Json> all;
  const Json* const list = json.member(name);
  REQUIRE(list != nullptr);
  for (const auto& [place, one] : list->members) all.push_back(one);
  return all;
}

std::string id_of(const Desk& desk, const std::string& code) {
  const Json list = parsed(desk.done("break list --json"));
  for (const Json& one : items(list, "breaks")) {
    if (one.at("code") == code) return one.at("break");
  }
  return "no break of code " + code;
}

void fits(const Ran& ran, const std::string& definition, int status) {
  CAPTURE(ran.out);
  CHECK(ran.status == status);
  CHECK(misfits(parsed(ran.out), definition) == std::vector<std::string>{});
}

}  // namespace

TEST_CASE("a file of a channel is compared, its breaks are fixed by two people, and the next run is explained") {
  const Desk desk;
  disagree(desk);
  fits(desk.run("channel import card.csv --channel card --map card.map --json"), "statements_imported", 0);
  const Ran dry = desk.run("reconcile --channel card --dry-run --grace 0 --json");
  fits(dry, "reconciliation_run", 1);
  CHECK(desk.run("report reconciliation 1").status == 10);

  const Ran first = desk.run(std::string(reconcile) + " --json");
  fits(first, "reconciliation_run", 1);
  CHECK(parsed(first.out).at("break_count") == "4");
  CHECK(desk.run(std::string(reconcile) + " --json").out == first.out);
  CHECK(desk.run("report reconciliation 1 --json").out == first.out);

  fits(desk.run("break list --channel card --json"), "breaks", 0);
  const std::string over = id_of(desk, "amount_over");
  fits(desk.run("break show " + over + " --json"), "break_shown", 0);
  fits(desk.run("break propose " + over + " --action park --reason \"price was edited\" --actor lin --json"), "fix", 0);
  const Ran alone = desk.run("break approve " + over + " --actor lin");
  CHECK(alone.status == 10);
  CHECK(holds(alone.err, "another must approve"));
  fits(desk.run("break approve " + over + " --actor wang --json"), "fix", 0);
  CHECK(desk.run("break approve " + over + " --actor wang").status == 0);
  const std::string after = desk.done("suspense identify break-" + over + " --write-off --key nobodys-break-01");
  CHECK(holds(after, "booked"));

  for (const auto& [code, action] : {std::pair{"missing_internal", "write_off"},
                                     std::pair{"missing_at_channel", "park"}, std::pair{"fee_mismatch", "fee"}}) {
    const std::string id = id_of(desk, code);
    desk.done("break propose " + id + " --action " + action + " --reason found --actor lin");
    desk.done("break approve " + id + " --actor wang");
  }
  const Ran second = desk.run(std::string(reconcile) + " --json");
  fits(second, "reconciliation_run", 0);
  CHECK(parsed(second.out).at("verdict") == "explained");
  CHECK(desk.run("break list").out == "no break is open\n");
  CHECK(desk.run("reconcile --no-channels").status == 0);
  // Nothing was booked twice, whatever was clicked.
  CHECK(holds(desk.done("balance 1200.card.CNY"), "29.71"));
}

TEST_CASE("a run is told as text, as tables and as a page, in both languages") {
  const Desk desk;
  disagree(desk);
  (void)desk.run(reconcile);
  const Ran text = desk.run("report reconciliation 1 --html run.html --csv run --lang zh");
  CHECK(text.status == 1);
  CHECK(holds(text.out, "未解释"));
  for (const char* name : {"breaks.csv", "figures.csv", "adjustments.csv", "summary.json"}) {
    CHECK(std::filesystem::exists(desk.folder() / "run" / name));
  }
  std::ifstream in(desk.folder() / "run.html");
  const std::string page{std::istreambuf_iterator<char>(in), {}};
  CHECK(holds(page, "<html lang=\"zh\">"));
  CHECK(!holds(page, "http://"));
  CHECK(!holds(page, "<script"));
}

TEST_CASE("what was paired by hand, or taken apart, stays so") {
  const Desk desk;
  disagree(desk);
  (void)desk.run(reconcile);
  const std::string line = id_of(desk, "missing_internal");
  const std::string item = id_of(desk, "missing_at_channel");
  fits(desk.run("break match " + line + " " + item + " --reason \"same buyer\" --json"), "pairing_made", 0);
  const Ran paired = desk.run(std::string(reconcile) + " --json");
  CHECK(parsed(paired.out).at("verdict") == "open");
  CHECK(id_of(desk, "amount_under") != line);
  const Json shown = parsed(desk.done("break show " + id_of(desk, "amount_under") + " --json"));
  fits(desk.run("break unmatch " + shown.at("voucher") + " --reason \"another buyer\" --json"), "pairing_ended", 0);
  (void)desk.run(reconcile);
  CHECK(id_of(desk, "missing_internal") == line);
  CHECK(id_of(desk, "missing_at_channel") == item);
  CHECK(holds(desk.run("break show " + line).out, "c9"));
}

TEST_CASE("a rule approves a class of breaks under its caps, and a day nobody told whole gives no verdict") {
  const Desk desk;
  disagree(desk);
  fits(desk.run("break auto --channel card --code fee_mismatch --action fee --cap \"CNY 1.00\" --cap-day \"CNY 1.00\" "
                "--json"),
       "auto_rule", 0);
  const Json run = parsed(desk.run(std::string(reconcile) + " --json").out);
  CHECK(run.at("run") == "2");
  CHECK(items(run, "adjustments").size() == 1);
  CHECK(items(run, "adjustments").front().at("approved_by") == "rule 1");
  CHECK(desk.run("reconcile --channel nosuch --stored").status == 10);
  CHECK(desk.run("reconcile --stored").status == 64);

  const Desk fresh;
  fresh.open_shop();
  CHECK(fresh.run("reconcile --channel card --stored").status == 2);
  write(fresh, "card.map", map_text);
  write(fresh, "cut.csv", "id,order,time,kind,amount,fee\n\"c1,a1");
  CHECK(fresh.run("reconcile --channel card --statement cut.csv --map card.map --from 2026-01-01 --to 2026-01-01")
            .status == 2);
}

TEST_CASE("killed at any step of importing, comparing and fixing, the same report stands in the end") {
  const auto ended = [](const std::vector<std::string>& deaths) {
    const Desk desk;
    disagree(desk);
    const auto through = [&](const std::string& line) {
      for (const std::string& death : deaths) (void)desk.run(line + " --crash-at " + death);
      return desk.run(line);
    };
    (void)through("channel import card.csv --channel card --map card.map");
    (void)through(std::string(reconcile));
    for (const auto& [code, action] :
         {std::pair{"missing_internal", "write_off"}, std::pair{"missing_at_channel", "park"},
          std::pair{"fee_mismatch", "fee"}, std::pair{"amount_over", "park"}}) {
      const std::string id = id_of(desk, code);
      desk.done("break propose " + id + " --action " + action + " --reason found --actor lin");
      CHECK(through("break approve " + id + " --actor wang").status == 0);
    }
    const Ran last = through(std::string(reconcile));
    CHECK(last.status == 0);
    std::string all = desk.run(std::string(reconcile) + " --json").out;
    const std::size_t ledger = all.find("payonce/") + 8;  // its number is drawn
    all.replace(ledger, 12, "the-ledger-x");
    return all.substr(all.find("\"figures\""), all.find("\"trend\"") - all.find("\"figures\""));
  };
  const std::string calm = ended({});
  CHECK(ended({"recon.scan", "recon.fix", "recon.fix:2", "book.tx", "key.claim", "key.finish"}) == calm);
}
