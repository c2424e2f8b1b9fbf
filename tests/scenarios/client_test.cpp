#include <doctest/doctest.h>

#include "scenarios/player/client.hpp"
#include "tests/scenarios/played.hpp"

using namespace payonce;

namespace {

player::Response said(const std::string& outcome, bool replayed, const std::string& answer) {
  player::Response response;
  response.kind = player::Response::Kind::answered;
  response.outcome = outcome;
  response.by = replayed ? "idempotency_key" : "journal";
  response.replayed = replayed;
  response.answer = answer;
  return response;
}

script::Step pay(const std::string& key, const std::string& tenant = "main") {
  script::Step step;
  step.words = {"o1"};
  step.arguments = {{"key", key, {}}, {"tenant", tenant, {}}};
  return step;
}

}  // namespace

TEST_CASE("a replay that is not the first answer byte for byte is noticed") {
  player::Client client;
  CHECK_FALSE(client.hear(pay("k1"), said("paid", false, R"({"outcome":"paid"})")));
  CHECK_FALSE(client.hear(pay("k1"), said("paid", true, R"({"outcome":"paid"})")));
  CHECK(client.hear(pay("k1"), said("paid", true, R"({"outcome": "paid"})")));
  CHECK_FALSE(client.hear(pay("k1", "other"), said("paid", true, R"({"outcome": "paid"})")));  // a key of somebody else
}

TEST_CASE("where the first answer was never heard, the first replay is what later ones are compared with") {
  player::Client client;
  CHECK_FALSE(client.hear(pay("k1"), said("paid", true, "a")));
  CHECK(client.hear(pay("k1"), said("paid", true, "b")));
}

TEST_CASE("what is not stored with a key is not compared with its answer") {
  player::Client client;
  CHECK_FALSE(client.hear(pay("k1"), said("later", false, "later")));
  CHECK_FALSE(client.hear(pay("k1"), said("paid", false, "paid")));
  CHECK_FALSE(client.hear(pay("k1"), said("paid", true, "paid")));
}

TEST_CASE("an answer that speaks of storage is noticed") {
  player::Client client;
  CHECK(client.hear(pay("k1"),
                    said("declined", false, R"({"reason":"UNIQUE constraint failed: voucher.business_key"})")));
}

TEST_CASE("a voucher that somebody was told of and that does not stand is noticed") {
  const test::TempFolder folder;
  const script::Story story = player_tests::read(player_tests::story("  pay o1 key=k1 => paid\n"));
  player::Stage stage(player::place_on_disk(folder.path()), story);
  REQUIRE_FALSE(stage.set_up());
  player::Client client;
  CHECK_FALSE(client.hear(pay("k1"), said("paid", false, R"({"voucher":"TOP-2026-000001"})")));  // the opening balance
  CHECK_FALSE(client.look_back(stage.hands(), {}));
  CHECK_FALSE(client.hear(pay("k2"), said("paid", false, R"({"voucher":"PAY-2026-000001"})")));
  CHECK(client.look_back(stage.hands(), {}));
}

TEST_CASE("a response survives the way from one process to another, whatever bytes are in it") {
  player::Response sent = said("paid", true, std::string("{\"a\":\"1:2\n\0", 12) + "付");
  sent.handled = -7;
  sent.why = {"why", "为何"};
  sent.trace = {{Layer::journal, Finding::voucher_booked, 12}, {Layer::channel, Finding::channel_silent, 0}};
  const std::string bytes = player::packed(sent);
  const auto got = player::unpacked(bytes);
  REQUIRE(got);
  CHECK(player::packed(*got) == bytes);
  CHECK(got->answer == sent.answer);
  CHECK(got->why.zh == sent.why.zh);
  REQUIRE(got->trace.size() == 2);
  CHECK(got->trace[0].number == 12);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    CAPTURE(length);
    CHECK_FALSE(player::unpacked(bytes.substr(0, length)));
  }
  CHECK_FALSE(player::unpacked(bytes + "0:"));
}
