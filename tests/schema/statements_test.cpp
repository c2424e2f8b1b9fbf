// The generated headers, as the rest of the program meets them.

#include "schema/statements.hpp"

#include <doctest/doctest.h>

#include <set>
#include <string_view>

TEST_CASE("each statement stands at its own number and has a name of its own") {
  std::set<std::string_view> names;
  std::size_t number = 0;
  for (const payonce::Sql& statement : payonce::all_statements()) {
    CAPTURE(statement.name);
    CHECK(statement.number == number++);
    CHECK(names.insert(statement.name).second);
    CHECK_FALSE(std::string_view(statement.text).empty());
  }
  CHECK(number == payonce::statement_count);
}

TEST_CASE("each statement says why it is safe") {
  for (const payonce::Sql& statement : payonce::all_statements()) {
    CAPTURE(statement.name);
    CHECK_FALSE(statement.why.empty());
  }
}
