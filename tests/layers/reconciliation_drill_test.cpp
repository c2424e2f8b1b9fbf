// From a break down to what stands behind it, and what may belong together: nothing is taken by itself, and nothing is forgotten.

#include "ledger/layers/reconciliation_drill.hpp"
#include "ledger/engine_fixes.hpp"
#include "ledger/layers/reconciliation_pairs.hpp"
#include "ledger/layers/reconciliation_suggestions.hpp"
#include "tests/layers/planted.hpp"

using namespace payonce;
using namespace payonce::test;
namespace rec = payonce::reconciliation;

namespace {

constexpr const char* first = "2026-01-01";
constexpr const char* third = "2026-01-03";

void pay(Shop& shop, const std::string& order, std::int64_t minor = 500) {
  (void)shop.order(order, minor);
  REQUIRE(shop.charge(order, "k-" + order).outcome == Outcome::paid);
}

rec::Sheet match(Shop& shop) {
  auto sheet = rec::match(shop.store(), shop.world, {.channel = "bank", .actor = "somebody"});
  REQUIRE(sheet.has_value());
  return std::move(sheet).value();
}

/// What a bank tells that names nothing: of several of one amount nobody knows which is which.
std::vector<FileRow> nameless(Shop& shop) {
  std::vector<FileRow> rows = told_by_bank(shop);
  for (FileRow& row : rows) {
    row.id.clear();
    row.ref.clear();
  }
  return rows;
}

rec::Suggestions suggested(Shop& shop, std::int64_t lines = 20, std::int64_t a_line = 20) {
  return shop.store().reading([&](View& view) { return rec::suggest(view, "bank", lines, a_line); });
}

std::vector<rec::Break> open_breaks(Shop& shop) {
  return shop.store().reading([](View& view) { return rec::list_breaks(view, "bank", false, 100); });
}

std::string pairs(Shop& shop, std::int64_t run) {
  std::string all;
  shop.store().reading([&](View& view) {
    rec::each_pair(view, run, [&](const rec::Pair& one) {
      all += one.part + " " + one.pass + " " + one.actor + " " + one.channel_id + " " + one.voucher + " " +
             std::to_string(one.theirs.value_or(0)) + " " + std::to_string(one.ours) + "\n";
    });
  });
  return all;
}

rec::Drill drilled(Shop& shop, const rec::Break& one) {
  return shop.store().reading([&](View& view) { return rec::drill(view, one, 20); });
}

std::string differing(const rec::Drill& drill) {
  std::string all;
  for (const rec::Compared& one : rec::compared(drill.here.value(), drill.there.value())) {
    if (one.differs) all += (all.empty() ? "" : " ") + one.field;
  }
  return all;
}

}  // namespace

TEST_CASE("several candidates are suggested, each with its command, and none is taken") {
  Shop shop;
  pay(shop, "o1");
  pay(shop, "o2");
  pay(shop, "o3", 700);
  CHECK(import_file(shop, csv_of(nameless(shop)), first, third).trusted);
  (void)match(shop);
  CHECK(pairs(shop, 1) == "whole amount_and_day  txn_000000003 PAY-2026-000003 700 700\n");
  const rec::Suggestions all = suggested(shop);
  REQUIRE(all.shown.size() == 4);
  CHECK_FALSE(all.more);
  const rec::Suggestion& one = all.shown.front();
  CHECK(one.command() ==
        "payonce break match " + one.line_break + " " + one.item_break + " --reason \"same amount, 0 days apart\"");
  (void)match(shop);
  CHECK(suggested(shop).shown.size() == 4);

  // Asked of one break, from either side, they are the same.
  for (const rec::Break& open : open_breaks(shop)) {
    const auto own = shop.store().reading([&](View& view) { return rec::suggest_for(view, open, 20); });
    CHECK(own.shown.size() == 2);
    for (const rec::Suggestion& each : own.shown) CHECK((each.line_break == open.id || each.item_break == open.id));
  }
}

TEST_CASE("what a person took apart is suggested no more, and what was paired needs no suggestion") {
  Shop shop;
  pay(shop, "o1");
  pay(shop, "o2");
  CHECK(import_file(shop, csv_of(nameless(shop)), first, third).trusted);
  (void)match(shop);
  const rec::Suggestion taken = suggested(shop).shown.front();
  const auto pair_up = [&](const rec::Suggestion& one) {
    shop.store().atomically([&](Tx& tx) {
      const auto line = rec::find_break(tx, one.line_break);
      const auto item = rec::alone(tx, one.voucher);
      REQUIRE((line && item));
      CHECK_FALSE(rec::match_by_hand(tx, *line, *item, "lin", "same buyer").has_value());
    });
  };
  pair_up(taken);
  // What is left is one of each, and the next run may pair them without a person.
  CHECK(match(shop).verdict == rec::Verdict::balanced);
  CHECK(suggested(shop).shown.empty());
  CHECK(pairs(shop, 2).starts_with("whole person lin txn_"));

  const std::string before = pairs(shop, 2);
  shop.store().atomically([&](Tx& tx) { CHECK(rec::unmatch(tx, taken.voucher, "lin", "another's", 1).has_value()); });
  (void)match(shop);
  CHECK(suggested(shop).shown.empty());
  for (const rec::Break& open : open_breaks(shop)) {
    const rec::Drill drill = drilled(shop, open);
    REQUIRE(drill.pairs.size() == 1);
    CHECK(drill.pairs.front().pass == "person");
    CHECK(drill.pairs.front().ended_why == "another's");
  }
  CHECK(pairs(shop, 2) == before);
  CHECK(pairs(shop, 3).empty());
}

