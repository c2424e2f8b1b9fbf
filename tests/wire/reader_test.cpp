// JSON itself: what is one object, and what is refused whatever it would have meant.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ledger/wire/json_reader.hpp"

using namespace payonce;

namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t n = 0; n < times; ++n) all += text;
  return all;
}

struct Bad {
  std::string json;
  std::string field;
  std::string why;  // the beginning of the reason
};

void refused(const std::vector<Bad>& cases) {
  for (const Bad& bad : cases) {
    CAPTURE(bad.json.substr(0, 100));
    for (int look = 0; look < 2; ++look) {  // at first sight and on the retry
      const Result<JsonValue> value = read_json(bad.json);
      REQUIRE_FALSE(value);
      CHECK(value.error().field == bad.field);
      CHECK(value.error().why.en.substr(0, bad.why.size()) == bad.why);
      CHECK_FALSE(value.error().why.zh.empty());
    }
  }
}

}  // namespace

TEST_CASE("a member named twice is refused at first sight and on every retry, on whatever level and however escaped") {
  refused({
      {R"({"a":1,"a":1})", "a", "is named twice"},
      {R"({"a":1,"b":2,"\u0061":1})", "a", "is named twice"},
      {R"({"x":{"a":1,"a":2}})", "x.a", "is named twice"},
      {R"({"client_time":[{"a":1},{"a":1,"a":2}]})", "client_time.a", "is named twice"},
      {R"({"":1,"":2})", "", "is named twice"},
      {R"({"a":null,"a":1})", "a", "is null"},
  });
  CHECK(read_json(R"({"a":{"a":1},"b":{"a":[{"a":1},{"a":2}]}})"));
}

TEST_CASE("a null is refused wherever it stands, and its member is named") {
  refused({
      {R"({"amount":null})", "amount", "is null"},
      {R"({"amount":{"currency":null}})", "amount.currency", "is null"},
      {R"({"attempt_id":[null]})", "attempt_id", "is null"},
      {"null", "json", "is null"},
  });
}

TEST_CASE("bytes that are no UTF-8 and halves of a surrogate pair are refused") {
  refused({
      {"{\"a\":\"\xFF\"}", "json", "what stands at byte 7 is no UTF-8"},
      {"{\"a\":\"\xC0\xAF\"}", "json", "what stands at byte 7 is no UTF-8"},          // overlong
      {"{\"a\":\"\xED\xA0\x80\"}", "json", "what stands at byte 8 is no UTF-8"},      // a surrogate
      {"{\"a\":\"\xF4\x90\x80\x80\"}", "json", "what stands at byte 8 is no UTF-8"},  // past U+10FFFF
      {"{\"a\":\"\xE4\xB8\"}", "json", "what stands at byte 9 is no UTF-8"},          // cut
      {"{\"\x80\":1}", "json", "what stands at byte 3 is no UTF-8"},
      {R"({"a":"\uD800"})", "json", "what stands at byte 13 is half of a surrogate pair"},
      {R"({"a":"\uD800\u0041"})", "json", "what stands at byte 18 is half of a surrogate pair"},
      {R"({"a":"\uDC00"})", "json", "what stands at byte 12 is half of a surrogate pair"},
      {R"({"\uDBFF":1})", "json", "what stands at byte 9 is half of a surrogate pair"},
  });
  const Result<JsonValue> whole = read_json(R"({"a":"\uD83D\uDE00\u00e9"})");
  REQUIRE(whole);
  CHECK(whole->member("a")->text == "😀é");
}

