// What a newcomer stumbled over: sentences that say more than is true, answers in the wrong language, statuses that mislead.

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

TEST_CASE("recover and channel notices call nothing over that is not") {
  const Desk desk;
  desk.done("init --lab --set lease=1m");
  for (const std::string account : {"alice", "shop"}) desk.done("account open " + account + " --currency CNY");
  desk.done("topup alice --amount \"CNY 1000.00\" --key t1");
  desk.done("channel add card --settle-delay 1h");
  for (const std::string order : {"o1", "o2"}) {
    desk.done("order create " + order + " --buyer alice --payee shop --amount \"CNY 100.00\"");
  }
  const std::string idle = desk.done("recover");
  CHECK(holds(idle, "✓ nothing is left open"));
  CHECK(holds(desk.done("channel notices card"), "✓ the channel has no messages"));
  // Dead, and not yet known to be: its lease runs on.
  REQUIRE(desk.run("pay o1 --key k1 --via card --crash-at channel.charge").status == -9);
  const std::string flying = desk.done("recover");
  CHECK(flying.starts_with("⚠ what is in flight is left to its holder"));
  const auto row = flying.find("in flight, left alone ");
  REQUIRE(row != std::string::npos);
  CHECK(flying.substr(row, flying.find('\n', row) - row).ends_with(" 1"));
  desk.done("channel script card lose");
  REQUIRE(desk.run("pay o2 --key k2 --via card").status == 13);
  const std::string messages = desk.done("channel notices card");
  CHECK_FALSE(holds(messages, "left open"));
  CHECK_FALSE(holds(messages, "in flight"));
  CHECK(misfits(parsed(desk.done("channel notices card --json")), "recovery") == std::vector<std::string>{});
}

TEST_CASE("settings, truths and verdicts are told in Chinese, and stay English for programs") {
  const Desk desk;
  const std::string settings = desk.done("init --list-settings --lang zh");
  for (const char* part : {"时长", "整数", "on 或 off", "400d", "最短的键"}) CHECK(holds(settings, part));
  for (const char* part : {"duration", "whole", "shortest"}) CHECK_FALSE(holds(settings, part));
  const std::string english = desk.done("init --list-settings");
  for (const char* part : {"window ", "5s", "65536", "intent", "on or off", "the shortest key"}) {
    CHECK(holds(english, part));
  }
  const std::string json = desk.done("init --list-settings --lang zh --json");
  CHECK(misfits(parsed(json), "settings") == std::vector<std::string>{});
  CHECK(json == desk.done("init --list-settings --json"));
  desk.open_shop();
  CHECK(holds(desk.done("account show alice --lang zh"), "否"));
  CHECK_FALSE(holds(desk.done("account show alice --lang zh"), "  no\n"));
  CHECK(holds(desk.done("key list --lang zh"), "尝试次数"));
  CHECK(desk.done("reconcile --lang zh").starts_with("✓ 一致：所有规则成立"));
  CHECK(desk.done("reconcile").starts_with("✓ clean: every law"));
  CHECK(desk.done("explain --json --lang zh") == desk.done("explain --json --lang en"));
}

TEST_CASE("one voucher is no vouchers, and a law is not cut where nobody's screen ends") {
  const Desk desk;
  desk.open_shop();
  const std::string report = desk.done("reconcile");
  CHECK(holds(report, " 1 voucher, the last"));
  CHECK_FALSE(holds(report, "…"));
}

TEST_CASE("whoever waits for another request asks often: the answer is told soon after it is there") {
  const Desk desk;
  desk.open_shop("--lab --set window=1ms --set lease=20s");
  desk.done("channel script card slow 1500ms");
  const pid_t slow = desk.start("pay o1 --key k1 --via card", "slow");
  while (!holds(desk.done("key list"), "k1")) {}
  const auto begin = std::chrono::steady_clock::now();
  const Ran second = desk.run("pay o1 --key k1 --via card --wait 18s");
  const auto took = std::chrono::steady_clock::now() - begin;
  CHECK(desk.end(slow, "slow").status == 0);
  CHECK(second.status == 0);
  CHECK(holds(second.out, "replayed"));
  CHECK(took < std::chrono::seconds(8));
  CHECK_FALSE(holds(second.err, "another request"));
}

TEST_CASE("a wait is told as people tell it") {
  const Desk desk;
  desk.open_shop("--lab --set window=20s");
  desk.done("pay o1 --key k1");
  const Ran ran = desk.run("pay o1 --key k2 --wait 0s");
  CHECK(ran.status == 11);
  CHECK_FALSE(holds(ran.out, "ms"));
  CHECK(holds(ran.out, " s left"));
  CHECK(holds(ran.out, " s\n"));
}

