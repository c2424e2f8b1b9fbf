// A file that was damaged: each damage is found and named, and what cannot be found without a checkpoint kept elsewhere is found
// with one. docs/verify.md has the table.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "ledger/journal/checkpoint.hpp"
#include "ledger/journal/period.hpp"
#include "ledger/layers/verification.hpp"
#include "schema/checks.hpp"
#include "schema/damages.hpp"
#include "tests/layers/reconciliation_life.hpp"

using namespace payonce;
using namespace payonce::test;
using namespace payonce::reconciliation;

namespace {

journal::Checkpoint checkpoint(Shop& shop) {
  return *shop.store().atomically(
      [&](Tx& tx) { return journal::make_checkpoint(tx, shop.till().ledger.id(), shop.world.wall_ns()); });
}

Verification verified(Shop& shop, const std::vector<journal::Checkpoint>& kept = {}) {
  VerifyOptions options;
  for (const auto& one : kept) options.checkpoints.push_back({"kept.txt:1", one});
  return verify(shop.store(), shop.world, options);
}

/// What the law of this name found: "subject: detail" of each.
std::string told(const Verification& said, std::string_view law) {
  std::string all;
  for (const Law& each : said.report.laws) {
    if (each.name != law) continue;
    for (const Breach& breach : each.breaches) {
      all += (all.empty() ? "" : " | ") + breach.subject + ": " + breach.detail;
    }
  }
  return all;
}

bool clean(const Verification& said) { return said.report.conclusion() == Conclusion::clean; }

/// The number of voucher n.
std::string number(Shop& shop, int n) {
  return shop.text("SELECT number FROM voucher WHERE voucher_id = " + std::to_string(n));
}

std::string last(Shop& shop) { return shop.text("SELECT max(voucher_id) FROM voucher"); }

/// Vouchers behind n go, with their lines and everything that would tell: what a careful hand would do.
std::string cut_behind(int n) {
  const std::string id = std::to_string(n);
  return "DELETE FROM entry WHERE voucher_id > " + id + "; DELETE FROM voucher WHERE voucher_id > " + id +
         "; UPDATE series SET next = 1 + (SELECT coalesce(max(v.seq), 0) FROM voucher v WHERE v.series = "
         "series.series);"
         "UPDATE balance SET (debits, credits, version, last_entry_id) = (SELECT coalesce(max(debits_after), 0), "
         "coalesce(max(credits_after), 0), count(*), max(entry_id) FROM entry e WHERE e.account_id = "
         "balance.account_id);"
         "DELETE FROM checkpoint WHERE voucher_id > " +
         id;
}

/// A shop with nothing but top-ups, so that a cut tail leaves no order behind that misses it.
void topups(Shop& shop, int count) {
  for (int n = 0; n < count; ++n) (void)shop.topup("bob", 100 + n, "t" + std::to_string(n));
}

}  // namespace

TEST_CASE("a whole life verifies as sound, with checkpoints from its past and closed days") {
  Shop shop;
  live(shop);
  const auto early = checkpoint(shop);
  (void)shop.topup("bob", 500, "later");
  shop.store().atomically([&](Tx& tx) {
    (void)journal::close_period(tx, *journal::Days::parse("period", "2026-01"),
                                {.actor = "clerk", .now_ns = shop.world.wall_ns()});
  });
  const auto said = verified(shop, {early});
  CHECK(broken(said.report) == std::vector<std::string>{});
  REQUIRE(said.anchor.has_value());
  CHECK(said.anchor->voucher == early.voucher);
  CHECK(said.unanchored == 1);
}

TEST_CASE("an edited row is named, and an edited amount with what it was") {
  Shop shop;
  live(shop);
  const std::string third = number(shop, 3);
  tamper(shop, "UPDATE voucher SET reason = 'nothing to see' WHERE voucher_id = 3");
  CHECK(told(verified(shop), "seal_broken") == third + ": its fields or lines are not those that were sealed");

  Shop other;
  topups(other, 3);
  const std::string second = number(other, 2);
  const auto amount = other.text("SELECT amount FROM entry WHERE entry_id = 2 * 65536 + 1");
  tamper(other, "UPDATE entry SET amount = 999 WHERE entry_id = 2 * 65536 + 1");
  CHECK(told(verified(other), "seal_broken") ==
        second + ": its line 1 was sealed with amount " + amount + " and shows 999");
}

