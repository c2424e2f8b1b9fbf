// A newcomer's first question must always be answered.

#include <doctest/doctest.h>

#include <set>

#include "tests/cli/desk.hpp"

using namespace payonce::test;

namespace {

/// The commands as the program's own help lists them: between the heading and the next empty line, up to two blanks.
std::vector<std::string> commands_of(const std::string& help) {
  std::vector<std::string> commands;
  std::size_t at = help.find("Commands");
  REQUIRE(at != std::string::npos);
  for (at = help.find('\n', at) + 1; help[at] != '\n'; at = help.find('\n', at) + 1) {
    if (help[at + 2] == ' ') continue;  // the sentence above goes on
    commands.push_back(help.substr(at + 2, help.find("  ", at + 2) - at - 2));
  }
  return commands;
}

bool has_chinese(std::string_view text) { return text.find("\xE7") != std::string_view::npos; }

}  // namespace

TEST_CASE("every command explains itself, with an example, in every language") {
  const Desk desk;
  const std::vector<std::string> commands = commands_of(desk.done("--help"));
  CHECK(commands.size() >= 23);
  for (const std::string& command : commands) {
    CAPTURE(command);
    const std::string english = desk.done(command + " --help");
    CHECK(holds(english, "payonce " + command + " · "));
    const std::size_t examples = english.find("\nExamples:\n");
    REQUIRE(examples != std::string::npos);
    CHECK(holds(english.substr(examples), "  payonce "));
    CHECK_FALSE(has_chinese(english));
    const std::string chinese = desk.done(command + " --help --lang zh");
    CHECK(has_chinese(chinese));
    CHECK(holds(chinese, "示例：\n"));
    CHECK_FALSE(holds(chinese, "Examples"));
    const std::string both = desk.done(command + " -h --lang both");
    CHECK(holds(both, "Examples: / 示例：\n"));
  }
}

TEST_CASE("every example of every help is understood by the program") {
  const Desk desk;
  desk.open_shop("");
  desk.done("order create ord_42 --buyer alice --payee shop --amount \"CNY 100.00\"");
  int typed = 0;
  for (const std::string& command : commands_of(desk.done("--help"))) {
    // Those two need scenario files beside them, and are tried where these are.
    if (command == "play" || command.starts_with("lab ")) continue;
    const std::string help = desk.done(command + " --help");
    for (std::size_t at = help.find("\n  payonce ", help.find("\nExamples:")); at != std::string::npos;
         at = help.find("\n  payonce ", at + 1)) {
      const std::size_t begin = at + std::string_view("\n  payonce ").size();
      const std::string line = help.substr(begin, help.find('\n', begin) - begin);
      CAPTURE(line);
      const Ran ran = desk.run(line);
      CAPTURE(ran.err);
      CHECK(ran.status != 64);
      CHECK(ran.status != 70);
      ++typed;
    }
  }
  CHECK(typed >= 30);
}

TEST_CASE("help is given whatever else is wrong on the line") {
  const Desk desk;
  CHECK(holds(desk.done("pay --no-such-thing --help"), "payonce pay · "));
  CHECK(holds(desk.done("pay --help --key"), "payonce pay · "));
  CHECK(holds(desk.done("--db /nowhere/at/all pay --help"), "payonce pay · "));
}

TEST_CASE("a group of commands lists them") {
  const Desk desk;
  const std::string help = desk.done("order --help");
  for (const char* command : {"order create", "order show", "order list", "order cancel", "order ship"}) {
    CHECK(holds(help, command));
  }
  CHECK_FALSE(holds(help, "account open"));
}

TEST_CASE("no command, or half of one, is help on standard error and a status of its own") {
  const Desk desk;
  for (const char* line : {"", "order", "--lang en", "channel --db x.db"}) {
    CAPTURE(line);
    const Ran ran = desk.run(line);
    CHECK(ran.status == 64);
    CHECK(ran.out.empty());
    CHECK(holds(ran.err, "Commands"));
  }
}

TEST_CASE("the help of the program names every exit status once, and every option of every command") {
  const Desk desk;
  const std::string help = desk.done("--help");
  for (const char* status : {"0 ", "1 ", "2 ", "10", "11", "12", "13", "64", "70", "74"}) {
    CAPTURE(status);
    CHECK(holds(help, std::string("\n  ") + status + "  "));
  }
  for (const char* option :
       {"--db FILE", "--lang en|zh|both", "--json", "--color auto|always|never", "--tenant NAME"}) {
    CHECK(holds(help, option));
  }
}

TEST_CASE("the language follows the locale, and the option outweighs it") {
  const Desk desk;
  const auto english = [&](const std::vector<std::string>& environment, const char* line) {
    return holds(desk.run(line, Out::kept, environment).err, "did you mean pay?");
  };
  CHECK(english({"LC_ALL=C"}, "paay"));
  CHECK_FALSE(english({"LANG=zh_CN.UTF-8"}, "paay"));
  CHECK_FALSE(english({"LC_ALL=", "LC_MESSAGES=zh_TW", "LANG=en_GB.UTF-8"}, "paay"));
  CHECK(english({"LC_ALL=en_US.UTF-8", "LANG=zh_CN.UTF-8"}, "paay"));
  CHECK(english({"LANG=zh_CN.UTF-8"}, "paay --lang en"));
  CHECK(holds(desk.run("paay --lang zh").err, "您是指 pay 吗"));
  CHECK(holds(desk.run("--lang=both paay").err, "did you mean pay? / "));
}

TEST_CASE("the hidden crash switch stays hidden, the version is told") {
  const Desk desk;
  CHECK_FALSE(holds(desk.done("pay --help"), "crash"));
  CHECK(desk.done("--version").starts_with("payonce 0."));
}
