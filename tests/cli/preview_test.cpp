// A statement file is looked at before it is stored: in both languages, as JSON, without a ledger, and changing nothing.

#include <doctest/doctest.h>

#include <fstream>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

using namespace payonce::test;

namespace {

std::string files() { return std::string(PAYONCE_SOURCE_DIR) + "/tests/statements/files/"; }
std::string bill(const char* name) { return "channel preview " + files() + name + " --map " + files() + "shop.map"; }

}  // namespace

TEST_CASE("channel preview needs no ledger and says what a clean file holds") {
  const Desk desk;
  const std::string english = desk.done(bill("csv_clean.csv"));
  CHECK(english.starts_with("✓ trusted: csv, 4 lines\n"));
  CHECK(holds(english, "-787.38"));
  CHECK(desk.done(bill("csv_clean.csv") + " --lang zh").starts_with("✓ 可信：csv，4 行\n"));
  const Json json = parsed(desk.done(bill("csv_clean.csv") + " --limit 1 --json"));
  CHECK(misfits(json, "statement_preview") == std::vector<std::string>{});
  CHECK(json.at("lines") == "4");
  CHECK(json.member("shown")->members.size() == 1);
  CHECK(parsed(desk.done("channel preview " + files() + "mt940_clean.sta --json")).at("statements") == "2");
}

TEST_CASE("every format is told by its content, shown in both languages and as documented JSON") {
  const Desk desk;
  struct Case {
    const char* file;
    const char* format;
    int status;
  };
  for (const Case& one :
       {Case{"acquirer_clean.csv", "acquirer", 0}, Case{"alipay_trade_clean.zip", "alipay_trade", 0},
        Case{"alipay_account_truncated.csv", "alipay_account", 2},
        Case{"alipay_personal_clean.csv", "alipay_personal", 0}, Case{"wechat_trade_clean.csv", "wechat_trade", 0},
        Case{"wechat_fund_balance_chain.csv", "wechat_fund", 2}, Case{"stripe_payout.csv", "stripe", 0},
        Case{"paypal_stl_clean.csv", "paypal_stl", 0}, Case{"paypal_trr_clean.csv", "paypal_trr", 0},
        Case{"adyen_control_total.csv", "adyen", 2}, Case{"camt053_clean.xml", "camt053", 0},
        Case{"camt054_clean.xml", "camt054", 0}, Case{"camt052_clean.xml", "camt052", 0},
        Case{"ofx1_clean.ofx", "ofx", 0}, Case{"ofx2_truncated.ofx", "ofx", 2}}) {
    CAPTURE(one.file);
    const Ran ran = desk.run("channel preview " + files() + one.file + " --json");
    CHECK(ran.status == one.status);
    const Json json = parsed(ran.out);
    CHECK(misfits(json, "statement_preview") == std::vector<std::string>{});
    CHECK(json.at("format") == one.format);
    const char* verdict = one.status == 0 ? "可信：" : "无法判断：";
    CHECK(
        holds(desk.run("channel preview " + files() + one.file + " --lang zh").out, std::string(verdict) + one.format));
  }
}

TEST_CASE("a file that cannot be trusted ends with a status of its own and names its breaks") {
  const Desk desk;
  for (const char* name : {"csv_truncated.csv", "csv_control_total.csv", "csv_unknown_layout.csv",
                           "mt940_corrupted.sta", "mt940_page_missing.sta"}) {
    CAPTURE(name);
    const Ran ran = desk.run(bill(name) + " --json");
    CHECK(ran.status == 2);
    const Json json = parsed(ran.out);
    CHECK(misfits(json, "statement_preview") == std::vector<std::string>{});
    CHECK(json.at("exit") == "2");
  }
  const Ran ran = desk.run(bill("csv_control_total.csv"));
  CHECK(holds(ran.out, "file_control_total · line 7: count: the footer says 4, the rows give 3"));
  CHECK(holds(desk.run(bill("csv_control_total.csv") + " --lang zh").out, "结尾载 4，明细为 3"));
}

TEST_CASE("what is no file and what is no map are refused by name") {
  const Desk desk;
  CHECK(desk.run("channel preview nowhere.csv").status == 74);
  CHECK(desk.run("channel preview .").status == 74);
  CHECK(desk.run(bill("csv_clean.csv") + "x").status == 74);
  const Ran no_map = desk.run("channel preview " + files() + "csv_clean.csv --map " + files() + "csv_clean.csv");
  CHECK(no_map.status == 64);
  CHECK(holds(no_map.err, "map: line 1: must be: payonce map 1"));
  CHECK(desk.run(bill("csv_clean.csv") + " --limit -1").status == 64);
}

TEST_CASE("bytes of a file never move the cursor of whoever looks at it") {
  const Desk desk;
  std::ofstream(desk.folder().path() / "odd.sta", std::ios::binary)
      << ":20:a\n:25:\x1b[2J\n:28C:1\n:60F:C261230EUR1,00\n:61:\x1b[31mX\xff\n:62F:C261230EUR1,00\n-\n";
  const Ran ran = desk.run("channel preview odd.sta");
  CHECK(ran.status == 2);
  CHECK_FALSE(holds(ran.out, "\x1b"));
  CHECK_FALSE(holds(ran.out, "\xff"));
  CHECK(parsed(desk.run("channel preview odd.sta --json").out).at("trusted") == "false");
}
