// Faults of statement import that happened elsewhere (public-faults.md, B124 to B142): none of them can happen to a ledger here.

#include <sstream>

#include "ledger/layers/reconciliation_matching.hpp"
#include "ledger/values/duration.hpp"
#include "tests/layers/statement_file.hpp"
#include "tests/statements/files.hpp"

using namespace payonce;
using namespace payonce::test;
namespace rec = payonce::reconciliation;
namespace st = payonce::statements;

namespace {

/// A bank's own columns: no number but what the test adds.
std::string map_of(const std::string& zone, const std::string& more = {}) {
  return "payonce map 1\ndecimal = point\nzone = " + zone +
         "\ndate = yyyy-MM-dd\ncurrency = EUR\ncolumn.time = day\ncolumn.gross = amount\ncolumn.details = text\n" +
         more;
}

struct File {
  std::string text;
  std::string name = "file.csv";
  std::string account{};
  std::string from{};
  std::string to{};
};

rec::Statement import(Shop& shop, const std::string& map_text, const File& file) {
  std::istringstream map_in(map_text);
  const auto map = st::FieldMap::parse(map_in);
  REQUIRE(map.has_value());
  std::istringstream in(file.text);
  rec::Incoming incoming{.in = in,
                         .name = file.name,
                         .channel = "bank",
                         .account = file.account,
                         .map = &*map,
                         .map_text = map_text,
                         .actor = "somebody"};
  const auto pattern = st::DatePattern::parse("yyyy-MM-dd");
  if (!file.from.empty()) incoming.from = pattern->read(file.from)->day;
  if (!file.to.empty()) incoming.to = pattern->read(file.to)->day;
  return rec::import(shop.store(), shop.world, incoming);
}

std::string counts(const rec::Statement& stored) {
  return stored.again ? "again" : std::to_string(stored.fresh) + "/" + std::to_string(stored.lines - stored.fresh);
}

std::int64_t lines(Shop& shop) { return shop.number("SELECT count(*) FROM statement_line"); }

std::string rows(const std::string& header, const std::vector<std::string>& all) {
  std::string out = header + "\n";
  for (const std::string& one : all) out += one + "\n";
  return out;
}

}  // namespace

TEST_CASE("a file that comes again, renamed or overlapping, adds what is new and says how much of it was known") {
  Shop shop;
  const std::string map = map_of("UTC", "column.channel_id = id\n");
  const auto file = [](int first, int last) {
    std::vector<std::string> all;
    for (int n = first; n <= last; ++n) {
      const std::string id = std::to_string(n);
      all.push_back("2026-08-0" + id + ",1." + id + "0,row " + id + ",F" + id);
    }
    return rows("day,amount,text,id", all);
  };
  CHECK(counts(import(shop, map, {file(1, 5)})) == "5/0");
  CHECK(counts(import(shop, map, {file(1, 5)})) == "again");
  CHECK(counts(import(shop, map, {file(1, 5), "renamed.csv"})) == "again");
  CHECK(counts(import(shop, map, {file(4, 8)})) == "3/2");
  CHECK(lines(shop) == 8);
}

TEST_CASE("rows that look like one of another day are rows of their own") {
  Shop shop;
  const File august{rows("day,amount,text", {"2026-08-30,-1.50,coffee"}), "august.csv"};
  const File september{rows("day,amount,text", {"2026-09-01,-1.50,coffee", "2026-09-01,-1.50,coffee"}),
                       "september.csv"};
  CHECK(counts(import(shop, map_of("UTC"), august)) == "1/0");
  CHECK(counts(import(shop, map_of("UTC"), september)) == "2/0");
  CHECK(counts(import(shop, map_of("UTC"), august)) == "again");
  CHECK(counts(import(shop, map_of("UTC"), september)) == "again");
  CHECK(lines(shop) == 3);
  CHECK(shop.number("SELECT count(*) FROM statement_line WHERE day = '2026-08-30'") == 1);
}

TEST_CASE("a number of a row counts within its account, and two accounts that share one keep both") {
  Shop shop;
  const std::string map = map_of("UTC", "column.channel_id = id\n");
  const std::string text = rows("day,amount,text,id", {"2026-02-10,5.00,x,20260210090001"});
  CHECK(counts(import(shop, map, {text, "x.csv", "X"})) == "1/0");
  CHECK(counts(import(shop, map, {text, "y.csv", "Y"})) == "1/0");
  CHECK(counts(import(shop, map, {text, "x.csv", "X"})) == "again");
  CHECK(lines(shop) == 2);
}

