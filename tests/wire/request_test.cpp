// What a JSON object asks for: one wish however it is written, and nothing that is not understood whole.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ledger/fingerprint.hpp"
#include "tests/wire/read.hpp"

using namespace payonce;
using namespace payonce::wire_tests;

namespace {

Fingerprint print_of(const std::string& json) {
  Mac secret("a secret of thirty-two bytes, ok");
  const Result<Request> request = read(json);
  CAPTURE(json);
  REQUIRE(request);
  return fingerprint(secret, *request);
}

struct Bad {
  std::string json;
  std::string field;
  std::string why;  // a part of the reason
};

void refused(const std::vector<Bad>& cases) {
  for (const Bad& bad : cases) {
    CAPTURE(bad.json);
    const Result<Request> request = read(bad.json);
    REQUIRE_FALSE(request);
    CAPTURE(request.error().why.en);
    CHECK(request.error().field == bad.field);
    CHECK(request.error().why.en.find(bad.why) != std::string::npos);
    CHECK_FALSE(request.error().why.zh.empty());
  }
}

/// A payment with one more member.
std::string pay(const std::string& more) { return R"({"verb":"pay","key":"k1","order":"o1",)" + more + "}"; }
std::string adjust(const std::string& more) { return R"({"verb":"adjust","key":"k1","account":"alice",)" + more + "}"; }

}  // namespace

TEST_CASE("every verb is read with the members the command line has for it") {
  struct Case {
    std::string json;
    std::string all;
  };
  const std::vector<Case> cases{
      {R"({"verb":"pay","key":"k1","order":"o1"})", "pay tenant=main key=k1 target=o1"},
      {pay(R"("amount":"CNY 100.00","via":"card","if_version":3,"tenant":"other")"),
       "pay tenant=other key=k1 target=o1 amount=CNY 100.00 via=card if_version=3"},
      {pay(R"("via":"balance")"), "pay tenant=main key=k1 target=o1"},
      {R"({"verb":"refund","key":"k1","order":"o1","amount":"CNY 1.00","ref":"r:1/2"})",
       "refund tenant=main key=k1 target=o1 amount=CNY 1.00 ref=r:1/2"},
      {R"({"verb":"refund","key":"k1","order":"o1"})", "refund tenant=main key=k1 target=o1"},
      {R"({"verb":"topup","key":"k1","account":"alice","amount":"JPY 500"})",
       "topup tenant=main key=k1 target=alice amount=JPY 500"},
      {R"({"verb":"transfer","key":"k1","account":"alice","to":"bob","amount":"CNY 2.00"})",
       "transfer tenant=main key=k1 target=alice to=bob amount=CNY 2.00"},
      {adjust(R"("to":"CNY 0.00")"), "adjust tenant=main key=k1 target=alice amount=CNY 0.00 absolute=true"},
      {adjust(R"("amount":"CNY 0.00","absolute":true)"),
       "adjust tenant=main key=k1 target=alice amount=CNY 0.00 absolute=true"},
      {adjust(R"("by":"CNY -5.00")"), "adjust tenant=main key=k1 target=alice amount=CNY -5.00"},
      {adjust(R"("amount":"CNY -5.00")"), "adjust tenant=main key=k1 target=alice amount=CNY -5.00"},
      {adjust(R"("amount":"CNY -5.00","absolute":false)"), "adjust tenant=main key=k1 target=alice amount=CNY -5.00"},
      {R"({"verb":"pay","key":"\"a key, in quotes\"","order":"o1"})", "pay tenant=main key=a key, in quotes target=o1"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.json);
    CHECK(meant(one.json) == one.all);
    CHECK(meant(written(*read(one.json))) == one.all);
  }
}

