// Requests as JSON, through the real program: the same wishes as on the command line, and lines that are wrong beside lines that
// are right.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/cli/asking.hpp"
#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

TEST_CASE("JSON and the command line are two spellings of one request: either replays the other") {
  const Desk desk;
  desk.open_shop();
  CHECK(one(desk, pay("k1", R"("CNY 100.00")")) == "paid");
  const std::string first = desk.done("pay o1 --amount \"CNY 100.00\" --key k1 --json");
  CHECK(told(parsed(first)) == "paid replayed");
  CHECK(one(desk, pay("k1", R"("CNY 100.00")")) == "paid replayed");

  CHECK(told(parsed(desk.done("topup bob --amount \"CNY 7.00\" --key t1 --ref b:1 --json"))) == "booked");
  CHECK(one(desk, R"({"ref":"b:1","verb":"topup","account":"bob","key":"t1","amount":{"currency":"CNY","value":7}})") ==
        "booked replayed");
  CHECK(told(parsed(desk.done("transfer bob shop --amount \"CNY 2.00\" --key m1 --json"))) == "booked");
  CHECK(one(desk, R"({"verb":"transfer","account":"bob","to":"shop","key":"m1","amount":"CNY 2.00"})") ==
        "booked replayed");
  CHECK(told(parsed(desk.done("adjust bob --to \"CNY 4.00\" --key a1 --json"))) == "booked");
  CHECK(one(desk, R"({"verb":"adjust","account":"bob","to":"CNY 4.00","key":"a1"})") == "booked replayed");
  CHECK(one(desk, R"({"verb":"adjust","account":"bob","amount":"CNY 4.00","absolute":true,"key":"a1"})") ==
        "booked replayed");
  CHECK(one(desk, R"({"verb":"adjust","account":"bob","by":"CNY 4.00","key":"a1"})", 12) == "key_reused");
  CHECK(one(desk, R"({"verb":"refund","order":"o1","amount":"CNY 1.00","key":"r1"})") == "refunded");
  CHECK(told(parsed(desk.done("refund o1 --amount \"CNY 1.00\" --key r1 --json"))) == "refunded replayed");
  CHECK(one(desk, R"({"verb":"topup","account":"bob","key":"t1","tenant":"other","amount":"CNY 1.00"})") == "booked");
  CHECK(holds(desk.done("account show bob"), "CNY 5.00"));
}

TEST_CASE("the same JSON request in another spelling is a replay, and the first answer is repeated byte for byte") {
  const Desk desk;
  desk.open_shop();
  const auto value = [](const char* number) {
    return pay("k1", std::string(R"({"currency":"CNY","value":)") + number + "}");
  };
  const std::string usual = value("100");
  const Asked asked = ask(
      desk, usual + "\n" + value("100.0") + "\n" + value("1e2") + "\n" +
                pay("k1", R"({"minor":10000,"currency":"CNY"})") + "\n" +
                R"( { "amount" : "CNY 100.00" , "order":"\u006f1","k\u0065y":"\u006B1", "verb":"pay" } )" + "\r\n" +
                R"({"verb":"pay","key":"k1","order":"o1","amount":"CNY 100.00","client_time":"later","attempt_id":2})" +
                "\n");
  CHECK(asked.status == 0);
  REQUIRE(asked.replies.size() == 6);
  CHECK(told(asked.replies[0]) == "paid");
  const std::string stored = asked.lines[0].substr(0, asked.lines[0].find(",\"answered_by\""));
  for (std::size_t n = 1; n < asked.replies.size(); ++n) {
    CAPTURE(n);
    CHECK(told(asked.replies[n]) == "paid replayed");
    CHECK(asked.lines[n].substr(0, asked.lines[n].find(",\"answered_by\"")) == stored);
  }
  CHECK(one(desk, value("100.01"), 12) == "key_reused");
  CHECK(one(desk, R"({"verb":"pay","key":"k1","order":"o1"})", 12) == "key_reused");
  CHECK(one(desk, value("100")) == "paid replayed");
}

