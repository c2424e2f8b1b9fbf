// Messages as a program would send and read them: lines in, acknowledgements out, and two ledgers in a chain.

#include <doctest/doctest.h>

#include <fstream>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

void write(const Desk& desk, const std::string& name, const std::string& text) {
  std::ofstream(desk.folder().path() / name, std::ios::binary) << text;
}

std::string read(const Desk& desk, const std::string& name) { return contents((desk.folder().path() / name).string()); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string paid(const std::string& order, int version, const std::string& id) {
  return R"({"event":"order.paid","order":")" + order + R"(","version":)" + std::to_string(version) +
         R"(,"event_id":")" + id + "\"}\n";
}

/// Each line fits the page, and what it tells: outcomes in order, the sum behind them.
std::string consumed(const Desk& desk, const std::string& line, int status) {
  const Ran ran = desk.run(line + " --json");
  CAPTURE(ran.out);
  CAPTURE(ran.err);
  CHECK(ran.status == status);
  std::string told;
  const auto lines = lines_of(ran.out);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const Json json = parsed(lines[at]);
    const bool last = at + 1 == lines.size();
    CHECK(misfits(json, last ? "consumption" : "delivery") == std::vector<std::string>{});
    told += last ? "" : json.at("outcome") + " ";
  }
  return told;
}

void fits(const Desk& desk, const std::string& line, const std::string& definition, int status = 0) {
  CAPTURE(line);
  const Ran ran = desk.run(line + " --json");
  CAPTURE(ran.out);
  CHECK(ran.status == status);
  CHECK(misfits(parsed(ran.out), definition) == std::vector<std::string>{});
}

}  // namespace

TEST_CASE("every answer about messages fits its documented schema") {
  const Desk desk;
  desk.open_shop();
  fits(desk, "deliver order.paid o1 --version 2 --event-id e1", "reply");
  fits(desk, "deliver order.paid o1 --version 2 --event-id e2", "reply");
  fits(desk, "deliver order.paid o1 --version 2 --event-id e2 --data {\"amount\":\"JPY_1\"}", "error", 64);
  fits(desk, "deliver order.paid o1 --version 2 --event-id e1 --amount \"CNY 3.00\"", "reply", 12);
  fits(desk, "deliver order.gifted o1 --version 3 --event-id e3", "reply", 10);
  fits(desk, "messages", "messages");
  fits(desk, "parked list", "parked");
  fits(desk, "parked show 1", "held");
  fits(desk, "parked retry 2", "reply", 10);
  fits(desk, "parked drop 1 --reason \"sent by mistake\"", "held");
  fits(desk, "parked drop 9 --reason none", "error", 10);
  fits(desk, "parked retry 1", "error", 10);
  fits(desk, "parked list --all", "parked");
  fits(desk, "events --order o1", "events");
  fits(desk, "publish --to told.ndjson", "publication");
  fits(desk, "recover", "recovery");
}

TEST_CASE(
    "lines that cannot be read hold up none of the others, and stay with every byte until somebody decides") {  // B030
  const Desk desk;
  desk.open_shop();
  desk.done("order create o2 --buyer alice --payee shop --amount \"CNY 10.00\"");
  write(desk, "in.ndjson",
        paid("o1", 2, "m1") + "{\"event\":\"order.paid\",\xff}\n\n" + "not json\n" + paid("o2", 2, "m3") +
            paid("o2", 2, "m3") + paid("o2", 2, "m4"));
  CHECK(consumed(desk, "consume in.ndjson", 10) == "applied parked parked applied already_done already_done ");
  CHECK(holds(desk.done("parked show 2"), "not json"));
  CHECK(consumed(desk, "consume in.ndjson", 10) ==
        "already_done parked parked already_done already_done already_done ");
  CHECK(holds(desk.done("account show alice"), "CNY 890.00"));
  CHECK(holds(desk.run("reconcile").out, "message_parked"));
  CHECK(desk.run("reconcile").status == 1);
  for (const char* number : {"1", "2"}) desk.done("parked drop " + std::string(number) + " --reason garbage");
  CHECK(desk.run("reconcile").status == 0);
}