TEST_CASE("what ends too early, has something behind it, or is no object is refused") {
  const std::string request = R"({"a":"x","b":{"c":-1.5e+3,"d":[true,"\u00e9"]}})";
  REQUIRE(read_json(request));
  for (std::size_t size = 0; size < request.size(); ++size) {
    const std::string cut = request.substr(0, size);
    CAPTURE(cut);
    const Result<JsonValue> value = read_json(cut);
    REQUIRE_FALSE(value);
    CHECK(value.error().why.en == "the text ends too early");
    CHECK(shape_of(cut) == (size == 0 ? JsonShape::wrong : JsonShape::begun));
  }
  CHECK(shape_of(request) == JsonShape::whole);
  CHECK(read_json(" \t\r\n" + request + " \t\r\n"));
  refused({
      {"{} x", "json", "what stands at byte 4 stands behind"},
      {"{}{}", "json", "what stands at byte 3 stands behind"},
      {"{},", "json", "what stands at byte 3 stands behind"},
      {std::string("{}\0", 3), "json", "byte 3 is a NUL"},
      {std::string("{}\0x", 4), "json", "byte 3 is a NUL"},
      {std::string("{\"a\0\":1}", 8), "json", "byte 4 is a NUL"},
      {"\xEF\xBB\xBF{}", "json", "begins with a byte order mark"},
      {"{} // so", "json", "what stands at byte 4 stands behind"},
      {"[]", "json", "a request is a JSON object"},
      {"\"pay\"", "json", "a request is a JSON object"},
      {"12", "json", "a request is a JSON object"},
      {"true", "json", "a request is a JSON object"},
      {"", "json", "the text ends too early"},
      {"pay", "json", "what stands at byte 1 is no JSON"},
      {"{'a':1}", "json", "what stands at byte 2 is no JSON"},
      {"{a:1}", "json", "what stands at byte 2 is no JSON"},
      {"{\"a\":1,}", "json", "what stands at byte 8 is no JSON"},
      {"{\"a\":01}", "json", "what stands at byte 7 is no JSON"},
      {"{\"a\":+1}", "json", "what stands at byte 6 is no JSON"},
      {"{\"a\":NaN}", "json", "what stands at byte 6 is no JSON"},
      {"{\"a\":\"\t\"}", "json", "what stands at byte 7 is no JSON"},
      {"{\"a\":\"\\x\"}", "json", "what stands at byte 8 is no JSON"},
      {"{/*so*/}", "json", "what stands at byte 2 is no JSON"},
  });
}

TEST_CASE("sixteen levels and 64 KiB are taken, one more of either is refused by its name") {
  const auto nested = [](std::size_t levels) {
    return repeated("{\"a\":", levels - 1) + "{}" + repeated("}", levels - 1);
  };
  const auto lists = [](std::size_t levels) {
    return "{\"a\":" + repeated("[", levels - 1) + repeated("]", levels - 1) + "}";
  };
  CHECK(read_json(nested(16)));
  CHECK(read_json(lists(16)));
  const auto sized = [](std::size_t bytes) { return "{\"a\":\"" + std::string(bytes - 8, 'x') + "\"}"; };
  CHECK(read_json(sized(65536)));
  refused({
      {nested(17), "json", "is nested deeper than 16 levels"},
      {lists(17), "json", "is nested deeper than 16 levels"},
      {nested(9000), "json", "is nested deeper than 16 levels"},
      {lists(30000), "json", "is nested deeper than 16 levels"},
      {repeated("[", 60000), "json", "the text ends too early"},
      {sized(65537), "json", "has 65537 bytes, 65536 are the most"},
  });
}

TEST_CASE("a number keeps its own digits, and one that is too long is refused wherever it stands") {
  const Result<JsonValue> value = read_json(
      R"({"a":100,"b":100.0,"c":1e2,"d":9007199254740993,"e":0.30000000000000004,"f":-0,"g":18446744073709551615,)"
      R"("h":18446744073709551616,"i":1E+2,"j":-0.0,"k":123456789012345678901234567890.123456789})");
  REQUIRE(value);
  std::string digits;
  for (const JsonValue& member : value->members) digits += member.text + " ";
  CHECK(digits ==
        "100 100.0 1e2 9007199254740993 0.30000000000000004 0 18446744073709551615 18446744073709551616 1E+2 "
        "-0.0 123456789012345678901234567890.123456789 ");
  const std::string why = "has more than 64 digits";
  refused({
      {"{\"a\":1e400}", "a", why},
      {"{\"a\":-1E400}", "a", why},
      {"{\"a\":1e-400}", "a", why},
      {"{\"a\":{\"b\":1e65}}", "a.b", why},
      {"{\"client_time\":[1e65]}", "client_time", why},
      {"{\"a\":" + std::string(65, '9') + "}", "a", why},
      {"{\"a\":" + std::string(400, '9') + "}", "a", why},
      {"{\"a\":0." + std::string(400, '0') + "}", "a", why},
  });
}
