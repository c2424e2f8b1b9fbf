// The console blocks of the README are run, in order, in one new folder, with the real program: what a reader is shown is what
// a reader gets. In an expected line "…" stands for any text, a line of "…" alone for any lines.
#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/temp_folder.hpp"

namespace payonce::test {
namespace {

constexpr std::string_view gap = "…";

struct Typed {
  int line = 0;
  std::string command;
  std::vector<std::string> expected;
};

std::vector<Typed> blocks_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<Typed> all;
  std::string text;
  bool inside = false;
  for (int line = 1; std::getline(in, text); ++line) {
    if (text.starts_with("```")) {
      inside = text == "```console";
    } else if (inside && text.starts_with("$ ")) {
      all.push_back({line, text.substr(2), {}});
    } else if (inside && !all.empty()) {
      all.back().expected.push_back(text);
    }
  }
  return all;
}

/// Whether `got` is `want`, where each gap of `want` stands for any text.
bool fits(std::string_view want, std::string_view got) {
  const std::size_t at = want.find(gap);
  if (at == std::string_view::npos) return want == got;
  if (got.substr(0, at) != want.substr(0, at)) return false;
  const std::string_view rest = want.substr(at + gap.size());
  for (std::size_t from = at; from <= got.size(); ++from) {
    if (fits(rest, got.substr(from))) return true;
  }
  return false;
}

bool all_fit(const std::vector<std::string>& want, std::size_t w, const std::vector<std::string>& got, std::size_t g) {
  if (w == want.size()) return g == got.size();
  if (want[w] == gap) {
    for (std::size_t next = g; next <= got.size(); ++next) {
      if (all_fit(want, w + 1, got, next)) return true;
    }
    return false;
  }
  return g < got.size() && fits(want[w], got[g]) && all_fit(want, w + 1, got, g + 1);
}

std::vector<std::string> run(const std::filesystem::path& folder, const std::string& command) {
  const std::string program = PAYONCE_PROGRAM;
  const std::string shell = "cd '" + folder.string() + "' && PATH='" + program.substr(0, program.rfind('/')) +
                            "':$PATH LC_ALL=C.UTF-8 NO_COLOR=1; export PATH LC_ALL NO_COLOR; unset PAYONCE_DB; ( " +
                            command + " ) 2>&1";
  FILE* pipe = popen(shell.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  char part[4096];
  for (std::size_t n = 0; (n = std::fread(part, 1, sizeof part, pipe)) > 0;) text.append(part, n);
  pclose(pipe);
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST_CASE("a gap stands for any text and any lines, and everything else for itself") {
  CHECK(fits("paid …", "paid 5"));
  CHECK_FALSE(fits("paid …", "declined"));
  CHECK(all_fit({"a", "…", "d"}, 0, {"a", "b", "c", "d"}, 0));
  CHECK_FALSE(all_fit({"a", "…", "d"}, 0, {"a", "b", "c"}, 0));
  CHECK_FALSE(all_fit({"a"}, 0, {"a", "b"}, 0));
}

TEST_CASE("the README shows what the program says") {
  const std::vector<Typed> blocks = blocks_of(std::string(PAYONCE_SOURCE_DIR) + "/README.md");
  REQUIRE(blocks.size() >= 10);
  const TempFolder folder;
  for (const Typed& typed : blocks) {
    const std::vector<std::string> got = run(folder.path(), typed.command);
    const std::string place = "README.md:" + std::to_string(typed.line) + ": $ " + typed.command;
    CAPTURE(place);
    CHECK_MESSAGE(all_fit(typed.expected, 0, got, 0), "expected:\n", joined(typed.expected), "got:\n", joined(got));
  }
}

}  // namespace
}  // namespace payonce::test
