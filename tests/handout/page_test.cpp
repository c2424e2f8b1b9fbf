#include "app/handout/page.hpp"

#include <doctest/doctest.h>

#include <string>

#include "app/handout/markup.hpp"
#include "app/handout/slides.hpp"
#include "scenarios/laboratory/explorer.hpp"
#include "tests/cli/json.hpp"
#include "tests/laboratory/experiments.hpp"

using namespace payonce;
using namespace payonce::handout;
using payonce::test::parsed;

namespace {

/// A double click under two keys, told by somebody who means no good.
script::Story hostile() {
  script::Story story = test::double_click("k2");
  story.en = "</script><script>alert(1)</script><!-- \"quoted\" | *bold* `code`";
  story.zh = "</script>中文 & <b>";
  story.rule = {"One of them is `late`.", "其一为迟到者。"};
  story.corrections.push_back({{"It \"never\" happens.", "“从不”发生。"}, {"It does.", "会发生。"}, {}});
  return story;
}

/// Two of the sixteen cells, which are enough: one that is safe, one that leaks.
Exhibit two_cells(const script::Story& story, const laboratory::Budget& budget = {}) {
  Exhibit exhibit;
  exhibit.row.story = &story;
  exhibit.row.guards = {.sets = {"W", "S", "V"}};
  for (const char* const name : {"KWSV", "K---"}) {
    const laboratory::LayerSet layers = laboratory::LayerSet::parse("layers", name).value();
    laboratory::Play play(story, layers, laboratory::Grain::coarse);
    const laboratory::Graph graph = laboratory::explore(play, budget);
    exhibit.row.cells.push_back(laboratory::cell_of(layers, graph));
    exhibit.specimens.emplace_back();
    const auto path = telling_path(graph);
    if (!path) continue;
    exhibit.specimens.back().switches = laboratory::switches(*path);
    exhibit.specimens.back().cure = "W";
    exhibit.specimens.back().trace =
        laboratory::trace(play, laboratory::schedule_of(story, layers, laboratory::Grain::coarse, *path));
  }
  return exhibit;
}

struct Show {
  script::Story story = hostile();
  std::vector<Exhibit> exhibits = {two_cells(story)};

  [[nodiscard]] std::vector<PagePart> parts() const { return {{&exhibits[0], "scenario </script>"}}; }
  [[nodiscard]] static PageMeans means() { return {"9.9", laboratory::Grain::coarse, {}}; }
};

const Show& show() {
  static const Show one;
  return one;
}

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t at = text.find(begin);
  REQUIRE(at != std::string::npos);
  return text.substr(at + begin.size(), text.find(end, at) - at - begin.size());
}

const test::Json& child(const test::Json& of, std::string_view name, std::size_t at) {
  const test::Json* list = of.member(name);
  REQUIRE(list != nullptr);
  REQUIRE(at < list->members.size());
  return list->members[at].second;
}

}  // namespace

TEST_CASE("no text of an experiment can end the page's data or become part of its script") {
  const std::string page = page_of(show().parts(), Show::means(), Language::en);
  CHECK(times(page, "<script") == 2);
  CHECK(times(page, "</script") == 2);
  CHECK_FALSE(holds(page, "alert(1)</"));
  CHECK(times(page, "</html>") == 1);
  const test::Json data = parsed(between(page, "id=\"data\">", "</script>"));
  CHECK(child(data, "rows", 0).member("about")->at("en") == show().story.en);
  CHECK(child(data, "rows", 0).at("text") == "scenario </script>");
}

TEST_CASE("a page fetches nothing and lets nothing run but its own script and style") {
  const std::string page = page_of(show().parts(), Show::means(), Language::en);
  const std::string policy = between(page, "Content-Security-Policy\" content=\"", "\"");
  CHECK(policy.starts_with("default-src 'none'; "));
  CHECK(holds(policy, "'" + policy_hash(between(page, "<script>", "</script>")) + "'"));
  CHECK(holds(policy, "'" + policy_hash(between(page, "<style>", "</style>")) + "'"));
  CHECK_FALSE(holds(policy, "unsafe"));
  for (const char* part :
       {"://", " src=", "<link", "@import", "url(", "localStorage", "sessionStorage", "cookie", "innerHTML", "eval("}) {
    CAPTURE(part);
    CHECK_FALSE(holds(page, part));
  }
  CHECK_FALSE(holds(page, "{{"));
}

