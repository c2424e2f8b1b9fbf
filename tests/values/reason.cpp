// Why an answer is as it is, in words: each code that the sources give has its own sentence, once, in both languages.

#include "ledger/values/reason.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "tests/support/temp_folder.hpp"

using namespace payonce;

namespace {

bool is_code(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos;
}

/// The texts in quotes of one statement that are made as a code is.
void take_codes(std::string_view statement, std::set<std::string>& codes) {
  for (std::size_t from = 0;;) {
    const std::size_t open = statement.find('"', from);
    if (open == std::string_view::npos) return;
    const std::size_t close = statement.find('"', open + 1);
    if (close == std::string_view::npos) return;
    const std::string_view text = statement.substr(open + 1, close - open - 1);
    if (is_code(text)) codes.emplace(text);
    from = close + 1;
  }
}

/// Whatever these give stands as the reason of an answer.
constexpr std::string_view givers[] = {".say(",  "refuse(",  "puzzled(",      "parked(",
                                       "early(", "failing(", "refuse_coupon("};

std::set<std::string> codes_of(const std::filesystem::path& source) {
  std::set<std::string> codes;
  const std::string text = test::contents(source.string());
  for (const std::string_view giver : givers) {
    for (std::size_t at = text.find(giver); at != std::string::npos; at = text.find(giver, at + 1)) {
      take_codes(std::string_view(text).substr(at, text.find(';', at) - at), codes);
    }
  }
  return codes;
}

/// What gives answers: the engine, the layers, what permits. Not what reads a request, which complains in other words.
std::vector<std::filesystem::path> sources() {
  const std::filesystem::path ledger = std::filesystem::path(PAYONCE_SOURCE_DIR) / "ledger";
  std::vector<std::filesystem::path> all;
  for (const char* room : {".", "layers", "messages", "defences"}) {
    for (const auto& entry : std::filesystem::directory_iterator(ledger / room)) {
      if (entry.path().extension() == ".cpp") all.push_back(entry.path());
    }
  }
  return all;
}

}  // namespace

TEST_CASE("every reason that the sources give has a sentence of its own in both languages") {
  std::set<std::string> codes;
  for (const auto& source : sources()) codes.merge(codes_of(source));
  CHECK(codes.size() > 100);
  for (const char* known : {"was_reversed", "nothing_to_ship", "insufficient_funds", "terms_missing", "token_used"}) {
    CAPTURE(known);
    CHECK(codes.contains(known));
  }
  for (const std::string& code : codes) {
    CAPTURE(code);
    CHECK_FALSE(reason_sentence(code).en.empty());
    CHECK_FALSE(reason_sentence(code).zh.empty());
    CHECK(reason_named(code) == code);
  }
}

TEST_CASE("the states of an order, a payout and a dispute that refuse a step have their sentences") {
  for (const char* status : {"created", "paying", "closing", "paid", "cancelled", "expired", "fulfilled", "refunded",
                             "arrived", "returned", "won", "lost", "withdrawn"}) {
    CAPTURE(status);
    CHECK_FALSE(reason_sentence(status).en.empty());
    CHECK_FALSE(reason_sentence(status).zh.empty());
  }
}

TEST_CASE("no reason stands twice in its table, where the second sentence would never be told") {
  const std::string table = test::contents(std::string(PAYONCE_SOURCE_DIR) + "/ledger/values/reason.cpp");
  const std::string_view mark = "Entry{\"";
  std::set<std::string> seen;
  for (std::size_t at = table.find(mark); at != std::string::npos; at = table.find(mark, at + 1)) {
    const std::size_t from = at + mark.size();
    const std::string code = table.substr(from, table.find('"', from) - from);
    CAPTURE(code);
    CHECK(seen.insert(code).second);
    CHECK(reason_named(code) == code);
  }
  CHECK(seen.size() > 100);
  CHECK(reason_sentence("no_such_reason").en.empty());
}
