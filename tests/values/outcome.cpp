// The closed list of outcomes, and the page that tells programs of it.

#include "ledger/values/outcome.hpp"

#include <doctest/doctest.h>

#include <string>

#include "tests/support/temp_folder.hpp"

using namespace payonce;

TEST_CASE("every outcome has a name, a sentence in both languages, a status and its place in the documented schema") {
  const std::string page = test::contents(std::string(PAYONCE_SOURCE_DIR) + "/docs/reply.md");
  REQUIRE_FALSE(page.empty());
  for (const Outcome outcome : all_outcomes) {
    CAPTURE(name(outcome));
    CHECK(outcome_named(name(outcome)) == outcome);
    CHECK_FALSE(sentence(outcome).en.empty());
    CHECK_FALSE(sentence(outcome).zh.empty());
    CHECK(http_status(outcome) >= 200);
    CHECK(page.find("\"" + std::string(name(outcome)) + "\"") != std::string::npos);
    CHECK(page.find("`" + std::string(name(outcome)) + "`") != std::string::npos);
  }
  CHECK_FALSE(outcome_named("nothing").has_value());
}

TEST_CASE("what may differ on a retry is never stored as final") {
  for (const Outcome outcome : all_outcomes) {
    CAPTURE(name(outcome));
    CHECK_FALSE((retry_may_differ(outcome) && keeping(outcome) == Keeping::final_answer));
  }
}