TEST_CASE("bad lines are answered by their number, name and reason, and stop no good one") {
  const Desk desk;
  desk.open_shop();
  const std::string topup = R"({"verb":"topup","account":"bob","amount":"CNY 1.00","key":)";
  const Asked asked = ask(desk, topup + "\"t1\"}\n" +                                       // 1
                                    "\n  \r\n" +                                            // 2, 3: blank
                                    topup + "\"t2\"\n" +                                    // 4: cut off
                                    topup + "\"t2\",\"key\":\"t3\"}\n" +                    // 5
                                    "not JSON\n" +                                          // 6
                                    "{\"verb\":\"topup\",\"acount\":\"bob\"}\n" +           // 7
                                    "{\"verb\":\"topup\",\"key\":\"\xFF\"}\n" +             // 8
                                    std::string(70'000, ' ') + topup + "\"t2\"}\n" +        // 9: too long
                                    "{\"a\":" + std::string(200'000, '[') + "\n" +          // 10: too long
                                    topup + "null}\n" +                                     // 11
                                    topup + "\"t4\"} {}\n" +                                // 12
                                    R"({"verb":"pay","order":"none","key":"p1"})" + "\n" +  // 13: refused
                                    topup + "\"t5\"}");                                     // 14: no line end
  std::string all;
  for (const Json& reply : asked.replies) all += told(reply) + "\n";
  CHECK(all ==
        "booked\n"
        "4 json: the text ends too early\n"
        "5 key: is named twice\n"
        "6 json: what stands at byte 2 is no JSON\n"
        "7 acount: is no known member; did you mean account?\n"
        "8 json: what stands at byte 24 is no UTF-8\n"
        "9 json: the line has more than 65536 bytes\n"
        "10 json: the line has more than 65536 bytes\n"
        "11 key: is null; leave out what has no value\n"
        "12 json: what stands at byte 65 stands behind the end of the object\n"
        "order_unknown\n"
        "booked\n");
  CHECK(asked.status == 64);
  CHECK(holds(desk.done("account show bob"), "CNY 2.00"));
}

TEST_CASE("a request that was cut off leaves no key behind: the whole of it runs afterwards") {
  const Desk desk;
  desk.open_shop();
  const std::string books = desk.books();
  const std::string whole = pay("k1", R"("CNY 100.00")");
  for (const std::size_t size : {std::size_t{1}, std::size_t{10}, std::size_t{25}, std::size_t{40}, whole.size() - 1}) {
    CHECK(one(desk, whole.substr(0, size), 64) == "1 json: the text ends too early");
  }
  CHECK(one(desk, pay("k1", "null"), 64) == "1 amount: is null; leave out what has no value");
  CHECK(one(desk, pay("k1", "\"CNY 100.00\",\"key\":\"k1\""), 64) == "1 key: is named twice");
  CHECK(desk.books() == books);
  CHECK(one(desk, whole) == "paid");
  // On the retry of a finished payment too.
  CHECK(one(desk, pay("k1", "\"CNY 100.00\",\"key\":\"k1\""), 64) == "1 key: is named twice");
}

TEST_CASE("the status is the greatest among those of the answers, and nothing to do is done") {
  const Desk desk;
  desk.open_shop();
  const std::string topup = R"({"verb":"topup","account":"bob","amount":"CNY 1.00","key":"t1"})"
                            "\n";
  const std::string unknown = R"({"verb":"pay","order":"none","key":"p1"})"
                              "\n";
  const std::string reused = R"({"verb":"topup","account":"bob","amount":"CNY 2.00","key":"t1"})"
                             "\n";
  CHECK(ask(desk, "").status == 0);
  CHECK(ask(desk, "\n\n").status == 0);
  CHECK(ask(desk, topup + topup).status == 0);
  CHECK(ask(desk, topup + unknown + topup).status == 10);
  CHECK(ask(desk, reused + unknown + topup).status == 12);
  CHECK(ask(desk, reused + "{}\n" + topup).status == 64);
  CHECK(desk.run("ask no-such-file").status == 74);
  CHECK(desk.run("ask .").status == 74);
  CHECK(desk.run("ask requests.ndjson more").status == 64);
  CHECK(desk.run("--db none.db ask requests.ndjson").status == 74);
}

TEST_CASE("one object may stand over several lines, where it is all there is") {
  const Desk desk;
  desk.open_shop();
  const std::string pretty =
      "\n{\n  \"verb\": \"topup\",\n  \"key\": \"t1\",\n\n  \"account\": \"bob\",\n  \"amount\": {\n    \"currency\": "
      "\"CNY\",\n"
      "    \"value\": 1.0\n  }\n}\n\n";
  CHECK(one(desk, pretty) == "booked");
  CHECK(one(desk, pretty.substr(0, pretty.find("1.0")) + "1.00 } }") == "booked replayed");
  CHECK(one(desk, R"({"verb":"topup","key":"t1","account":"bob","amount":"CNY 1.00"})") == "booked replayed");
  // What is wrong in it is told once, by its name.
  CHECK(one(desk, "{\n\"verb\":\"topup\",\n\"key\":null\n}\n", 64) == "1 key: is null; leave out what has no value");
  // Two of them are not one: neither is asked.
  const std::string other = "{\n\"verb\":\"topup\",\"key\":\"t2\",\n\"account\":\"bob\",\"amount\":\"CNY 5.00\"}\n";
  CHECK(ask(desk, other + other).status == 64);
  CHECK(ask(desk, other + "x\n").status == 64);
  // A line that breaks off before good ones holds none of them back.
  const Asked asked = ask(desk,
                          "{\"verb\":\"topup\",\n"
                          R"({"verb":"topup","key":"t3","account":"bob","amount":"CNY 2.00"})"
                          "\n");
  REQUIRE(asked.replies.size() == 2);
  CHECK(told(asked.replies[0]) == "1 json: the text ends too early");
  CHECK(told(asked.replies[1]) == "booked");
  CHECK(holds(desk.done("account show bob"), "CNY 3.00"));
}