TEST_CASE("a later file with rows in between, and the same one newest first, add what is new and nothing twice") {
  Shop shop;
  const std::string early = rows("day,amount,text", {"2026-12-01,-25.24,a", "2026-11-30,-12.07,b"});
  const std::vector<std::string> all = {"2026-12-05,-20.00,c", "2026-12-01,-25.24,a", "2026-12-01,-36.00,d",
                                        "2026-11-30,-12.07,b"};
  CHECK(counts(import(shop, map_of("UTC"), {early})) == "2/0");
  CHECK(counts(import(shop, map_of("UTC"), {rows("day,amount,text", all)})) == "2/2");
  const rec::Statement turned = import(shop, map_of("UTC"), {rows("day,amount,text", {all.rbegin(), all.rend()})});
  CHECK(counts(turned) == "0/4");
  CHECK(turned.trusted);
  CHECK(lines(shop) == 4);
}

TEST_CASE("what a decimal mark is is said by the map, and where nothing says it no amount is guessed") {
  Shop shop;
  const std::string head =
      "payonce map 1\nzone = UTC\ndate = yyyy-MM-dd\ncurrency = EUR\nseparator = semicolon\n"
      "column.time = day\ncolumn.gross = amount\ncolumn.details = text\n";
  const std::string text =
      rows("day;amount;text", {"2026-08-01;-3.000;a", "2026-08-01;1.111,11;b", "2026-08-01;-0,5;c"});
  (void)import(shop, head + "decimal = comma\ngrouping = point\n", {text});
  CHECK(shop.number("SELECT gross FROM statement_line WHERE file_line = 2") == -300'000);
  CHECK(shop.number("SELECT gross FROM statement_line WHERE file_line = 3") == 111'111);
  CHECK(shop.number("SELECT gross FROM statement_line WHERE file_line = 4") == -50);
  std::istringstream undeclared(head);
  const auto refused = st::FieldMap::parse(undeclared);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().why.en.find("decimal") != std::string::npos);
  // Said otherwise than it is written: each such row is named and none is taken.
  const rec::Statement other = import(shop, head + "decimal = point\n", {text, "other.csv", "other"});
  CHECK_FALSE(other.trusted);
  CHECK(other.broken.size() == 2);
  CHECK(other.broken.front().line == 3);
}

TEST_CASE("a day without a time is that day in every zone, and is compared on it") {
  for (const std::string zone : {"-05:00", "UTC", "+13:00"}) {
    CAPTURE(zone);
    Shop shop;
    (void)shop.order("o1", 10'000);
    REQUIRE(shop.charge("o1", "k1").outcome == Outcome::paid);
    const std::string id = shop.moved(Movement::charge).front().channel_txn;
    const std::string map = map_of(zone, "column.channel_id = id\ncolumn.kind = kind\nkind.sale = sale\n");
    const std::string header = "day,amount,text,id,kind";
    (void)import(shop, map, {.text = rows(header, {"2026-08-03,7.00,x," + id + ",sale"}), .from = "2026-08-03"});
    CHECK(shop.number("SELECT count(*) FROM statement_line WHERE day = '2026-08-03' AND at LIKE '2026-08-03%'") == 1);
    const auto sheet = rec::match(shop.store(), shop.world, {.channel = "bank", .actor = "somebody"});
    REQUIRE(sheet.has_value());
    CHECK(sheet->as_of == "2026-08-03");
    CHECK(shop.number("SELECT count(*) FROM pairing") == 1);
  }
}

TEST_CASE("a row that takes another back stands beside it with the opposite sign, and the balances hold") {
  const Kept file = kept(
      ":20:REF\n:25:DE0212345678\n:28C:1/1\n:60F:C260801EUR100,00\n"
      ":61:2608010801D30,00NTRFshop//B1\n:61:2608020802RD30,00NTRFshop//B1\n"
      ":61:2608020802RC8,00NTRFother//B2\n:62F:C260802EUR92,00\n-\n");
  CHECK(file.codes() == "");
  REQUIRE(file.lines.size() == 3);
  CHECK(file.lines[0].net.text() == "-30.00");
  CHECK(file.lines[1].net.text() == "30.00");
  CHECK(file.lines[2].net.text() == "-8.00");
  CHECK_FALSE(file.lines[0].reversal);
  CHECK(file.lines[1].reversal);
  CHECK(file.lines[1].channel_id == file.lines[0].channel_id);
  CHECK(file.lines[1].key != file.lines[0].key);
}

TEST_CASE("a number that is a place in its day names no row: what stood there is not overwritten") {
  for (const bool stable : {true, false}) {
    CAPTURE(stable);
    Shop shop;
    const std::string map = map_of("UTC", stable ? "column.channel_id = stable\n" : "");
    const std::string header = "place,day,amount,text,stable";
    const std::vector<std::string> before = {"d-1,2026-08-01,-5.00,shop,s1", "d-2,2026-08-01,-7.00,bus,s2"};
    const std::vector<std::string> after = {"d-1,2026-08-01,-3.00,kiosk,s0", "d-2,2026-08-01,-5.00,shop,s1",
                                            "d-3,2026-08-01,-7.00,bus,s2"};
    CHECK(counts(import(shop, map, {rows(header, before)})) == "2/0");
    CHECK(counts(import(shop, map, {rows(header, after)})) == "1/2");
    CHECK(lines(shop) == 3);
    CHECK(shop.number("SELECT sum(gross) FROM statement_line WHERE statement_id = 1") == -1'200);
  }
}

TEST_CASE("what is pending counts in no balance, and what it settles as counts once") {
  for (const std::string link : {"p1", ""}) {
    CAPTURE(link);
    Shop shop;
    const std::string map = map_of("UTC",
                                   "column.channel_id = id\ncolumn.parent_id = of\ncolumn.status = status\n"
                                   "column.kind = kind\nkind.sale = sale\n");
    const std::string header = "day,amount,text,id,of,status,kind";
    (void)import(shop, map, {rows(header, {"2026-08-01,-50.00,meal,p1,,PENDING,sale"})});
    const auto before = rec::match(shop.store(), shop.world, {.channel = "bank", .actor = "somebody"});
    REQUIRE(before.has_value());
    CHECK(before->breaks.empty());
    (void)import(shop, map, {rows(header, {"2026-08-03,-60.00,meal,s1," + link + ",SETTLED,sale"})});
    const auto after = rec::match(shop.store(), shop.world, {.channel = "bank", .actor = "somebody"});
    REQUIRE(after.has_value());
    REQUIRE(after->breaks.size() == 1);
    CHECK(after->breaks.front().theirs == -6'000);
    for (const rec::Figure& figure : after->figures) {
      if (figure.sheet == "bridge" && figure.name == "statement") CHECK(figure.amount == -6'000);
    }
  }
}

TEST_CASE("a booking that is taken back behind its pair is seen: no line is left reconciled to nothing") {
  Shop shop;
  Request fee{.verb = Verb::fee,
              .tenant = *Tenant::parse("tenant", "main"),
              .key = *IdempotencyKey::parse("key", "fee-of-the-month", 1),
              .target = "bank",
              .amount = cny(60),
              .reference = *Reference::parse("ref", "fee-1")};
  REQUIRE(succeeded(shop.engine().ask(fee).outcome));
  const std::string day = iso_date(shop.world.wall_ns());
  const std::string map =
      "payonce map 1\ndecimal = point\nzone = UTC\ndate = yyyy-MM-dd\ncurrency = CNY\ncolumn.time = day\n"
      "column.gross = amount\ncolumn.channel_id = id\ncolumn.kind = kind\nkind.fee = fee\n";
  (void)import(shop, map, {rows("day,amount,id,kind", {day + ",-0.60,fee-1,fee"})});
  const auto match = [&] {
    auto sheet = rec::match(shop.store(), shop.world, {.channel = "bank", .grace_days = 0, .actor = "somebody"});
    REQUIRE(sheet.has_value());
    return std::move(sheet).value();
  };
  CHECK(match().verdict == rec::Verdict::balanced);
  Request back{.verb = Verb::reverse,
               .tenant = *Tenant::parse("tenant", "main"),
               .key = *IdempotencyKey::parse("key", "back", 1),
               .target = "FEE-2026-000001",
               .reason = "not ours"};
  REQUIRE(succeeded(shop.engine().ask(back).outcome));
  const rec::Sheet sheet = match();
  CHECK(sheet.verdict == rec::Verdict::open);
  REQUIRE(sheet.breaks.size() == 1);
  CHECK(sheet.breaks.front().remaining == -60);
}
