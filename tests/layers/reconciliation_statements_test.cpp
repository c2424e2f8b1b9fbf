// What a reconciliation with stored statements must not do: see an absence where nobody can, count a movement twice, forget a fix.

#include "ledger/engine_fixes.hpp"
#include "tests/layers/planted.hpp"

using namespace payonce;
using namespace payonce::test;
namespace rec = payonce::reconciliation;

namespace {

constexpr const char* first = "2026-01-01";
constexpr const char* second = "2026-01-02";
constexpr const char* third = "2026-01-03";

void pay(Shop& shop, const std::string& order) {
  (void)shop.order(order);
  REQUIRE(shop.charge(order, "k-" + order).outcome == Outcome::paid);
}

rec::Sheet match(Shop& shop, std::optional<std::string> as_of = std::nullopt) {
  auto sheet =
      rec::match(shop.store(), shop.world, {.channel = "bank", .as_of = std::move(as_of), .actor = "somebody"});
  REQUIRE(sheet.has_value());
  return std::move(sheet).value();
}

std::string codes(const rec::Sheet& sheet) {
  std::string out;
  for (const rec::SheetBreak& one : sheet.breaks) {
    if (one.open()) out += std::string(out.empty() ? "" : " ") + std::string(name(one.code));
  }
  return out;
}

std::string id_of(const rec::Sheet& sheet, rec::Code code) {
  for (const rec::SheetBreak& one : sheet.breaks) {
    if (one.code == code) return one.id;
  }
  return {};
}

void fix(Shop& shop, const std::string& id, rec::Action action) {
  const auto approved = shop.store().atomically([&](Tx& tx) {
    REQUIRE(rec::propose(tx, id, action, "lin", "because", 1).has_value());
    return rec::approve(tx, id, "wang", 1);
  });
  REQUIRE(approved.has_value());
  CHECK_FALSE(post_fix(shop.engine(), shop.ledger(), shop.world, *approved).has_value());
}

}  // namespace

TEST_CASE("a file that cannot be trusted is matched, and shows nothing as missing") {
  Shop shop;
  pay(shop, "o1");
  pay(shop, "o2");
  std::vector<FileRow> rows = told_by_bank(shop);
  rows.pop_back();
  const auto stored = import_file(shop, csv_of(rows) + "\"cut", first, third);
  CHECK_FALSE(stored.trusted);
  const rec::Sheet sheet = match(shop);
  CHECK(codes(sheet) == "");
  CHECK(sheet.verdict == rec::Verdict::cannot_say);
  // The whole file comes: now it can be said.
  CHECK(import_file(shop, csv_of(rows), first, third).trusted);
  const rec::Sheet whole = match(shop);
  CHECK(codes(whole) == "missing_at_channel");
  CHECK(whole.verdict == rec::Verdict::open);
}

TEST_CASE("what the grace is not over for is timing, and clears itself with the next file") {
  Shop shop;
  pay(shop, "o1");
  pay(shop, "o2");
  const std::vector<FileRow> rows = told_by_bank(shop);
  CHECK(import_file(shop, csv_of({rows[0]}), first, first).trusted);
  const rec::Sheet early = match(shop);
  CHECK(codes(early) == "");
  CHECK(early.verdict == rec::Verdict::explained);
  FileRow late = rows[1];
  late.day = second;
  CHECK(import_file(shop, csv_of({late}), second, second).trusted);
  const rec::Sheet next = match(shop);
  CHECK(codes(next) == "");
  REQUIRE(next.breaks.size() == 1);
  CHECK(next.breaks.front().code == rec::Code::timing_cutoff);
  // Behind it nothing is looked at any more: the report of that day stands.
  CHECK_FALSE(rec::match(shop.store(), shop.world, {.channel = "bank", .as_of = first, .actor = "x"}).has_value());
}

TEST_CASE("what was parked and comes after all leaves the fix as the break, and parking the opposite ends it") {
  Shop shop;
  pay(shop, "o1");
  pay(shop, "o2");
  const std::vector<FileRow> rows = told_by_bank(shop);
  CHECK(import_file(shop, csv_of({rows[0]}), first, second).trusted);
  const rec::Sheet missing = match(shop);
  CHECK(codes(missing) == "missing_at_channel");
  fix(shop, id_of(missing, rec::Code::missing_at_channel), rec::Action::park);
  CHECK(match(shop).verdict == rec::Verdict::explained);
  FileRow late = rows[1];
  late.day = third;
  CHECK(import_file(shop, csv_of({late}), third, third).trusted);
  const rec::Sheet orphan = match(shop);
  CHECK(codes(orphan) == "adjustment_orphan date_mismatch");
  fix(shop, id_of(orphan, rec::Code::adjustment_orphan), rec::Action::park);
  fix(shop, id_of(orphan, rec::Code::date_mismatch), rec::Action::accept);
  const rec::Sheet clear = match(shop);
  CHECK(codes(clear) == "");
  for (const rec::Figure& figure : clear.figures) {
    if (figure.sheet == "bridge" && figure.name == "adjusted") CHECK(figure.amount == 0);
    if (figure.name == "unexplained") CHECK(figure.amount == 0);
  }
}