TEST_CASE("order of members, white space and escapes change no fingerprint") {
  const std::string usual = R"({"verb":"pay","key":"key-A","order":"o1","amount":"CNY 100.00"})";
  for (const std::string json : {
           R"({"amount":"CNY 100.00","order":"o1","key":"key-A","verb":"pay"})",
           "\r\n{\n\t\"verb\" : \"pay\",\r\n \"key\":\"key-A\" ,\"order\": \"o1\",\n\"amount\":\"CNY 100.00\"\n}\n",
           R"({"verb":"p\u0061y","\u006bey":"key-\u0041","order":"\u006F1","amount":"CNY\u0020100.00"})",
           R"({"verb":"pay","key":"\"key-A\"","order":"o1","amount":"CNY 100.00"})",
           R"({"verb":"pay","key":"key-A","order":"o1","amount":{"minor":10000,"currency":"CNY"}})",
           R"({"verb":"pay","key":"key-A","order":"o1","amount":"100.00 CNY","via":"balance"})",
       }) {
    CAPTURE(json);
    CHECK(print_of(json) == print_of(usual));
    CHECK(meant(json) == meant(usual));
  }
  for (const std::string other : {
           R"({"verb":"pay","key":"key-A","order":"o1"})",
           R"({"verb":"pay","key":"key-A","order":"O1","amount":"CNY 100.00"})",
           R"({"verb":"refund","key":"key-A","order":"o1","amount":"CNY 100.00"})",
           R"({"verb":"pay","key":"key-A","order":"o1","amount":"CNY 100.01"})",
           R"({"verb":"pay","key":"key-A","order":"o1","amount":"USD 100.00"})",
           R"({"verb":"pay","key":"key-A","order":"o1","amount":"CNY 100.00","via":"card"})",
           R"({"verb":"pay","key":"key-A","order":"o1","amount":"CNY 100.00","if_version":1})",
       }) {
    CAPTURE(other);
    CHECK(print_of(other) != print_of(usual));
  }
}

TEST_CASE("100, 100.0 and 1e2 are one amount, and numbers that only a double confuses are two") {
  const auto value = [](const char* number) {
    return pay(std::string(R"("amount":{"currency":"CNY","value":)") + number + "}");
  };
  for (const char* same : {"100", "100.0", "100.00", "100.000", "1e2", "1E+2", "10000e-2", "0.1e3"}) {
    CAPTURE(same);
    CHECK(meant(value(same)) == "pay tenant=main key=k1 target=o1 amount=CNY 100.00");
    CHECK(print_of(value(same)) == print_of(pay(R"("amount":"CNY 100.00")")));
  }
  CHECK(meant(value("0.07")) == "pay tenant=main key=k1 target=o1 amount=CNY 0.07");
  CHECK(meant(value("8.29")) == "pay tenant=main key=k1 target=o1 amount=CNY 8.29");
  CHECK(meant(value("9999999999999.99")) == "pay tenant=main key=k1 target=o1 amount=CNY 9999999999999.99");
  CHECK(meant(value("9999999999999.98")) == "pay tenant=main key=k1 target=o1 amount=CNY 9999999999999.98");
  const auto version = [](const char* number) { return pay(std::string("\"if_version\":") + number); };
  CHECK(print_of(version("9007199254740993")) != print_of(version("9007199254740992")));
  CHECK(print_of(version("9007199254740993.0")) == print_of(version("9007199254740993")));
  CHECK(print_of(version("9007199254740992.0")) != print_of(version("9007199254740993")));
  CHECK(print_of(adjust(R"("to":{"currency":"CNY","value":-0.0})")) == print_of(adjust(R"("to":"CNY 0.00")")));
  CHECK(print_of(adjust(R"("to":{"currency":"CNY","minor":-0})")) == print_of(adjust(R"("to":"CNY 0.00")")));
}

