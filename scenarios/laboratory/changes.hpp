#pragma once

#include <string>
#include <vector>

#include "ledger/store/store.hpp"

namespace payonce::laboratory {

/// One row that is there, or another, or gone.
struct Change {
  enum class Kind { added, changed, removed };
  struct Field {
    std::string name;
    std::string before;  // of an added row: empty
    std::string after;   // of a removed one: empty
  };
  Kind kind = Kind::added;
  std::string table;          // "bank." before those of an acquirer
  std::string row;            // what people call it: an order's number, an account's name, a key
  std::vector<Field> fields;  // added, removed: all of them; changed: those that differ
};

/// What differs between two moments, in the order of the tables.
[[nodiscard]] std::vector<Change> changes_between(const std::vector<TableContent>& before,
                                                  const std::vector<TableContent>& after);

/// "o1 unpaid→paid", "alice 1000.00→900.00", "+key k1": short, for a column; "" where it is of no interest there.
[[nodiscard]] std::string in_short(const Change& change);

}  // namespace payonce::laboratory
