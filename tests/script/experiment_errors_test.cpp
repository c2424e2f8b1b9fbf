#include <doctest/doctest.h>

#include <string>

#include "tests/script/refused.hpp"
#include "tests/script/vocabulary.hpp"

using payonce::script_tests::each_is_refused;
using payonce::script_tests::experiment;

namespace {

/// Behind the head of experiment(): line 6 is `intents`, 7 the intent, 8 `expect`, 9 this line.
std::string expects(const std::string& line) {
  return experiment("intents\n  buy = pay o1 once\nexpect\n  " + line + "\n");
}

}  // namespace

TEST_CASE("a wrong intent is refused at its place, with the nearest word that is known") {
  const auto intent = [](const std::string& line) { return experiment("intents\n  " + line + "\n"); };
  each_is_refused({
      {intent("buy = pya o1 once"), 7, 9, "did you mean \"pay\"?"},
      {intent("buy = reconcile once"), 7, 9, "unknown verb of an intent"},
      {intent("buy = pay o1 onec"), 7, 16, "did you mean \"once\"?"},
      {intent("buy = pay o1"), 7, 13, "unknown end of an intent"},
      {intent("buy = pay o1 o2 once"), 7, 9, "pay ORDER"},
      {intent("buy = pay o1 at-mots once"), 7, 16, "did you mean \"at-most\"?"},
      {intent("buy = pay o1 0 times"), 7, 16, "whole number"},
      {intent("buy = pay o1 key=k once"), 7, 16, "unknown name before ="},
      {intent("buy = topup a amunt=1.00 once"), 7, 17, "did you mean \"amount\"?"},
      {intent("buy = pay o1 ends paid"), 7, 9, "NAME = order ORDER ends STATE"},
      {intent("buy = order o1 ends canceled"), 7, 23, "did you mean \"cancelled\"?"},
      {intent("buy = stock tea keeps many"), 7, 25, "whole number"},
      {intent("buy = stock recieve tea 1 once"), 7, 15, "did you mean \"receive\"?"},
      {intent("buy pay o1 once"), 7, 3, "NAME = VERB"},
      {intent("b.y = pay o1 once"), 7, 3, "has a name of"},
      {intent("buy = pay o1 once\n  buy = pay o2 once"), 8, 3, "already"},
      {experiment("intents buy\n  buy = pay o1 once\n"), 6, 9, "indented lines"},
  });
}

TEST_CASE("a wrong actor is refused at its place, with the nearest word that is known") {
  const auto actor = [](const std::string& line) {
    return "scenario s\nintents\n  buy = pay o1 once\nactors\n  a: pay o1 key=k\n  " + line + "\n";
  };
  each_is_refused({
      {actor("b: payy o1"), 6, 6, "did you mean \"pay\"?"},
      {actor("b: wake k1"), 6, 6, "unknown step of an actor"},
      {actor("b: check open = 0"), 6, 6, "unknown step of an actor"},
      {actor("b: pay o1 kye=k"), 6, 13, "did you mean \"key\"?"},
      {actor("b: pay o1 for=bay"), 6, 13, "did you mean \"buy\"?"},
      {actor("b: pay o1 after=c"), 6, 13, "unknown actor \"c\""},
      {actor("b: pay o1 after=a,,a"), 6, 13, "after=ACTOR,ACTOR"},
      {actor("b: pay o1 resume=of"), 6, 13, "did you mean \"off\"?"},
      {actor("b: pay o1 => paid"), 6, 13, "stands under \"expect\""},
      {actor("b: pay o1 crash at=book.tx"), 6, 13, "crash b at=any"},
      {actor("b: pay"), 6, 6, "pay ORDER"},
      {actor("b: advance soon"), 6, 14, ""},
      {actor("b: pay o{n} key=k"), 6, 10, "{n}"},
      {actor("b:"), 6, 3, "does nothing"},
      {actor("pay o1"), 6, 3, "NAME: VERB"},
      {actor("b.c: pay o1"), 6, 3, "NAME: VERB"},
      {actor("a: cancel o1 after=a"), 6, 16, "first line of its actor"},
      {actor("b: reap for=buy\n  b: reap for=cry"), 7, 11, "unknown intent"},
  });
}

TEST_CASE("actors that wait for themselves are refused, however long the circle is") {
  each_is_refused({
      {"scenario s\nactors\n  a: reap after=a\n", 3, 3, "waits for itself"},
      {"scenario s\nactors\n  x: reap\n  a: reap after=x,c\n  b: reap after=a\n  c: reap after=b\n  d: reap after=c\n",
       4, 3, "waits for itself"},
  });
}

