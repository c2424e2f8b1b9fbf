#include "scenarios/lessons/quiz.hpp"

#include <doctest/doctest.h>

#include "scenarios/laboratory/cell.hpp"
#include "scenarios/lessons/level.hpp"
#include "tests/laboratory/experiments.hpp"

namespace payonce::lessons {
namespace {

using laboratory::Cell;
using laboratory::Grain;
using laboratory::LayerSet;

LayerSet set_of(std::string_view text) { return *LayerSet::parse("layers", text); }

const Question& question_of(const Lesson& lesson, Question::Kind kind) {
  for (const Question& one : lesson.questions) {
    if (one.kind == kind) return one;
  }
  FAIL("the lesson asks no such question");
  return lesson.questions.front();
}

/// A row whose every cell has this answer, without playing anything.
laboratory::MatrixRow row_of(const script::Story& story, Cell::Answer answer) {
  laboratory::MatrixRow row{.story = &story, .cells = {}, .guards = {}};
  for (const LayerSet& set : laboratory::every_layer_set(false)) {
    row.cells.push_back({.layers = set, .tally = {}, .answer = answer});
    row.cells.back().tally.schedules = laboratory::Count(20);
  }
  return row;
}

Question share() {
  return {.kind = Question::Kind::share,
          .asks = {},
          .options = {{"none", {}}, {"some", {}}, {"all", {}}},
          .right = {"some"}};
}

Question alone() {
  return {.kind = Question::Kind::alone,
          .asks = {},
          .options = {{"K", {}}, {"W", {}}, {"S", {}}, {"V", {}}},
          .right = {"S", "V"}};
}

}  // namespace

TEST_CASE("an answer is an option's letter, its number or its word, and everything else is no answer") {
  for (const std::string_view word : {"some", "SOME", "b", "B", "2"}) {
    CAPTURE(word);
    const auto answer = understood(share(), word);
    REQUIRE(answer);
    CHECK(*answer == Answer{"some"});
    CHECK(right(share(), *answer));
  }
  for (const std::string_view word : {"", "d", "0", "4", "most", "so me", "\x1b[2J"}) {
    CAPTURE(word);
    const auto answer = understood(share(), word);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().why.en.find('\x1b') == std::string::npos);
    CHECK(answer.error().why.zh.find("some") != std::string::npos);
  }
  CHECK_FALSE(right(share(), *understood(share(), "all")));
}

TEST_CASE("layers are named by their letters in any order, and only all of them are right") {
  for (const std::string_view word : {"SV", "vs", "S|V", "v+s", "S,V", "ssv"}) {
    CAPTURE(word);
    const auto answer = understood(alone(), word);
    REQUIRE(answer);
    CHECK(right(alone(), *answer));
    CHECK(spelled(alone(), *answer) == "S V");
  }
  for (const std::string_view word : {"none", "-", "S", "KSV"}) {
    CAPTURE(word);
    const auto answer = understood(alone(), word);
    REQUIRE(answer);
    CHECK_FALSE(right(alone(), *answer));
  }
  for (const std::string_view word : {"", "|", "X", "SVQ", "all"}) CHECK_FALSE(understood(alone(), word));
}

TEST_CASE("what is right is what the laboratory finds, cell by cell") {
  const script::Story story = test::double_click("k2");
  const Lesson lesson = lesson_of(laboratory::matrix({&story}, {}).front(), {}, set_of("K---"));
  REQUIRE(lesson.questions.size() == 3);
  const auto cell = [&](std::string_view layers) {
    return laboratory::look_at(story, set_of(layers), Grain::coarse, {});
  };
  const Cell shown = cell("K---");
  CHECK(lesson.shown.tally.leaking == shown.tally.leaking);
  CHECK(shown.tally.leaking == shown.tally.schedules);
  CHECK(question_of(lesson, Question::Kind::share).right == Answer{"all"});
  CHECK(question_of(lesson, Question::Kind::harm).right == Answer{"DOUBLE"});
  std::string alone_safe;
  for (const std::string layer : {"K---", "-W--", "--S-", "---V"}) {
    if (cell(layer).answer == Cell::Answer::safe) alone_safe += layer[layer.find_first_not_of('-')];
  }
  CHECK(alone_safe == "WSV");
  CHECK(spelled(question_of(lesson, Question::Kind::alone), question_of(lesson, Question::Kind::alone).right) ==
        "W S V");
  REQUIRE(lesson.leak);
  CHECK(lesson.leak->verdict.harms.any());
  CHECK(lesson.leak->schedule.layers == set_of("K---"));
}

TEST_CASE("of an experiment in which nothing can go wrong nothing is right as an answer, and no leak is shown") {
  const script::Story story = test::double_click("k2");
  const Lesson lesson = lesson_of(row_of(story, Cell::Answer::safe), {}, std::nullopt);
  CHECK(question_of(lesson, Question::Kind::share).right == Answer{"none"});
  CHECK(question_of(lesson, Question::Kind::harm).right == Answer{"none"});
  CHECK(question_of(lesson, Question::Kind::alone).right == Answer{"K", "W", "S", "V"});
  CHECK_FALSE(lesson.leak);
  CHECK(hardest_leak(lesson.row) == nullptr);
  REQUIRE(barest_safe(lesson.row) != nullptr);
  CHECK(barest_safe(lesson.row)->layers.name() == "----");
}

TEST_CASE("a level worth playing is one in which it matters whose turn it is") {
  const script::Story story = test::double_click("k2");
  laboratory::MatrixRow row = row_of(story, Cell::Answer::leaks);
  for (Cell& cell : row.cells) cell.tally.leaking = cell.tally.schedules;
  CHECK_FALSE(puzzle_of(row, {}));  // no layer guards it: a naive one changes nothing
  for (Cell& cell : row.cells) {
    const bool guarded = cell.layers.on(1) || cell.layers.on(2) || cell.layers.on(3);
    if (guarded) cell = {.layers = cell.layers, .tally = {}, .answer = Cell::Answer::safe};
  }
  row.guards = {.sets = {"S"}};
  const auto puzzle = puzzle_of(row, {});
  REQUIRE(puzzle);
  CHECK(puzzle->layers.layers[2] == script::Setting::naive);
  CHECK_FALSE(puzzle->tally.leaking.zero());
  CHECK(puzzle->tally.leaking != puzzle->tally.schedules);
}

TEST_CASE("what is unknown is not asked, and is never taken for safe") {
  const script::Story story = test::double_click("k2");
  const Lesson lesson = lesson_of(row_of(story, Cell::Answer::unknown), {}, set_of("KWSV"));
  CHECK(lesson.questions.empty());
  CHECK(barest_safe(lesson.row) == nullptr);
}

}  // namespace payonce::lessons
