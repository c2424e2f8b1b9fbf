// What a finance person sees of a break, what is suggested, and the files of a run, by the real program.

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <map>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

constexpr std::string_view map_text =
    "payonce map 1\ndecimal = point\nzone = UTC\ndate = yyyy-MM-dd HH:mm:ss\ncurrency = CNY\ncolumn.time = time\n"
    "column.channel_id = id\ncolumn.our_id = order\ncolumn.kind = kind\ncolumn.gross = amount\ncolumn.fee = fee\n"
    "kind.sale = sale\nkind.refund = refund\n";

std::string read(const Desk& desk, const std::string& name) {
  std::ifstream in(desk.folder() / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Four orders of one amount paid by card. The file has two of them, one with another amount, and two strangers whose numbers a
/// spreadsheet would take for something else.
void open_day(const Desk& desk) {
  desk.open_shop();
  for (const char* order : {"a1", "a2", "a3", "a4"}) {
    desk.done("order create " + std::string(order) + " --buyer alice --payee shop --amount \"CNY 10.00\"");
    desk.done("pay " + std::string(order) + " --via card --key pay-" + order);
  }
  const std::string at = desk.done("clock --json").substr(desk.done("clock --json").find("\"clock\":\"") + 9, 10);
  const auto row = [&](const std::string& begin, const std::string& rest) {
    return begin + "," + at + " 10:00:00,sale," + rest + "\n";
  };
  std::ofstream(desk.folder() / "card.map", std::ios::binary) << map_text;
  std::ofstream(desk.folder() / "card.csv", std::ios::binary)
      << "id,order,time,kind,amount,fee\n" + row("3-4,a1", "10.00,0.06") + row("c2,a2", "12.00,0") +
             row("=c8,+x", "10.00,0") + row("123456789012345678,007", "10.00,0");
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

std::map<std::string, std::string> ids(const Desk& desk) {
  std::map<std::string, std::string> all;
  for (const Json& one : items(parsed(desk.done("break list --json")), "breaks")) all[one.at("code")] = one.at("break");
  return all;
}

Json shown(const Desk& desk, const std::string& id) {
  Json json = parsed(desk.done("break show " + id + " --json"));
  for (const std::string& misfit : misfits(json, "break_shown")) FAIL_CHECK(misfit);
  return json;
}

std::string differing(const Json& json) {
  std::string all;
  for (const Json& side : items(json, "sides")) {
    if (side.member("differs")->type == "true") all += side.at("field") + " ";
  }
  return all;
}

const std::vector<std::string> files = {"breaks.csv", "matches.csv", "adjustments.csv", "figures.csv", "summary.json"};

}  // namespace

TEST_CASE("a break is told down to its order, its postings, its key and its runs, whatever it stands on") {
  const Desk desk;
  open_day(desk);
  desk.done("deliver order.paid a2 --version 2 --event-id e-2 --consumer audit");
  (void)desk.run(reconcile);
  const auto of = ids(desk);
  REQUIRE(of.size() == 4);

  const Json pair = shown(desk, of.at("amount_over"));
  CHECK(differing(pair) == "their_number amount ");
  CHECK(pair.at("found_by") == "voucher");
  CHECK(items(pair, "vouchers").size() == 1);
  CHECK(items(pair, "keys").front().at("key") == "pay-a2");
  CHECK(items(pair, "runs").size() == 1);
  REQUIRE(items(pair, "messages").size() == 1);
  CHECK(items(pair, "messages").front().at("event_id") == "e-2");
  CHECK(items(pair, "pairs").front().at("pass") == "order_no");
  CHECK(items(*pair.member("history"), "attempts").size() == 1);

  const Json line = shown(desk, of.at("missing_internal"));
  CHECK(line.member("history")->type == "null");
  CHECK(items(line, "candidates").size() == 2);
  const Json item = shown(desk, of.at("missing_at_channel"));
  CHECK(item.member("history")->type == "object");
  CHECK(items(item, "candidates").size() == 2);
  const Json fees = shown(desk, of.at("fee_mismatch"));
  CHECK(items(fees, "fees").size() == 1);
  CHECK(items(fees, "fees").front().at("fee") == "0.06");

  const std::string en = desk.done("break show " + of.at("amount_over"));
  for (const char* part :
       {"Both sides", "✖ differs", "Its life", "Postings", "1200.card.CNY", "pay-a2", "In every run"}) {
    CAPTURE(part);
    CHECK(holds(en, part));
  }
  const std::string zh = desk.done("break show " + of.at("amount_over") + " --lang zh");
  for (const char* part : {"两侧", "✖ 不同", "分录", "幂等键", "历次对账"}) CHECK(holds(zh, part));
  CHECK(holds(desk.done("break show " + of.at("missing_internal")), "leads to an order of ours"));
  CHECK(desk.run("break show 0000000000000000").status == 10);
}

TEST_CASE("candidates come with the command that pairs them, and none is paired without it") {
  const Desk desk;
  open_day(desk);
  (void)desk.run(reconcile);
  const std::string out = desk.done("break suggest --channel card --json");
  CHECK(misfits(parsed(out), "suggested") == std::vector<std::string>{});
  const auto all = items(parsed(out), "candidates");
  REQUIRE(all.size() == 4);
  const std::string command = all.front().at("command");
  REQUIRE(command.starts_with("payonce "));
  CHECK(holds(desk.done("break suggest --channel card"), command));
  CHECK(holds(desk.done("break suggest --channel card --lang zh"), "金额相同"));
  desk.done(command.substr(8));
  desk.done(command.substr(8));
  const Ran other = desk.run("break match " + all.front().at("line") + " " + all.at(1).at("item") + " --reason x");
  CHECK(other.status == 10);
  CHECK(holds(other.err, "paired already"));
  (void)desk.run(reconcile);
  CHECK(parsed(desk.done("break suggest --channel card --json")).at("more_candidates") != "true");
  CHECK(items(parsed(desk.done("break suggest --channel card --json")), "candidates").size() == 1);
  CHECK(holds(desk.done("break suggest --channel card --limit 1"), "break match"));
  CHECK(desk.run("break suggest --channel nosuch").status == 10);
  CHECK(desk.run("break suggest").status == 64);

  // By the voucher's number as well, and never twice.
  const auto left = items(parsed(desk.done("break suggest --channel card --json")), "candidates").front();
  desk.done("break match " + left.at("line") + " " + left.at("voucher") + " --reason \"same buyer\"");
  CHECK(desk.run("break match " + left.at("line") + " PAY-2026-009999 --reason x").status == 10);
  (void)desk.run(reconcile);
  CHECK(desk.done("break suggest --channel card") == "nothing that stands alone has a candidate on the other side\n");
  CHECK(desk.run("report reconciliation 3 --csv third").status == 1);
  CHECK(holds(read(desk, "third/matches.csv"), "\"whole\",\"person\""));
}

TEST_CASE("the files of a run are the same bytes whenever they are written, and safe in a spreadsheet") {
  const Desk desk;
  open_day(desk);
  (void)desk.run(reconcile);
  CHECK(desk.run("report reconciliation 1 --csv before").status == 1);
  const std::string breaks = read(desk, "before/breaks.csv");
  CHECK(breaks.starts_with("break,code,"));
  for (const char* cell : {"\"'=c8\"", "\"'+x\"", "\"'123456789012345678\"", "\"'007\""}) CHECK(holds(breaks, cell));
  CHECK(holds(breaks, ",10.00,12.00,2.00,2.00,"));
  const std::string matches = read(desk, "before/matches.csv");
  CHECK(holds(matches, "\"c2\""));
  CHECK(holds(matches, ",\"'3-4\","));
  CHECK(holds(matches, "\"CNY\",12.00,"));
  CHECK(holds(matches, "\"CNY\",10.00,"));
  CHECK(misfits(parsed(read(desk, "before/summary.json")), "reconciliation_run") == std::vector<std::string>{});

  // A pair is taken apart, a fix is booked, another is paired by hand, and two more runs are made.
  const auto of = ids(desk);
  desk.done("break propose " + of.at("fee_mismatch") + " --action fee --reason \"=1+1\" --actor lin");
  desk.done("break approve " + of.at("fee_mismatch") + " --actor wang");
  const Json pair = parsed(desk.done("break show " + of.at("amount_over") + " --json"));
  desk.done("break unmatch " + pair.at("voucher") + " --reason \"another buyer\"");
  desk.done("break match " + of.at("missing_internal") + " " + of.at("missing_at_channel") + " --reason same");
  (void)desk.run(reconcile);
  (void)desk.run("report reconciliation 1 --csv after --limit 1");
  for (const std::string& name : files) {
    CAPTURE(name);
    CHECK(!read(desk, "before/" + name).empty());
    CHECK(read(desk, "before/" + name) == read(desk, "after/" + name));
  }
  (void)desk.run("report reconciliation 2 --csv second --bom");
  for (const std::string& name : files) {
    CHECK(read(desk, "second/" + name).starts_with("\xEF\xBB\xBF") == name.ends_with(".csv"));
  }
  CHECK(holds(read(desk, "second/adjustments.csv"), "\"'=1+1\""));
  CHECK(!holds(read(desk, "second/matches.csv"), "\"c2\""));
  CHECK(desk.run("report reconciliation 1 --bom").status == 64);
}

TEST_CASE("the head of a report says whose days they are, to where the book is read, by which rules, and who made it") {
  const Desk desk;
  open_day(desk);
  (void)desk.run(reconcile);
  const std::string text = desk.run("report reconciliation 1 --html run.html").out;
  const std::string page = read(desk, "run.html");
  const Json json = parsed(desk.run("report reconciliation 1 --json").out);
  CHECK(json.at("from") == json.at("as_of"));
  CHECK(json.at("zone") == "+00:00");
  CHECK(holds(json.at("cut_off"), "T00:00:00Z"));
  for (const std::string& part :
       {json.at("ledger"), json.at("cut_off"), json.at("last_voucher"), std::string("rule version"),
        std::string("prepared by"), std::string("lin"), std::string("24:00 UTC+00:00")}) {
    CAPTURE(part);
    CHECK(holds(text, part));
    CHECK(holds(page, part));
  }
  CHECK(holds(page, items(json, "statements").front().at("digest")));
  CHECK(holds(desk.run("report reconciliation 1 --lang zh").out, "日切"));
}
