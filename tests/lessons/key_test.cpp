#include "scenarios/lessons/key.hpp"

#include <doctest/doctest.h>

#include "scenarios/lessons/words.hpp"

namespace payonce::lessons {
namespace {

const Keys& keys() {
  static const Keys all({"first", "timer", "retry"});
  return all;
}

Key read(std::string_view word, std::string_view second = {}) {
  const auto key = keys().read(word, second);
  CAPTURE(word);
  REQUIRE(key);
  return *key;
}

std::string complaint(std::string_view word, std::string_view second = {}) {
  const auto key = keys().read(word, second);
  CAPTURE(word);
  REQUIRE_FALSE(key);
  return key.error().why.en;
}

}  // namespace

TEST_CASE("an actor is named by its letter, its number or its name, and a capital letter kills it") {
  for (const std::string_view word : {"b", "2", "timer"}) {
    const Key key = read(word);
    CHECK(key.kind == Key::Kind::step);
    CHECK(key.actor == 1);
    CHECK(read("step", word).actor == 1);
    CHECK(read("CRASH", word).kind == Key::Kind::crash);
  }
  CHECK(read("C").kind == Key::Kind::crash);
  CHECK(read("C").actor == 2);
}

TEST_CASE("a name outweighs a letter and a command, so that every actor can be reached") {
  const Keys odd({"b", "undo", "a"});
  CHECK(odd.read("b", "")->actor == 0);
  CHECK(odd.read("a", "")->actor == 2);
  CHECK(odd.read("undo", "")->kind == Key::Kind::step);
  CHECK(odd.read("u", "")->kind == Key::Kind::undo);
}

TEST_CASE("every key is spelled as it is read") {
  for (const std::string_view word : {"a", "b", "c", "A", "B", "C", "tick", "undo", "restart", "hint", "finish", "par",
                                      "trace", "tables", "help", "quit"}) {
    CHECK(Keys::spelled(read(word)) == word);
  }
  CHECK(Keys::spelled(read("exit")) == "quit");
}

TEST_CASE("a word that means nothing is no key, and the nearest is named") {
  CHECK(complaint("d").find("no key") != std::string::npos);
  CHECK(complaint("4").find("no key") != std::string::npos);
  CHECK(complaint("0").find("no key") != std::string::npos);
  CHECK(complaint("").find("no key") != std::string::npos);
  CHECK(complaint("undoo").find("did you mean undo?") != std::string::npos);
  CHECK(complaint("retri").find("did you mean retry?") != std::string::npos);
  CHECK(complaint("step", "retri").find("did you mean retry?") != std::string::npos);
  CHECK(complaint("step", "").find("whose turn") != std::string::npos);
  CHECK(complaint("crash", "nobody").find("first, timer, retry") != std::string::npos);
}

TEST_CASE("what a complaint repeats of a word is short and cannot steer a terminal") {
  const std::string said = complaint("\x1b[2J" + std::string(200, 'x'));
  CHECK(said.find('\x1b') == std::string::npos);
  CHECK(said.size() < 120);
}

TEST_CASE("a line is words, and what is behind a number sign is for readers") {
  CHECK(words_of("  a b\tstep  click1 # c d") == std::vector<std::string>{"a", "b", "step", "click1"});
  CHECK(words_of("# nothing").empty());
  CHECK(words_of("\r\n \t").empty());
}

}  // namespace payonce::lessons
