// Bills of other channels, and what all bills have in common: exact counts, sums and codes.

#include "tests/statements/expected.hpp"

using namespace payonce;
using namespace payonce::statements;
using namespace payonce::test;

TEST_CASE("a statement of our own acquirer is read as it was written, and proves its end") {
  check(Clean{"acquirer_clean.csv", "acquirer", 3, "CNY 60.00 0.00 60.00, JPY 1200 0 1200"});
  const Kept bill = kept(bytes_of("acquirer_clean.csv"));
  CHECK(bill.heads[0].account == "card");
  CHECK(bill.heads[0].from->text() == "2026-11-29");
  CHECK(bill.lines[2].parent_id == "ord_601.pay.1");
  CHECK(bill.lines[2].key == "id:act_3:refund");
  for (const Spoiled& one :
       {Spoiled{"acquirer_truncated.csv", "file_truncated", 3, 7},
        Spoiled{"acquirer_control_total.csv", "file_control_total file_control_total file_control_total", 2, 6},
        Spoiled{"acquirer_rows_outside_period.csv", "file_rows_outside_period", 3, 6},
        Spoiled{"acquirer_corrupted.csv", "file_corrupted file_control_total file_control_total file_control_total", 2,
                4}}) {
    check(one);
  }
}

TEST_CASE("balance and payout reports of Stripe and its older export prove each row, gross less fee being net") {
  for (const Clean& one : {Clean{"stripe_clean.csv", "stripe", 6, "EUR 17.20 18.20 -1.00, JPY 1200 44 1156"},
                           Clean{"stripe_no_last_newline.csv", "stripe", 6, "EUR 17.20 18.20 -1.00, JPY 1200 44 1156"},
                           Clean{"stripe_payout.csv", "stripe", 2, "EUR 60.00 3.20 56.80"},
                           Clean{"stripe_old.csv", "stripe", 2, "EUR -940.00 3.20 -943.20"}}) {
    check(one);
  }
  const Kept bill = kept(bytes_of("stripe_payout.csv"));
  CHECK(bill.lines[1].channel_id == "re_1");
  CHECK(bill.lines[1].parent_id == "ch_1");
  CHECK(bill.lines[1].batch == "po_1");
  CHECK(bill.lines[1].our_id == "ord_301");
  CHECK(kept(bytes_of("stripe_clean.csv")).lines[5].movement == Movement::unidentified);
  CHECK(kept(bytes_of("stripe_clean.csv")).heads[0].zone == "UTC");
  for (const Spoiled& one : {Spoiled{"stripe_control_total.csv", "file_control_total", 6, 2},
                             Spoiled{"stripe_truncated.csv", "file_truncated", 5, 7},
                             Spoiled{"stripe_corrupted.csv", "file_corrupted file_corrupted", 4, 2}}) {
    check(one);
  }
}

TEST_CASE("reports of PayPal have two decimals in every currency, and what is pending is no line") {
  for (const Clean& one : {Clean{"paypal_stl_clean.csv", "paypal_stl", 4, "USD 10.00 2.20 7.80, JPY 1200 44 1156"},
                           Clean{"paypal_trr_clean.csv", "paypal_trr", 2, "USD 60.00 2.20 57.80"},
                           Clean{"paypal_trr_completed_sums.csv", "paypal_trr", 2, "USD 60.00 2.20 57.80"}}) {
    check(one);
  }
  const Kept bill = kept(bytes_of("paypal_stl_clean.csv"));
  CHECK(bill.lines[0].movement == Movement::sale);
  CHECK(bill.lines[1].movement == Movement::refund);
  CHECK(bill.lines[1].parent_id == "1AB00000000000001");
  CHECK(bill.lines[1].fee.text() == "-1.00");
  CHECK(bill.lines[3].movement == Movement::payout);
  CHECK(bill.heads[0].zone == "+08:00");
  CHECK(bill.heads[0].account == "PAYERID000001");
  const std::string sums_and_counts =
      "file_control_total file_control_total file_control_total file_control_total file_control_total";
  for (const Spoiled& one :
       {Spoiled{"paypal_stl_truncated.csv", "file_truncated file_truncated", 4, 9},
        Spoiled{"paypal_stl_control_total.csv", sums_and_counts.c_str(), 3, 8},
        Spoiled{"paypal_stl_rows_outside_period.csv", "file_rows_outside_period", 4, 8},
        Spoiled{"paypal_stl_corrupted.csv", "file_corrupted file_control_total file_control_total", 3, 5},
        Spoiled{"paypal_stl_mixed_currency.csv", "file_mixed_currency file_control_total file_control_total", 3, 5},
        Spoiled{"paypal_trr_truncated.csv", "file_truncated", 2, 12},
        Spoiled{"paypal_trr_control_total.csv", "file_control_total file_control_total", 2, 8}}) {
    check(one);
  }
}

TEST_CASE("settlement details of Adyen are read by the names of their columns, and a batch paid out sums to nothing") {
  check(Clean{"adyen_clean.csv", "adyen", 6, "EUR 2.20 2.20 0.00"});
  check(Clean{"adyen_reordered.csv", "adyen", 6, "EUR 2.20 2.20 0.00"});
  check(Clean{"adyen_dispute_costs.csv", "adyen", 6, "EUR 4.20 4.20 0.00"});
  const Kept bill = kept(bytes_of("adyen_clean.csv"));
  CHECK(bill.lines[1].net.text() == "-0.05");
  CHECK(bill.lines[1].gross.text() == "0.20");
  CHECK(bill.lines[2].our_id == "rf_501");
  CHECK(bill.lines[2].channel_id == "8816000000000103");
  CHECK(bill.lines[2].parent_id == "8816000000000001");
  CHECK(bill.lines[3].movement == Movement::dispute);
  CHECK(bill.lines[5].batch == "77");
  CHECK(bill.lines[5].key == "adyen:77:TX0000077XT batch 77:MerchantPayout");
  for (const Spoiled& one : {Spoiled{"adyen_control_total.csv", "file_control_total", 5, 2},
                             Spoiled{"adyen_row_total.csv", "file_control_total", 6, 2},
                             Spoiled{"adyen_truncated.csv", "file_truncated", 5, 7},
                             Spoiled{"adyen_corrupted.csv", "file_corrupted file_control_total", 5, 2}}) {
    check(one);
  }
}

TEST_CASE("wherever a bill that ends with its totals is cut, it is not trusted") {
  for (const char* file : {"alipay_trade_clean.csv", "alipay_account_clean.csv", "wechat_trade_clean.csv",
                           "wechat_fund_clean.csv", "acquirer_clean.csv", "paypal_stl_clean.csv"}) {
    const std::string whole = bytes_of(file);
    for (std::size_t size = 0; size + 60 < whole.size(); size += 7) {
      CAPTURE(file);
      CAPTURE(size);
      CHECK_FALSE(kept(whole.substr(0, size)).reading.trusted());
    }
  }
}

TEST_CASE("an id that a spreadsheet has rounded is no id") {
  const std::string whole = bytes_of("stripe_clean.csv");
  const auto with = [&](const std::string& id) {
    std::string file = whole;
    file.replace(file.find("txn_1"), 5, id);
    return kept(file).codes();
  };
  CHECK(with("202611292200140000000000").empty() == false);
  CHECK(with("202611292200141000000001").empty());
  CHECK(with("2.02611E+27") == "file_corrupted");
  CHECK(with("=\"202611292200141000000001\"").empty());
}
