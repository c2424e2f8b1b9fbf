#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/script/vocabulary.hpp"

namespace payonce::script_tests {

/// A text with one mistake, where it stands, and a part of the English sentence about it.
struct Broken {
  std::string text;
  std::uint32_t line;
  std::uint32_t column;
  std::string says;
};

/// Each text is refused, for this mistake alone.
inline void each_is_refused(const std::vector<Broken>& all) {
  for (const Broken& one : all) {
    CAPTURE(one.text);
    CAPTURE(one.says);
    const script::Script script = script::parse(one.text, words());
    REQUIRE_FALSE(script.errors.empty());
    const script::Error& error = script.errors.front();
    CAPTURE(script::report("script", error, Language::both));
    CHECK(error.line == one.line);
    CHECK(error.column == one.column);
    CHECK(error.message.en.find(one.says) != std::string::npos);
    CHECK_FALSE(error.message.zh.empty());
    CHECK(error.message.zh != error.message.en);
    CHECK(script.errors.size() == 1);
  }
}

}  // namespace payonce::script_tests
