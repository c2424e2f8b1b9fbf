// Many programs at once on one file, and programs that die at the worst moment.

#include <doctest/doctest.h>

#include <csignal>
#include <set>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

/// Starts `count` at once, `{n}` in the line being the number of each, and gives what each said.
std::vector<Ran> at_once(const Desk& desk, int count, const std::string& line) {
  std::vector<pid_t> processes;
  for (int n = 0; n < count; ++n) {
    std::string own = line;
    if (const std::size_t at = own.find("{n}"); at != std::string::npos) own.replace(at, 3, std::to_string(n));
    processes.push_back(desk.start(own, "n" + std::to_string(n)));
  }
  std::vector<Ran> all;
  for (int n = 0; n < count; ++n)
    all.push_back(desk.end(processes[static_cast<std::size_t>(n)], "n" + std::to_string(n)));
  return all;
}

int count_of(const std::vector<Ran>& all, const std::string& member, const std::string& value) {
  int count = 0;
  for (const Ran& ran : all) count += parsed(ran.out).at(member) == value ? 1 : 0;
  return count;
}

std::set<std::string> vouchers_of(const std::vector<Ran>& all) {
  std::set<std::string> vouchers;
  for (const Ran& ran : all) vouchers.insert(parsed(ran.out).at("voucher"));
  return vouchers;
}

}  // namespace

TEST_CASE("64 programs with 64 keys pay one order once, and all learn the one voucher") {
  const Desk desk;
  desk.open_shop();
  const std::vector<Ran> all = at_once(desk, 64, "pay o1 --key key-number-{n} --wait 60s --json");
  for (const Ran& ran : all) {
    CAPTURE(ran.out);
    CAPTURE(ran.err);
    CHECK(ran.status == 0);
  }
  CHECK(count_of(all, "outcome", "paid") == 1);
  CHECK(count_of(all, "outcome", "already_paid") == 63);
  CHECK(vouchers_of(all).size() == 1);
  CHECK(holds(desk.done("account show shop"), "CNY 100.00"));
}

TEST_CASE("64 programs with one key pay one order once through a channel, and the rest replay") {
  const Desk desk;
  desk.open_shop();
  const std::vector<Ran> all = at_once(desk, 64, "pay o1 --key one-key-for-all --via card --wait 60s --json");
  for (const Ran& ran : all) {
    CAPTURE(ran.out);
    CAPTURE(ran.err);
    CHECK(ran.status == 0);
  }
  CHECK(count_of(all, "outcome", "paid") == 64);
  CHECK(count_of(all, "replayed", "false") == 1);
  CHECK(vouchers_of(all).size() == 1);
  const Json channel = parsed(desk.done("channel show card --json"));
  CHECK(channel.member("statement")->members.size() == 1);
}

TEST_CASE("a program that dies at any named step leaves one payment or none, and the retry tells which") {
  for (const char* via : {"balance", "card"}) {
    for (const char* step : {"key.claim", "window.gate", "order.advance", "channel.charge", "channel.answer", "book.tx",
                             "key.finish", "reply.send"}) {
      CAPTURE(via);
      CAPTURE(step);
      const bool outside = std::string_view(step).starts_with("channel.");
      if (outside && std::string_view(via) == "balance") continue;
      const Desk desk;
      desk.open_shop("--lab --set lease=2ms --set window=1ms");
      const std::string pay = std::string("pay o1 --key k1 --via ") + via;
      const Ran died = desk.run(pay + " --crash-at " + step);
      CHECK(died.status == -SIGKILL);
      CHECK(died.out.empty());
      const Json reply = parsed(desk.done(pay + " --json --wait 60s"));
      CHECK(reply.at("outcome") == "paid");
      CHECK(holds(desk.done("account show shop"), "CNY 100.00"));
      if (std::string_view(via) == "card") {
        CHECK(parsed(desk.done("channel show card --json")).member("statement")->members.size() == 1);
      }
    }
  }
}

TEST_CASE("dying at the second announcement of a step is not dying at the first") {
  const Desk desk;
  desk.open_shop();
  CHECK(desk.run("pay o1 --key k1 --crash-at book.tx:2").status == 0);
  CHECK(desk.run("recover --crash-at recon.fix").status == -SIGKILL);
  desk.done("recover");
}
