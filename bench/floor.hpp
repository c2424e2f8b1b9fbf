#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "bench/bare.hpp"

namespace payonce::bench {

/// One statement of the floor: its values are read from the rows the ledger wrote, then written as they are.
struct FloorStep {
  std::string read;   // ?1 and ?2 are the first and the last voucher; in the order of the vouchers
  std::string write;  // one ? for each column read
  std::size_t rows;   // of one payment
  bool commits;       // a commit follows: where a channel would be asked
};

[[nodiscard]] const std::vector<FloorStep>& balance_payment();
[[nodiscard]] const std::vector<FloorStep>& channel_payment();

/// The floor: bare SQL through the C API that writes the rows of payments into a file of the same tables and unique indexes,
/// without triggers, under the same pragmas, prepared once. It looks nothing up and computes nothing: every value is one the
/// ledger wrote a moment before into its own file, so that both files end up holding the same.
class Floor {
 public:
  /// `path` is a copy of the ledger's file; its triggers are dropped here.
  Floor(const std::filesystem::path& path, const std::vector<FloorStep>& recipe, bool durable = true);

  /// Makes the orders here that the ledger has made since, as they were before they were paid.
  void take_orders(Bare& ledger);
  /// Reads what vouchers first…last stand for out of the ledger's file: not part of what is measured.
  void learn(Bare& ledger, std::int64_t first_voucher, std::int64_t last_voucher);
  /// Writes what was learnt, so many payments to a commit.
  void pay(std::int64_t to_a_commit);

  [[nodiscard]] Bare& file() { return file_; }

 private:
  struct Prepared {
    const FloorStep* step;
    sqlite3_stmt* statement;
    std::vector<Cells> rows;
  };
  Bare file_;
  std::vector<Prepared> steps_;
  sqlite3_stmt* begin_ = nullptr;
  sqlite3_stmt* commit_ = nullptr;
  std::size_t payments_ = 0;
};

/// Whether two files hold the same rows in every table a payment touches; the name of the first table that differs.
[[nodiscard]] std::string first_difference(Bare& left, const std::filesystem::path& right);

}  // namespace payonce::bench
