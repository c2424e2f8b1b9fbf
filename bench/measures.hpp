#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/meter.hpp"
#include "bench/shop.hpp"

namespace payonce::bench {

/// Rounds of the ledger and of the floor in turn: each ratio is of two neighbours in time, so that whatever else the machine
/// does meets both.
struct Pairs {
  std::vector<Spent> ours;
  std::vector<Spent> bare;

  void add(const Spent& our, const Spent& their);
  [[nodiscard]] Spent our_median() const;
  [[nodiscard]] Spent bare_median() const;
  [[nodiscard]] double cpu_ratio() const;
  [[nodiscard]] double wall_ratio() const;
};

/// One line of the report, times per operation.
struct Measure {
  std::string name;
  std::int64_t operations = 0;  // of one side
  Spent ours;
  std::optional<Spent> bare;
  double cpu_ratio = 0;
  double wall_ratio = 0;
  std::optional<double> goal;  // the CPU ratio it should not exceed
  std::string note;
};

struct Sizes {
  std::int64_t rounds = 15;
  std::int64_t single = 200;          // payments of a round, one to a commit
  std::int64_t together = 1000;       // payments of a round, 100 to a commit
  std::int64_t replays = 2000;        // of a round
  std::int64_t openings = 20;         // of a round
  std::int64_t reconciled = 100'000;  // orders
  std::vector<std::int64_t> growth = {10'000, 100'000, 1'000'000};
  std::vector<std::int64_t> statements = {10'000, 100'000, 1'000'000};  // lines of a channel's file

  static Sizes quick();
  static Sizes tiny();
};

struct Bench {
  const Folder& folder;
  World& world;
  Sizes sizes;
  bool durable = true;
};

[[nodiscard]] Measure balance_payments(Bench& bench, std::int64_t to_a_commit);
[[nodiscard]] Measure channel_payments(Bench& bench);
[[nodiscard]] Measure replays(Bench& bench);
[[nodiscard]] Measure openings(Bench& bench);
[[nodiscard]] std::vector<Measure> reconciliation(Bench& bench);
[[nodiscard]] std::vector<Measure> statement_files(Bench& bench);
[[nodiscard]] std::vector<Measure> growth(Bench& bench);
/// What each promise costs: the same payments without it.
[[nodiscard]] std::vector<Measure> costs(Bench& bench);

/// Throws unless every law holds, the floor's file holds the same rows, and every order that was made is paid, by one voucher.
void check_books(Shop& shop, const std::filesystem::path& floor);

[[nodiscard]] std::string as_table(const std::vector<Measure>& measures, const std::string& against);
[[nodiscard]] std::string as_json(const std::vector<Measure>& measures);

}  // namespace payonce::bench