TEST_CASE("a page begins in the language it is asked for and holds the other one as well") {
  for (const Language language : {Language::en, Language::zh}) {
    const std::string page = page_of(show().parts(), Show::means(), language);
    CHECK(holds(page, language == Language::en ? "<html lang=\"en\"" : "<html lang=\"zh\""));
    CHECK(holds(page, "Leak matrix"));
    CHECK(holds(page, "泄漏矩阵"));
  }
}

TEST_CASE("the data of a page has every cell, its exact numbers, and a schedule that is played to its end") {
  const test::Json data = parsed(page_data(show().parts(), Show::means()));
  const test::Json& row = child(data, "rows", 0);
  CHECK(row.at("guards") == "W | S | V");
  CHECK(row.at("worst") == "DOUBLE");
  REQUIRE(row.member("cells")->members.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const test::Json& cell = child(row, "cells", i);
    const laboratory::Cell& looked = show().exhibits[0].row.cells[i];
    CAPTURE(looked.layers.name());
    CHECK(cell.at("layers") == looked.layers.name());
    CHECK(cell.at("schedules") == looked.tally.schedules.text());
    CHECK(cell.at("leaking") == looked.tally.leaking.text());
    const test::Json& trace = child(data, "traces", std::stoul(cell.at("trace")));
    CHECK(trace.at("leaks") == (cell.at("verdict") == "leaks" ? "true" : "false"));
    for (const auto& [none, turn] : trace.member("turns")->members)
      CHECK(std::stoul(turn.text) < data.member("turns")->members.size());
  }
}

TEST_CASE("a turn of a page names the rows that it changed, each change standing in the page once") {
  const test::Json data = parsed(page_data(show().parts(), Show::means()));
  std::size_t named = 0;
  for (const auto& [none, turn] : data.member("turns")->members) named += turn.member("changes")->members.size();
  CHECK(named > data.member("changes")->members.size());
  const std::string text = page_data(show().parts(), Show::means());
  CHECK(holds(text, R"("table":"orders","row":"o1","kind":"~")"));
  CHECK(holds(text, R"(["status","created","paid"])"));
}

TEST_CASE("a cell that the budget cut off is unknown in the page and in the slides, and has nothing to play") {
  const script::Story story = test::double_click("k2");
  const std::vector<Exhibit> exhibits = {two_cells(story, {.states = 2})};
  const std::string text = page_data({{&exhibits[0], ""}}, Show::means());
  CHECK(times(text, R"("verdict":"unknown")") == 2);
  CHECK_FALSE(holds(text, R"("trace":)"));
  CHECK(holds(slides_of(exhibits, Language::en), "| ? | ? |"));
}

TEST_CASE("slides: a slide an experiment, with what the article says, the line of the matrix, the leak, why and cure") {
  const std::string slides = slides_of(show().exhibits, Language::en);
  CHECK(times(slides, "\n---\n") == 1);
  CHECK(holds(slides, "## tried"));
  CHECK(holds(slides, "**The article says:** It \"never\" happens."));
  CHECK(holds(slides, "**The laboratory shows:** It does."));
  CHECK(holds(slides, "| W \\| S \\| V | · | ✖ 20/20 |"));
  CHECK(holds(slides, "**Shortest leak under K---:** 1 change of actor, 6 turns"));
  CHECK(holds(slides, "`payonce lab replay L1."));
  CHECK(holds(slides, "**Why:** One of them is \\`late\\`."));
  CHECK(holds(slides, "**Cure:** add W"));
}

TEST_CASE("no sentence of an experiment is a mark of Markdown or HTML on a slide") {
  const std::string slides = slides_of(show().exhibits, Language::en);
  CHECK(holds(slides, "\\</script\\>\\<script\\>alert(1)"));
  CHECK(holds(slides, "\\*bold\\* \\`code\\`"));
  CHECK_FALSE(holds(slides, "中文"));
}

TEST_CASE("slides in both languages have each sentence in the one and then in the other") {
  const std::string slides = slides_of(show().exhibits, Language::both);
  CHECK(holds(slides, "**Why:** One of them is \\`late\\`.\n\n**原因：** 其一为迟到者。"));
  CHECK(times(slides, "✖ DOUBLE") == 1);
  const std::string chinese = slides_of(show().exhibits, Language::zh);
  CHECK_FALSE(holds(chinese, "**Why"));
  CHECK(holds(chinese, "**对策：** 加上 W"));
}
