#include "tests/schema/filled.hpp"

#include <doctest/doctest.h>

#include "ledger/defences/token.hpp"
#include "ledger/engine_fixes.hpp"
#include "ledger/journal/checkpoint.hpp"
#include "ledger/journal/period.hpp"
#include "ledger/layers/reconciliation_auto.hpp"
#include "ledger/layers/reconciliation_rates.hpp"
#include "ledger/orders/coupon.hpp"
#include "ledger/orders/stock.hpp"
#include "tests/layers/planted.hpp"

namespace payonce::test {

void goods(Shop& shop) {
  const Sku tea = *Sku::parse("sku", "tea");
  const CouponCode code = *CouponCode::parse("coupon", "ONE");
  const OrderId number = *OrderId::parse("order", "basket");
  std::optional<TokenText> page;
  shop.store().atomically([&](Tx& tx) {
    REQUIRE(journal::make_checkpoint(tx, shop.ledger().id(), shop.world.wall_ns()));
    REQUIRE(orders::add_stock(tx, tea, shop.world.wall_ns()));
    REQUIRE(orders::add_coupon(tx, code, cny(100), std::nullopt, 3, shop.world.wall_ns()));
    page = token::issue(tx, shop.world, shop.ledger().settings(),
                        {.tenant = *Tenant::parse("tenant", "main"), .target = "basket", .ttl = minutes(5)})
               .text;
    REQUIRE(journal::close_period(tx, {"2025-01-01", "2025-01-31"},
                                  {.actor = "clerk", .now_ns = shop.world.wall_ns()}) == journal::PeriodAnswer::done);
  });
  REQUIRE(succeeded(shop.engine().receive_stock(tea, 5, *Reference::parse("ref", "box-1")).outcome));
  REQUIRE(shop.engine()
              .create_order(number, *AccountId::parse("buyer", "alice"), *AccountId::parse("payee", "shop"),
                            {.items = {{.sku = tea, .quantity = 2, .unit_price = cny(1'500)}}, .coupon = code})
              .outcome == Outcome::created);
  Request request = paying("basket", "k-basket");
  request.token = *page;
  REQUIRE(shop.ask(request).outcome == Outcome::paid);
  REQUIRE(shop.ship("basket").outcome == Outcome::shipped);
}

void compared(Shop& shop) {
  std::vector<FileRow> rows = told_by_bank(shop);
  REQUIRE(rows.size() > 2);
  rows.erase(rows.begin());  // one that the bank does not tell, and one that nobody here knows
  FileRow unknown = rows.front();
  unknown.id = "txn-of-nobody";
  unknown.ref = "nobody";
  rows.push_back(unknown);
  rows.back().batch = "batch-1";
  rows.back().paid = "1.00";
  rows.back().paid_in = "USD";
  FileRow payout = unknown;
  payout.id = "batch-1";
  payout.kind = "payout";
  payout.batch = "batch-1";
  rows.push_back(payout);
  rows.front().fee = "0.10";
  const std::string from = "2025-12-01";
  const std::string to = "2026-12-31";
  (void)import_file(shop, csv_of(rows), from, to);
  // Up to a day before most of it: what lies behind is listed as not cleared.
  const auto early =
      reconciliation::match(shop.store(), shop.world, {.channel = "bank", .as_of = "2025-12-02", .actor = "clerk"});
  REQUIRE(early.has_value());
  const auto sheet = reconciliation::match(shop.store(), shop.world, {.channel = "bank", .actor = "clerk"});
  REQUIRE(sheet.has_value());
  bool ended = false;
  for (const reconciliation::SheetBreak& one : sheet->breaks) {
    if (one.code != reconciliation::Code::missing_internal || ended) continue;
    const auto fix = shop.store().atomically([&](Tx& tx) {
      REQUIRE(reconciliation::propose(tx, one.id, reconciliation::Action::park, "lin", "because", 1).has_value());
      return reconciliation::approve(tx, one.id, "wang", 1);
    });
    REQUIRE(fix.has_value());
    REQUIRE_FALSE(post_fix(shop.engine(), shop.ledger(), shop.world, *fix).has_value());
    ended = true;
  }
  CHECK(ended);
  shop.store().atomically([&](Tx& tx) {
    CHECK_FALSE(reconciliation::sign(tx, sheet->run_id, "wang", 1).has_value());
    reconciliation::set_fee_rate(tx,
                                 {.channel = "bank",
                                  .movement = "sale",
                                  .currency = "CNY",
                                  .since = "2026-01-01",
                                  .millionths = 1,
                                  .actor = "lin"},
                                 1);
    reconciliation::set_fx_rate(
        tx, {.channel = "bank", .currency = "USD", .settled = "CNY", .since = "2026-01-01", .nano = 1, .actor = "lin"},
        1);
    reconciliation::set_auto_rule(tx,
                                  {.channel = "bank",
                                   .code = reconciliation::Code::fee_mismatch,
                                   .action = reconciliation::Action::fee,
                                   .currency = "CNY",
                                   .item_cap = 100,
                                   .day_cap = 1'000,
                                   .actor = "clerk"},
                                  1);
  });
}

}  // namespace payonce::test