TEST_CASE("an edited hash and an edited link are told from an edited row") {
  Shop shop;
  topups(shop, 4);
  const std::string second = number(shop, 2);
  tamper(shop, "UPDATE voucher SET hash = zeroblob(32) WHERE voucher_id = 2");
  const auto said = verified(shop);
  CHECK(told(said, "seal_broken") ==
        second + ": its stored hash was changed; its fields and lines are those that were sealed");

  Shop other;
  topups(other, 4);
  const std::string third = number(other, 3);
  tamper(other, "UPDATE voucher SET previous_hash = zeroblob(32) WHERE voucher_id = 3");
  CHECK(told(verified(other), "seal_broken") ==
        third + ": what it says of the hash before it was changed; its fields and lines are those that were sealed");
}

TEST_CASE("two exchanged vouchers are each named with the place they were sealed for") {
  Shop shop;
  topups(shop, 6);
  tamper(shop,
         "UPDATE voucher SET voucher_id = 900 WHERE voucher_id = 3; UPDATE voucher SET voucher_id = 3 WHERE voucher_id "
         "= 5;"
         "UPDATE voucher SET voucher_id = 5 WHERE voucher_id = 900");
  const std::string told_of = told(verified(shop), "seal_broken");
  CHECK(told_of.find(number(shop, 3) + ": it was sealed as voucher 5 and stands as voucher 3") != std::string::npos);
  CHECK(told_of.find(number(shop, 5) + ": it was sealed as voucher 3 and stands as voucher 5") != std::string::npos);
}

TEST_CASE("a voucher taken out of the middle leaves a gap with a name") {
  Shop shop;
  topups(shop, 6);
  const std::string behind = number(shop, 4);
  tamper(shop, "DELETE FROM entry WHERE voucher_id = 3; DELETE FROM voucher WHERE voucher_id = 3");
  const auto said = verified(shop);
  CHECK(told(said, "vouchers_missing") == "before " + behind + ": voucher 3 is gone");
  CHECK_FALSE(told(said, "chain_broken").empty());
  CHECK_FALSE(told(said, "number_gap").empty());
}

TEST_CASE("a cut tail leaves no trace in the chain, and a checkpoint kept elsewhere finds it") {
  Shop shop;
  topups(shop, 8);
  const auto kept = checkpoint(shop);
  const auto before = std::stoi(last(shop));
  tamper(shop, cut_behind(before - 3) + "; DELETE FROM idempotency_key");
  // Without it: no hash, no law of the book knows of those three.
  const auto alone = verified(shop);
  for (const char* law : {"seal_broken", "vouchers_missing", "chain_broken", "number_gap", "balance_drift",
                          "entry_thread_broken", "checkpoint_differs"}) {
    CHECK(told(alone, law) == "");
  }
  const auto said = verified(shop, {kept});
  CHECK(told(said, "checkpoint_differs") == "kept.txt:1: the tail was cut: the book ends at voucher " +
                                                std::to_string(before - 3) + ", and " + kept.voucher + ", voucher " +
                                                std::to_string(before) + ", stood in it");
  CHECK_FALSE(said.anchor.has_value());
}

TEST_CASE("a whole chain written anew behind a checkpoint is sound in itself, and the checkpoint tells") {
  // Two shops that differ in one top-up: the second is what a forger makes of the first.
  Shop honest;
  topups(honest, 5);
  const auto kept = checkpoint(honest);
  Shop forged;
  (void)forged.topup("bob", 7, "forged");
  topups(forged, 4);
  auto claimed = kept;
  claimed.ledger = forged.till().ledger.id();
  CHECK(clean(verified(forged)));
  const auto said = verified(forged, {claimed});
  CHECK(told(said, "checkpoint_differs").find("has another hash than it had then") != std::string::npos);
}

