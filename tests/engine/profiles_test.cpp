// Files of an older version: a laboratory file keeps what it was made without, and what cannot be brought up to date says so.

#include <doctest/doctest.h>

#include <functional>
#include <string>

#include "ledger/ledger.hpp"
#include "schema/migrations.hpp"
#include "schema/profiles.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

/// A file as an earlier program made it. The mark is the beginning of SHA-256 over 32 zero bytes.
void make_old(const std::filesystem::path& path, std::int32_t application_id, std::size_t version,
              const std::function<void(Tx&)>& first) {
  const FileKind kind{application_id, ledger_migrations().first(version), {"a ledger", "账本"}};
  const auto made = Store::create(path, kind, {.durable = false}, [&](Tx& tx) {
    tx.execute("INSERT INTO meta VALUES (1, 'abcdefghijkm', zeroblob(32), x'66687aadf862bd77', 0, 0)");
    first(tx);
  });
  REQUIRE(made.has_value());
}

}  // namespace

TEST_CASE("a laboratory file of an older version keeps leaving out the rules it was made without") {
  const TempFolder folder;
  Settings settings;
  settings.set(Layer::state_machine, Guard::off);
  settings.set(Layer::unique_constraint, Guard::off);
  settings.stock = Guard::naive;
  settings.coupon = Guard::naive;
  const std::string wanted = ledger_schema(true, settings);
  for (std::size_t version = 1; version < ledger_migrations().size(); ++version) {
    CAPTURE(version);
    const auto path = folder / ("old-" + std::to_string(version) + ".db");
    make_old(path, laboratory_application_id, version, [&](Tx& tx) {
      save_settings(tx, settings);
      for (const Profile& profile : all_profiles()) tx.execute(std::string(profile.text));
    });
    for (int times = 0; times < 2; ++times) {
      auto opened = Ledger::open(path, {.durable = false});
      REQUIRE_MESSAGE(opened.has_value(), opened.error().why.en);
      Ledger ledger = std::move(opened).value();
      CHECK((ledger.store().schema_text() == wanted));
    }
  }
}

TEST_CASE("a file that lacks a rule of its version is refused with a sentence, and stays as it was") {
  const TempFolder folder;
  const auto path = folder / "old.db";
  make_old(path, ledger_application_id, 7, [](Tx& tx) { tx.execute("DROP TRIGGER posting_rule_is_law"); });
  const std::string before = contents(path);
  const auto opened = Ledger::open(path, {.durable = false});
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().field == "db");
  CHECK(opened.error().why.en.find("cannot be brought up to date") != std::string::npos);
  CHECK((contents(path) == before));
}