TEST_CASE("a word behind -- is no option, and the complaint names its byte") {
  const Desk desk;
  desk.open_shop("");
  const Ran ran = desk.run("account open -- -x --currency CNY");
  CHECK(ran.status == 64);
  CHECK_FALSE(holds(ran.err, "did you mean"));
  const Ran dashed = desk.run("account open --currency CNY -- -x");
  CHECK(dashed.status == 0);
  CHECK(holds(desk.done("account list"), "-x"));
}

TEST_CASE("init is offered only where it would work") {
  const Desk desk;
  CHECK(holds(desk.run("--db nowhere.db balance").err, "payonce init makes one"));
  std::filesystem::create_symlink("gone.db", desk.folder() / "dangling.db");
  std::filesystem::create_symlink("loop.db", desk.folder() / "loop.db");
  for (const char* line : {"--db no-folder/x.db balance", "--db dangling.db balance", "--db loop.db balance"}) {
    CAPTURE(line);
    const Ran ran = desk.run(line);
    CHECK(ran.status == 74);
    CHECK_FALSE(holds(ran.err, "init"));
  }
  CHECK(holds(desk.run("--db no-folder/x.db balance").err, "does not exist"));
  CHECK(holds(desk.run("--db dangling.db balance").err, "is a link to a file that does not exist"));
  CHECK(holds(desk.run("--db loop.db balance").err, "leads back to itself"));
}

TEST_CASE("without room for the smallest side file the words are the same as without room for a payment") {
  const Desk desk;
  desk.open_shop();
  for (const char* line : {"topup alice --amount \"CNY 1.00\" --key t2", "balance", "--db other.db init"}) {
    CAPTURE(line);
    const Ran ran = desk.run(line, Out::pinched);
    CAPTURE(ran.err);
    CHECK(ran.status == 74);
    CHECK(holds(ran.err, "no room left on the disk"));
  }
}

namespace {

/// Sentences as they were before they were parted to fit a terminal.
std::string unwrapped(const std::string& text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n';
    if (!blank || !line.ends_with(' ')) line += blank ? ' ' : c;
  }
  return line;
}

}  // namespace

TEST_CASE("the help says what a key, an amount and a duration look like, and what the book's own accounts are") {
  const Desk desk;
  const std::string help = unwrapped(desk.done("--help"));
  for (const char* part : {"16 to 255 bytes", "\"CNY 100.00\"", "250ms, 10s, 1h30m"}) CHECK(holds(help, part));
  CHECK(holds(unwrapped(desk.done("pay --help")), "16 to 255 bytes"));
  for (const char* command : {"account list", "trial-balance"}) {
    const std::string own = unwrapped(desk.done(std::string(command) + " --help"));
    for (const char* code : {"1100", "1200", "2150", "2160", "5300"}) CHECK(holds(own, code));
  }
  CHECK(holds(desk.done("reconcile --help"), "status_lag"));
}

TEST_CASE("a lost output is told in the user's language") {
  const Desk desk;
  CHECK(holds(desk.run("--help --lang zh", Out::full).err, "payonce: 输出无法写入\n"));
  CHECK(desk.run("--help --lang en", Out::full).err == "payonce: the output could not be written\n");
}

TEST_CASE("what a channel did is shown in the order of time") {
  const Desk desk;
  desk.open_shop();
  std::vector<std::string> orders{"z1", "m1", "a1"};
  for (const std::string& order : orders) {
    desk.done("order create " + order + " --buyer alice --payee shop --amount \"CNY 1.00\"");
    desk.done("pay " + order + " --via card --key k-" + order);
  }
  const std::string shown = desk.done("channel show card");
  CHECK(shown.find("z1") < shown.find("m1"));
  CHECK(shown.find("m1") < shown.find("a1"));
}

TEST_CASE("every story that explain names can be played from where it is named") {
  const Desk desk;
  std::filesystem::create_directory(desk.folder() / "scenarios");
  std::filesystem::copy(std::filesystem::path(PAYONCE_SOURCE_DIR) / "scenarios" / "dedup_window",
                        desk.folder() / "scenarios" / "dedup_window", std::filesystem::copy_options::recursive);
  const Json told = parsed(desk.run("explain dedup_window --json").out);
  const Json* stories = told.member("stories");
  REQUIRE(stories != nullptr);
  REQUIRE_FALSE(stories->members.empty());
  for (const auto& [n, story] : stories->members) {
    CAPTURE(story.text);
    CHECK(std::filesystem::exists(desk.folder() / story.text));
  }
  CHECK(desk.run("play " + stories->members.front().second.text).status == 0);
}

TEST_CASE("a reason for people stands in the headline, its code in a line of its own") {
  const Desk desk;
  desk.open_shop();
  const Ran ran = desk.run("transfer bob alice --amount \"CNY 1.00\" --key k1");
  CHECK(ran.status == 10);
  CHECK(ran.out.starts_with("✖ declined: the balance does not cover it"));
  CHECK(holds(ran.out, "insufficient_funds"));
}