TEST_CASE("an amount in JSON is exact in its currency, and never rounded or rescaled") {
  const auto amount = [](const std::string& members) { return pay(R"("amount":{)" + members + "}"); };
  CHECK(meant(amount(R"("currency":"JPY","value":500.0)")) == "pay tenant=main key=k1 target=o1 amount=JPY 500");
  CHECK(meant(amount(R"("currency":"BHD","value":1.234)")) == "pay tenant=main key=k1 target=o1 amount=BHD 1.234");
  CHECK(meant(amount(R"("minor":1e4,"currency":"CNY","exponent":2)")) ==
        "pay tenant=main key=k1 target=o1 amount=CNY 100.00");
  refused({
      {amount(R"("currency":"CNY","value":100.005)"), "amount.value", "has 3 decimals, CNY has 2"},
      {amount(R"("currency":"CNY","value":1e-64)"), "amount.value", "has 64 decimals"},
      {amount(R"("currency":"JPY","value":0.5)"), "amount.value", "has 1 decimal, JPY has 0"},
      {amount(R"("currency":"CNY","value":1e13)"), "amount.value", "amount_overflow"},
      {amount(R"("currency":"CNY","value":1e64)"), "amount.value", "amount_overflow"},
      {amount(R"("currency":"CNY","value":1e65)"), "amount.value", "more than 64 digits"},
      {amount(R"("currency":"CNY","value":1E400)"), "amount.value", "more than 64 digits"},
      {amount(R"("currency":"CNY","minor":9007199254740993)"), "amount.minor", "amount_overflow"},
      {amount(R"("currency":"CNY","minor":1000000000000000)"), "amount.minor", "amount_overflow"},
      {amount(R"("currency":"CNY","minor":-1e15)"), "amount.minor", "amount_overflow"},
      {amount(R"("currency":"CNY","minor":100.5)"), "amount.minor", "no whole number"},
      {amount(R"("currency":"CNY","minor":0)"), "amount", "more than zero"},
      {amount(R"("currency":"CNY","minor":-0)"), "amount", "more than zero"},
      {amount(R"("currency":"CNY","value":-1)"), "amount", "more than zero"},
      {amount(R"("currency":"JPY","minor":50000,"exponent":2)"), "amount.exponent", "JPY has 0"},
      {amount(R"("currency":"CNY","value":1,"exponent":2)"), "amount.exponent", "beside minor alone"},
      {amount(R"("currency":"CNY","minor":1,"exponent":"2")"), "amount.exponent", "must be a number"},
      {amount(R"("currency":"CNY","value":1,"minor":100)"), "amount", "one of value and minor"},
      {amount(R"("currency":"CNY")"), "amount", "one of value and minor"},
      {amount(""), "amount.currency", "is required"},
      {amount(R"("value":1)"), "amount.currency", "is required"},
      {amount(R"("currency":"RMB","value":1)"), "amount.currency", ""},
      {amount(R"("currency":156,"value":1)"), "amount.currency", "must be a text in quotes, not a number"},
      {amount(R"("currency":"CNY","value":"1.00")"), "amount.value", "must be a number without quotes, not a text"},
      {amount(R"("currency":"CNY","minor":"100")"), "amount.minor", "must be a number without quotes"},
      {amount(R"("currency":"CNY","vlaue":1)"), "amount.vlaue", "did you mean value?"},
      {amount(R"("currency":"CNY","cents":1)"), "amount.cents", "known are currency, value, minor, exponent"},
      {pay(R"("amount":100)"), "amount", "must be written as"},
      {pay(R"("amount":true)"), "amount", "must be written as"},
      {pay(R"("amount":["CNY 1.00"])"), "amount", "must be written as"},
      {pay(R"("amount":"100.00")"), "amount", "currency"},
      {pay(R"("amount":"CNY 1e2")"), "amount", "exponents"},
      {pay(R"("amount":"CNY 0.00")"), "amount", "more than zero"},
  });
}

TEST_CASE("what is no part of a request is taken and changes nothing of it") {
  const std::string usual = R"({"verb":"pay","key":"k1","order":"o1"})";
  for (const char* more : {R"("client_time":"2026-01-31T10:00:00Z")", R"("client_time":1769853600,"attempt_id":2)",
                           R"("attempt_id":{"n":[1,2,"x"],"deep":{"er":true}})", R"("attempt_id":false)"}) {
    CAPTURE(more);
    CHECK(print_of(pay(more)) == print_of(usual));
    CHECK(meant(pay(more)) == meant(usual));
  }
}

