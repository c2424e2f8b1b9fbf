// The table that `explain http` prints is held against the books of the story it names: each row is sent once, then twice.

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "scenarios/player/player.hpp"
#include "scenarios/player/vocabulary.hpp"
#include "scenarios/script/script.hpp"
#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

script::Story http_story() {
  const std::string text = contents(std::string(PAYONCE_SOURCE_DIR) + "/scenarios/state_machine/http-verbs.lab");
  script::Script read = script::parse(text, player::vocabulary());
  REQUIRE(read.errors.empty());
  REQUIRE(read.stories.size() == 1);
  return read.stories.front();
}

/// Whom a step of the story is about.
std::string subject_of(const script::Step& step) {
  if (step.verb == script::Verb::check) return step.check.of.empty() ? "" : step.check.of.front();
  return step.words.empty() ? "" : step.words.front();
}

/// The sendings of one row: its steps as the story has them, before the story shows what a key does.
std::vector<script::Step> sendings(const script::Story& story, const std::string& subject) {
  std::vector<script::Step> found;
  for (const script::Step& step : story.steps) {
    if (subject_of(step) == subject && found.size() < 2) found.push_back(step);
  }
  return found;
}

/// What the books hold once these steps are played: told by the checks that a wrong guess makes fail.
std::map<std::string, std::string> books(script::Story story, std::vector<script::Step> steps) {
  std::map<std::string, std::string> seen;
  const std::vector<std::pair<std::string, std::string>> asked = {
      {"balance", "get"},  {"balance", "head"}, {"balance", "buyer"},  {"balance", "seller"}, {"balance", "post"},
      {"balance", "set"},  {"balance", "add"},  {"version", "head"},   {"order", "put"},      {"order", "delete"},
      {"vouchers", "put"}, {"version", "put"},  {"version", "delete"}, {"version", "set"},    {"version", "add"}};
  for (const auto& [what, of] : asked) {
    script::Step look;
    look.verb = script::Verb::check;
    look.check = {.what = what, .of = {of}, .expected = "?"};
    look.text = "check " + what + " " + of;
    story.steps = steps;
    story.steps.push_back(look);
    const player::ScratchFolder folder;
    const player::Played played = player::play(story, folder.path());
    REQUIRE(played.wrong);
    REQUIRE(played.wrong->step == look.text);
    seen[look.text] = played.wrong->got.en;
  }
  return seen;
}

}  // namespace

TEST_CASE(
    "each method of explain http is naturally idempotent exactly where a second sending leaves the books as they are") {
  const Desk desk;
  const std::string out = desk.done("explain http --json");
  const Json told = parsed(out);
  CHECK(misfits(told, "http") == std::vector<std::string>{});
  const script::Story story = http_story();
  const Json* const rows = told.member("http");
  REQUIRE(rows != nullptr);
  CHECK(rows->members.size() == 7);
  int natural = 0;
  for (const auto& [ignored, row] : rows->members) {
    const std::string subject = row.at("subject");
    CAPTURE(subject);
    const auto twice = sendings(story, subject);
    REQUIRE(twice.size() == 2);
    const bool same = books(story, {twice.front()}) == books(story, twice);
    CHECK((row.at("natural") == "true") == same);
    natural += same ? 1 : 0;
  }
  CHECK(natural == 5);
}

TEST_CASE("explain http is a table in either language, and names a story that can be played") {
  const Desk desk;
  const std::string english = desk.done("explain http");
  for (const char* word : {"GET", "HEAD", "PUT", "DELETE", "POST", "PATCH (set)", "PATCH (add)"}) {
    CHECK(holds(english, word));
  }
  CHECK(holds(desk.done("explain http --lang zh"), "方法"));
  const Json told = parsed(desk.done("explain http --json"));
  CHECK(desk.run("play " + told.at("story")).status == 0);
}
