#include "tests/house/habits.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "tests/house/cpp_text.hpp"

namespace payonce::house {

namespace {

bool is_cpp(const File& file) { return file.path.ends_with(".cpp") || file.path.ends_with(".hpp"); }
bool is_sql(const File& file) { return file.path.ends_with(".sql"); }
bool below(const File& file, std::string_view folder) { return file.path.starts_with(folder); }
bool product(const File& file) { return below(file, "ledger/") || below(file, "scenarios/") || below(file, "app/"); }

std::string at(const File& file, std::size_t line) { return file.path + ":" + std::to_string(line) + ": "; }

template <class Words>
Findings words_in(const File& file, const Words& words, const std::string& sentence) {
  Findings findings;
  const std::string code = take_apart(file.text).code;
  for (const std::string_view word : words) {
    for (const std::size_t place : places_of(code, word)) {
      findings.push_back(at(file, line_of(code, place)) + sentence + ": " + std::string(word));
    }
  }
  return findings;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return out;
}

}  // namespace

Findings prints(const File& file) {
  constexpr std::array<std::string_view, 9> words{"cout",  "cerr",     "clog",       "printf(",    "fprintf(",
                                                  "puts(", "putchar(", "fmt::print", "fmt::vprint"};
  if (!is_cpp(file) || (!below(file, "ledger/") && !below(file, "scenarios/"))) return {};
  return words_in(file, words, "only app prints");
}

Findings asks_time_or_chance(const File& file) {
  constexpr std::array<std::string_view, 17> words{
      "system_clock",  "steady_clock", "high_resolution_clock", "utc_clock",  "clock_gettime(", "gettimeofday(",
      "time(nullptr)", "time(0)",      "random_device",         "mt19937",    "mt19937_64",     "getrandom(",
      "rand(",         "sleep_for",    "sleep_until",           "nanosleep(", "usleep("};
  // Waiting for the file's lock needs a clock that no scenario may turn: it only bounds the wait and is never stored.
  const bool waits = file.path == "ledger/store/busy.cpp" || file.path == "ledger/store/busy.hpp";
  if (!is_cpp(file) || !product(file) || below(file, "ledger/world/") || waits) return {};
  return words_in(file, words, "only world knows the time and chance");
}

Findings talks_to_channel(const File& file) {
  if (!is_cpp(file) || !below(file, "ledger/") || below(file, "ledger/channel/")) return {};
  if (file.path.find('/', std::string_view("ledger/").size()) == std::string::npos)
    return {};  // the engine's own files
  return words_in(file, std::array<std::string_view, 1>{"Channel"}, "only the engine talks to the channel");
}

Findings holds_sql(const File& file) {
  constexpr std::array<std::string_view, 9> openings{"SELECT ", "INSERT ",  "UPDATE ", "DELETE FROM ", "CREATE ",
                                                     "DROP ",   "REPLACE ", "ALTER ",  "WITH "};
  Findings findings;
  if (!is_cpp(file) || !product(file)) return findings;
  for (const Literal& literal : take_apart(file.text).literals) {
    const std::string_view text(literal.text);
    const std::string_view said = text.substr(std::min(text.find_first_not_of(" \n\t"), text.size()));
    // What schema a file holds is the store's own question, asked before any statement of schema/ could be.
    if (below(file, "ledger/store/") && text.find("sqlite_schema") != std::string_view::npos) continue;
    for (const std::string_view opening : openings) {
      if (said.starts_with(opening)) {
        findings.push_back(at(file, literal.line) + "SQL lies in schema/: " + std::string(said.substr(0, 40)));
      }
    }
  }
  return findings;
}

Findings sql_asks_time_or_chance(const File& file) {
  constexpr std::array<std::string_view, 10> words{"CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME", "RANDOM(",
                                                   "RANDOMBLOB(",       "DATETIME(",    "JULIANDAY(",   "STRFTIME(",
                                                   "UNIXEPOCH(",        "'NOW'"};
  Findings findings;
  if (!is_sql(file)) return findings;
  std::size_t line = 0;
  std::string_view rest = file.text;
  while (!rest.empty()) {
    ++line;
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view here = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::string code = upper(here.substr(0, here.find("--")));
    for (const std::string_view word : words) {
      const bool found = word.front() == '\'' ? code.find(word) != std::string::npos : !places_of(code, word).empty();
      if (found) findings.push_back(at(file, line) + "SQL asks for time or chance itself: " + std::string(word));
    }
  }
  return findings;
}

Findings too_long(const File& file) {
  // The first migration is the whole ledger, and a migration that has landed is never split.
  const std::size_t most = is_cpp(file) ? 300 : below(file, "schema/migrations/") ? 600 : is_sql(file) ? 400 : 0;
  if (most == 0 || file.path == "schema/schema.sql") return {};  // the sum of the migrations is as long as they are
  const std::size_t lines = line_of(file.text, file.text.size()) - 1;
  if (lines <= most) return {};
  return {at(file, lines) + std::to_string(lines) + " lines; " + std::to_string(most) + " are the most"};
}

Findings splits_its_name(const File& file) {
  if (!is_cpp(file) || !below(file, "tests/")) return {};
  Findings findings;
  for (const std::size_t place : places_of(file.text, std::string("TEST_") + "CASE(")) {
    const std::size_t open = file.text.find_first_not_of(" \n", file.text.find('(', place) + 1);
    if (open == std::string::npos || file.text[open] != '"') continue;
    const std::string_view name =
        std::string_view(file.text).substr(open + 1, file.text.find('"', open + 1) - open - 1);
    if (name.find(';') == std::string_view::npos) continue;
    findings.push_back(at(file, line_of(file.text, open)) + "a semicolon in the name of a test");
  }
  return findings;
}

Findings left_behind(const File& file) {
  Findings findings;
  // Written in two halves, so that this file is not found by its own rule.
  const std::array<std::string, 2> words{std::string("TO") + "DO", std::string("FIX") + "ME"};
  for (const std::string& word : words) {
    for (const std::size_t place : places_of(file.text, word)) {
      findings.push_back(at(file, line_of(file.text, place)) + "a promise to do it later: " + word);
    }
  }
  // Files as channels write them are bytes of others, and some of those end their lines with CRLF.
  const bool bytes_of_others = below(file, "tests/statements/files/");
  if (const auto place = file.text.find('\r'); place != std::string::npos && !bytes_of_others) {
    findings.push_back(at(file, line_of(file.text, place)) + "a CR character");
  }
  return findings;
}

}  // namespace payonce::house
