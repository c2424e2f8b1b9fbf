#include "ledger/values/ids.hpp"

#include <doctest/doctest.h>

#include <string>
#include <type_traits>
#include <vector>

using namespace payonce;

static_assert(!std::is_convertible_v<OrderId, AccountId> && !std::is_constructible_v<OrderId, AccountId>,
              "an order is never taken for an account");
static_assert(!std::is_constructible_v<OrderId, std::string>, "an id is made by parse alone");

TEST_CASE("a name from outside is taken byte for byte") {
  for (const std::string& text :
       std::vector<std::string>{"ord_42", "A", "a-b_C9", "-", "_", "0", "ord_42--", std::string(64, 'x')}) {
    CAPTURE(text);
    const auto id = OrderId::parse("order", text);
    REQUIRE(id);
    CHECK(id->text() == text);
  }
  CHECK_FALSE(*OrderId::parse("order", "ord_a") == *OrderId::parse("order", "ord_A"));
}

TEST_CASE("a name that could be mistaken for another is refused, and its bytes are not repeated to the terminal") {
  struct Case {
    std::string text;
    std::string en;
  };
  const std::vector<Case> cases = {
      {"", "is empty"},         {std::string(65, 'x'), "has 65 characters, 64 are the most"},
      {"ord_42.pay", "byte 7"},  // a dot belongs to business keys
      {"ord 42", "byte 4"},     {" ord", "byte 1"},
      {"ord\n", "byte 4"},      {std::string("ord\0x", 5), "byte 4"},
      {"ord_４２", "byte 5"},   {"订单", "byte 1"},
      {"ord/42", "byte 4"},     {"ord'--", "byte 4"},
      {"\x1B[31m", "byte 1"},   {"ord\x7F", "byte 4"},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.text);
    const auto id = OrderId::parse("order", expected.text);
    REQUIRE_FALSE(id);
    CHECK(id.error().field == "order");
    CHECK(id.error().why.en.find(expected.en) != std::string::npos);
    CHECK_FALSE(id.error().why.zh.empty());
    CHECK(id.error().why.en.find('\x1B') == std::string::npos);
  }
  CHECK_FALSE(AccountId::parse("account", "a.b"));
  CHECK_FALSE(ChannelId::parse("channel", "a b"));
  CHECK_FALSE(Tenant::parse("tenant", ""));
}

TEST_CASE("a reference may hold dots, colons and slashes, up to 128 characters") {
  CHECK(Reference::parse("ref", "2026/01/31:top-up.7")->text() == "2026/01/31:top-up.7");
  CHECK(Reference::parse("ref", std::string(128, 'r')));
  CHECK_FALSE(Reference::parse("ref", std::string(129, 'r')));
  CHECK_FALSE(Reference::parse("ref", ""));
  CHECK_FALSE(Reference::parse("ref", "a b"));
  CHECK_FALSE(Reference::parse("ref", "a\\b"));
  CHECK_FALSE(Reference::parse("ref", "充值"));
}
