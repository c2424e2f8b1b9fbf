// The posting rules of the file, the chart of the program, and what is drafted from them.

#include <doctest/doctest.h>

#include <string>

#include "ledger/journal/posting.hpp"
#include "ledger/values/invariant.hpp"
#include "tests/journal/desk.hpp"

using namespace payonce;
using namespace payonce::journal;
using payonce::test::Desk;

namespace {

Draft drafted(Desk& desk, Event event, std::initializer_list<OnAccount> accounts,
              std::initializer_list<OfAmount> amounts) {
  return desk.store().atomically([&](Tx& tx) {
    const Rules rules = Rules::load(tx);
    return Pen(tx, rules, desk.world.wall_ns(), "card").draft(event, "fact", accounts, amounts);
  });
}

}  // namespace

TEST_CASE("the chart of the program is the one of the file, number by number and class by class") {
  Desk desk;
  (void)desk.account("any");
  const Currency cny = *Currency::parse("currency", "CNY");
  int compared = 0;
  desk.store().atomically([&](Tx& tx) {
    for (int at = static_cast<int>(Role::bank); at <= static_cast<int>(Role::held_contra); ++at) {
      const Role role = static_cast<Role>(at);
      const std::string word(name(role));
      CAPTURE(word);
      std::string number;
      std::string kind;
      bool of_channel = false;
      tx.each_of("SELECT number, class, of_channel FROM posting_role WHERE role = '" + word + "'", [&](const Row& row) {
        number = row.text(0);
        kind = row.text(1);
        of_channel = row.integer(2) != 0;
      });
      const std::int64_t id =
          of_channel ? ensure_channel_account(tx, role, "card", cny, 1) : ensure_account(tx, role, cny, 1);
      const auto account = find_account(tx, id);
      CHECK(account->code == number + (of_channel ? ".card.CNY" : ".CNY"));
      CHECK(name(account->kind) == kind);
      ++compared;
    }
  });
  CHECK(compared == std::stoi(desk.ask("SELECT count(*) FROM posting_role WHERE number IS NOT NULL")));
}

TEST_CASE("every posting rule has both sides, and its parts come out even") {
  Desk desk;
  CHECK(desk.ask("SELECT count(*) FROM (SELECT event FROM posting_rule GROUP BY event, version "
                 "HAVING count(DISTINCT side) <> 2 OR min(line) <> 1 OR max(line) <> count(*))") == "0");
  CHECK(desk.ask("SELECT count(*) FROM posting_event WHERE event NOT IN (SELECT event FROM posting_rule)") == "0");
  // net + tax = amount, amount + fee = whole, other + spread = both: what stands on the left stands on the right. One currency of an
  // exchange is worth `other`, and what came in is that and the spread, less the fee; what went out the other way round.
  CHECK(
      desk.ask(
          "SELECT count(*) FROM (SELECT event, sum(iif(side = 'debit', 1, -1) * CASE part "
          "WHEN 'amount' THEN CASE event WHEN 'suspense_in_exchanged' THEN 898 WHEN 'suspense_out_exchanged' THEN 902 "
          "ELSE 110 END WHEN 'net' THEN 100 WHEN 'tax' THEN 10 WHEN 'fee' THEN 7 WHEN 'whole' THEN 117 "
          "WHEN 'other' THEN 900 WHEN 'spread' THEN 5 WHEN 'both' THEN 905 WHEN 'freed' THEN 130 END) AS sum "
          "FROM posting_rule GROUP BY event, version HAVING sum <> 0)") == "0");
}

TEST_CASE("no posting rule is changed, added or taken away") {
  Desk desk;
  for (const char* sql : {"INSERT INTO posting_rule VALUES ('captured', 9, 1, 'debit', 'bank', 'amount')",
                          "UPDATE posting_rule SET side = 'credit'", "DELETE FROM posting_rule",
                          "DELETE FROM posting_event", "UPDATE posting_role SET number = '9999' WHERE role = 'bank'",
                          "INSERT INTO posting_event VALUES ('gift', 'pay', 1, 'a', 'b')"}) {
    CAPTURE(sql);
    CHECK_THROWS_AS(desk.run(sql), StorageTrouble);
  }
}

TEST_CASE("an event becomes the lines of its rule, and a part that is zero no line") {
  Desk desk;
  const auto payee = desk.account("payee");
  const Draft with_tax =
      drafted(desk, Event::fulfilled, {{Role::payee, payee}},
              {{Part::amount, Desk::money(110)}, {Part::net, Desk::money(100)}, {Part::tax, Desk::money(10)}});
  REQUIRE(with_tax.lines.size() == 3);
  CHECK(with_tax.kind == Kind::fulfil);
  CHECK(desk.look(with_tax.lines[0].account_id).code == "2100.CNY");
  CHECK(with_tax.lines[0].side == Side::debit);
  CHECK(with_tax.lines[1].account_id == payee);
  CHECK(desk.look(with_tax.lines[2].account_id).code == "2200.CNY");
  const Draft without =
      drafted(desk, Event::fulfilled, {{Role::payee, payee}},
              {{Part::amount, Desk::money(110)}, {Part::net, Desk::money(110)}, {Part::tax, Desk::money(0)}});
  CHECK(without.lines.size() == 2);
}

TEST_CASE("an event whose amounts are not all there is our own mistake") {
  Desk desk;
  const auto payee = desk.account("payee");
  CHECK_THROWS_AS(drafted(desk, Event::fulfilled, {{Role::payee, payee}}, {{Part::amount, Desk::money(110)}}), Broken);
}