TEST_CASE(
    "a line without a number is paired by amount and day where one candidate stands on each side, and never else") {
  Shop shop;
  pay(shop, "o1");
  (void)shop.order("o2", 500);
  CHECK(shop.charge("o2", "k2").outcome == Outcome::paid);
  (void)shop.order("o3", 500);
  CHECK(shop.charge("o3", "k3").outcome == Outcome::paid);
  std::vector<FileRow> rows = told_by_bank(shop);
  for (FileRow& row : rows) {
    row.id.clear();
    row.ref.clear();
  }
  CHECK(import_file(shop, csv_of(rows), first, third).trusted);
  CHECK(codes(match(shop)) == "missing_at_channel missing_at_channel missing_internal missing_internal");
}

TEST_CASE("two truly equal lines of one day both survive two files that overlap, and a third is none") {
  Shop shop;
  FileRow row{.id = "",
              .ref = "",
              .parent = "",
              .day = first,
              .kind = "sale",
              .amount = "5.00",
              .fee = "0",
              .currency = "CNY",
              .status = "SUCCESS",
              .account = ""};
  CHECK(import_file(shop, csv_of({row, row}), first, first).fresh == 2);
  FileRow next = row;
  next.day = second;
  const auto stored = import_file(shop, csv_of({row, row, next}), first, second);
  CHECK(stored.trusted);
  CHECK(stored.fresh == 1);
  CHECK(match(shop).break_count == 3);
}

TEST_CASE("a later file that says otherwise of a line, or lacks one of the same days, was changed") {
  Shop shop;
  pay(shop, "o1");
  std::vector<FileRow> rows = told_by_bank(shop);
  rows.push_back(rows.front());
  rows.back().id = "another";
  CHECK(import_file(shop, csv_of(rows), first, second).trusted);
  rows.front().amount = "1.00";
  const auto other = import_file(shop, csv_of(rows), first, third);
  REQUIRE(other.broken.size() == 1);
  CHECK(other.broken.front().code == statements::FileBreak::file_changed);
  const auto less = import_file(shop, csv_of({rows[1]}), first, second);
  REQUIRE(less.broken.size() == 1);
  CHECK(less.broken.front().code == statements::FileBreak::file_changed);
}

TEST_CASE("two payments of one order against the one that the channel lists under it are a break of ours") {
  Shop shop;
  (void)shop.order("o1");
  shop.bank().script(Behaviour::late, seconds(20));
  (void)shop.charge("o1", "k1");
  shop.wait(seconds(4));
  CHECK(shop.charge("o1", "k2").outcome == Outcome::paid);
  shop.wait(seconds(30));
  (void)shop.engine().take_notices("bank");  // the first has moved as well
  FileRow row = told_by_bank(shop).front();
  row.id.clear();
  row.ref = "o1";
  CHECK(import_file(shop, csv_of({row}), first, third).trusted);
  CHECK(codes(match(shop)) == "dup_internal");
}

TEST_CASE("a dispute is one movement with its fee, on both sides") {
  Shop shop;
  pay(shop, "o1");
  Request request{.verb = Verb::dispute_open,
                  .tenant = *Tenant::parse("tenant", "main"),
                  .key = key_of("d1"),
                  .target = "o1",
                  .amount = cny(10'000),
                  .reference = *Reference::parse("ref", "dp-1"),
                  .other_amount = cny(1'500)};
  CHECK(shop.ask(request).outcome == Outcome::booked);
  std::vector<FileRow> rows = told_by_bank(shop);
  rows.push_back({.id = "dp-1",
                  .ref = "",
                  .parent = rows[0].id,
                  .day = first,
                  .kind = "dispute",
                  .amount = "-100.00",
                  .fee = "15.00",
                  .currency = "CNY",
                  .status = "SUCCESS",
                  .account = ""});
  CHECK(import_file(shop, csv_of(rows), first, third).trusted);
  CHECK(match(shop).verdict == rec::Verdict::balanced);
}

TEST_CASE("a step that a line contradicts is not taken, and the break is free for another fix") {
  Shop shop;
  (void)shop.order("o1");
  shop.bank().script(Behaviour::lose);
  (void)shop.charge("o1", "k1");
  FileRow row = told_by_bank(shop).front();
  row.amount = "1.00";
  CHECK(import_file(shop, csv_of({row}), first, third).trusted);
  const rec::Sheet sheet = match(shop);
  REQUIRE(codes(sheet) == "status_lag");
  const std::string id = sheet.breaks.front().id;
  const auto refused = shop.store().atomically([&](Tx& tx) {
    REQUIRE(rec::propose(tx, id, rec::Action::replay, "lin", "because", 1).has_value());
    return rec::approve(tx, id, "wang", 1);
  });
  REQUIRE(refused.has_value());
  CHECK(post_fix(shop.engine(), shop.ledger(), shop.world, *refused).has_value());
  CHECK(codes(match(shop)) == "status_lag");
  fix(shop, id, rec::Action::park);
  CHECK(match(shop).verdict == rec::Verdict::explained);
}
