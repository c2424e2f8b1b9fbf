// The rules of the house, over every file of it. Each rule is first shown a sample that breaks it, so that none of them can be
// green for the reason that it sees nothing.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/house/directions.hpp"
#include "tests/house/file.hpp"
#include "tests/house/habits.hpp"
#include "tests/house/names.hpp"

using namespace payonce::house;

namespace {

const std::vector<File>& house() {
  static const std::vector<File> files = files_of(PAYONCE_SOURCE_DIR);
  return files;
}

using Rule = Findings (*)(const File&);

void holds_everywhere(Rule rule) {
  CHECK(house().size() > 50);
  for (const File& file : house()) {
    for (const std::string& finding : rule(file)) FAIL_CHECK(finding);
  }
}

Findings includes_in_house(const File& file) { return wrong_includes(file, house()); }
Findings includes_alone(const File& file) { return wrong_includes(file, {}); }

void finds(Rule rule, const File& bad, const std::string& finding) {
  CAPTURE(bad.path);
  CAPTURE(bad.text);
  CHECK(rule(bad) == Findings{finding});
}

void passes(Rule rule, const File& good) {
  CAPTURE(good.path);
  CAPTURE(good.text);
  CHECK(rule(good) == Findings{});
}

}  // namespace

TEST_CASE("an include against the directions is found") {
  const auto include = [](const char* path) { return std::string("\n#include \"") + path + "\"\n"; };
  finds(includes_alone, {"ledger/values/a.hpp", include("ledger/store/store.hpp")},
        "ledger/values/a.hpp:2: values includes store");
  finds(includes_alone, {"ledger/store/a.cpp", include("ledger/journal/book.hpp")},
        "ledger/store/a.cpp:2: store includes journal");
  finds(includes_alone, {"ledger/journal/a.cpp", include("ledger/layers/state_machine.hpp")},
        "ledger/journal/a.cpp:2: journal includes layers");
  finds(includes_alone, {"ledger/journal/a.cpp", include("ledger/orders/order.hpp")},
        "ledger/journal/a.cpp:2: journal includes orders");
  finds(includes_alone, {"ledger/statements/a.cpp", include("ledger/world/world.hpp")},
        "ledger/statements/a.cpp:2: statements includes world");
  finds(includes_alone, {"ledger/orders/a.cpp", include("ledger/channel/channel.hpp")},
        "ledger/orders/a.cpp:2: orders includes channel");
  finds(includes_alone, {"ledger/layers/dedup_window.cpp", include("ledger/layers/state_machine.hpp")},
        "ledger/layers/dedup_window.cpp:2: a layer includes a layer: ledger/layers/state_machine.hpp");
  finds(includes_alone, {"ledger/layers/dedup_window.cpp", include("ledger/engine.hpp")},
        "ledger/layers/dedup_window.cpp:2: layers includes engine");
  finds(includes_alone, {"ledger/layers/helper.cpp", ""},
        "ledger/layers/helper.cpp:1: a file of ledger/layers/ has the name or the namespace of its layer");
  finds(includes_alone, {"ledger/wire/a.cpp", include("ledger/store/store.hpp")},
        "ledger/wire/a.cpp:2: wire includes store");
  finds(includes_alone, {"ledger/messages/inbox.cpp", include("ledger/wire/json_message.hpp")},
        "ledger/messages/inbox.cpp:2: messages includes wire");
  finds(includes_alone, {"ledger/engine.cpp", include("scenarios/acquirer/acquirer.hpp")},
        "ledger/engine.cpp:2: engine includes scenarios");
  finds(includes_alone, {"scenarios/player/a.cpp", include("app/print.hpp")},
        "scenarios/player/a.cpp:2: scenarios includes app");
  finds(includes_alone, {"app/a.cpp", include("tests/support/seed.hpp")}, "app/a.cpp:2: app includes tests");
  finds(includes_alone, {"app/a.cpp", include("print.hpp")},
        "app/a.cpp:2: an include is written from the top: \"print.hpp\"");
  finds(includes_alone, {"app/a.cpp", include("schema/embed/scan.hpp")},
        "app/a.cpp:2: the embedder is a tool of the build");
  finds(includes_alone, {"cellar/a.cpp", ""}, "cellar/a.cpp:1: a room that tests/house does not know");
  passes(includes_alone,
         {"ledger/engine.cpp", include("ledger/layers/state_machine.hpp") + include("ledger/channel/channel.hpp")});
  passes(includes_alone, {"ledger/layers/dedup_window_file.cpp", include("ledger/layers/dedup_window.hpp")});
  const File lease{"ledger/layers/lease.hpp", "namespace payonce::idempotency_key {"};
  const std::string with_lease = include("ledger/layers/lease.hpp");
  CHECK(wrong_includes({"ledger/layers/idempotency_key.cpp", with_lease}, {lease}).empty());
  CHECK(wrong_includes({"ledger/layers/dedup_window.cpp", with_lease}, {lease}) ==
        Findings{"ledger/layers/dedup_window.cpp:2: a layer includes a layer: ledger/layers/lease.hpp"});
  passes(includes_alone, {"tests/whole/a.cpp", include("ledger/engine.hpp")});
}