TEST_CASE("two lines of one actor that say different things of it are refused") {
  const std::string head =
      "scenario s\nintents\n  x = pay o1 once\n  y = pay o2 once\nactors\n  a: pay o1 for=x resume=on\n";
  each_is_refused({
      {head + "  a: pay o2 for=y\n", 7, 13, "one intent"},
      {head + "  a: pay o1 for=x resume=off\n", 7, 19, "otherwise above"},
  });
}

TEST_CASE("a wrong fault or schedule is refused") {
  each_is_refused({
      {experiment("faults\n  crush a at=any\n"), 7, 3, "did you mean \"crash\"?"},
      {experiment("faults\n  crash b at=any\n"), 7, 9, "unknown actor"},
      {experiment("faults\n  crash a at=key.claims\n"), 7, 11, "did you mean \"key.claim\"?"},
      {experiment("faults\n  crash a max=0\n"), 7, 11, "whole number"},
      {experiment("faults\n  crash a of=1\n"), 7, 11, "unknown name before ="},
      {experiment("faults\n  crash\n"), 7, 3, "crash ACTOR"},
      {experiment("faults\n  lose\n"), 7, 3, "lose ACTOR"},
      {experiment("faults\n  lose b\n"), 7, 8, "unknown actor"},
      {experiment("faults\n  lose a\n  lose a\n"), 8, 3, "twice"},
      {experiment("faults\n  crash a\n  crash a at=any\n"), 8, 3, "twice"},
      {experiment("schedule al\n"), 6, 10, "did you mean \"all\"?"},
      {experiment("schedule\n"), 6, 1, "schedule all"},
      {experiment("schedule all\n  in-order\n"), 6, 1, "schedule all"},
  });
}

TEST_CASE("a wrong clause of all-on is refused") {
  each_is_refused({
      {expects("al-on moves buy = 1"), 9, 3, "did you mean \"all-on\"?"},
      {expects("all-on"), 9, 3, "all-on CLAUSE"},
      {expects("all-on books balanced |"), 9, 25, "nothing stands beside"},
      {expects("all-on | books balanced"), 9, 10, "nothing stands beside"},
      {expects("all-on move buy = 1"), 9, 10, "did you mean \"moves\"?"},
      {expects("all-on bonk buy = 1"), 9, 10, "did you mean \"bank\"?"},
      {expects("all-on moves bay = 1"), 9, 16, "did you mean \"buy\"?"},
      {expects("all-on bank bay = 1"), 9, 15, "did you mean \"buy\"?"},
      {expects("all-on moves buy = some"), 9, 22, "whole number"},
      {expects("all-on moves buy"), 9, 10, "moves INTENT"},
      {expects("all-on books"), 9, 10, "books balanced"},
      {expects("all-on nothing stuk"), 9, 10, "nothing stuck"},
      {expects("all-on replies different"), 9, 10, "replies same"},
      {expects("all-on status o11 = paid"), 9, 17, "did you mean \"o1\"?"},
      {expects("all-on status o1 = piad"), 9, 22, "did you mean \"paid\"?"},
      {expects("all-on vouchers o1 = -1"), 9, 24, "whole number"},
  });
}

TEST_CASE("a wrong set of guards is refused, and so is one that is not the smallest") {
  each_is_refused({
      {expects("guards"), 9, 3, "guards W"},
      {expects("guards Z"), 9, 10, "unknown set of guards"},
      {expects("guards non"), 9, 10, "did you mean \"none\"?"},
      {expects("guards S+S"), 9, 10, "twice in this set"},
      {expects("guards S | SV"), 9, 14, "one holds the other"},
      {expects("guards KW | S | W+K"), 9, 19, "one holds the other"},
      {expects("guards +"), 9, 10, "should read"},
      {expects("guards S\n  guards V"), 10, 3, "twice"},
  });
}

