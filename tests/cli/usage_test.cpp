// A command line that does not fit is refused with the word that does not fit, and changes nothing.

#include <doctest/doctest.h>

#include "tests/cli/desk.hpp"

using namespace payonce::test;

namespace {

struct Bad {
  std::string line;
  std::string field;  // as it stands in front of the reason
  std::string why;    // a part of the reason
};

const std::string key = " --key key-of-sixteen-bytes";

const std::vector<Bad>& bad_lines() {
  static const std::vector<Bad> all{
      // words
      {"paay o1", "paay", "did you mean pay?"},
      {"ordr create", "ordr", "did you mean order?"},
      {"order creat o2", "creat", "did you mean create?"},
      {"frobnicate", "frobnicate", "is no command; see payonce --help"},
      {"order frobnicate", "frobnicate", "is no command; see payonce order --help"},
      {"pay o1 o2" + key, "o2", "one word too many"},
      {"account list all", "all", "one word too many"},
      {"pay o1 pay" + key, "pay", "one word too many"},
      {"pay", "ORDER", "is missing"},
      {"transfer alice --amount \"CNY 1.00\"" + key, "TO", "is missing"},
      {"channel script card", "BEHAVIOUR", "is missing"},
      // options
      {"pay o1 --kye abc", "--kye", "did you mean --key?"},
      {"pay o1 --amuont=5" + key, "--amuont", "did you mean --amount?"},
      {"--jsn account list", "--jsn", "did you mean --json?"},
      {"account list -x", "-x", "no option of this command"},
      {"account list --key abc", "--key", "no option of this command"},
      {"pay o1", "key", "is required"},
      {"topup alice" + key, "amount", "is required"},
      {"order create o2 --buyer alice --payee shop", "amount", "is required"},
      {"order create o2 --payee shop --amount \"CNY 1.00\"", "buyer", "is required"},
      {"account open carol", "currency", "is required"},
      {"pay o1 --key", "key", "has no value"},
      {"pay o1 --key --via", "key", "has no value"},
      {"pay o1 --key --amount \"CNY 1.00\"", "key", "has no value"},
      {"pay o1 --key= --via", "key", "has no value"},
      {"pay o1 --key a --key b", "key", "more than once"},
      {"--lang en --lang zh account list", "lang", "重复给出"},
      {"account list --all=yes", "all", "takes no value"},
      {"account list --lang klingon", "lang", "one of en, zh, both"},
      {"account list --color blue", "color", "auto, always, never"},
      {"account list --tenant \"a b\"", "tenant", "byte 2"},
      {"account list --tenant \"\"", "tenant", "is empty"},
      // keys
      {"pay o1 --key short", "key", "5 bytes"},
      {"pay o1 --key \"\"", "key", "is empty"},
      {"pay o1 --key \"sixteen bytes or more\"", "key", "space"},
      {"pay o1 --key sixteen,bytes,or,more", "key", "comma"},
      {"pay o1 --key 十六个字节以上的键", "key", "ASCII"},
      {"pay o1 --key " + std::string(256, 'k'), "key", "256 bytes"},
      // amounts
      {"topup alice --amount 100.00" + key, "amount", ""},
      {"topup alice --amount \"CNY 100.005\"" + key, "amount", ""},
      {"topup alice --amount \"CNY 1e2\"" + key, "amount", ""},
      {"topup alice --amount \"CNY +1.00\"" + key, "amount", ""},
      {"topup alice --amount \"CNY 1,000.00\"" + key, "amount", ""},
      {"topup alice --amount \"CNY .5\"" + key, "amount", ""},
      {"topup alice --amount \"CNY 0x10\"" + key, "amount", ""},
      {"topup alice --amount \"CNY 99999999999999999999\"" + key, "amount", ""},
      {"topup alice --amount \"CNY 10000000000000.00\"" + key, "amount", ""},
      {"topup alice --amount \"JPY 1.5\"" + key, "amount", ""},
      {"topup alice --amount \"cny 1.00\"" + key, "amount", ""},
      {"topup alice --amount \"XXX 1\"" + key, "amount", ""},
      {"topup alice --amount \"CNY 0.00\"" + key, "amount", "more than zero"},
      {"topup alice --amount \"CNY -1.00\"" + key, "amount", "more than zero"},
      {"topup alice --amount \"\"" + key, "amount", ""},
      {"order create o2 --buyer alice --payee shop --amount \"CNY 0.00\"", "amount", "more than zero"},
      {"adjust alice --by \"CNY 0.00\"" + key, "by", "zero"},
      {"adjust alice" + key, "to", "one of --to and --by"},
      {"adjust alice --to \"CNY 1.00\" --by \"CNY 1.00\"" + key, "to", "one of --to and --by"},
      // names and numbers
      {"pay o.1" + key, "order", "byte 2"},
      {"pay ord/1" + key, "order", "byte 4"},
      {"order create 订单 --buyer alice --payee shop --amount \"CNY 1.00\"", "order", "byte 1"},
      {"order create " + std::string(65, 'o') + " --buyer alice --payee shop --amount \"CNY 1.00\"", "order", "65"},
      {"order create o2 --buyer alice --payee alice --amount \"CNY 1.00\"", "payee", "is the buyer"},
      {"transfer alice alice --amount \"CNY 1.00\"" + key, "to", "same account"},
      {"topup alice --amount \"CNY 1.00\" --ref \"a b\"" + key, "ref", "byte 2"},
      {"pay o1 --if-version 0" + key, "if-version", "whole number"},
      {"pay o1 --if-version 01" + key, "if-version", "whole number"},
      {"pay o1 --if-version 0x1" + key, "if-version", "whole number"},
      {"pay o1 --if-version 99999999999999999999" + key, "if-version", "whole number"},
      {"pay o1 --wait 5" + key, "wait", "unit"},
      {"pay o1 --wait 1.5s" + key, "wait", "unit"},
      {"pay o1 --wait -1s" + key, "wait", ""},
      {"pay o1 --via \"my card\"" + key, "via", "byte 3"},
      {"order list --limit 0", "limit", "whole number"},
      {"order list --limit many", "limit", "whole number"},
      {"account open carol --currency RMB", "currency", ""},
      {"account open carol --currency CNY --class wallet", "class", "liability"},
      {"account open carol --currency CNY --limit low", "limit", "no_debit"},
      {"account open a.b --currency CNY", "account", "byte 2"},
      // channels
      {"channel script card lost", "behaviour", "did you mean lose?"},
      {"channel script card slow", "duration", "slow and late need one"},
      {"channel script card lose 3s", "duration", "the others take none"},
      {"channel script card lose --times 0", "times", "whole number"},
      {"channel add bank --dedup maybe", "dedup", "ref or none"},
      {"channel add bank --settle-delay soon", "settle-delay", ""},
      {"channel add balance", "channel", "no channel"},
      // the file's settings, and the crash switch
      {"--db new.db init --set windw=3s", "windw", "did you mean window?"},
      {"--db new.db init --set window", "set", "NAME=VALUE"},
      {"--db new.db init --set window=soon", "window", ""},
      {"--db new.db init --set window=40s", "window", "shorter than the lease"},
      {"--db new.db init --set dedup_window=off", "dedup_window", "laboratory"},
      {"--db new.db init --lab --set dedup_window=perhaps", "dedup_window", "on, naive or off"},
      {"pay o1 --crash-at book.tx" + key, "crash-at", "laboratory"},
      {"pay o1 --crash-at nowhere" + key, "crash-at", "named step"},
      {"recover --crash-at recon.fix:0", "crash-at", "whole number"},
  };
  return all;
}

}  // namespace

