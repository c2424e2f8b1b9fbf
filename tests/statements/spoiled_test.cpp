// Whatever happens to the bytes of a file: its reader comes to an end, and its sums are those of the lines it gave.

#include <doctest/doctest.h>

#include <random>

#include "tests/statements/files.hpp"
#include "tests/statements/surviving.hpp"
#include "tests/support/seed.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

class Spoiler {
 public:
  explicit Spoiler(std::uint64_t seed) : chance_(seed) {}

  std::string spoiled(std::string bytes) {
    for (std::size_t n = 1 + below(4); n != 0 && !bytes.empty(); --n) {
      const std::size_t at = below(bytes.size());
      const std::size_t size = std::min(below(40), bytes.size() - at);
      switch (below(5)) {
        case 0: bytes[at] = odd[below(odd.size())]; break;
        case 1: bytes.erase(at, size); break;
        case 2: bytes.insert(at, bytes.substr(below(bytes.size()), size)); break;
        case 3: bytes.insert(at, 1, odd[below(odd.size())]); break;
        default: bytes.resize(at); break;
      }
    }
    return bytes;
  }

 private:
  static constexpr char odd_bytes[] = "\"\n\r,;:{}-/?0123456789CDRN\0\xff\xEF \t`";
  static constexpr std::string_view odd{odd_bytes, sizeof odd_bytes - 1};

  std::size_t below(std::size_t end) { return static_cast<std::size_t>(chance_() % end); }

  std::mt19937_64 chance_;
};

}  // namespace

TEST_CASE("files with bytes changed, lost and doubled are read to their end, and every sum is that of its lines") {
  const std::uint64_t seed = seed_or(20261201);
  INFO("PAYONCE_SEED=", seed);
  Spoiler spoiler(seed);
  const std::string map = bytes_of("shop.map") + "\f";
  for (const char* name : {"csv_clean.csv", "csv_reordered.csv", "mt940_clean.sta", "mt940_blocks.sta"}) {
    const std::string whole = bytes_of(name);
    for (int n = 0; n < 300; ++n) {
      const std::string bytes = spoiler.spoiled(whole);
      CAPTURE(bytes);
      CHECK(statement_tests::broken_rule(map + bytes) == std::nullopt);
      CHECK(statement_tests::broken_rule(spoiler.spoiled(map) + whole) == std::nullopt);
    }
  }
}

TEST_CASE("bills, XML, SGML and zip files with bytes changed, lost and doubled are read to their end as well") {
  const std::uint64_t seed = seed_or(20261202);
  INFO("PAYONCE_SEED=", seed);
  Spoiler spoiler(seed);
  for (const char* name :
       {"alipay_trade_clean.csv", "alipay_account_clean.csv", "alipay_personal_clean.csv", "wechat_trade_clean.csv",
        "wechat_fund_clean.csv", "stripe_clean.csv", "paypal_stl_clean.csv", "adyen_clean.csv", "acquirer_clean.csv",
        "camt053_clean.xml", "camt053_reversal.xml", "ofx1_clean.ofx", "ofx2_clean.ofx", "alipay_trade_clean.zip"}) {
    const std::string whole = bytes_of(name);
    for (int n = 0; n < 100; ++n) {
      const std::string bytes = spoiler.spoiled(whole);
      CAPTURE(name);
      CAPTURE(bytes);
      CHECK(statement_tests::broken_rule_of(bytes, nullptr) == std::nullopt);
    }
  }
}
