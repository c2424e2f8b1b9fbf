// The laboratory's command line: names, options that contradict each other, schedules, and what is unknown.

#include <doctest/doctest.h>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

void write_experiments(const Desk& desk) {
  const std::string rest =
      "  row 02\nworld\n  account alice CNY 10.00\n  account shop CNY 0.00\n  order o1 buyer=alice payee=shop "
      "amount=1.00\nintents\n  buy = pay o1 once\nactors\n  one: pay o1 key=k1 for=buy\n  two: pay o1 key=k2 for=buy\n";
  std::string text;
  for (const char* name : {"first-clicks", "first-clicks-again", "other"})
    text += std::string("scenario ") + name + "\n  en \"Two clicks.\"\n  zh \"两次点击。\"\n" + rest + "\n";
  desk.folder().write("mine.lab", text);
}

void refused(const Desk& desk, const std::string& line, const std::string& why) {
  CAPTURE(line);
  const Ran ran = desk.run(line + " --from mine.lab");
  CHECK(ran.status == 64);
  const bool json = holds(line, "--json");
  if (!json) CHECK(ran.out.empty());
  CAPTURE(ran.err);
  CHECK(holds(json ? ran.out : ran.err, why));
}

}  // namespace

TEST_CASE(
    "a name that is empty or fits several is refused with those that it may mean, by every command that takes one") {
  const Desk desk;
  write_experiments(desk);
  for (const char* command : {"run", "explore", "why", "why-ok", "show", "teach", "break", "build"}) {
    const std::string line = std::string("lab ") + command;
    refused(desk, line + " \"\"", "is empty");
    refused(desk, line + " firs", "fits several: first-clicks, first-clicks-again");
    refused(desk, line + " 02", "fits several: first-clicks, first-clicks-again, other");
    refused(desk, line + " fisrt-clicks", "did you mean first-clicks?");
    refused(desk, line + " first-clicsk-again", "did you mean first-clicks-again?");
  }
  for (const char* command : {"matrix", "check", "export --html a.html"}) {
    const std::string line = std::string("lab ") + command;
    refused(desk, line + " \"\"", "is empty");
    refused(desk, line + " firs", "fits several");
  }
  // The whole name is one, though others begin with it; and where many are taken a row is all of its experiments, each once.
  CHECK(desk.run("lab show first-clicks --from mine.lab").status == 0);
  CHECK(parsed(desk.run("lab matrix 02 other --from mine.lab --json").out).member("rows")->members.size() == 3);
}

TEST_CASE("options that contradict each other are refused, and none of them is passed over") {
  const Desk desk;
  write_experiments(desk);
  const std::string id = parsed(desk.run("lab run other --from mine.lab --json").out).member("trace")->at("schedule");
  refused(desk, "lab run other --json --mermaid", "exclude each other");
  refused(desk, "lab why other --layers K --json --mermaid", "exclude each other");
  refused(desk, "lab replay " + id + " --json --mermaid", "exclude each other");
  refused(desk, "lab break other --layers K --without W", "exclude each other");
  refused(desk, "lab export other --svg a.svg --schedule " + id, "leave other out");
}

TEST_CASE("the id of a schedule that lacks its last turns is refused wherever one is taken") {
  const Desk desk;
  write_experiments(desk);
  std::string id = parsed(desk.run("lab run other --from mine.lab --json").out).member("trace")->at("schedule");
  CHECK(desk.run("lab replay " + id + " --from mine.lab").status == 0);
  while (!id.ends_with('.')) {
    id.pop_back();
    refused(desk, "lab replay " + id, "stops before the end");
    refused(desk, "lab export --svg a.svg --schedule " + id, "stops before the end");
  }
}

TEST_CASE("what the budget cut off is unknown to matrix, build, teach, check and why alike") {
  const Desk desk;
  write_experiments(desk);
  const std::string cut = " other --from mine.lab --states 2 ";
  const Ran matrix = desk.run("lab matrix" + cut + "--json");
  CHECK(matrix.status == 2);
  CHECK(parsed(matrix.out).member("rows")->members.front().second.at("guards") == "unknown");
  const Ran table = desk.run("lab matrix" + cut);
  CHECK(holds(table.out, "unknown"));
  const std::string cells = table.out.substr(0, table.out.find("· none of the schedules"));
  CHECK_FALSE(holds(cells, "none  "));
  CHECK_FALSE(holds(cells, "found"));
  desk.folder().write("none.txt", "");
  const Ran taught = desk.run("lab teach" + cut + "--answers none.txt");
  CHECK(taught.status == 2);
  CHECK(holds(taught.out, "nothing can be asked"));
  CHECK_FALSE(holds(taught.out, "0/0"));
  desk.folder().write("all.txt", "K W S V R\n");
  const Ran built = desk.run("lab build" + cut + "--keys all.txt");
  CHECK(built.status == 2);
  CHECK(holds(built.out, "Whether it still leaks is unknown"));
  CHECK_FALSE(holds(built.out, "It still leaks"));
  CHECK(parsed(desk.run("lab build" + cut + "--keys all.txt --json").out).member("cheapest_known")->type == "false");
  CHECK(desk.run("lab why" + cut).status == 2);
  CHECK(desk.run("lab explore" + cut).status == 2);
}

