// What a careless or a hostile hand may write. Nothing crashes, and nothing is taken that is not what it says.

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "ledger/values/utf8.hpp"
#include "tests/cli/json.hpp"
#include "tests/support/seed.hpp"
#include "tests/wire/read.hpp"

using namespace payonce;
using namespace payonce::wire_tests;

namespace {

const std::vector<std::string>& samples() {
  static const std::vector<std::string> all{
      R"({"verb":"pay","key":"key-1","order":"o1","amount":{"currency":"CNY","value":100.0},"via":"card"})",
      R"({"verb":"pay","key":"\"a key\"","tenant":"t","order":"o1","amount":"CNY 100.00","if_version":9007199254740993})",
      R"({"verb":"refund","key":"k","order":"o1","ref":"a:b/c","client_time":[1,{"a":2e3}],"attempt_id":7})",
      R"({"verb":"topup","key":"k\u0041","account":"alice","amount":{"minor":10000,"currency":"JPY","exponent":0}})",
      R"({"verb":"transfer","key":"k","account":"alice","to":"bob","amount":"7.50 USD"})",
      R"({"verb":"adjust","key":"k","account":"alice","to":{"currency":"BHD","value":-0.125e1}})",
      R"({"verb":"adjust","key":"k","account":"alice","amount":"CNY -1.00","absolute":false})",
  };
  return all;
}

const std::vector<std::string>& pieces() {
  static const std::vector<std::string> all{"{",
                                            "}",
                                            "[",
                                            "]",
                                            ",",
                                            ":",
                                            "\"",
                                            "\\",
                                            "\\u0041",
                                            "\\uD800",
                                            "\\uDC00",
                                            "\\uD83D\\uDE00",
                                            "\\u0000",
                                            "null",
                                            "true",
                                            "false",
                                            "0",
                                            "-0",
                                            "1e2",
                                            "100.0",
                                            "1e400",
                                            "1e-400",
                                            "9007199254740993",
                                            "18446744073709551616",
                                            ".",
                                            "e",
                                            "E+",
                                            "-",
                                            "1e64",
                                            "1e65",
                                            " ",
                                            "\n",
                                            "\t",
                                            "\r",
                                            std::string(1, '\0'),
                                            "\xEF\xBB\xBF",
                                            "\xFF",
                                            "\xC0\xAF",
                                            "\xED\xA0\x80",
                                            "é",
                                            "订单",
                                            "\"verb\":",
                                            "\"key\":\"k\",",
                                            "\"amount\":",
                                            "\"to\":",
                                            "\"by\":",
                                            "\"absolute\":true,",
                                            "\"value\":",
                                            "\"minor\":",
                                            "\"client_time\":1,",
                                            "\"attempt_id\":{},",
                                            "CNY",
                                            "JPY",
                                            "XXX",
                                            "//",
                                            "/**/",
                                            "'",
                                            "NaN",
                                            "Infinity",
                                            "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":",
                                            "[[[[[[[[[[[[[[[[[[[[",
                                            std::string(70, '9'),
                                            std::string(300, 'x')};
  return all;
}

class Hand {
 public:
  explicit Hand(std::uint64_t seed) : random_(seed) {}

  std::string text() {
    std::string text = one_of(samples());
    for (std::size_t slips = below(4) + 1; slips > 0; --slips) slip(text);
    return text;
  }
  std::size_t below(std::size_t count) { return random_() % count; }

 private:
  const std::string& one_of(const std::vector<std::string>& all) { return all[below(all.size())]; }

  void slip(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t size = below(std::min<std::size_t>(text.size() - at, 12) + 1);
    switch (below(6)) {
      case 0: text.insert(at, one_of(pieces())); break;
      case 1: text.replace(at, size, one_of(pieces())); break;
      case 2: text.erase(at, size); break;
      case 3: text.insert(at, text.substr(at, size)); break;
      case 4:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      default: {
        const std::string& other = one_of(samples());
        text = text.substr(0, at) + other.substr(below(other.size()));
      }
    }
    if (text.empty()) text = "{";
  }

  std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("what a random hand writes is refused with a name and a reason, or is exactly what it says when printed") {
  const std::uint64_t seed = test::seed_or(20260131);
  INFO("PAYONCE_SEED=", seed);
  Hand hand(seed);
  int taken = 0;
  int refused = 0;
  // Some seconds on a slow machine: enough that every pair of a place and a piece has been tried many times over.
  for (int n = 0; n < 600'000; ++n) {
    const std::string json = hand.text();
    CAPTURE(json);
    const Result<Request> request = read(json);
    if (!request) {
      ++refused;
      const Fault& fault = request.error();
      if (fault.why.en.empty() || fault.why.zh.empty()) FAIL("refused without a reason");
      if (!is_utf8(fault.field) || !is_utf8(fault.why.en)) FAIL("a fault repeats bytes that are no text");
      continue;
    }
    ++taken;
    if (!is_utf8(json)) FAIL("bytes that are no UTF-8 were taken");
    const std::string all = all_of(*request);
    if (meant(written(*request)) != all) FAIL("printed, it is another request");
    // Read by another reader, it is one JSON object that names nothing twice; a sample of them, since that reader is slow.
    if (taken % 50 == 0) {
      const test::Json other = test::parsed(json);
      REQUIRE(other.at("verb") == name(request->verb));
      REQUIRE(other.member("key") != nullptr);
    }
  }
  CHECK(taken > 8'000);
  CHECK(refused > 400'000);
}

TEST_CASE("a request cut off at any byte is refused, and read whole afterwards") {
  for (const std::string& sample : samples()) {
    const std::string all = meant(sample);
    for (std::size_t at = 0; at < sample.size(); ++at) {
      CAPTURE(sample.substr(0, at));
      CHECK_FALSE(read(sample.substr(0, at)));
    }
    CHECK(meant(sample) == all);
  }
}
