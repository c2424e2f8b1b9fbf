// What the laboratory prints fits a plain terminal, whatever language it speaks.

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "ledger/values/wide.hpp"
#include "tests/cli/desk.hpp"

using namespace payonce::test;

namespace {

constexpr std::size_t screen = 100;

void fits(const std::string& text) {
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string line = text.substr(from, end - from);
    CAPTURE(line);
    CHECK(payonce::display_width(line) <= screen);
    CHECK_FALSE(line.ends_with(" "));
    from = end + 1;
  }
}

void write_answers(const Desk& desk) {
  desk.folder().write("answers.txt", "some DOUBLE SV skip skip skip\n");
  desk.folder().write("keys.txt", "hint par tables a a help trace undo finish\n");
  desk.folder().write("buys.txt", "K W prices why undo S V R quit\n");
}

}  // namespace

TEST_CASE("no line of any view of the laboratory is wider than a terminal of a hundred columns, in either language") {
  const Desk desk;
  write_answers(desk);
  std::vector<std::string> lines = {"lab list",
                                    "lab explore 02 --layers K",
                                    "lab explore 02 --states 3",
                                    "lab matrix 36-power-cut-after-200",
                                    "lab matrix 02 --all --cells chance",
                                    "lab why 17 --layers Ks",
                                    "lab why 38-pay-vs-cancel --layers KWV",
                                    "lab why-ok 42-two-channels",
                                    "lab run 23-lock-expires --seed 3",
                                    "lab check 02 --states 30",
                                    "lab sim --seed 1 --runs 2",
                                    "lab cases",
                                    "lab teach 02 --answers answers.txt",
                                    "lab build 12 --keys buys.txt",
                                    "lab break 33-crash-after-charge --layers - --keys keys.txt"};
  for (const char* command : {"list", "show", "run", "explore", "matrix", "why", "why-ok", "replay", "check", "export",
                              "power", "sim", "cases", "teach", "break", "build", "fmt"})
    lines.push_back(std::string("lab ") + command + " --help");
  for (const std::string& line : lines) {
    for (const char* language : {"en", "zh"}) {
      CAPTURE(line);
      CAPTURE(language);
      const Ran ran = desk.run(line + " --lang " + language);
      CHECK(ran.status != 64);
      CHECK_FALSE(ran.out.empty());
      fits(ran.out);
    }
  }
}

TEST_CASE("a schedule of many actors names each in a column of its own turn, and fits all the same") {
  const Desk desk;
  std::string text =
      "scenario crowd\n  en \"Many hands.\"\n  zh \"多人。\"\nworld\n  account till CNY 100.00\nactors\n";
  for (int i = 1; i <= 26; ++i)
    text += "  hand-" + std::to_string(i) + ": adjust till key=k" + std::to_string(i) + " by=1.00\n";
  desk.folder().write("crowd.lab", text + "schedule in-order\n");
  for (const char* language : {"en", "zh"}) {
    const Ran ran = desk.run(std::string("lab run crowd --from crowd.lab --lang ") + language);
    CHECK(ran.status == 0);
    CHECK(holds(ran.out, "hand-26"));
    // The id, which must be taken whole, is the only line that may be longer.
    const std::size_t id = ran.out.rfind("L1.");
    REQUIRE(id != std::string::npos);
    fits(ran.out.substr(0, ran.out.rfind('\n', id) + 1));
  }
}