TEST_CASE("a closed period whose vouchers changed is named, with how many there were") {
  Shop shop;
  topups(shop, 3);
  shop.store().atomically([&](Tx& tx) {
    (void)journal::close_period(tx, *journal::Days::parse("period", "2026-01"),
                                {.actor = "clerk", .now_ns = shop.world.wall_ns()});
  });
  const auto sealed = std::stoi(last(shop));
  tamper(shop, "UPDATE voucher SET business_date = '2026-02-01' WHERE voucher_id = 2");
  CHECK(told(verified(shop), "period_seal_differs") ==
        "2026-01: sealed over " + std::to_string(sealed) + " vouchers, now " + std::to_string(sealed - 1));
}

TEST_CASE("what waits for somebody is told apart from damage, and each law says which it finds") {
  std::set<std::string> business;
  for (const Check& check : all_checks()) {
    if (check.of_business) business.emplace(check.name);
  }
  CHECK(business == std::set<std::string>{"contradiction_open", "hold_past_end", "key_stuck", "message_parked",
                                          "order_paid_back_twice", "refund_owed_and_refused", "unknown_not_scheduled",
                                          "year_left_open"});
  for (const Damage& damage : all_damages()) {
    const std::string law(damage.name);
    if (law != "message_parked" && law != "checkpoint_differs") continue;
    CAPTURE(law);
    Shop shop;
    topups(shop, 1);
    REQUIRE(break_law(shop.ledger(), law));
    const Verification said = verified(shop);
    CHECK(said.report.conclusion() == Conclusion::findings);
    CHECK(said.report.only_open_business() == business.contains(law));
  }
  Shop shop;
  topups(shop, 1);
  CHECK_FALSE(verified(shop).report.only_open_business());
}

TEST_CASE("a trigger and an index that are gone are named") {
  Shop shop;
  topups(shop, 1);
  const std::string wanted = shop.store().schema_text();
  shop.store().atomically(
      [](Tx& tx) { tx.execute("DROP INDEX voucher_business_key_is_unique; DROP TRIGGER voucher_seals"); });
  const std::string told_of = told(verify(shop.store(), shop.world, {.wanted_schema = wanted}), "schema_changed");
  CHECK(told_of.find("CREATE UNIQUE INDEX voucher_business_key_is_unique") != std::string::npos);
  CHECK(told_of.find("CREATE TRIGGER voucher_seals") != std::string::npos);
  CHECK(told_of.find("CREATE TABLE") == std::string::npos);
}

TEST_CASE("pages that are overwritten are a finding, and what lies in sound pages is still judged") {
  Shop shop;
  live(shop);
  for (int n = 0; n < 300; ++n) (void)shop.topup("bob", 1 + n, "many" + std::to_string(n));
  shop.close();
  const auto path = shop.folder() / "shop.db";
  const auto size = std::filesystem::file_size(path);
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const std::string junk(4096, '\xAB');
    // The newest pages hold rows; the schema lies further in front.
    for (std::uintmax_t page = size / 4096 - 8; page < size / 4096; ++page) {
      file.seekp(static_cast<std::streamoff>(page * 4096));
      file.write(junk.data(), static_cast<std::streamsize>(junk.size()));
    }
  }
  auto opened = Ledger::open(path, {.durable = false});
  REQUIRE(opened.has_value());
  Ledger ledger = std::move(opened).value();
  const auto said = verify(ledger.store(), shop.world, {});
  CHECK(said.report.conclusion() == Conclusion::findings);
  CHECK_FALSE(told(said, "file_damaged").empty());
  const auto judged =
      std::count_if(said.report.laws.begin(), said.report.laws.end(), [](const Law& law) { return law.judged; });
  CHECK(judged > 1);
  CHECK(judged < static_cast<std::ptrdiff_t>(said.report.laws.size()));
}