TEST_CASE("of lines that are unknown it is not said that all hold, nor what was got of schedules that nobody saw") {
  const Desk desk;
  const Ran cut = desk.run("lab check 17 --states 5");
  CHECK(cut.status == 2);
  CHECK(holds(cut.out, "6 lines of 1 experiment, 6 unknown"));
  for (const char* pretended : {"all hold", "of 0", "got "}) CHECK_FALSE(holds(cut.out, pretended));
  CHECK_FALSE(holds(desk.run("lab check 17 --states 5 --json").out, "of 0"));
  CHECK(holds(desk.run("lab check 17").out, "6 lines of 1 experiment, all hold"));
  write_experiments(desk);
  const Ran silent = desk.run("lab check other --from mine.lab");
  CHECK(silent.status == 2);
  CHECK(holds(silent.out, "1 experiment expects nothing"));
  CHECK_FALSE(holds(silent.out, "hold"));
}

TEST_CASE("what is unknown is null in JSON, and not false") {
  const Desk desk;
  CHECK(parsed(desk.run("lab why 17 --states 5 --json").out).member("leaks")->type == "null");
  CHECK(parsed(desk.run("lab why 17 --json").out).member("leaks")->type == "false");
  const auto leaks_again = [&](const std::string& options) {
    const Json matrix = parsed(desk.run("lab matrix 17 --json" + options).out);
    return matrix.member("rows")->members.front().second.member("leaks_with_more")->type;
  };
  CHECK(leaks_again(" --states 5") == "null");
  CHECK(leaks_again("") == "false");
}

TEST_CASE(
    "a layer that is off is never said to have stopped somebody, and a guard that is no layer is told as what it is") {
  const Desk desk;
  const auto stoppers = [&](const std::string& line) {
    std::string names;
    const Json told = parsed(desk.run(line + " --json").out);
    for (const auto& [name, count] : told.member("stopped_by")->members) names += (names.empty() ? "" : ", ") + name;
    return names;
  };
  for (const char* command : {"lab explore ", "lab why-ok "}) {
    const std::string line = command;
    CHECK(stoppers(line + "37-cancel --layers -") == "another guard, another guard (inbox)");
    CHECK(stoppers(line + "37-cancel --layers KWSV") == "another guard (inbox), state_machine");
    CHECK(stoppers(line + "06-redelivery --layers -") == "another guard (inbox)");
    CHECK(stoppers(line + "18-oversell --layers -") == "another guard (stock)");
    CHECK(stoppers(line + "19-coupon --layers -") == "another guard (coupon)");
    CHECK(stoppers(line + "39-late-success --layers -") == "another guard");
    CHECK(stoppers(line + "02-fresh-key-double-click --layers W") == "dedup_window");
    CHECK(stoppers(line + "02-fresh-key-double-click --layers -").empty());
  }
  CHECK(holds(desk.run("lab explore 37-cancel --layers - --lang zh").out, "其他防线（收件箱）"));
}

TEST_CASE("of what the budget cut off the shortest leak, par, shares and chances are told as they are so far") {
  const Desk desk;
  const std::string cut = " 37-cancel --layers - --states 80";
  CHECK(holds(desk.run("lab why" + cut).out, "shortest leak so far (the budget was over): "));
  const Ran explored = desk.run("lab explore" + cut);
  CHECK(holds(explored.out, "% so far; at least "));
  CHECK(holds(explored.out, "+  ZOMBIE"));
  CHECK(holds(desk.run("lab break" + cut).out, " turns so far (the budget was over)."));
  CHECK(holds(desk.run("lab matrix 37-cancel --cells chance --states 80").out, "%+"));
  CHECK_FALSE(holds(desk.run("lab why 37-cancel --layers -").out, "so far"));
  // No leak was met at all: one schedule that does not leak says nothing of the others.
  desk.folder().write("keys.txt", "finish\n");
  const Ran tried = desk.run("lab break 17 --states 5 --keys keys.txt");
  CHECK(tried.status == 2);
  CHECK(holds(tried.out, "Schedules tried: 1; how many there are is unknown"));
  CHECK(holds(tried.out, "whether another does is unknown"));
  CHECK_FALSE(holds(tried.out, "✓ Nothing leaked"));
  CHECK(parsed(desk.run("lab break 17 --states 5 --keys keys.txt --json").out).at("ended") == "unknown");
}

TEST_CASE("an account that an order alone names, a slip away from one that is declared, is warned of with its place") {
  const Desk desk;
  const auto written = [&](const std::string& order) {
    desk.folder().write("slip.lab",
                        "scenario slip\n  en \"Two clicks.\"\n  zh \"两次点击。\"\nworld\n  account alice CNY "
                        "10.00\n  account shop CNY 0.00\n  order o1 " +
                            order +
                            " amount=1.00\nintents\n  buy = pay o1 at-most once\nactors\n  one: pay o1 "
                            "key=k1\n  two: pay o1 key=k2\nexpect\n  guards W | S | V\n");
  };
  written("buyer=alcie payee=shop");
  for (const char* command : {"check --states 5", "explore slip", "run slip"}) {
    CAPTURE(command);
    const Ran slip = desk.run(std::string("lab ") + command + " --from slip.lab");
    CHECK(holds(slip.err, "slip.lab:7:18: warning: the account alcie is named here alone"));
    CHECK(holds(slip.err, "did you mean alice?"));
  }
  written("buyer=alice payee=shpo");
  CHECK(holds(desk.run("lab run slip --from slip.lab --lang zh").err, "slip.lab:7:30: 警告：账户 shpo"));
  for (const char* meant : {"buyer=alice payee=shop", "buyer=alice payee=warehouse"}) {
    written(meant);
    CHECK(desk.run("lab run slip --from slip.lab").err.empty());
  }
}
