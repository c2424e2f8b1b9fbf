// Lessons on the command line, as a class and a script meet them: teach, break, build.

#include <doctest/doctest.h>

#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "ledger/values/wide.hpp"
#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;
using payonce::display_width;

namespace {

constexpr std::string_view two_clicks = "lab break 02 --without WSV --keys keys.txt ";

Ran break_with(const Desk& desk, std::string_view keys, const std::string& options = {}) {
  desk.folder().write("keys.txt", keys);
  return desk.run(std::string(two_clicks) + options);
}

/// Every line fits a plain terminal of a hundred columns, none ends in a blank, and nothing is coloured.
void fits_a_plain_terminal(const std::string& text) {
  CHECK_FALSE(holds(text, "\x1b"));
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string line = text.substr(from, end - from);
    CAPTURE(line);
    CHECK(display_width(line) <= 100);
    CHECK_FALSE(line.ends_with(" "));
    from = end + 1;
  }
}

/// The names of an object's own members, as docs/laboratory.md names them in its line of this command.
void documented(const Json& told, const std::string& command) {
  const std::string docs = contents(std::filesystem::path(PAYONCE_SOURCE_DIR) / "docs/laboratory.md");
  const std::size_t begin = docs.find("\n- `" + command + "`: ");
  REQUIRE(begin != std::string::npos);
  const std::string line = docs.substr(begin, docs.find("\n- ", begin + 1) - begin);
  std::string words;
  for (const char c : line) words += std::string_view("`(),.").find(c) == std::string_view::npos && c != '\n' ? c : ' ';
  words += " exit ";
  for (const auto& [name, value] : told.members) {
    CAPTURE(name);
    CHECK(holds(words, " " + name + " "));
  }
}

}  // namespace

TEST_CASE("a schedule that leaks is won, told with its id, and ends with 1") {
  const Desk desk;
  const Ran won = break_with(desk, "a a a # the first click, whole\nb\nstep click2\n2\n");
  CHECK(won.status == 1);
  CHECK(holds(won.out, "✖ DOUBLE: moved more often than it was wanted"));
  CHECK(holds(won.out, "Broken in 6 turns; par is 6 turns; hints: 0."));
  CHECK(holds(won.out, "buy has moved 2 times, wanted: 1"));
  CHECK_FALSE(holds(won.out, "turn 7"));
  const std::size_t id = won.out.find("payonce lab replay ");
  REQUIRE(id != std::string::npos);
  const std::string replay = won.out.substr(id + 8, won.out.find('\n', id) - id - 8);
  CHECK(desk.run(replay).status == 1);
  fits_a_plain_terminal(won.out);
}

TEST_CASE("a level that cannot be won says so at once and lets itself be tried, and ends with 0") {
  const Desk desk;
  desk.folder().write("keys.txt", "hint finish undo tables trace par help restart\n");
  const Ran tried = desk.run("lab break 02 --layers KWSV --keys keys.txt");
  CHECK(tried.status == 0);
  CHECK(holds(tried.out, "None of 20 schedules leaks under these layers"));
  CHECK(holds(tried.out, "none: no schedule leaks from here"));
  CHECK(holds(tried.out, "nothing leaked. Schedules tried: 1 of 20"));
  CHECK(holds(tried.out, "✓ Nothing leaked."));
  fits_a_plain_terminal(tried.out);
}

TEST_CASE("hints alone lead to a leak in as many turns as par says") {
  const Desk desk;
  std::string keys;
  Json told;
  for (int turn = 0; turn < 20; ++turn) {
    desk.folder().write("keys.txt", keys);
    told = parsed(desk.run(std::string(two_clicks) + "--json").out);
    if (told.at("ended") == "leaked") break;
    REQUIRE(told.member("hint")->type == "text");
    keys += told.at("hint") + "\n";
  }
  CHECK(told.at("ended") == "leaked");
  CHECK(told.at("exit") == "1");
  CHECK(std::to_string(told.member("keys")->members.size()) == told.at("par"));
  documented(told, "break");
}

TEST_CASE("what is left before its end is told as left, with a status of its own") {
  const Desk desk;
  const Ran nothing = desk.run("lab break 02 --without WSV");  // nobody answers
  CHECK(nothing.status == 2);
  CHECK(holds(nothing.out, "Left after 0 turns"));
  CHECK(break_with(desk, "a\nquit\nb b b b b\n").status == 2);
  CHECK(parsed(desk.run("lab break 02 --without WSV --json").out).at("ended") == "left");
}

