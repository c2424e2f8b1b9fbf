// The life of an order as its history has it, and the machines as the file itself has them.

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <set>
#include <tuple>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

using Step = std::tuple<std::string, std::string, std::string>;

/// The table itself, read without any code of ours.
std::set<Step> table_of(const std::filesystem::path& ledger) {
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open_v2(ledger.c_str(), &raw, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> database(raw, sqlite3_close);
  sqlite3_stmt* raw_statement = nullptr;
  REQUIRE(sqlite3_prepare_v2(raw, "SELECT machine, from_status, to_status FROM legal_step", -1, &raw_statement,
                             nullptr) == SQLITE_OK);
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(raw_statement, sqlite3_finalize);
  std::set<Step> steps;
  const auto text = [&](int column) {
    return std::string(reinterpret_cast<const char*>(sqlite3_column_text(raw_statement, column)));
  };
  while (sqlite3_step(raw_statement) == SQLITE_ROW) steps.emplace(text(0), text(1), text(2));
  return steps;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos;
}

std::vector<std::string> life_of(const Desk& desk, const std::string& order) {
  std::vector<std::string> life;
  for (const auto& [n, step] : parsed(desk.done("order show " + order + " --json")).member("life")->members) {
    life.push_back(step.at("machine") + " " + step.at("from") + ">" + step.at("to"));
  }
  return life;
}

}  // namespace

TEST_CASE("an order's life is told step by step, with what was booked and on whose word") {
  const Desk desk;
  desk.open_shop();
  desk.done("channel script card lose");
  CHECK(desk.run("pay o1 --key k1 --via card").status == 13);
  desk.done("pay o1 --key k1 --via card");
  desk.done("order ship o1");
  const std::string told = desk.done("order show o1");
  CHECK(holds(told, "\n  created ─▶ paying ─▶ paid ─▶ fulfilled\n"));
  CHECK(holds(desk.done("order show o1 --lang zh"), "经历"));
  const auto life = life_of(desk, "o1");
  const auto place = [&](std::string_view step) { return std::find(life.begin(), life.end(), step) - life.begin(); };
  for (const char* step : {"order text>created", "order created>paying", "attempt text>dispatched",
                           "attempt unknown>succeeded", "order paying>paid", "order paid>fulfilled"}) {
    CAPTURE(step);
    CHECK(place(step) < static_cast<std::ptrdiff_t>(life.size()));
  }
  CHECK(place("order text>created") == 0);
  CHECK(place("attempt unknown>succeeded") < place("order paying>paid"));
  CHECK(place("order paying>paid") < place("order paid>fulfilled"));
  const Json shown = parsed(desk.done("order show o1 --json"));
  CHECK(misfits(shown, "order") == std::vector<std::string>{});
  int paid = 0;
  for (const auto& [n, step] : shown.member("life")->members) {
    if (step.at("to") == "paid") CHECK(step.at("voucher") == shown.at("voucher"));
    if (step.at("to") != "succeeded") continue;
    ++paid;
    CHECK(step.at("voucher") == shown.at("voucher"));
    CHECK(step.at("evidence") == "query");
  }
  CHECK(paid == 1);
}

TEST_CASE("parcels, goods that came back and the beginnings of refunds are in the life, in their order") {
  const Desk desk;
  desk.open_shop();
  desk.done("stock add tea");
  desk.done("stock receive tea 5 --ref in:1");
  desk.done("order create o9 --buyer alice --payee shop --line \"tea:3:CNY 10.00\"");
  desk.done("pay o9 --key k1 --via card");
  desk.done("order ship o9 --line 1 --quantity 2 --ref parcel:1");
  desk.done("order return o9 --line 1 --quantity 1 --ref rma:1");
  desk.done("order return o9 --line 1 --quantity 2 --ref rma:2");
  desk.done("refund o9 --key r1 --ref r-1 --amount \"CNY 10.00\"");
  const Json shown = parsed(desk.done("order show o9 --json"));
  CHECK(misfits(shown, "order") == std::vector<std::string>{});
  std::vector<std::string> told;
  for (const auto& [n, step] : shown.member("life")->members) {
    const std::string machine = step.at("machine");
    if (machine != "parcel" && machine != "goods" && machine != "refund") continue;
    told.push_back(machine + " " + step.at("which") + " " + step.at("from") + ">" + step.at("to") + " " +
                   step.at("cause"));
    if (machine == "refund") CHECK(step.member("voucher")->type == "text");
  }
  CHECK(told == std::vector<std::string>{
                    "parcel line 1 x 2 parcel:1 text>shipped ship", "goods line 1 x 1 rma:1 text>returned return",
                    "goods line 1 x 2 rma:2 text>returned return", "refund o9.refund.r-1 text>dispatched customer",
                    "refund o9.refund.r-1 dispatched>succeeded reply"});
}

