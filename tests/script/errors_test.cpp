#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "tests/script/refused.hpp"
#include "tests/script/vocabulary.hpp"

using namespace payonce;
using namespace payonce::script;
using script_tests::each_is_refused;
using script_tests::story;
using script_tests::words;

TEST_CASE("an unknown word is refused at its place, with the nearest word that is known") {
  each_is_refused({
      {"scenario s\nstep\n", 2, 1, "did you mean \"steps\"?"},
      {story("  payy o1 key=k => paid\n"), 3, 3, "did you mean \"pay\"?"},
      {story("  pay o1 kye=k => paid\n"), 3, 10, "did you mean \"key\"?"},
      {story("  pay o1 key=k => piad\n"), 3, 19, "did you mean \"paid\"?"},
      {story("  pay o1 key=k => already-paid\n"), 3, 19, "did you mean \"already_paid\"?"},
      {story("  pay o1 key=k => paid by state_machin\n"), 3, 27, "did you mean \"state_machine\"?"},
      {story("  pay o1 key=k => paid replaid\n"), 3, 24, "did you mean \"replayed\"?"},
      {story("  pay o1 key=k crash at=key.finnish => killed\n"), 3, 22, "did you mean \"key.finish\"?"},
      {story("  reconcile => claen\n"), 3, 16, "did you mean \"clean\"?"},
      {story("  check balanse alice = 1\n"), 3, 9, "did you mean \"balance\"?"},
      {story("  script bank aprove\n"), 3, 15, "did you mean \"approve\"?"},
      {story("  key resolv k1 as=paid\n"), 3, 7, "did you mean \"resolve\"?"},
      {"scenario s\n  eng \"A\"\nsteps\n  advance 1s\n", 2, 3, "did you mean \"en\"?"},
      {"scenario s\nworld\n  acount a 1.00\nsteps\n  advance 1s\n", 3, 3, "did you mean \"account\"?"},
      {"scenario s\nworld\n  layers W=of\nsteps\n  advance 1s\n", 3, 10, "did you mean \"off\"?"},
      {"scenario s\nknobs windo=5s\nsteps\n  advance 1s\n", 2, 7, "did you mean \"window\"?"},
      {story("  fly o1\n"), 3, 3, "known are: pay, refund"},
  });
}

TEST_CASE("columns count characters, not bytes") {
  each_is_refused({{story("  pay o1 key=\"钥匙\" => piad\n"), 3, 22, "piad"}});
}

TEST_CASE("bytes that are no text are refused where they stand") {
  each_is_refused({
      {story("  pay o1\xFF key=k => paid\n  advance 1s\n"), 3, 9, "not UTF-8"},
      {"scenario s\n  en \"\xE4\xB8\"\nsteps\n  advance 1s\n", 2, 7, "not UTF-8"},
      {story(std::string("  advance\0 1s\n", 14)), 3, 10, "U+0000"},
      {story("  advance 1s\r 2s\n"), 3, 13, "U+000D"},
      {story("\tadvance 1s\n"), 3, 1, "tab"},
      {story("  \tadvance 1s\n"), 3, 3, "tab"},
      {story("  pay　o1 key=k => paid\n"), 3, 6, "U+3000"},
      {story("  pay o1 key=\"k => paid\n"), 3, 14, "never closed"},
      {story("  pay o1 key=\"k\\x\" => paid\n"), 3, 16, "behind \\"},
      {story("  pay o1 key=\"k\"x => paid\n"), 3, 17, "blank"},
      {story("  pay o1\"x\" key=k => paid\n"), 3, 9, "inside a word"},
  });
}

TEST_CASE("a step of an actor speaks of channels and orders that are there, or is refused at the word") {
  const std::string world =
      "scenario s\nworld\n  account a 1.00\n  account b 0.00\n  order o1 buyer=a payee=b amount=1.00\n"
      "  acquirer bank\nactors\n";
  each_is_refused({
      {world + "  one: pay o2 key=k\n", 8, 12, "did you mean \"o1\"?"},
      {world + "  one: pay o1 key=k via=bnak\n", 8, 21, "did you mean \"bank\"?"},
      {world + "  one: notices bankk\n", 8, 16, "did you mean \"bank\"?"},
      {world + "  one: script nowhere lose\n", 8, 15, "unknown channel"},
      {world + "  one: cancel o9 key=k\n", 8, 15, "unknown order"},
  });
}