TEST_CASE("a package outside its room is found") {
  finds(wrong_packages, {"ledger/orders/a.cpp", "#include <sqlite3.h>\n"},
        "ledger/orders/a.cpp:1: only store names the driver: sqlite3.h");
  finds(wrong_packages, {"app/a.cpp", "#include <SQLiteCpp/Database.h>\n"},
        "app/a.cpp:1: only store names the driver: SQLiteCpp/Database.h");
  finds(wrong_packages, {"ledger/store/a.cpp", "#include <openssl/evp.h>\n"},
        "ledger/store/a.cpp:1: only digest names OpenSSL: openssl/evp.h");
  finds(wrong_packages, {"scenarios/player/a.cpp", "#include <CLI/CLI.hpp>\n"},
        "scenarios/player/a.cpp:1: only app names CLI11: CLI/CLI.hpp");
  finds(wrong_packages, {"app/a.cpp", "#include <nlohmann/json.hpp>\n"},
        "app/a.cpp:1: only sources of wire name nlohmann-json: nlohmann/json.hpp");
  finds(wrong_packages, {"ledger/wire/a.hpp", "#include <nlohmann/json_fwd.hpp>\n"},
        "ledger/wire/a.hpp:1: only sources of wire name nlohmann-json: nlohmann/json_fwd.hpp");
  finds(wrong_packages, {"app/a.cpp", "#include <doctest/doctest.h>\n"},
        "app/a.cpp:1: only tests name doctest: doctest/doctest.h");
  finds(wrong_packages, {"ledger/store/a.hpp", "#include <fmt/core.h>\n"},
        "ledger/store/a.hpp:1: fmt stays out of the headers of the ledger: fmt/core.h");
  finds(wrong_packages, {"app/a.cpp", "#include <regex>\n"}, "app/a.cpp:1: <regex> costs three seconds a file: regex");
  finds(wrong_packages, {"ledger/values/a.cpp", "#include <unistd.h>\n"},
        "ledger/values/a.cpp:1: values knows the standard library and fmt, nothing else: unistd.h");
  passes(wrong_packages, {"ledger/values/a.cpp", "#include <fmt/format.h>\n#include <string>\n"});
  passes(wrong_packages, {"ledger/wire/a.cpp", "#include <nlohmann/json.hpp>\n"});
  passes(wrong_packages, {"tests/store/a.cpp", "#include <sqlite3.h>\n"});
}

TEST_CASE("printing below app is found, and the word in a sentence is not") {
  finds(prints, {"ledger/engine.cpp", "\nvoid f() { std::cout << 1; }\n"},
        "ledger/engine.cpp:2: only app prints: cout");
  finds(prints, {"scenarios/player/a.cpp", "void f() { fmt::print(\"x\"); }"},
        "scenarios/player/a.cpp:1: only app prints: fmt::print");
  passes(prints, {"ledger/engine.cpp",
                  "// std::cout\nconst char* a = \"cout\"; const int count = 1'000;\nint snprintf(char*);"});
  passes(prints, {"app/print.cpp", "void f() { std::cout << 1; }"});
}

TEST_CASE("a clock or a die outside world is found") {
  finds(asks_time_or_chance, {"ledger/orders/a.cpp", "auto t = std::chrono::system_clock::now();"},
        "ledger/orders/a.cpp:1: only world knows the time and chance: system_clock");
  finds(asks_time_or_chance, {"app/a.cpp", "std::random_device r;"},
        "app/a.cpp:1: only world knows the time and chance: random_device");
  passes(asks_time_or_chance, {"ledger/world/real_world.cpp", "std::random_device r;"});
  passes(asks_time_or_chance, {"app/a.cpp", "auto a = operand(1); // rand(1)"});
}

TEST_CASE("a room that talks to the channel past the engine is found") {
  finds(talks_to_channel, {"ledger/layers/state_machine.cpp", "void f(Channel& c);"},
        "ledger/layers/state_machine.cpp:1: only the engine talks to the channel: Channel");
  passes(talks_to_channel, {"ledger/layers/state_machine.cpp", "void f(const ChannelAnswer& a);"});
  passes(talks_to_channel, {"ledger/engine.cpp", "void f(Channel& c);"});
}

TEST_CASE("SQL outside schema is found") {
  finds(holds_sql, {"ledger/orders/a.cpp", "auto a = \"SELECT 1\";"},
        "ledger/orders/a.cpp:1: SQL lies in schema/: SELECT 1");
  finds(holds_sql, {"app/a.cpp", "\nauto a = R\"(\n UPDATE t SET x = 1)\";"},
        "app/a.cpp:2: SQL lies in schema/: UPDATE t SET x = 1");
  passes(holds_sql, {"ledger/orders/a.cpp", "// \"SELECT 1\"\nauto a = \"selected\";"});
  passes(holds_sql, {"ledger/store/a.cpp", "auto a = \"SELECT sql FROM sqlite_schema\";"});
  CHECK_FALSE(holds_sql({"ledger/store/a.cpp", "auto a = \"SELECT 1 FROM orders\";"}).empty());
  passes(holds_sql, {"tests/store/a.cpp", "auto a = \"SELECT 1\";"});
}

