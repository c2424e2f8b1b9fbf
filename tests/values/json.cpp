#include "ledger/values/json.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <random>
#include <string>
#include <vector>

#include "ledger/values/invariant.hpp"
#include "ledger/values/utf8.hpp"
#include "tests/support/seed.hpp"

using namespace payonce;

namespace {

std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

}  // namespace

TEST_CASE("objects, arrays and values are written in the order of the calls") {
  std::string out = "> ";  // the writer appends
  JsonWriter json(out);
  json.object()
      .member("outcome", "paid")
      .member("replayed", false)
      .member("retryable", true)
      .member("order", std::string("ord_42"))
      .name("voucher")
      .null()
      .name("amount")
      .value(Money(10'000, *Currency::parse("currency", "CNY")))
      .name("trace")
      .array()
      .object()
      .member("layer", "idempotency_key")
      .end()
      .value(1)
      .value("two")
      .array()
      .end()
      .object()
      .end()
      .end()
      .name("stored")
      .raw(R"({"as":"it is"})")
      .end();
  CHECK(json.complete());
  CHECK(out == R"(> {"outcome":"paid","replayed":false,"retryable":true,"order":"ord_42","voucher":null,)"
               R"("amount":{"minor":10000,"currency":"CNY","exponent":2},)"
               R"("trace":[{"layer":"idempotency_key"},1,"two",[],{}],"stored":{"as":"it is"}})");
}

TEST_CASE("whole numbers are written to the last digit") {
  std::string out;
  JsonWriter json(out);
  json.array()
      .value(0)
      .value(-1)
      .value(std::numeric_limits<std::int64_t>::min())
      .value(std::numeric_limits<std::int64_t>::max())
      .value(std::numeric_limits<std::uint64_t>::max())
      .value(std::size_t{7})
      .value(std::int8_t{-8})
      .end();
  CHECK(out == "[0,-1,-9223372036854775808,9223372036854775807,18446744073709551615,7,-8]");
}

TEST_CASE("a text is always valid JSON and valid UTF-8, whatever its bytes") {
  struct Case {
    std::string text;
    std::string json;
  };
  const std::vector<Case> cases = {
      {"", R"("")"},
      {"ord_42", R"("ord_42")"},
      {"say \"hi\" \\ /", R"("say \"hi\" \\ /")"},
      {"\b\f\n\r\t", R"("\b\f\n\r\t")"},
      {std::string("a\0b", 3), R"("a\u0000b")"},
      {"\x01\x1B[31m\x1F", R"("\u0001\u001b[31m\u001f")"},
      {"\x7F", R"("\u007f")"},
      {"订单 é 😀", R"("订单 é 😀")"},
      {"a\xFFz", "\"a\uFFFDz\""},
      {"\xC0\xAF", "\"\uFFFD\uFFFD\""},            // an overlong slash
      {"\xED\xA0\x80", "\"\uFFFD\uFFFD\uFFFD\""},  // a surrogate
      {"\xF4\x90\x80\x80", "\"\uFFFD\uFFFD\uFFFD\uFFFD\""},
      {"\xF5", "\"\uFFFD\""},
      {"\xE8\xAE", "\"\uFFFD\""},  // a character cut short at the end
      {"\xE8\xAE\"", "\"\uFFFD\\\"\""},
      {"\xF0\x9F\x98z", "\"\uFFFDz\""},
      {"\x80", "\"\uFFFD\""},
      {"\xE8\xAE\xA2\xAE", "\"订\uFFFD\""},
      {"\xFF\xFE\"\n", "\"\uFFFD\uFFFD\\\"\\n\""},
      {"\U0010FFFF", "\"\U0010FFFF\""},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.json);
    CHECK(quoted(expected.text) == expected.json);
  }
}

TEST_CASE("random bytes come out as valid UTF-8 without control bytes, closed by the only bare quote") {
  const std::uint64_t seed = test::seed_or(45);
  INFO("PAYONCE_SEED=", seed);
  std::mt19937_64 random(seed);
  // Lead and trailing bytes are drawn often, so that characters half begun meet quotes and ends.
  const std::string likely = "\xE8\xAE\xF0\x9F\xED\xA0\xC2\x80\"\\a\n";
  for (int n = 0; n < 10'000; ++n) {
    std::string text(random() % 12, '\0');
    for (char& c : text) c = random() % 2 == 0 ? likely[random() % likely.size()] : static_cast<char>(random() % 256);
    const std::string json = quoted(text);
    bool escaped = false;
    for (std::size_t at = 1; at + 1 < json.size();) {
      const CodePoint point = code_point_at(json, at);
      REQUIRE(point.valid);
      REQUIRE(point.value >= 0x20);
      REQUIRE((point.value != '"' || escaped));
      escaped = point.value == '\\' && !escaped;
      at += point.size;
    }
    REQUIRE_FALSE(escaped);
    REQUIRE(json.back() == '"');
  }
}

TEST_CASE("names are escaped as texts are") {
  std::string out;
  JsonWriter(out).object().member("a\"\n", 1).end();
  CHECK(out == R"({"a\"\n":1})");
}

TEST_CASE("a call out of turn is our own mistake and does not pass") {
  std::string out;
  CHECK_THROWS_AS(JsonWriter(out).object().value(1), Broken);
  CHECK_THROWS_AS(JsonWriter(out).name("a"), Broken);
  CHECK_THROWS_AS(JsonWriter(out).array().name("a"), Broken);
  CHECK_THROWS_AS(JsonWriter(out).object().name("a").name("b"), Broken);
  CHECK_THROWS_AS(JsonWriter(out).object().name("a").end(), Broken);
  CHECK_THROWS_AS(JsonWriter(out).end(), Broken);
  CHECK_THROWS_AS(JsonWriter(out).value(1).value(2), Broken);
  CHECK_THROWS_AS(JsonWriter(out).array().end().end(), Broken);

  JsonWriter deep(out);
  for (int n = 0; n < 63; ++n) deep.array();
  CHECK_THROWS_AS(deep.array(), Broken);
  CHECK_FALSE(deep.complete());
  for (int n = 0; n < 63; ++n) deep.end();
  CHECK(deep.complete());
}
