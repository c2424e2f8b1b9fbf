// Names of accounts in the languages of other programs: none is lost, and none is two.

#include "ledger/formats/names.hpp"

#include <doctest/doctest.h>

#include <cctype>
#include <random>
#include <set>

#include "tests/support/seed.hpp"

using namespace payonce;
using namespace payonce::formats;
using journal::AccountClass;

namespace {

std::string in_beancount(std::string_view code) {
  const std::string name = beancount_account({std::string(code), AccountClass::liability});
  REQUIRE(name.starts_with("Liabilities:"));
  return name.substr(12);
}

std::string in_plain(std::string_view code) {
  const std::string name = plain_account({std::string(code), AccountClass::liability});
  REQUIRE(name.starts_with("liabilities:"));
  return name.substr(12);
}

char byte_of(std::string_view hex) { return static_cast<char>(std::stoi(std::string(hex), nullptr, 16)); }

std::string back_from_plain(std::string_view name) {
  std::string code;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (name[at] != '%') {
      code += name[at];
    } else {
      code += byte_of(name.substr(at + 1, 2));
      at += 2;
    }
  }
  return code;
}

/// The way back, as docs/export.md tells it.
std::string back_from_beancount(std::string_view name) {
  std::string code;
  bool capital = false;
  bool put_before = false;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (name[at] != '-') {
      code += name[at];
      continue;
    }
    ++at;
    REQUIRE(at < name.size());
    switch (name[at]) {
      case '-': code += '.'; break;
      case 'H': code += '-'; break;
      case 'U': code += '_'; break;
      case 'X':
        code += byte_of(name.substr(at + 1, 2));
        at += 2;
        break;
      case 'C': capital = true; break;
      case 'N': put_before = true; break;
      default: FAIL("an escape nobody knows");
    }
  }
  if (put_before) return code.substr(1);
  if (!capital) code[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(code[0])));
  return code;
}

}  // namespace

TEST_CASE("an account is called in Beancount what the document says") {
  CHECK(in_beancount("alice") == "Alice");
  CHECK(in_beancount("Alice") == "Alice-C");
  CHECK(in_beancount("1200.bank.CNY") == "1200--bank--CNY");
  CHECK(in_beancount("alice-main_2") == "Alice-Hmain-U2");
  CHECK(in_beancount("_x") == "X-Ux-N");
  CHECK(in_beancount("-") == "X-H-N");
  CHECK(in_beancount("a b") == "A-X20b");
  CHECK(beancount_account({"1100.CNY", AccountClass::asset}) == "Assets:1100--CNY");
  CHECK(beancount_account({"fees", AccountClass::income}) == "Income:Fees");
}

TEST_CASE("an account is called in hledger and ledger what it is called here, below its class") {
  CHECK(in_plain("1200.bank.CNY") == "1200.bank.CNY");
  CHECK(in_plain("-x_Y") == "-x_Y");
  CHECK(in_plain("a: b") == "a%3A%20b");
  CHECK(plain_account({"9100.CNY", AccountClass::memo}) == "memo:9100.CNY");
  CHECK(plain_account({"5300.CNY", AccountClass::expense}) == "expenses:5300.CNY");
}

TEST_CASE("every name can be read back, and no two accounts share one") {
  const std::uint64_t seed = payonce::test::seed_or(7);
  INFO("PAYONCE_SEED=", seed);
  std::mt19937_64 random(seed);
  std::set<std::string> codes{"alice", "Alice", "ALICE", "X",   "x",    "X-N", "_X-N",
                              "-N",    "a-C",   "A",     "a.b", "a--b", "1.b"};
  constexpr std::string_view alphabet = "aAbXxNnCcHhUu019_--..";
  for (int n = 0; n < 20'000; ++n) {
    std::string code;
    for (std::uint64_t left = 1 + random() % 8; left > 0; --left) {
      code += random() % 20 == 0 ? static_cast<char>(1 + random() % 255) : alphabet[random() % alphabet.size()];
    }
    codes.insert(code);
  }
  std::set<std::string> seen;
  for (const std::string& code : codes) {
    CAPTURE(code);
    const std::string name = in_beancount(code);
    CHECK(name.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") ==
          std::string::npos);
    CHECK((std::isupper(static_cast<unsigned char>(name.front())) != 0 ||
           std::isdigit(static_cast<unsigned char>(name.front())) != 0));
    CHECK(back_from_beancount(name) == code);
    CHECK(back_from_plain(in_plain(code)) == code);
    CHECK(seen.insert(name).second);
  }
}

TEST_CASE("a text stays on its line and means nothing there but itself") {
  CHECK(plain_text("pay ord_42.pay.1") == "pay ord_42.pay.1");
  CHECK(plain_text("a; b, c | [2026-01-01] (x) \"y\" \\ 100%") ==
        "a%3B b%2C c %7C %5B2026-01-01%5D %28x%29 %22y%22 %5C 100%25");
  CHECK(plain_text("a  b\n ; c ") == "a%20 b%0A %3B c%20");
  CHECK(plain_text("退款\xFF") == "退款%FF");
  CHECK(back_from_plain(plain_text("a  b\n ; c \xFF退")) == "a  b\n ; c \xFF退");
  CHECK(beancount_text("he said \"no\" \\") == "\"he said \\\"no\\\" \\\\\"");
  CHECK(beancount_text("a\nb") ==
        "\"a\xEF\xBF\xBD"
        "b\"");
}