TEST_CASE("SQL that asks for time or chance is found") {
  finds(sql_asks_time_or_chance, {"schema/queries/a.sql", "-- name: a\nSELECT random();\n"},
        "schema/queries/a.sql:2: SQL asks for time or chance itself: RANDOM(");
  CHECK_FALSE(sql_asks_time_or_chance({"schema/migrations/a.sql", "x DEFAULT (datetime('now'))"}).empty());
  passes(sql_asks_time_or_chance, {"schema/queries/a.sql", "SELECT :now_ns -- never random()\n"});
}

TEST_CASE("a file that has grown into two nouns is found") {
  const auto lines = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "x\n";
    return text;
  };
  finds(too_long, {"ledger/a.cpp", lines(301)}, "ledger/a.cpp:301: 301 lines; 300 are the most");
  finds(too_long, {"schema/a.sql", lines(401)}, "schema/a.sql:401: 401 lines; 400 are the most");
  passes(too_long, {"ledger/a.cpp", lines(300)});
}

TEST_CASE("a test that the test runner cannot name is found") {
  const std::string macro =
      "TEST_"
      "CASE(";
  finds(splits_its_name, {"tests/a/a.cpp", "x\n" + macro + "\n    \"one; two\") {\n"},
        "tests/a/a.cpp:3: a semicolon in the name of a test");
  passes(splits_its_name, {"tests/a/a.cpp", macro + "\"one\") { a; }\n"});
}

TEST_CASE("what was left for later is found") {
  finds(left_behind, {"a.md", std::string("x\nTO") + "DO: y\n"},
        std::string("a.md:2: a promise to do it later: TO") + "DO");
  finds(left_behind, {"a.sql", "x\r\n"}, "a.sql:1: a CR character");
  passes(left_behind, {"a.md", "x\n"});
}

TEST_CASE("a layer that is missing in one of its five places is found") {
  std::vector<File> files{{"ledger/values/layer.hpp", ""}};
  CHECK(missing_places({}).size() == 25);
  for (const std::string layer :
       {"idempotency_key", "dedup_window", "state_machine", "unique_constraint", "reconciliation"}) {
    files[0].text += "  " + layer + ",\n";
    files.push_back({"ledger/layers/" + layer + ".cpp", ""});
    files.push_back(
        {layer == "reconciliation" ? "schema/checks/books_balance.sql" : "schema/queries/" + layer + ".sql", ""});
    files.push_back({"tests/layers/" + layer + "_test.cpp", ""});
    files.push_back({"scenarios/" + layer + "/double-click.lab", ""});
  }
  CHECK(missing_places(files) == Findings{});
  for (std::size_t i = 1; i < files.size(); ++i) {
    std::vector<File> fewer = files;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    CAPTURE(files[i].path);
    CHECK(missing_places(fewer).size() == 1);
  }
}

TEST_CASE("a name that nothing else has is found") {
  CHECK(stray_names({{"schema/queries/cellar.sql", ""}, {"ledger/orders/order.hpp", ""}}) ==
        Findings{"schema/queries/cellar.sql:1: no room and no noun of ledger/ has this name"});
  CHECK(stray_names({{"schema/queries/orders.sql", ""}, {"ledger/orders/order.hpp", ""}}).empty());
  CHECK(stray_names({{"scenarios/whole/a.lab", "scenario b\n"}}) ==
        Findings{"scenarios/whole/a.lab:1: the first story of a file has the file's name"});
  CHECK(
      stray_names({{"scenarios/whole/a.lab", "scenario a\n"}, {"scenarios/whole/b.lab", "scenario b\nscenario a\n"}}) ==
      Findings{"scenarios/whole/b.lab:1: the story 'a' is told in scenarios/whole/a.lab too"});
}

TEST_CASE("every include follows the directions") { holds_everywhere(includes_in_house); }
TEST_CASE("every package is named in its room alone") { holds_everywhere(wrong_packages); }
TEST_CASE("only app prints") { holds_everywhere(prints); }
TEST_CASE("only world knows the time and chance") { holds_everywhere(asks_time_or_chance); }
TEST_CASE("only the engine talks to the channel") { holds_everywhere(talks_to_channel); }
TEST_CASE("SQL lies in schema") { holds_everywhere(holds_sql); }
TEST_CASE("SQL is handed the time") { holds_everywhere(sql_asks_time_or_chance); }
TEST_CASE("no file has grown into two nouns") { holds_everywhere(too_long); }
TEST_CASE("every test has a name that can be run") { holds_everywhere(splits_its_name); }
TEST_CASE("nothing was left for later") { holds_everywhere(left_behind); }

TEST_CASE("every layer has its five places") {
  for (const std::string& finding : missing_places(house())) FAIL_CHECK(finding);
}

TEST_CASE("every query file and story has its name for a reason") {
  for (const std::string& finding : stray_names(house())) FAIL_CHECK(finding);
}