TEST_CASE("a voucher that nobody misses yet is a candidate, and so is one of the same number with other facts") {
  Shop shop;
  pay(shop, "o1");
  pay(shop, "o2");
  std::vector<FileRow> rows = nameless(shop);
  rows.pop_back();
  rows.front().id = "bank-9";  // a number that is none of ours
  // Only the first day is told: what is booked may still come.
  CHECK(import_file(shop, csv_of(rows), first, first).trusted);
  (void)match(shop);
  REQUIRE(open_breaks(shop).size() == 1);
  const rec::Suggestions amounts = suggested(shop);
  REQUIRE(amounts.shown.size() == 2);
  CHECK(amounts.shown.front().item_break.empty());
  CHECK(amounts.shown.front().command().find(amounts.shown.front().voucher) != std::string::npos);

  Shop other;
  pay(other, "o1");
  FileRow row = told_by_bank(other).front();
  row.kind = "refund";
  row.amount = "-1.00";
  CHECK(import_file(other, csv_of({row}), first, third).trusted);
  (void)match(other);
  const rec::Suggestions numbers = suggested(other);
  REQUIRE(numbers.shown.size() == 1);
  CHECK(numbers.shown.front().same_number);
  CHECK(numbers.shown.front().because().en == "same number, other facts");
}

TEST_CASE("of many candidates the first are told, and that there are more") {
  Shop shop;
  for (int n = 0; n < 25; ++n) pay(shop, "o" + std::to_string(n));
  CHECK(import_file(shop, csv_of(nameless(shop)), first, third).trusted);
  (void)match(shop);
  const rec::Suggestions all = suggested(shop, 3, 2);
  CHECK(all.shown.size() == 6);
  CHECK(all.more);
  CHECK(suggested(shop, 100, 100).shown.size() == 625);
  CHECK_FALSE(suggested(shop, 100, 100).more);
}

TEST_CASE("both sides are compared field by field, and a line alone leads to the order its number names") {
  Shop shop;
  pay(shop, "o1");
  (void)shop.order("o2");
  shop.bank().script(Behaviour::lose);
  (void)shop.charge("o2", "k2");
  std::vector<FileRow> rows = told_by_bank(shop);
  REQUIRE(rows.size() == 2);
  rows.front().amount = "5.01";
  const std::string number = rows.back().id;
  rows.push_back({.id = "theirs-alone",
                  .ref = "",
                  .parent = number,
                  .day = first,
                  .kind = "refund",
                  .amount = "-1.00",
                  .fee = "",
                  .currency = "CNY",
                  .status = "SUCCESS",
                  .account = ""});
  CHECK(import_file(shop, csv_of(rows), first, third).trusted);
  (void)match(shop);
  std::size_t seen = 0;
  for (const rec::Break& one : open_breaks(shop)) {
    const rec::Drill drill = drilled(shop, one);
    REQUIRE(drill.runs.size() == 1);
    CHECK(drill.runs.front().state == "new");
    CAPTURE(std::string(name(one.code)));
    CHECK(shop.store().reading([&](View& view) { return rec::suggest_for(view, one, 20); }).shown.empty());
    if (one.code == rec::Code::amount_over) {
      CHECK(differing(drill) == "amount");
      CHECK(drill.found == rec::FoundBy::voucher);
      CHECK(drill.vouchers == std::vector<std::string>{"PAY-2026-000001"});
      ++seen;
    } else if (one.code == rec::Code::status_lag) {
      CHECK(differing(drill) == "state");
      CHECK(drill.found == rec::FoundBy::our_number);
      CHECK(drill.here->order == "o2");
      CHECK(drill.attempt_id.has_value());
      ++seen;
    } else if (one.channel_id == "theirs-alone") {
      CHECK(drill.found == (drill.order_id ? rec::FoundBy::parent_number : rec::FoundBy::nothing));
      ++seen;
    }
  }
  CHECK(seen == 3);
}

TEST_CASE("what a fix booked, and every run since, stands behind its break") {
  Shop shop;
  pay(shop, "o1");
  std::vector<FileRow> rows = told_by_bank(shop);
  rows.front().amount = "5.01";
  CHECK(import_file(shop, csv_of(rows), first, third).trusted);
  const rec::Sheet sheet = match(shop);
  const std::string before = pairs(shop, sheet.run_id);
  const std::string id = sheet.breaks.front().id;
  const auto fix = shop.store().atomically([&](Tx& tx) {
    REQUIRE(rec::propose(tx, id, rec::Action::write_off, "lin", "because", 1).has_value());
    return rec::approve(tx, id, "wang", 1);
  });
  REQUIRE(fix.has_value());
  CHECK(keys_of(*fix) == std::vector<std::string>{"fix-" + id + "-v1", "fix-" + id + "-v1-nobodys"});
  CHECK_FALSE(post_fix(shop.engine(), shop.ledger(), shop.world, *fix).has_value());
  (void)match(shop);
  const auto one = shop.store().reading([&](View& view) { return rec::find_break(view, id); });
  const rec::Drill drill = drilled(shop, one.value());
  REQUIRE(drill.runs.size() == 2);
  CHECK(drill.runs.front().state == "closed");
  CHECK(drill.runs.back().remaining == 1);
  // The payment, what was parked, and that it is nobody's.
  CHECK(drill.vouchers.size() == 3);
  CHECK(pairs(shop, sheet.run_id) == before);
}