TEST_CASE("an experiment has no more actors than a schedule has letters") {
  std::string text = "scenario s\nworld\n  account a 1.00\nactors\n";
  for (int i = 1; i <= 26; ++i)
    text += "  n" + std::to_string(i) + ": adjust a key=k" + std::to_string(i) + " by=1.00\n";
  CHECK(script::parse(text, words()).errors.empty());
  each_is_refused({{text + "  n27: adjust a key=k by=1.00\n", 31, 3, "26 actors at the most"}});
}

TEST_CASE("what is in the wrong place or said twice is refused") {
  each_is_refused({
      {"  pay o1\n", 1, 3, "begins with a line"},
      {"world\n  account a 1.00\n", 1, 1, "begins with a line"},
      {"scenario s\nsteps\n  advance 1s\nsteps\n  advance 1s\n", 4, 1, "twice"},
      {story("  advance 1s\n") + story("  advance 1s\n"), 4, 1, "called \"s\""},
      {"scenario s\n", 1, 1, "either steps"},
      {"scenario s\nactors\n  a: pay o1\nsteps\n  advance 1s\n", 1, 1, "either steps"},
      {"scenario\nsteps\n  advance 1s\n", 1, 1, "one name"},
      {"scenario \"a b\"\nsteps\n  advance 1s\n", 1, 1, "one name"},
      {"scenario s\n  en A\nsteps\n  advance 1s\n", 2, 3, "should read"},
      {"scenario s\nworld\n  account a 1.00\n  account a 1.00\nsteps\n  advance 1s\n", 4, 11, "already"},
      {"scenario s\nworld\n  account a 1.00\n  currency EUR\nsteps\n  advance 1s\n", 4, 12, "before the first amount"},
      {"scenario s\nworld\n  order o1 buyer=a amount=1.00\nsteps\n  advance 1s\n", 3, 3, "payee="},
      {"scenario s\nworld\n  account a => paid\nsteps\n  advance 1s\n", 3, 13, "only a step"},
      {story("  pay o1 key=k key=l => paid\n"), 3, 16, "twice"},
      {story("  pay key=k => paid\n"), 3, 3, "pay ORDER"},
      {story("  pay o1 o2 key=k => paid\n"), 3, 3, "pay ORDER"},
      {story("  pay o1 key= => paid\n"), 3, 13, "name=value"},
      {story("  => paid\n"), 3, 3, "belongs to no step"},
      {story("  advance 1s => paid\n"), 3, 14, "no answer"},
  });
}

TEST_CASE("values are checked when a script is read, not when it is played") {
  each_is_refused({
      {"scenario s\nworld\n  account a 1.001\nsteps\n  advance 1s\n", 3, 13, ""},
      {"scenario s\nworld\n  account a XYZ 1.00\nsteps\n  advance 1s\n", 3, 13, ""},
      {"scenario s\nworld\n  clock yesterday\nsteps\n  advance 1s\n", 3, 9, ""},
      {"scenario s\nknobs lease=soon\nsteps\n  advance 1s\n", 2, 7, ""},
      {story("  advance 10\n"), 3, 11, ""},
      {story("  advance -10s\n"), 3, 11, ""},
      {story("  jump --10s\n"), 3, 8, ""},
      {story("  script bank approve times=0\n"), 3, 23, "whole number"},
      {story("  pay o1 key=k => paid exit=256\n"), 3, 24, "whole number"},
  });
}

