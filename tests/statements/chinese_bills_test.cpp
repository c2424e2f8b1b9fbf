// Bills of Alipay and WeChat Pay, one clean of each layout and one for each way it can be broken.

#include "tests/statements/expected.hpp"

using namespace payonce;
using namespace payonce::statements;
using namespace payonce::test;

TEST_CASE("a trade bill of Alipay is read in GBK and UTF-8, with old and new columns, and with nothing in it") {
  for (const Clean& one :
       {Clean{"alipay_trade_clean.csv", "alipay_trade", 4, "CNY 1311.00 7.87 1303.13"},
        Clean{"alipay_trade_utf8_no_last_newline.csv", "alipay_trade", 4, "CNY 1311.00 7.87 1303.13"},
        Clean{"alipay_trade_old.csv", "alipay_trade", 2, "CNY 15.00 0.09 14.91"},
        Clean{"alipay_trade_empty.csv", "alipay_trade", 0, ""}}) {
    check(one);
  }
  const Kept bill = kept(bytes_of("alipay_trade_clean.csv"));
  CHECK(bill.heads[0].account == "20880012345678900156");
  CHECK(bill.heads[0].from->text() == "2026-11-29");
  CHECK(bill.heads[0].to->text() == "2026-11-29");
  CHECK(bill.heads[0].zone == "+08:00");
  CHECK(bill.heads[0].stated_lines == 4);
  const Line& sale = bill.lines[1];
  CHECK(sale.channel_id == "2026112922001400000000000102");
  CHECK(sale.our_id == "ord_102");
  CHECK(sale.details == "杯子, 两只");
  CHECK(sale.gross.text() == "1250.50");
  CHECK(sale.at->text() == "2026-11-29 10:15:00");
  const Line& refund = bill.lines[3];
  CHECK(refund.movement == Movement::refund);
  CHECK(refund.our_id == "rf_101_1");
  CHECK(refund.parent_id == "2026112922001400000000000101");
  CHECK(refund.net.text() == "-39.76");
  CHECK(refund.key == "alipay:2026112922001400000000000101:rf_101_1:refund");
}

TEST_CASE("each trade bill of Alipay with a fault is known for that fault") {
  for (const Spoiled& one : {Spoiled{"alipay_trade_truncated.csv", "file_truncated file_truncated", 3, 9},
                             Spoiled{"alipay_trade_control_total.csv", "file_control_total file_control_total", 3, 10},
                             Spoiled{"alipay_trade_rows_outside_period.csv", "file_rows_outside_period", 4, 8},
                             Spoiled{"alipay_trade_resaved.csv",
                                     "file_corrupted file_corrupted file_control_total file_control_total", 3, 1}}) {
    check(one);
  }
}

TEST_CASE("an account bill of Alipay is followed from either end, and fees are rows of their own") {
  for (const char* file :
       {"alipay_account_clean.csv", "alipay_account_oldest_first.csv", "alipay_account_new_columns.csv"}) {
    check(Clean{file, "alipay_account", 5, "CNY -940.36 0.00 -940.36"});
    const Kept bill = kept(bytes_of(file));
    CHECK(bill.heads[0].opening->text() == "1000.00");
    CHECK(bill.heads[0].closing->text() == "59.64");
  }
  const Kept bill = kept(bytes_of("alipay_account_clean.csv"));
  CHECK(bill.lines[0].movement == Movement::payout);
  CHECK(bill.lines[1].movement == Movement::fee);
  CHECK(bill.lines[2].movement == Movement::refund);
  CHECK(bill.lines[4].movement == Movement::sale);
  CHECK(bill.lines[4].key == "alipay_flow:310001");
  for (const Spoiled& one :
       {Spoiled{"alipay_account_truncated.csv", "file_truncated", 5, 11},
        Spoiled{"alipay_account_balance_chain.csv", "file_balance_chain", 5, 9},
        Spoiled{"alipay_account_control_total.csv", "file_control_total", 5, 12},
        Spoiled{"alipay_account_rows_outside_period.csv", "file_rows_outside_period", 5, 6},
        Spoiled{"alipay_account_corrupted.csv",
                "file_corrupted file_balance_chain file_control_total file_control_total", 4, 7}}) {
    check(one);
  }
}

TEST_CASE("an account bill of chosen columns tells its kinds by their description, and its footers may be padded") {
  check(Clean{"alipay_account_chosen_columns.csv", "alipay_account", 2, "CNY 80.00 0.00 80.00"});
  const Kept bill = kept(bytes_of("alipay_account_chosen_columns.csv"));
  CHECK(bill.lines[0].movement == Movement::sale);
  CHECK(bill.lines[1].movement == Movement::other);
}

TEST_CASE("the export of Alipay's app is held against the totals of its preamble, and a closed trade moved nothing") {
  check(Clean{"alipay_personal_clean.csv", "alipay_personal", 4, "CNY -12.50 0.00 -12.50"});
  check(Clean{"alipay_personal_ruled.csv", "alipay_personal", 4, "CNY -12.50 0.00 -12.50"});
  const Kept bill = kept(bytes_of("alipay_personal_clean.csv"));
  CHECK(bill.lines[2].movement == Movement::refund);
  CHECK(bill.lines[2].net.text() == "5.00");
  CHECK(bill.lines[3].movement == Movement::unidentified);
  CHECK(bill.lines[3].net.text() == "0.00");
  for (const Spoiled& one : {Spoiled{"alipay_personal_truncated.csv", "file_control_total file_truncated", 4, 29},
                             Spoiled{"alipay_personal_control_total.csv", "file_control_total", 4, 30},
                             Spoiled{"alipay_personal_rows_outside_period.csv", "file_rows_outside_period", 4, 25},
                             Spoiled{"alipay_personal_corrupted.csv", "file_corrupted", 3, 25}}) {
    CAPTURE(one.file);
    CHECK(kept(bytes_of(one.file)).codes() == one.codes);
  }
}