TEST_CASE("nonsense is answered and changes nothing, and the game goes on behind it") {
  const Desk desk;
  const std::string junk = "zz\nA\ntick\nstep nobody\n7\n\x1b[2J\n\xff\xfe " + std::string(9000, 'y') + "\nundo\n";
  const Ran odd = break_with(desk, junk + "a a undo b b b a a a\n");
  CHECK(odd.status == 1);
  for (const char* part : {"zz is no key of this game", "nobody dies in this experiment", "nobody can let time pass",
                           "nobody here is called nobody", "there is no turn to take back", "Broken in 6 turns"}) {
    CAPTURE(part);
    CHECK(holds(odd.out, part));
  }
  CHECK_FALSE(holds(odd.out, "\x1b"));
  CHECK_FALSE(holds(odd.out, std::string(100, 'y')));
  CHECK(break_with(desk, "a a undo b b b a a a\n", "--json").out.find("L1.") != std::string::npos);
  CHECK(holds(odd.out, parsed(break_with(desk, "a b b b a a\n", "--json").out).member("trace")->at("schedule")));
}

TEST_CASE("a process may die in a game, time passes behind it, and a step back it lives") {
  const Desk desk;
  desk.folder().write("keys.txt", "b\na\nA\nundo\na\nA\ntick\nfinish\n");
  const Ran died = desk.run("lab break 33-crash-after-charge --layers - --keys keys.txt --lang zh");
  CHECK(died.status == 1);
  for (const char* part :
       {"timer 须待 first 结束后才开始", "✖ 进程死亡", "从这里起不会再泄漏", "已撤回", "STUCK", "攻破"}) {
    CAPTURE(part);
    CHECK(holds(died.out, part));
  }
  fits_a_plain_terminal(died.out);
}

TEST_CASE("a command line of a lesson that does not fit is refused before anything is played") {
  const Desk desk;
  for (const char* line :
       {"lab break 02 --without Q", "lab break 02 --layers QQ", "lab break nothing-of-it", "lab break", "lab teach",
        "lab build", "lab teach 02 --layers VSWK", "lab build 02 --states 0"}) {
    CAPTURE(line);
    const Ran ran = desk.run(line);
    CHECK(ran.status == 64);
    CHECK(ran.out.empty());
    CHECK_FALSE(ran.err.empty());
  }
  for (const char* line : {"lab break 02 --without S --keys none.txt", "lab teach 02 --answers none.txt",
                           "lab build 02 --keys none.txt"}) {
    CAPTURE(line);
    CHECK(desk.run(line).status == 74);
  }
}

TEST_CASE("whoever is interrupted leaves nothing behind") {
  const Desk desk;
  REQUIRE(mkfifo((desk.folder() / "keys").c_str(), 0600) == 0);
  const pid_t process = desk.start("lab break 02 --without WSV --keys keys", "broken_off");
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  kill(process, SIGINT);
  CHECK(desk.end(process, "broken_off").status == -SIGINT);
  for (const auto& entry : std::filesystem::directory_iterator(desk.folder().path())) {
    const std::string name = entry.path().filename();
    CAPTURE(name);
    CHECK((name == "keys" || name.starts_with("broken_off.")));
  }
}

TEST_CASE("layers are bought until nothing leaks, and what it cost is held against the least") {
  const Desk desk;
  desk.folder().write("dear.txt", "q9 prices\nbuy K # of no use here\nk\nw\nundo\nwhy\nprise\nV\n");
  const Ran dear = desk.run("lab build 12 --keys dear.txt --lang zh");
  CHECK(dear.status == 0);
  for (const char* part : {"“q9”不在价目表上", "K 已经买过", "您是指 prices 吗", "在 K--- 下最短的泄漏",
                           "已购：K+V，已付：", "去掉 K也守得住", "最便宜的防线：V，共 ", "的最小防线：V"}) {
    CAPTURE(part);
    CHECK(holds(dear.out, part));
  }
  fits_a_plain_terminal(dear.out);
  desk.folder().write("left.txt", "k w\n");
  const Ran left = desk.run("lab build 12 --keys left.txt --json");
  CHECK(left.status == 1);
  const Json bought = parsed(left.out);
  documented(bought, "build");
  CHECK(bought.at("bought") == "KW");
  CHECK(bought.member("settled")->type == "false");
  CHECK(bought.member("cheapest")->members.size() == 1);
}

