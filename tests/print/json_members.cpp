#include "app/print/json_members.hpp"

#include <doctest/doctest.h>

#include <string>

#include "ledger/values/json.hpp"

using namespace payonce;

TEST_CASE("members are found by their path, lists by their places, null is left out") {
  const JsonMembers members = json_members(R"({"a":"x","b":{"c":12,"d":[true,{"e":-3}]},"f":null,"g":[],"h":{}})");
  CHECK(members == JsonMembers{{"a", "x"}, {"b.c", "12"}, {"b.d.0", "true"}, {"b.d.1.e", "-3"}});
}

TEST_CASE("what the writer wrote is read back, whatever the text") {
  for (const std::string text : {"", "plain", "quote \" and \\ and /", "line\nfeed\ttab\r\b\f", "\x01\x1f", "凭证 ✓",
                                 "{\"not\":\"an object\"}", "\x7f"}) {
    CAPTURE(text);
    std::string json;
    JsonWriter(json).object().member("text", text).member("behind", 1).end();
    CHECK(json_members(json) == JsonMembers{{"behind", "1"}, {"text", text}});
  }
}

TEST_CASE("text that is no such object gives no members, never half of them") {
  for (const char* text : {"",
                           "{",
                           "}",
                           "[]",
                           "\"a\"",
                           "12",
                           "{\"a\"}",
                           "{\"a\":}",
                           "{\"a\":1",
                           "{\"a\":1}}",
                           "{\"a\":1,}",
                           "{,}",
                           "{a:1}",
                           "{\"a\":1 }",
                           "{\"a\":01x}",
                           "{\"a\":tru}",
                           "{\"a\":1.5}",
                           "{\"a\":\"b}",
                           "{\"a\":\"\\x\"}",
                           "{\"a\":\"\\u12\"}",
                           "{\"a\":\"\\u00zz\"}",
                           "{\"a\":[1,]}",
                           "{\"a\":[1}",
                           "{\"a\":1}{\"b\":2}"}) {
    CAPTURE(text);
    CHECK(json_members(text).empty());
  }
}

TEST_CASE("nesting without end is refused, not followed") {
  std::string deep = "{\"a\":";
  for (int n = 0; n < 100'000; ++n) deep += '[';
  CHECK(json_members(deep).empty());
}
