#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ledger/idempotently.hpp"
#include "tests/support/shop.hpp"

namespace payonce {
inline doctest::String toString(Done::How how) { return std::string(name(how)).c_str(); }
}  // namespace payonce

namespace payonce::test {

/// A caller's own table in the ledger's file: one line a thing done.
inline void make_diary(Shop& shop) {
  shop.store().atomically([&](Tx& tx) { tx.execute("CREATE TABLE x_diary (line TEXT NOT NULL) STRICT"); });
}
inline void write_down(Tx& tx, const std::string& line) {
  (void)tx.change_of("INSERT INTO x_diary VALUES (?)", {line});
}
inline std::int64_t lines(Shop& shop) { return shop.number("SELECT count(*) FROM x_diary"); }

inline Wish wish(std::string_view key, std::vector<std::string> parts = {"hello"}, std::string action = "greet",
                 std::string_view tenant = "main") {
  return {.tenant = *Tenant::parse("tenant", tenant),
          .key = key_of(key),
          .action = std::move(action),
          .parts = std::move(parts)};
}

}  // namespace payonce::test
