#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ledger/journal/account.hpp"
#include "ledger/journal/book.hpp"
#include "ledger/journal/chart.hpp"
#include "ledger/ledger.hpp"
#include "tests/support/temp_folder.hpp"

/// A ledger with accounts and a pen: drafts are booked directly, without any layer.
namespace payonce::test {

class Desk {
 public:
  Desk() : ledger_(create()) {}

  std::int64_t account(std::string_view code, std::string_view currency = "CNY",
                       journal::Limit limit = journal::Limit::none) {
    return ledger_.store().atomically([&](Tx& tx) {
      return journal::open_account(tx, code, journal::AccountClass::liability, *Currency::parse("currency", currency),
                                   limit, world.wall_ns())
          ->id;
    });
  }
  static Money money(std::int64_t minor, std::string_view currency = "CNY") {
    return {minor, *Currency::parse("currency", currency)};
  }
  static journal::Draft draft(std::string key, std::vector<journal::Line> lines,
                              journal::Kind kind = journal::Kind::transfer) {
    journal::Draft draft;
    draft.kind = kind;
    draft.business_key = std::move(key);
    draft.lines = std::move(lines);
    return draft;
  }
  journal::Booked book(const journal::Draft& draft) {
    return ledger_.store().atomically([&](Tx& tx) { return journal::book(tx, draft, world.wall_ns()); });
  }
  journal::Cover covers(journal::Draft draft) {
    return ledger_.store().reading([&](View& view) { return journal::covers(view, draft); });
  }
  journal::Account look(std::int64_t id) {
    return *ledger_.store().reading([&](View& view) { return journal::find_account(view, id); });
  }
  std::string ask(const std::string& sql) {
    std::string found;
    ledger_.store().reading([&](View& view) { view.each_of(sql, [&](const Row& row) { found = row.shown(0); }); });
    return found;
  }
  void run(const std::string& sql) {
    ledger_.store().atomically([&](Tx& tx) { tx.execute(sql); });
  }
  Store& store() { return ledger_.store(); }

  VirtualWorld world;

 private:
  Ledger create() {
    auto made =
        Ledger::create(folder_ / "book.db", world, {.store = {.durable = false}, .laboratory = true, .settings = {}});
    return std::move(made).value();
  }

  TempFolder folder_;
  Ledger ledger_;
};

}  // namespace payonce::test
