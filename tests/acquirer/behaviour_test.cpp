// The words a script is written in.

#include "scenarios/acquirer/behaviour.hpp"

#include <doctest/doctest.h>

#include <set>

using namespace payonce;

TEST_CASE("each behaviour has a name of its own") {
  std::set<std::string_view> seen;
  for (const Behaviour behaviour : every_behaviour) {
    CHECK(seen.insert(label(behaviour)).second);
    CHECK(behaviour_named(label(behaviour)) == behaviour);
  }
  CHECK_FALSE(behaviour_named("Approve").has_value());
  CHECK_FALSE(behaviour_named("").has_value());
}