TEST_CASE("a class exercise begins with five rows, and each right answer follows from the cells beside it") {
  const Desk desk;
  // What stands here was found by the laboratory, and is what its catalogue pins as guards.
  desk.folder().write("answers.txt",
                      "some # a naive window\n"
                      "DOUBLE\nWSV\n"
                      "none\nDOUBLE\nSV\n"
                      "all\nDOUBLE\nK\n"
                      "what? c DOUBLE WSV\n"
                      "skip\nquit\n");
  const Ran taught = desk.run("lab teach 02 05 10 17 40-stale-status --answers answers.txt --json");
  CHECK(taught.status == 2);
  const Json lesson = parsed(taught.out);
  documented(lesson, "teach");
  REQUIRE(lesson.member("lessons")->members.size() == 5);
  CHECK(lesson.at("asked") == "13");
  std::size_t right = 0;
  for (const auto& [n, one] : lesson.member("lessons")->members) {
    documented(one, "teach");
    for (const auto& [m, question] : one.member("questions")->members) {
      documented(question, "teach");
      if (question.member("correct")->type == "true") ++right;
      // What is right of the guards question follows from the cells that stand beside it.
      if (question.at("question") != "alone") continue;
      std::size_t safe = 0;
      for (const auto& [k, cell] : one.member("cells")->members) {
        const std::string layers = cell.at("layers");
        const auto off = std::count(layers.begin(), layers.end(), '-');
        if (off == 3 && cell.at("verdict") == "safe") ++safe;
      }
      CHECK(question.member("right")->members.size() == safe);
    }
  }
  CHECK(lesson.at("right") == std::to_string(right));
  CHECK(right >= 9);  // three questions of guards, and of harms, do not depend on the layers that are shown
}

TEST_CASE("a class exercise goes on with one that is broken and one that is built") {
  const Desk desk;
  CHECK(break_with(desk, "a a a finish\n", "--lang zh").status == 1);

  desk.folder().write("keys.txt", "v\n");
  const Ran built = desk.run("lab build 12 --keys keys.txt");
  CHECK(built.status == 0);
  CHECK(holds(built.out, "nobody can do it for less"));
  fits_a_plain_terminal(built.out);
}

TEST_CASE("nothing is revealed before it is answered, and the end of the answers is a polite end") {
  const Desk desk;
  desk.folder().write("answers.txt", "maybe\nall\n");
  const Ran ended = desk.run("lab teach 12 --answers answers.txt --lang both");
  CHECK(ended.status == 2);
  CHECK(holds(ended.out, "is none of the answers"));
  CHECK(holds(ended.out, "/1 / 得分："));
  for (const char* revealed : {"schedules leak", "最小防线", "the rule", "the article says", "L1."}) {
    CAPTURE(revealed);
    CHECK_FALSE(holds(ended.out, revealed));
  }
  fits_a_plain_terminal(ended.out);
  desk.folder().write("answers.txt", "some\nZOMBIE\nS\n");
  const Ran whole = desk.run("lab teach 37 --answers answers.txt --lang zh");
  CHECK(whole.status == 0);
  for (const char* revealed :
       {"✓ some", "✓ ZOMBIE", "✓ S", "最小防线", "规律：", "文章说：", "实验室：", "得分：3/3"}) {
    CAPTURE(revealed);
    CHECK(holds(whole.out, revealed));
  }
  fits_a_plain_terminal(whole.out);
}

TEST_CASE("what nothing stops and reconciliation finds still leaks when R is bought, and is told so") {
  const Desk desk;
  desk.folder().write("keys.txt", "r\n");
  const Ran built = desk.run("lab build 33-crash-after-charge-and-nobody --keys keys.txt");
  CHECK(built.status == 0);
  CHECK(holds(built.out,
              "It still leaks, and reconciliation finds each leak: settled for 1; nobody can do it for less."));
  CHECK_FALSE(holds(built.out, "Nothing leaks"));
  // The last five minutes of the lesson in docs/laboratory.md.
  desk.folder().write("answers.txt", "some\nSTUCK\nnone\n");
  const Ran taught = desk.run("lab teach 33-crash-after-charge-and-nobody-asks-again --answers answers.txt");
  CHECK(taught.status == 0);
  CHECK(holds(taught.out, "score: 3/3"));
  CHECK(holds(taught.out, "the smallest sets that stop it: R"));
  CHECK(holds(taught.out, "reconciliation: key_stuck, status_lag"));
}