TEST_CASE("a trade bill of WeChat Pay is read in all its layouts, with fees of five decimals and their rounded sum") {
  for (const Clean& one :
       {Clean{"wechat_trade_clean.csv", "wechat_trade", 5, "CNY 9061.05 54.3623 9006.6877"},
        Clean{"wechat_trade_no_last_newline.csv", "wechat_trade", 5, "CNY 9061.05 54.3623 9006.6877"},
        Clean{"wechat_trade_success.csv", "wechat_trade", 2, "CNY 102.05 0.61 101.44"},
        Clean{"wechat_trade_refund.csv", "wechat_trade", 2, "CNY -41.00 -0.25 -40.75"},
        Clean{"wechat_trade_old.csv", "wechat_trade", 2, "CNY 7.00 0.04 6.96"},
        Clean{"wechat_trade_sandbox.csv", "wechat_trade", 1, "CNY 100.00 0.60 99.40"}}) {
    check(one);
  }
  const Kept bill = kept(bytes_of("wechat_trade_clean.csv"));
  CHECK(bill.lines[0].details == "茶, 红");
  CHECK(bill.lines[1].details == "\"新\"品");
  CHECK(bill.lines[1].fee.text() == "0.0123");
  CHECK(bill.lines[3].movement == Movement::refund);
  CHECK(bill.lines[3].channel_id == "50300000000202611290000000001");
  CHECK(bill.lines[3].our_id == "rf_201");
  CHECK(bill.lines[3].parent_id == "4200000000202611290000000001");
  CHECK(bill.lines[4].status == "PROCESSING");
  CHECK(bill.heads[0].account == "1900000001");
  CHECK(kept(bytes_of("wechat_trade_sandbox.csv")).lines[0].at->text() == "2026-11-29 08:00:00");
}

TEST_CASE("a sum of fees is rounded half away from zero, and one cent more is a break") {
  const auto codes = [](const std::string& fee, const std::string& stated) {
    std::string file = bytes_of("wechat_trade_success.csv");
    file.replace(file.find("`0.60000"), 8, "`" + fee);
    file.replace(file.find("`0.61000"), 8, "`" + stated);
    return kept(file).codes();
  };
  CHECK(codes("0.98500", "1.00").empty());
  CHECK(codes("9.98500", "10.00").empty());
  CHECK(codes("0.98400", "0.99").empty());
  CHECK(codes("-1.01500", "-1.01").empty());  // -1.005 in all
  CHECK(codes("0.98500", "1.01") == "file_control_total");
  CHECK(codes("0.98500", "0.99") == "file_control_total");
}

TEST_CASE("each trade bill of WeChat Pay with a fault is known for that fault") {
  for (const Spoiled& one :
       {Spoiled{"wechat_trade_truncated.csv", "file_truncated file_truncated", 2, 4},
        Spoiled{"wechat_trade_control_total.csv",
                "file_control_total file_control_total file_control_total file_control_total", 4, 8},
        Spoiled{"wechat_trade_corrupted.csv",
                "file_corrupted file_control_total file_control_total file_control_total file_control_total", 4, 3},
        Spoiled{"wechat_trade_short_row.csv", "file_corrupted", 4, 3},
        Spoiled{"wechat_trade_mixed_currency.csv", "file_mixed_currency", 5, 9},
        Spoiled{"wechat_not_final.xml", "file_not_final", 0, 1}}) {
    check(one);
  }
  const Kept none = kept(bytes_of("wechat_no_bill.json"));
  CHECK(none.reading.trusted());
  CHECK(none.lines.empty());
}

TEST_CASE("a fund bill of WeChat Pay is followed from either end and held against its summary") {
  for (const char* file : {"wechat_fund_clean.csv", "wechat_fund_newest_first.csv"}) {
    check(Clean{file, "wechat_fund", 4, "CNY -440.60 0.00 -440.60"});
    const Kept bill = kept(bytes_of(file));
    CHECK(bill.heads[0].opening->text() == "500.00");
    CHECK(bill.heads[0].closing->text() == "59.40");
  }
  const Kept bill = kept(bytes_of("wechat_fund_clean.csv"));
  CHECK(bill.lines[1].movement == Movement::fee);
  CHECK(bill.lines[1].key != bill.lines[0].key);
  CHECK(bill.lines[3].movement == Movement::payout);
  for (const Spoiled& one :
       {Spoiled{"wechat_fund_truncated.csv", "file_truncated", 4, 6},
        Spoiled{"wechat_fund_balance_chain.csv", "file_balance_chain", 3, 3},
        Spoiled{"wechat_fund_control_total.csv", "file_control_total", 4, 8},
        Spoiled{"wechat_fund_corrupted.csv", "file_corrupted file_control_total file_control_total file_control_total",
                3, 2}}) {
    check(one);
  }
}