TEST_CASE("a member that is missing, unknown, of another type or of another verb is refused by its name") {
  refused({
      {"{}", "verb", "is required, one of pay, refund, topup, transfer, adjust"},
      {R"({"key":"k1","order":"o1"})", "verb", "is required"},
      {R"({"verb":"Pay","key":"k1","order":"o1"})", "verb", "is not one of"},
      {R"({"verb":1,"key":"k1","order":"o1"})", "verb", "must be a text in quotes, not a number"},
      {R"({"verb":null,"key":"k1","order":"o1"})", "verb", "is null"},
      {R"({"verb":"pay","order":"o1"})", "key", "is required"},
      {R"({"verb":"pay","key":"k1"})", "order", "is required"},
      {R"({"verb":"topup","key":"k1","amount":"CNY 1.00"})", "account", "is required"},
      {R"({"verb":"topup","key":"k1","account":"a"})", "amount", "is required"},
      {R"({"verb":"transfer","key":"k1","account":"a","amount":"CNY 1.00"})", "to", "is required"},
      {R"({"verb":"transfer","key":"k1","account":"a","to":"a","amount":"CNY 1.00"})", "to", "same account"},
      {R"({"verb":"transfer","key":"k1","account":"a","to":{"currency":"CNY","minor":1},"amount":"CNY 1.00"})", "to",
       "must be a text in quotes, not an object"},
      {R"({"verb":"topup","key":"k1","account":"a","order":"o1","amount":"CNY 1.00"})", "order", "it takes account"},
      {R"({"verb":"pay","key":"k1","account":"o1"})", "account", "is nothing pay takes; it takes order"},
      {R"({"verb":"refund","key":"k1","order":"o1","via":"card"})", "via",
       "belongs to pay, authorise and a refund sent again"},
      {pay(R"("ref":"r1")"), "ref", "is nothing pay takes"},
      {pay(R"("absolute":false)"), "absolute", "is nothing pay takes"},
      {pay(R"("amuont":"CNY 1.00")"), "amuont", "did you mean amount?"},
      {pay(R"("if-version":"1")"), "if-version", "did you mean if_version?"},
      {pay(R"("Order":"o2")"), "Order", "did you mean order?"},
      {pay(R"("frobnicate":1)"), "frobnicate", "known are verb, key"},
      {pay(R"("\u0000\u001b[31m":1)"), "\xEF\xBF\xBD\xEF\xBF\xBD[31m", "known are"},
      {pay("\"" + std::string(5000, 'x') + "\":1"), std::string(63, 'x') + "…", "known are"},
      {pay(R"("if_version":0)"), "if_version", "from 1 on"},
      {pay(R"("if_version":-1)"), "if_version", "from 1 on"},
      {pay(R"("if_version":1.5)"), "if_version", "from 1 on"},
      {pay(R"("if_version":9223372036854775808)"), "if_version", "from 1 on"},
      {pay(R"("if_version":"1")"), "if_version", "must be a number without quotes"},
      {pay(R"("via":"my card")"), "via", "byte 3"},
      {pay(R"("via":["card"])"), "via", "not an array"},
      {pay(R"("tenant":"a b")"), "tenant", "byte 2"},
      {pay(R"("tenant":"")"), "tenant", "is empty"},
      {R"({"verb":"pay","key":"k1","order":"订单"})", "order", "byte 1"},
      {R"({"verb":"refund","key":"k1","order":"o1","ref":"a b"})", "ref", "byte 2"},
      {adjust(R"("client_time":1)"), "to", "one of to, by and amount"},
      {adjust(R"("to":"CNY 1.00","by":"CNY 1.00")"), "to", "one of to, by and amount"},
      {adjust(R"("to":"CNY 1.00","absolute":true)"), "absolute", "beside amount alone"},
      {adjust(R"("amount":"CNY 1.00","absolute":"true")"), "absolute", "must be true or false, not a text"},
      {adjust(R"("by":"CNY 0.00")"), "by", "zero"},
      {adjust(R"("amount":"CNY 0.00")"), "amount", "zero"},
      {adjust(R"("to":"alice")"), "to", ""},
  });
}

TEST_CASE("every member refuses null and is named") {
  for (const std::string name : {"verb", "key", "tenant", "order", "account", "to", "by", "amount", "via", "if_version",
                                 "ref", "absolute", "client_time", "attempt_id"}) {
    CAPTURE(name);
    const Result<Request> request = read("{\"" + name + "\":null}");
    REQUIRE_FALSE(request);
    CHECK(request.error().field == name);
    CHECK(request.error().why.en == "is null; leave out what has no value");
  }
}

TEST_CASE("a key in JSON has the grammar of the command line") {
  const auto with_key = [](const std::string& key) {
    return "{\"verb\":\"pay\",\"order\":\"o1\",\"key\":\"" + key + "\"}";
  };
  const Terms strict{.tenant = *Tenant::parse("tenant", "main"), .key_min_bytes = 16};
  CHECK(read_request(with_key(std::string(16, 'k')), strict));
  CHECK(read_request(with_key(std::string(255, 'k')), strict));
  CHECK_FALSE(read_request(with_key(std::string(15, 'k')), strict));
  refused({
      {with_key(""), "key", "is empty"},
      {with_key(std::string(256, 'k')), "key", "256 bytes"},
      {with_key("a b"), "key", "space"},
      {with_key("a,b"), "key", "comma"},
      {with_key("a\\u0000b"), "key", "byte 2"},
      {with_key("a\\nb"), "key", "byte 2"},
      {with_key("键"), "key", "ASCII"},
      {with_key("\\\"open"), "key", "closing quote is missing"},
      {with_key("\\\"a\\\"b"), "key", "behind the closing quote"},
      {R"({"verb":"pay","order":"o1","key":1234567890123456})", "key", "must be a text in quotes, not a number"},
  });
  CHECK(meant(with_key("../../etc/passwd'--")) == "pay tenant=main key=../../etc/passwd'-- target=o1");
}