TEST_CASE(
    "a reader that dies between commit and acknowledgement begins again at the first line, and the end is one clean "
    "run") {
  for (const char* label : {"message.take:3", "order.advance:2", "book.tx:2", "message.mark:4", "reply.send:3"}) {
    CAPTURE(label);
    const Desk desk;
    desk.open_shop();
    std::string in;
    for (int n = 1; n <= 6; ++n) {
      const std::string order = "m" + std::to_string(n);
      in += R"({"event":"order.created","order":")" + order + R"(","version":1,"event_id":")" + order +
            R"(-1","data":{"buyer":"alice","payee":"shop","amount":"CNY 10.00"}})" + "\n" +
            paid(order, 2, order + "-2");
    }
    write(desk, "in.ndjson", in);
    const Ran killed = desk.run("consume in.ndjson --json --crash-at " + std::string(label));
    CHECK(killed.status == -9);
    for (const std::string& line : lines_of(killed.out)) CHECK(parsed(line).at("outcome") == "applied");
    const std::string told = consumed(desk, "consume in.ndjson", 0);
    CHECK(lines_of(killed.out).size() <= 12);
    CHECK(!holds(told, "parked"));
    CHECK(holds(desk.done("account show alice"), "CNY 940.00"));
    CHECK(desk.run("reconcile").status == 0);
  }
}

TEST_CASE("one ledger tells its events, killed and torn in between, and another consumes them twice: the same orders") {
  const Desk from;
  from.open_shop();
  from.done("pay o1 --key a-payment-of-o1");
  from.done("order ship o1");
  from.done("refund o1 --key a-refund-of-o1-x --amount \"CNY 30.00\"");
  from.done("order create o2 --buyer alice --payee shop --amount \"CNY 20.00\"");
  from.done("order cancel o2");
  CHECK(from.run("publish --to told.ndjson --limit 2 --crash-at event.publish").status == -9);
  std::ofstream((from.folder().path() / "told.ndjson"), std::ios::app) << "{\"event\":\"order.pa";
  from.done("publish --to told.ndjson");
  from.done("publish --to told.ndjson");
  const std::string told = read(from, "told.ndjson");
  // Two were written and not marked when the process died: they are told again, and nothing is lost.
  CHECK(lines_of(told).size() == 2 + 6);
  CHECK(lines_of(told)[0] == lines_of(told)[2]);

  const Desk to;
  to.done("init --lab");
  for (const char* account : {"alice", "shop"}) to.done("account open " + std::string(account) + " --currency CNY");
  to.done("topup alice --key t1 --amount \"CNY 1000.00\"");
  write(to, "told.ndjson", told);
  for (int round = 0; round < 2; ++round) {
    (void)consumed(to, "consume told.ndjson", 0);
    (void)consumed(to, "consume told.ndjson --consumer audit", 0);
  }
  for (const char* what : {"order show o1", "order show o2"}) {
    CAPTURE(what);
    const Json here = parsed(from.done(std::string(what) + " --json"));
    const Json there = parsed(to.done(std::string(what) + " --json"));
    for (const char* member : {"status", "buyer", "payee", "version"}) CHECK(here.at(member) == there.at(member));
  }
  CHECK(holds(to.done("account show alice"), "CNY 930.00"));
  CHECK(to.run("reconcile").status == 0);
  // And what that ledger tells of it is the same again.
  to.done("publish --to again.ndjson");
  CHECK(lines_of(read(to, "again.ndjson")).size() == 6);
}

TEST_CASE("an event whose line did not arrive is told again") {
  const Desk desk;
  desk.open_shop();
  CHECK(desk.run("publish", Out::full).status == 74);
  CHECK(desk.run("publish", Out::closed).status == 74);
  CHECK(desk.run("publish --to /nowhere/at/all").status == 74);
  CHECK(lines_of(desk.done("publish")).size() == 1);
  CHECK(desk.done("publish").empty());
}
