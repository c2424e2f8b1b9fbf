#include "app/handout/diagram.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "ledger/values/wide.hpp"

using namespace payonce;
using namespace payonce::handout;

namespace {

Turn turn(std::size_t number, std::size_t actor, const std::string& does) {
  return {.number = number, .time = "0.000", .actor = actor, .named = true, .does = {does, does}, .step = "pay o1"};
}

Sequence two_clicks() {
  Sequence sequence{.id = "L1.000000.K000.ab", .layers = "K---", .actors = {"click1", "click2"}};
  sequence.channels = {"bank"};
  sequence.turns = {turn(1, 0, "key.claim"), turn(2, 1, "reply.send")};
  sequence.turns[0].channels = {"bank"};
  sequence.turns[0].changes = {"o1 created→paid"};
  sequence.turns[1].told = "paid by journal";
  sequence.whole = true;
  sequence.leaks = true;
  sequence.harms = {"DOUBLE"};
  sequence.verdict = {{"DOUBLE: moved too often", "DOUBLE：发生了多次"}};
  sequence.found = {"finds nothing", "无发现"};
  return sequence;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

int number_behind(const std::string& text, const std::string& mark) {
  const std::size_t at = text.find(mark);
  REQUIRE(at != std::string::npos);
  return std::stoi(text.substr(at + mark.size()));
}

}  // namespace

TEST_CASE("a diagram has a lane an actor, one for the ledger, one a channel, and every arrow") {
  const std::string svg = svg_of(two_clicks(), {"02", {"A click.", "点击。"}}, Language::en);
  CHECK(times(svg, "class=\"life\"") == 4);
  CHECK(times(svg, "class=\"go\"") == 3);  // two turns, and what moved at the bank
  CHECK(times(svg, "class=\"back\"") == 1);
  CHECK(holds(svg, ">paid by journal<"));
  CHECK(holds(svg, ">o1 created→paid<"));
  CHECK(holds(svg, "✖ DOUBLE: moved too often"));
  CHECK(holds(svg, "L1.000000.K000.ab"));
  CHECK(holds(svg, "<title id=\"title\">02  K---</title>"));
}

TEST_CASE("a diagram speaks the language it is asked for, or both") {
  const Caption caption{"02", {"A click.", "点击。"}};
  const std::string english = svg_of(two_clicks(), caption, Language::en);
  CHECK_FALSE(holds(english, "点击"));
  const std::string chinese = svg_of(two_clicks(), caption, Language::zh);
  CHECK(holds(chinese, "点击。"));
  CHECK_FALSE(holds(chinese, "A click."));
  CHECK(holds(svg_of(two_clicks(), caption, Language::both), "A click. / 点击。"));
}

TEST_CASE("whatever a story calls its things, a diagram holds no markup but its own, and no address but that of SVG") {
  Sequence sequence = two_clicks();
  sequence.actors[0] = "<script>alert(1)</script>";
  sequence.turns[0].does = {"\"&\"", "\"&\""};
  sequence.turns[0].changes = {"</text><image href=x>"};
  const std::string svg = svg_of(sequence, {"</svg>", {"<b>", "<b>"}}, Language::en);
  CHECK_FALSE(holds(svg, "<script"));
  CHECK_FALSE(holds(svg, "<image"));
  CHECK(times(svg, "</svg>") == 1);
  CHECK(times(svg, "://") == 1);  // the name space
}

TEST_CASE("a head is as wide as its name on a screen, where a Chinese character takes two columns") {
  for (const std::string name : {"a", "click1", "支付宝渠道", "Ａ全角"}) {
    CAPTURE(name);
    Sequence sequence = two_clicks();
    sequence.actors[0] = name;
    const std::string svg = svg_of(sequence, {"02", {"x", "x"}}, Language::en);
    const std::string head = svg.substr(svg.find("<rect class=\"box\""));
    CHECK(number_behind(head, " width=\"") >= static_cast<int>(display_width(name)) * 8 + 8);
  }
}

TEST_CASE("the picture is as wide as the longest line in it, in either script") {
  Sequence sequence = two_clicks();
  const int before = number_behind(svg_of(sequence, {"02", {"x", "x"}}, Language::en), " width=\"");
  std::string wide;
  for (int i = 0; i < 100; ++i) wide += "汉";
  sequence.turns[0].changes = {wide};
  const int after = number_behind(svg_of(sequence, {"02", {"x", "x"}}, Language::en), " width=\"");
  CHECK(after > before);
  CHECK(after >= 200 * 8);
}

TEST_CASE("of more than two hundred turns two hundred are drawn, and the rest is counted") {
  Sequence sequence = two_clicks();
  sequence.turns.clear();
  for (std::size_t i = 0; i < 203; ++i) sequence.turns.push_back(turn(i + 1, i % 2, "key.claim"));
  const std::string svg = svg_of(sequence, {"02", {"x", "x"}}, Language::en);
  CHECK(times(svg, "class=\"go\"") == 200);
  CHECK(holds(svg, "3 more turns are not drawn"));
}

TEST_CASE("a death is drawn where it happens, and what only looks is drawn once in a row") {
  Sequence sequence = two_clicks();
  sequence.turns[0].crash = true;
  sequence.turns[0].does = {"✖ the process dies", "✖ 进程死亡"};
  for (std::size_t i = 3; i < 8; ++i) {
    Turn look = turn(i, 1, "looks");
    look.named = false;
    sequence.turns.push_back(look);
  }
  const std::string svg = svg_of(sequence, {"02", {"x", "x"}}, Language::en);
  CHECK(times(svg, "class=\"die\"") == 1);
  CHECK(times(svg, ">looks<") == 1);
  CHECK(holds(svg, ">3–7<"));
}