TEST_CASE("a wrong variant is refused") {
  each_is_refused({
      {expects("layers : safe"), 9, 3, "W=off : VERDICT"},
      {expects("variant : safe"), 9, 3, "window=30s : VERDICT"},
      {expects("layers W=off"), 9, 3, "colon is missing"},
      {expects("layers W=of : safe"), 9, 10, "did you mean \"off\"?"},
      {expects("layers Y=off : safe"), 9, 10, "unknown layer"},
      {expects("layers W=off W=on : safe"), 9, 16, "switched twice"},
      {expects("layers window=5s : safe"), 9, 10, "unknown layer"},
      {expects("variant windw=5s : safe"), 9, 11, "did you mean \"window\"?"},
      {expects("variant window=soon : safe"), 9, 11, ""},
      {expects("variant window=1s window=2s : safe"), 9, 21, "twice"},
      {expects("variant window-by=kye : safe"), 9, 11, "did you mean \"key\"?"},
      {expects("variant off : safe"), 9, 11, "name=value"},
      {expects("variant schedule=inorder : safe"), 9, 11, "did you mean \"in-order\"?"},
      {expects("variant bank.dedupe=none : safe"), 9, 11, "did you mean \"dedup\"?"},
      {expects("variant bonk.dedup=none : safe"), 9, 11, "did you mean \"bank\"?"},
      {expects("variant bank.dedup=non : safe"), 9, 11, "did you mean \"none\"?"},
      {expects("variant bank.key-window=long : safe"), 9, 11, ""},
      {expects("variant c.resume=off : safe"), 9, 11, "unknown actor"},
      {expects("variant a.resume=of : safe"), 9, 11, "did you mean \"off\"?"},
  });
}

TEST_CASE("a wrong verdict is refused") {
  each_is_refused({
      {expects("layers W=off :"), 9, 16, "should read"},
      {expects("layers W=off : DUOBLE in all"), 9, 18, "did you mean \"DOUBLE\"?"},
      {expects("layers W=off : DOUBLE"), 9, 18, "should read"},
      {expects("layers W=off : DOUBLE in"), 9, 18, "should read"},
      {expects("layers W=off : DOUBLE in soem"), 9, 28, "did you mean \"some\"?"},
      {expects("layers W=off : DOUBLE in 3"), 9, 28, "should read"},
      {expects("layers W=off : DOUBLE in 7 of 6"), 9, 28, "cannot leak"},
      {expects("layers W=off : DOUBLE in 0 of 0"), 9, 28, "cannot leak"},
      {expects("layers W=off : DOUBLE at bonk in all"), 9, 28, "did you mean \"bank\"?"},
      {expects("layers W=off : DOUBLE in all some"), 9, 32, "nothing more"},
      {expects("layers W=off : safe | LOST in all"), 9, 25, "no harm"},
      {expects("layers W=off : LOST in all | safe"), 9, 32, "stands alone"},
      {expects("layers W=off : safe | audit"), 9, 25, "audit finds"},
      {expects("layers W=off : safe | audit finds"), 9, 25, "code of a finding"},
      {expects("layers W=off : safe | audit silent | audit silent"), 9, 40, "twice"},
      {expects("sometimes reply piad"), 9, 19, "did you mean \"paid\"?"},
      {expects("sometimes reply"), 9, 3, "sometimes reply OUTCOME"},
      {expects("sometimes DUOBLE"), 9, 13, "did you mean \"DOUBLE\"?"},
      {expects("sometimes"), 9, 3, "sometimes reply OUTCOME"},
  });
}

TEST_CASE("a wrong heading is refused, and so is a sentence that lacks a language") {
  const auto heading = [](const std::string& line) {
    return "scenario s\n  " + line + "\nactors\n  a: pay o1 key=k\n";
  };
  each_is_refused({
      {heading("row 2b3"), 2, 3, "row 46a"},
      {heading("row"), 2, 3, "row 46a"},
      {heading("row 1\n  row 2"), 3, 3, "row 46a"},
      {heading("rul en \"A\" zh \"B\""), 2, 3, "did you mean \"rule\"?"},
      {heading("rule \"A\""), 2, 3, "rule en"},
      {heading("rule en \"A\""), 2, 3, "both languages"},
      {heading("rule en \"A\" en \"B\""), 2, 15, "twice"},
      {heading("says \"A\""), 2, 3, "shows en"},
      {heading("says \"A\" shows en \"B\""), 2, 3, "both languages"},
      {heading("says en \"A\" shows en \"B\" zh \"C\""), 2, 3, "both languages"},
      {heading("says \"A\" shows en \"B\" zh \"C\" x"), 2, 3, "shows en"},
  });
}

TEST_CASE("an experiment without actors is none, and its sections are no part of a story") {
  each_is_refused({
      {"scenario s\nexpect\n  guards S\n", 1, 1, "either steps"},
      {"scenario s\nsteps\n  advance 1s\nexpect\n  guards S\n", 1, 1, "either steps"},
      {experiment("") + "\nscenario t\n  like r\nexpect\n  guards S\n", 7, 1, "earlier experiment"},
  });
}
