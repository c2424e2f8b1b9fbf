// schema/schema.sql is the sum of the migrations, written by `./dev schema`.

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "ledger/ledger.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;

TEST_CASE("schema.sql is what a new ledger has") {
  const std::filesystem::path path = std::filesystem::path(PAYONCE_SOURCE_DIR) / "schema" / "schema.sql";
  const std::string now = ledger_schema();
  if (std::getenv("PAYONCE_ACCEPT") != nullptr) std::ofstream(path, std::ios::binary) << now;
  CHECK((test::contents(path) == now));
}

TEST_CASE("a laboratory without a layer has the same schema but for that layer's rules") {
  Settings settings;
  settings.set(Layer::unique_constraint, Guard::off);
  const std::string without = ledger_schema(true, settings);
  CHECK(without.find("voucher_business_key_is_unique") == std::string::npos);
  CHECK(without.find("voucher_is_never_changed") != std::string::npos);
  CHECK(ledger_schema(true, {}) == ledger_schema());
}