TEST_CASE("a command line that does not fit names what does not fit, and the ledger stays byte for byte as it was") {
  const Desk desk;
  desk.open_shop("");
  const std::string before = contents(desk.folder() / "payonce.db");
  REQUIRE(before.size() > 1000);
  for (const Bad& bad : bad_lines()) {
    CAPTURE(bad.line);
    const Ran ran = desk.run(bad.line);
    CAPTURE(ran.err);
    CHECK(ran.status == 64);
    CHECK(ran.out.empty());
    CHECK(ran.err.starts_with("payonce: " + bad.field + ": "));
    CHECK(holds(ran.err, bad.why));
    CHECK(ran.err.find('\n') == ran.err.size() - 1);
    CHECK(contents(desk.folder() / "payonce.db") == before);
    CHECK_FALSE(std::filesystem::exists(desk.folder() / "new.db"));
    CHECK_FALSE(std::filesystem::exists(desk.folder() / "bank.acquirer.db"));
  }
}

TEST_CASE("a refused command line is refused in Chinese, too") {
  const Desk desk;
  desk.open_shop("");
  for (const Bad& bad : bad_lines()) {
    CAPTURE(bad.line);
    if (holds(bad.line, "--lang")) continue;
    const Ran ran = desk.run(bad.line + " --lang zh");
    CAPTURE(ran.err);
    // Where the last word lacks its value, the language is taken for it.
    if (bad.line.ends_with("--key")) continue;
    CHECK(ran.status == 64);
    CHECK(ran.err.starts_with("payonce: " + bad.field + ": "));
    bool chinese = false;
    for (const char c : ran.err) chinese = chinese || static_cast<unsigned char>(c) >= 0xE3;
    CHECK(chinese);
  }
}

TEST_CASE("what was typed is never printed raw") {
  const Desk desk;
  const Ran ran = desk.run("p\x1b[2Jay");
  CHECK(ran.status == 64);
  CHECK_FALSE(holds(ran.err, "\x1b"));
  CHECK(holds(ran.err, "\xEF\xBF\xBD"));
}
