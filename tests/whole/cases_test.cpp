// docs/cases.md: no case is missing, and every test and story it names is there.

#include <doctest/doctest.h>

#include <filesystem>
#include <set>
#include <sstream>
#include <vector>

#include "tests/support/temp_folder.hpp"

using namespace payonce::test;

namespace {

namespace fs = std::filesystem;

const fs::path& source() {
  static const fs::path path = PAYONCE_SOURCE_DIR;
  return path;
}

struct CaseRow {
  std::string number;
  std::string shown_by;
};

std::vector<CaseRow> rows() {
  std::vector<CaseRow> all;
  std::istringstream lines(contents(source() / "docs/cases.md"));
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, '|');) cells.push_back(cell);
    if (cells.size() != 4 || cells[1].find("---") != std::string::npos || cells[1] == " case ") continue;
    all.push_back({cells[1].substr(1, cells[1].size() - 2), cells[3]});
  }
  return all;
}

/// The names of all tests, as they stand in the sources.
std::set<std::string> tests() {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(source() / "tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = contents(entry.path());
    const std::string opening = std::string("TEST_") + "CASE(";
    for (auto at = text.find(opening); at != std::string::npos; at = text.find(opening, at + 1)) {
      const auto from = text.find_first_not_of(" \n", at + opening.size());
      if (from == std::string::npos || text[from] != '"') continue;
      names.insert(text.substr(from + 1, text.find('"', from + 1) - from - 1));
    }
  }
  return names;
}

std::vector<std::string> quoted(const std::string& text) {
  std::vector<std::string> all;
  for (auto from = text.find('"'); from != std::string::npos; from = text.find('"', from + 1)) {
    const auto to = text.find('"', from + 1);
    all.push_back(text.substr(from + 1, to - from - 1));
    from = to;
  }
  return all;
}

std::vector<std::string> stories(const std::string& text) {
  std::vector<std::string> all;
  for (auto end = text.find(".lab"); end != std::string::npos; end = text.find(".lab", end + 1)) {
    const auto from = text.find_last_of(" ,", end) + 1;
    all.push_back(text.substr(from, end + 4 - from));
  }
  return all;
}

}  // namespace

TEST_CASE("no hard case is missing from docs/cases.md, and none stands there twice") {
  std::set<std::string> expected;
  for (int number = 1; number <= 55; ++number) expected.insert(std::to_string(number));
  for (const int fault :
       {1,   3,   5,   7,   9,   11,  13,  15,  17,  18,  20,  22,  24,  26,  28,  30,  31,  33,  35,  37,  39,
        40,  42,  44,  46,  48,  49,  52,  54,  56,  58,  59,  61,  63,  65,  67,  69,  71,  73,  75,  77,  79,
        80,  82,  84,  86,  88,  89,  91,  93,  95,  96,  98,  100, 102, 104, 105, 107, 109, 111, 113, 115, 117,
        119, 121, 123, 124, 126, 128, 130, 132, 134, 136, 138, 140, 142, 144, 146, 147, 149, 151, 153, 155, 157}) {
    const std::string digits = std::to_string(fault);
    expected.insert("B" + std::string(3 - digits.size(), '0') + digits);
  }
  for (int row = 1; row <= 42; ++row) expected.insert((row < 10 ? "L0" : "L") + std::to_string(row));
  std::set<std::string> found;
  for (const CaseRow& row : rows()) {
    CAPTURE(row.number);
    CHECK(found.insert(row.number).second);
  }
  CHECK(found == expected);
}

TEST_CASE(
    "every test and every story that docs/cases.md names is there, and every case names one or says what it waits "
    "for") {
  const std::set<std::string> known = tests();
  REQUIRE(known.size() > 100);
  for (const CaseRow& row : rows()) {
    CAPTURE(row.number);
    const auto named = quoted(row.shown_by);
    const auto played = stories(row.shown_by);
    for (const std::string& test : named) {
      CAPTURE(test);
      CHECK(known.contains(test));
    }
    for (const std::string& story : played) {
      CAPTURE(story);
      CHECK(fs::exists(source() / "scenarios" / story));
    }
    const bool waits =
        row.shown_by.find("with HTTP") != std::string::npos || row.shown_by.find("with the inbox") != std::string::npos;
    CHECK((!named.empty() || !played.empty() || waits));
  }
}