TEST_CASE("an expectation that can not fail or can not hold is refused") {
  each_is_refused({
      {story("  pay o1 key=k\n"), 3, 3, "lacks its expectation"},
      {story("  reconcile\n"), 3, 3, "lacks its expectation"},
      {story("  pay o1 key=k crash at=book.tx\n"), 3, 3, "lacks its expectation"},
      {story("  pay o1 key=k =>\n"), 3, 16, "nothing stands behind"},
      {story("  pay o1 key=k => replayed\n"), 3, 16, "outcome is missing"},
      {story("  pay o1 key=k => killed\n"), 3, 16, "nothing is killed"},
      {story("  reconcile => findings\n"), 3, 16, "code of a finding"},
      {story("  check balance alice\n"), 3, 3, "should read"},
      {story("  check balance = 1\n"), 3, 9, "check balance ACCOUNT"},
      {story("  at-once 4 pay o1 key=k => paid\n"), 3, 29, "number is missing"},
      {story("  at-once 4 pay o1 key=k => paid 1, later 2\n"), 3, 26, "come to 3"},
      {story("  at-once 4 pay o1 key=k => paid 3, later 2\n"), 3, 26, "come to 5"},
      {story("  at-once 4 pay o1 key=k => paid 1, later rest, declined rest\n"), 3, 58, "one rest"},
      {story("  at-once 1 pay o1 key=k => paid 1\n"), 3, 11, "whole number"},
      {story("  at-once 4 advance 1s\n"), 3, 13, "several processes"},
      {story("  pay o1 key=k{n} => paid\n"), 3, 10, "{n}"},
      {story("  together\n    pay o1 key=k\n    cancel o1\n  advance 1s\n"), 3, 3, "closed by a line"},
      {story("  together\n    pay o1 key=k\n  => paid 1\n"), 3, 3, "takes 2"},
      {story("  together\n    pay o1 key=k => paid\n    cancel o1\n  => paid 2\n"), 4, 18, "only its last line"},
      {story("  repeat\n    ship o1\n"), 3, 3, "repeat NUMBER"},
      {story("  repeat 1\n    ship o1\n"), 3, 10, "whole number"},
      {story("  repeat 3\n  ship o1\n"), 3, 3, "indented lines"},
      {story("  repeat 3\n    pay o1 key=k-{n}\n"), 4, 5, "lacks its expectation"},
      {story("  repeat 3\n    repeat 3\n"), 4, 5, "inside one another"},
      {story("  repeat 3\n    together\n      ship o1\n"), 4, 5, "inside one another"},
      {story("  repeat 3\n    at-once 2 ship o1\n"), 4, 5, "inside a"},
      {story("  pay o1 key=k stall at=book.tx => stalled\n"), 3, 22, "unknown label"},
      {story("  pay o1 key=k stall at=reply.send => paid\n"), 3, 36, "stalls is written"},
      {story("  pay o1 key=k => stalled\n"), 3, 16, "stalls is written"},
      {story("  pay o1 key=k stall at=reply.send\n"), 3, 3, "lacks its expectation"},
      {story("  at-once 2 ship o1 stall at=reply.send\n"), 3, 21, "cannot stall"},
      {story("  reconcile crash at=reply.send => clean\n"), 3, 13, "cannot crash"},
      {story("  wake => paid\n"), 3, 3, "wake KEY"},
      {story("  wake k1\n"), 3, 3, "lacks its expectation"},
  });
}

TEST_CASE("a file full of errors gives the first fifty") {
  std::string text = "scenario s\nsteps\n";
  for (int i = 0; i < 1000; ++i) text += "  payy o1\n";
  CHECK(parse(text, words()).errors.size() == Complaints::most);
}

TEST_CASE("a word of a megabyte is shown by its beginning, and no character of it is halved") {
  const Script script = parse(story("  pay o1 key=k => paid\n  \"" + std::string(1, 'x') +
                                    [] {
                                      std::string wide;
                                      for (int i = 0; i < 300000; ++i) wide += "钥";
                                      return wide;
                                    }() +
                                    "\" o1\n"),
                              words());
  REQUIRE(script.errors.size() == 1);
  CHECK(script.errors[0].message.en.size() < 500);
  CHECK(script.errors[0].message.en.find("x钥钥钥钥钥钥钥钥钥钥钥钥钥…") != std::string::npos);
}

TEST_CASE("an error is told as file, line, column and a sentence in the language asked for") {
  const Error error{3, 7, {"no", "不"}};
  CHECK(report("a.lab", error, Language::en) == "a.lab:3:7: no");
  CHECK(report("a.lab", error, Language::zh) == "a.lab:3:7: 不");
  CHECK(report("a.lab", error, Language::both) == "a.lab:3:7: no / 不");
}
