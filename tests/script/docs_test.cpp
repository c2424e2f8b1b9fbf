#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "tests/script/vocabulary.hpp"

using namespace payonce::script;
using payonce::script_tests::words;

namespace {

/// The ```lab blocks of a page.
std::vector<std::string> examples(const std::string& page) {
  std::vector<std::string> blocks;
  const std::string fence = "```lab\n";
  for (std::size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at)) {
    const std::size_t begin = at + fence.size();
    at = page.find("```", begin);
    REQUIRE(at != std::string::npos);
    blocks.push_back(page.substr(begin, at - begin));
  }
  return blocks;
}

}  // namespace

TEST_CASE("the examples of docs/scenarios.md are read without an error, and are in canonical form") {
  std::ifstream file(PAYONCE_SOURCE_DIR "/docs/scenarios.md", std::ios::binary);
  std::ostringstream page;
  page << file.rdbuf();
  const std::vector<std::string> blocks = examples(page.str());
  CHECK(blocks.size() >= 4);
  for (const std::string& block : blocks) {
    CAPTURE(block);
    const Script script = parse(block, words());
    for (const Error& error : script.errors) FAIL_CHECK(report("docs/scenarios.md", error, payonce::Language::en));
    CHECK(print(script.tree) == block);
  }
}

TEST_CASE("docs/scenarios.md names every section, verb, argument, check and knob that the grammar has") {
  std::ifstream file(PAYONCE_SOURCE_DIR "/docs/scenarios.md", std::ios::binary);
  std::ostringstream read;
  read << file.rdbuf();
  const std::string page = read.str();
  const auto named = [&page](std::string_view word) {
    CAPTURE(word);
    CHECK(page.find("`" + std::string(word)) != std::string::npos);
  };
  for (const std::string_view word : section_names()) named(word);
  for (const std::string_view word : check_names()) named(word);
  for (const std::string_view word : parted_by_blanks(knobs_of_time)) named(word);
  for (const std::string_view word : parted_by_blanks(knobs_of_words)) named(word);
  for (const Harm harm : every_harm) named(name(harm));
  for (const std::string_view word :
       {"row 46a",       "rule",   "says",     "like",    "once",         "twice",      "3 times",
        "at-most",       "after=", "for=",     "resume=", "crash ACTOR",  "lose ACTOR", "schedule in-order",
        "all-on",        "guards", "layers",   "variant", "sometimes",    "moves",      "books balanced",
        "nothing stuck", "status", "vouchers", "entries", "replies same", "safe"})
    named(word);
  for (const std::string_view verb : verb_names()) {
    named(verb);
    for (const std::string_view key : parted_by_blanks(verb_named(verb)->keys)) named(std::string(key) + "=");
  }
}
