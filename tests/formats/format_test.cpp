// The book in its five forms, small enough to be read whole.

#include "ledger/formats/format.hpp"

#include <doctest/doctest.h>

#include "ledger/formats/form.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;
using formats::Format;

namespace {

std::string text_of(Shop& shop, Format format, const formats::Days& days = {}) {
  std::string text;
  const auto written = shop.store().reading([&](View& view) {
    return formats::write(view, format, days, [&](std::string_view part) {
      text += part;
      return true;
    });
  });
  CHECK(written.whole);
  return text;
}

int count(std::string_view text, std::string_view part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++n;
  return n;
}

bool holds(std::string_view text, std::string_view part) { return count(text, part) > 0; }

std::string behind(const std::string& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  REQUIRE(at != std::string::npos);
  return text.substr(at);
}

/// Three days: alice is topped up, pays an order, and gets a part back.
struct ThreeDays {
  ThreeDays() {
    shop.wait(days(1));
    (void)shop.order("o1");
    CHECK(shop.charge("o1", "k1").outcome == Outcome::paid);
    shop.wait(days(1));
    CHECK(shop.refund("o1", 2'500, "k2", "ref:1").outcome == Outcome::refunded);
  }
  Shop shop;
};

formats::Voucher voucher_with(std::string text) {
  return {.number = "TRF-2026-000001",
          .kind = "transfer",
          .business_key = std::move(text),
          .date = "2026-01-01",
          .lines = {{{"a", journal::AccountClass::asset}, true, cny(5)},
                    {{"b", journal::AccountClass::liability}, false, cny(5)}}};
}

}  // namespace

TEST_CASE("the same book gives the same bytes in every form, in pieces of any number") {
  ThreeDays three;
  for (const Format format : formats::every_format) {
    CAPTURE(formats::name(format));
    const std::string once = text_of(three.shop, format);
    CHECK(once.size() > 500);
    three.shop.reopen();
    CHECK(text_of(three.shop, format) == once);
  }
}

TEST_CASE("a journal of hledger shows voucher, lines, where they came from, and what must stand at the end") {
  ThreeDays three;
  const std::string text = text_of(three.shop, Format::hledger);
  CHECK(holds(text, "decimal-mark .\ncommodity 1000.00 CNY\n"));
  CHECK(holds(text, "account assets:1200.bank.CNY  ; type:A\n"));
  const std::string paid = behind(text, "2026-01-02 * (PAY-2026-000001) pay o1.pay.1\n");
  CHECK(holds(paid, "\n    ; order: o1\n    ; attempt: 1\n    ; channel: bank\n    ; reference: payonce/"));
  CHECK(holds(paid, "\n    assets:1200.bank.CNY  100.00 CNY\n    liabilities:shop  -100.00 CNY\n"));
  CHECK(holds(paid, "\n    ; refund: o1.refund.ref:1\n"));
  CHECK(behind(text, "2026-01-03 * closing balances\n") ==
        "2026-01-03 * closing balances\n"
        "    assets:1100.CNY  0.00 CNY == 1000.00 CNY\n"
        "    assets:1200.bank.CNY  0.00 CNY == 75.00 CNY\n"
        "    liabilities:2150.CNY  0.00 CNY == 0.00 CNY\n"
        "    liabilities:alice  0.00 CNY == -1000.00 CNY\n"
        "    liabilities:shop  0.00 CNY == -75.00 CNY\n");
}

TEST_CASE("a journal of some days opens with what stood before them and closes with what stood behind them") {
  ThreeDays three;
  const std::string text = text_of(three.shop, Format::ledger, {"2026-01-02", "2026-01-02"});
  CHECK(holds(text,
              "\n2026-01-02 * opening balances\n    assets:1100.CNY  1000.00 CNY\n"
              "    liabilities:alice  -1000.00 CNY\n\n2026-01-02 * (PAY-2026-000001)"));
  CHECK_FALSE(holds(text, "REF-2026"));
  CHECK_FALSE(holds(text, "TOP-2026"));
  CHECK(holds(text, "    assets:1200.bank.CNY  0.00 CNY = 100.00 CNY\n"));
  const std::string beancount = text_of(three.shop, Format::beancount, {"2026-01-02", "2026-01-02"});
  CHECK(holds(beancount, "2026-01-02 open Assets:1100--CNY CNY\n  code: \"1100.CNY\"\n"));
  CHECK(holds(beancount, "2026-01-02 * \"opening balances\"\n  Assets:1100--CNY  1000.00 CNY\n"));
  CHECK(holds(beancount, "2026-01-03 balance Assets:1200--bank--CNY  100.00 ~ 0.00 CNY\n"));
  CHECK(count(text_of(three.shop, Format::json, {"2026-01-02", "2026-01-02"}), "\n") == 1);
  CHECK(text_of(three.shop, Format::json, {"2027-01-01", {}}).empty());
}

TEST_CASE("amounts have the digits of their currency, in Japan, Kuwait and Chile") {
  Shop shop;
  for (const auto& [code, currency] : {std::pair{"yen", "JPY"}, {"dinar", "KWD"}, {"unidad", "CLF"}}) {
    shop.open_account(code, 12'345, journal::Limit::none, currency);
  }
  const std::string hledger = text_of(shop, Format::hledger);
  CHECK(
      holds(hledger, "commodity 1000.0000 CLF\ncommodity 1000.00 CNY\ncommodity 1000. JPY\ncommodity 1000.000 KWD\n"));
  CHECK(holds(hledger, "    liabilities:yen  -12345 JPY\n"));
  CHECK(holds(hledger, "    liabilities:dinar  -12.345 KWD\n"));
  CHECK(holds(hledger, "    liabilities:unidad  -1.2345 CLF\n"));
  CHECK(holds(text_of(shop, Format::ledger), "commodity JPY\n    format 1000 JPY\n"));
  CHECK(holds(text_of(shop, Format::csv), ",yen,liability,credit,12345,JPY,12345,0\r\n"));
}

TEST_CASE("memo accounts have a root of their own, and are no postings in Beancount") {
  Shop shop;
  shop.store().atomically([&](Tx& tx) {
    for (const char* code : {"held", "contra"}) {
      (void)journal::open_account(tx, code, journal::AccountClass::memo, cny(0).currency(), journal::Limit::none, 0);
    }
  });
  CHECK(shop.transfer("contra", "held", 700, "k1").outcome == Outcome::booked);
  const std::string hledger = text_of(shop, Format::hledger);
  CHECK(holds(hledger, "\naccount memo:held\n"));
  CHECK(holds(hledger, "\n    memo:contra  7.00 CNY\n    memo:held  -7.00 CNY\n"));
  const std::string beancount = text_of(shop, Format::beancount);
  CHECK_FALSE(holds(beancount, "Memo:"));
  CHECK(holds(beancount, "custom \"memo\" \"contra\" \"debit\" 7.00 CNY\n  voucher: \"TRF-2026-000001\"\n"));
}

TEST_CASE("no cell of the table is a formula, and every cell is read back as it was") {
  const auto form = formats::make_csv();
  const auto cell = [&](std::string text) {
    std::string out;
    formats::Voucher voucher = voucher_with(std::move(text));
    voucher.lines.pop_back();
    form->voucher(out, voucher);
    constexpr std::string_view before = "TRF-2026-000001,2026-01-01,1970-01-01T00:00:00.000Z,transfer,";
    return out.substr(before.size(), out.size() - before.size() - 2);  // without the line's end
  };
  const std::string rest = ",,,,,,,,1,a,asset,debit,0.05,CNY,5,2";
  CHECK(cell("plain") == "plain" + rest);
  CHECK(cell("=1+2") == "'=1+2" + rest);
  CHECK(cell("-x") == "'-x" + rest);
  CHECK(cell("@x") == "'@x" + rest);
  CHECK(cell("+x") == "'+x" + rest);
  CHECK(cell("\tx") == "'\tx" + rest);
  CHECK(cell("'x") == "''x" + rest);
  CHECK(cell("a,b") == "\"a,b\"" + rest);
  CHECK(cell("say \"a\"\r\nb") == "\"say \"\"a\"\"\r\nb\"" + rest);
}

TEST_CASE("a sink that wants no more ends the writing, and the file goes on being used") {
  ThreeDays three;
  for (const Format format : formats::every_format) {
    const auto written = three.shop.store().reading(
        [&](View& view) { return formats::write(view, format, {}, [](std::string_view) { return false; }); });
    CHECK_FALSE(written.whole);
  }
  CHECK(three.shop.topup("alice", 100, "k9").outcome == Outcome::booked);
}

TEST_CASE("a day that does not exist, or days in the wrong order, are refused by name") {
  for (const char* day : {"2026-02-30", "2026-1-1", "yesterday", "2026-01-01T00:00:00Z", "", "9999-12-31"}) {
    CAPTURE(day);
    const auto from = formats::parse_days(std::string(day), std::nullopt);
    REQUIRE_FALSE(from.has_value());
    CHECK(from.error().field == "from");
    CHECK(formats::parse_days(std::nullopt, std::string(day)).error().field == "to");
  }
  CHECK(formats::parse_days("2026-01-02", "2026-01-01").error().field == "to");
  CHECK(formats::parse_days("2026-01-01", "2026-01-01").has_value());
  CHECK_FALSE(formats::parse_format("format", "xml").has_value());
}