TEST_CASE("a refund that the ledger owes begins in the life with why, and on whose word") {
  const Desk desk;
  desk.open_shop();
  desk.done("channel script card lose");
  CHECK(desk.run("pay o1 --key k1 --via card").status == 13);
  CHECK(desk.run("order cancel o1").status == 0);
  desk.done("recover");
  bool begun = false;
  for (const auto& [n, step] : parsed(desk.done("order show o1 --json")).member("life")->members) {
    if (step.at("machine") != "refund" || step.at("to") != "requested") continue;
    begun = true;
    CHECK(step.at("cause") == "late");
    CHECK(step.at("evidence") == "query");
  }
  CHECK(begun);
  desk.done("order create o2 --buyer alice --payee shop --amount \"CNY 10.00\"");
  desk.done("pay o2 --key k2");
  desk.done("refund o2 --key r2");
  const auto life = life_of(desk, "o2");
  CHECK(std::count(life.begin(), life.end(), "refund text>succeeded") == 1);
  CHECK(std::count_if(life.begin(), life.end(), [](const std::string& s) { return s.starts_with("journal"); }) == 0);
}

TEST_CASE("an order that was only made has one step, and one cancelled has two") {
  const Desk desk;
  desk.open_shop();
  CHECK(life_of(desk, "o1") == std::vector<std::string>{"order text>created"});
  desk.done("order cancel o1");
  CHECK(life_of(desk, "o1") == std::vector<std::string>{"order text>created", "order created>cancelled"});
  CHECK(holds(desk.done("order show o1"), "\n  created ─▶ cancelled\n"));
}

TEST_CASE("the machines that are printed are the table of legal steps, step for step") {
  const Desk desk;
  desk.open_shop();
  const std::set<Step> table = table_of(desk.folder() / "payonce.db");
  CHECK(table.size() >= 38);
  std::set<Step> told;
  const Json json = parsed(desk.done("explain states --json"));
  CHECK(misfits(json, "states") == std::vector<std::string>{});
  for (const auto& [n, machine] : json.member("machines")->members) {
    for (const auto& [m, step] : machine.member("steps")->members) {
      told.emplace(machine.at("machine"), step.at("from"), step.at("to"));
    }
  }
  CHECK(told == table);
  const std::string text = desk.done("explain states");
  for (const auto& [machine, from, to] : table) {
    CAPTURE(machine);
    CAPTURE(from);
    const std::size_t begin = text.find("\n" + machine + "\n");
    REQUIRE(begin != std::string::npos);
    const std::string own = text.substr(begin + 1, text.find("\n\n", begin + 1) - begin - 1);
    const auto lines = lines_of(own);
    CHECK(std::any_of(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.starts_with("  " + from + " ") && holds(line + ",", " " + to + ",");
    }));
  }
}

TEST_CASE("every line of the diagram is one that Mermaid takes, and its arrows are the table") {
  const Desk desk;
  desk.open_shop();
  std::set<Step> arrows;
  std::string machine;
  const auto lines = lines_of(desk.done("explain states --mermaid"));
  REQUIRE(!lines.empty());
  CHECK(lines.front() == "stateDiagram-v2");
  for (std::size_t n = 1; n < lines.size(); ++n) {
    std::string_view line = lines[n];
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    CAPTURE(lines[n]);
    if (line == "}") {
      CHECK(!machine.empty());
      machine.clear();
    } else if (line.starts_with("state ") && line.ends_with(" {")) {
      CHECK(machine.empty());
      machine = line.substr(6, line.size() - 8);
      CHECK(is_name(machine));
    } else if (const auto arrow = line.find(" --> "); arrow != std::string_view::npos) {
      const std::string_view from = line.substr(0, arrow);
      const std::string_view to = line.substr(arrow + 5);
      CHECK((from == "[*]" || is_name(from)));
      CHECK((to == "[*]" || is_name(to)));
      if (from == "[*]" || to == "[*]") continue;
      CHECK(from.starts_with(machine + "_"));
      CHECK(to.starts_with(machine + "_"));
      arrows.emplace(machine, from.substr(machine.size() + 1), to.substr(machine.size() + 1));
    } else {
      const auto colon = line.find(" : ");
      REQUIRE(colon != std::string_view::npos);
      CHECK(line.substr(0, colon) == machine + "_" + std::string(line.substr(colon + 3)));
    }
  }
  CHECK(machine.empty());
  CHECK(arrows == table_of(desk.folder() / "payonce.db"));
}

TEST_CASE("without a ledger the machines of a new one are told, and a named one that is missing is missed") {
  const Desk desk;
  const std::string fresh = desk.done("explain states --mermaid");
  CHECK_FALSE(std::filesystem::exists(desk.folder() / "payonce.db"));
  desk.open_shop();
  CHECK(desk.done("explain states --mermaid") == fresh);
  CHECK(desk.run("explain states --db elsewhere.db").status == 74);
  CHECK(desk.run("explain state_machine --mermaid").status == 64);
  CHECK(desk.run("explain states --mermaid --json").status == 64);
}
