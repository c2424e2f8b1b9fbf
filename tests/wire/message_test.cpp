// Messages as JSON: strict in what frames them, and one meaning is one text whatever its spelling.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ledger/wire/json_message.hpp"

using namespace payonce;

namespace {

Result<Message> read(const std::string& json) {
  return read_message(json, AccountId::parse("consumer", orders_consumer).value());
}

std::string with_data(const std::string& data) {
  return R"({"event":"order.paid","order":"o1","version":2,"event_id":"e1","data":)" + data + "}";
}

}  // namespace

TEST_CASE("order, white space and spelling make one message of one meaning") {
  const std::string plain = read(with_data(R"({"amount":"CNY 100.00","buyer":"alice","note":"x"})"))->body;
  for (const char* other : {R"({ "note":"\u0078", "buyer":"alice", "amount":{"currency":"CNY","value":1e2} })",
                            R"({"amount":{"minor":10000,"currency":"CNY","exponent":2},"note":"x","buyer":"alice"})"}) {
    CAPTURE(other);
    CHECK(read(with_data(other))->body == plain);
  }
  CHECK(read(with_data(R"({"amount":"CNY 100.01","buyer":"alice","note":"x"})"))->body != plain);
  CHECK(read(with_data(R"({"n":1.0})"))->body == read(with_data(R"({"n":10e-1})"))->body);
}

TEST_CASE("what is written for others is read back as it was") {
  const auto message = read(R"({"event":"order.created","order":"o1","version":1,"event_id":"e.1","consumer":"crm",)"
                            R"("at":"2026-01-31T09:05:07.123Z","data":{"amount":"CNY 1.00","buyer":"a","payee":"b"}})");
  REQUIRE(message.has_value());
  CHECK(message->consumer.text() == "crm");
  const auto again = read(to_json(*message, true));
  REQUIRE(again.has_value());
  CHECK(to_json(*again, true) == to_json(*message, true));
  CHECK(read(to_json(*message, false))->consumer.text() == orders_consumer);
}

TEST_CASE("a message that does not fit is refused with the member named") {
  struct Case {
    std::string json;
    std::string field;
  };
  const std::vector<Case> all{
      {"", "json"},
      {"[]", "json"},
      {R"({"event":"order.paid")", "json"},
      {R"({"event":"order.paid","order":"o1","version":2})", "event_id"},
      {R"({"event":"order.paid","version":2,"event_id":"e"})", "order"},
      {R"({"order":"o1","version":2,"event_id":"e"})", "event"},
      {R"({"event":"Order Paid","order":"o1","version":2,"event_id":"e"})", "event"},
      {R"({"event":"order.paid","order":"o1","event_id":"e"})", "version"},
      {R"({"event":"order.paid","order":"o1","version":0,"event_id":"e"})", "version"},
      {R"({"event":"order.paid","order":"o1","version":1.5,"event_id":"e"})", "version"},
      {R"({"event":"order.paid","order":"o1","version":"2","event_id":"e"})", "version"},
      {R"({"event":"order.paid","order":"o1","version":2,"event_id":"e","at":"yesterday"})", "at"},
      {R"({"event":"order.paid","order":"o1","version":2,"event_id":"e","dat":{}})", "dat"},
      {R"({"event":"order.paid","order":"o1","version":2,"event_id":"e","data":[]})", "data"},
      {R"({"event":"order.paid","order":"o1","version":2,"version":3,"event_id":"e"})", "version"},
      {with_data(R"({"amount":"CNY 1.001"})"), "data.amount"},
      {with_data(R"({"buyer":7})"), "data.buyer"},
      {with_data(R"({"list":[1]})"), "data.list"},
      {with_data(R"({"x":null})"), "data.x"}};
  for (const Case& one : all) {
    CAPTURE(one.json);
    const auto read_one = read(one.json);
    REQUIRE_FALSE(read_one.has_value());
    CHECK(read_one.error().field == one.field);
    CHECK_FALSE(read_one.error().why.en.empty());
    CHECK_FALSE(read_one.error().why.zh.empty());
  }
}
