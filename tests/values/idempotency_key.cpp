#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ledger/values/ids.hpp"

using namespace payonce;

namespace {

constexpr std::size_t real_ledger = 16;
constexpr std::size_t laboratory = 1;

Result<IdempotencyKey> parse(std::string_view text, std::size_t min_bytes = laboratory) {
  return IdempotencyKey::parse("key", text, min_bytes);
}

struct Refused {
  std::string text;
  std::string en;
};

}  // namespace

TEST_CASE("a key in quotes and the same key bare are one key") {
  const std::string uuid = "8e03978e-40d5-43e8-bc93-6894a57f9324";
  CHECK(*parse(uuid, real_ledger) == *parse("\"" + uuid + "\"", real_ledger));
  CHECK(parse("\"" + uuid + "\"")->text() == uuid);
  CHECK(*parse("k1") == *parse("\"k1\""));
}

TEST_CASE("keys that differ only in case or in one byte are two keys") {
  CHECK_FALSE(*parse("abc") == *parse("ABC"));
  CHECK_FALSE(*parse("abc") == *parse("abd"));
  CHECK_FALSE(*parse("\" abc\"") == *parse("abc"));  // nothing is trimmed inside quotes
  CHECK_FALSE(*parse("abc/") == *parse("abc"));
}

TEST_CASE("inside quotes escapes are resolved, and spaces, commas and semicolons are kept") {
  CHECK(parse(R"("a\"b")")->text() == "a\"b");
  CHECK(parse(R"("a\\b")")->text() == "a\\b");
  CHECK(parse(R"("a b,c;d")")->text() == "a b,c;d");
  CHECK(parse(R"("  x  ")")->text() == "  x  ");
}

TEST_CASE("a backslash outside quotes is a byte as any other") { CHECK(parse("a\\b")->text() == "a\\b"); }

TEST_CASE("the shortest and the longest key pass, one byte less and one byte more are refused") {
  CHECK(parse(std::string(16, 'k'), real_ledger));
  CHECK(parse(std::string(255, 'k'), real_ledger));
  CHECK(parse("\"" + std::string(255, 'k') + "\"", real_ledger));
  CHECK(parse("k", laboratory));

  const auto shorter = parse(std::string(15, 'k'), real_ledger);
  REQUIRE_FALSE(shorter);
  CHECK(shorter.error().field == "key");
  CHECK(shorter.error().why.en == "the key has 15 bytes, 16 to 255 are allowed");
  CHECK(shorter.error().why.zh == "幂等键有 15 个字节，允许 16 到 255 个");
  CHECK_FALSE(parse(std::string(256, 'k'), real_ledger));
  CHECK_FALSE(parse("\"" + std::string(256, 'k') + "\"", real_ledger));
  // Quotes and escapes are spelling: only the key they stand for is counted.
  CHECK_FALSE(parse("\"" + std::string(15, 'k') + "\"", real_ledger));
  CHECK(parse(R"(")" + std::string(254, 'k') + R"(\"")", real_ledger));
}

TEST_CASE("what breaks the grammar of a key is refused with the reason") {
  const std::vector<Refused> cases = {
      {"", "the key is empty"},
      {"\"\"", "the key is empty"},
      {"\"    \"", "spaces alone"},
      {" ", "a space or a control character"},
      {" abc", "byte 1 is a space"},
      {"abc ", "byte 4 is a space"},
      {"a b", "byte 2 is a space"},
      {"a,b", "no comma"},
      {"a;b", "no comma, double quote or semicolon"},
      {"a\"b", "no comma, double quote or semicolon"},
      {"\"a\", \"b\"", "behind the closing quote"},
      {"\"a\";p=1", "behind the closing quote"},
      {"\"a\" ", "behind the closing quote"},
      {"\"a\"b", "behind the closing quote"},
      {"\"a", "closing quote is missing"},
      {"\"", "closing quote is missing"},
      {R"("a\")", "closing quote is missing"},
      {R"("a\n")", "a backslash in quotes"},
      {R"("a\)", "a backslash in quotes"},
      {R"("\u0041")", "a backslash in quotes"},
      {"ключ", "byte 1 is not ASCII"},
      {"\"键\"", "byte 2 is not ASCII"},
      {"abc\xFF", "byte 4 is not ASCII"},
      {std::string("ab\0c", 4), "byte 3 is a space or a control character"},
      {std::string("\"ab\0c\"", 6), "byte 4 is a space or a control character"},
      {"ab\n", "byte 3 is a space or a control character"},
      {"\"ab\r\n\"", "byte 4 is a space or a control character"},
      {"ab\t", "byte 3 is a space or a control character"},
      {"ab\x7F", "byte 3 is a space or a control character"},
  };
  for (const Refused& expected : cases) {
    CAPTURE(expected.text);
    const auto key = parse(expected.text);
    REQUIRE_FALSE(key);
    CHECK(key.error().field == "key");
    CHECK(key.error().why.en.find(expected.en) != std::string::npos);
    CHECK_FALSE(key.error().why.zh.empty());
  }
}

TEST_CASE("a key that looks like SQL, a path or markup is only a key") {
  for (const std::string& text :
       std::vector<std::string>{"'--", "x'OR'1'='1", "1)DROP/**/TABLE", "../../etc/passwd", "<b>", "%00", "${x}",
                                ":key", "NULL", "null", "0", "-1", "*", "%", "_", "!", "~"}) {
    CAPTURE(text);
    const auto key = parse(text);
    REQUIRE(key);
    CHECK(key->text() == text);
  }
  CHECK(parse("\"'; DROP TABLE orders; --\"")->text() == "'; DROP TABLE orders; --");
}

TEST_CASE("every byte is taken or refused as the rule says, bare and in quotes") {
  for (int byte = 0; byte < 256; ++byte) {
    CAPTURE(byte);
    const char c = static_cast<char>(byte);
    const bool visible = byte >= 0x21 && byte <= 0x7E;
    CHECK(parse(std::string("k") + c).has_value() == (visible && c != ',' && c != ';' && c != '"'));
    const bool in_quotes = byte >= 0x20 && byte <= 0x7E && c != '"' && c != '\\';
    CHECK(parse(std::string("\"k") + c + "\"").has_value() == in_quotes);
  }
}
