#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ledger/layers/reconciliation_breaks.hpp"
#include "ledger/store/store.hpp"

/// The figures of a run: carried sums and what is open, told as bridge, matrix, roll-forward and ageing (reconciliation.md 4).
namespace payonce::reconciliation {

struct Sum {
  std::int64_t count = 0;
  std::int64_t amount = 0;
  void add(std::int64_t more_count, std::int64_t more_amount) {
    count += more_count;
    amount += more_amount;
  }
};

/// How the open breaks of one currency moved from one run to the next.
struct Roll {
  Sum opening, fresh, changed, by_file, by_fix, written_off, accepted, closing;
  std::map<int, Sum> ages{};  // by the first day of a band
};

using Rolls = std::map<std::string, Roll>;

/// Lines that came since the last run.
struct Since {
  Sum lines;                  // settled, gross
  Sum fees;                   // whole minor units
  std::int64_t fee_rest = 0;  // what is finer, 10^-9 of the currency
  Sum agreed;                 // of the lines with a rate
};
using SinceByKind = std::map<std::pair<std::string, std::string>, Since>;  // currency and movement

/// Writes the figures and gives whether book and statement are the same to the last unit, with nothing named between them.
/// `previous` is the run whose sums are carried on.
[[nodiscard]] bool write_figures(Tx& tx, const Scope& scope, std::optional<std::int64_t> previous, const Rolls& rolls,
                                 const SinceByKind& since);

/// 0-1, 2-3, 4-7, 8-30, over 30 days: the first day of the band.
[[nodiscard]] int age_band(std::int64_t days);

/// Parts of 10^-9 of a currency as whole minor units; what is left is cut.
[[nodiscard]] std::int64_t rest_in_minor(std::int64_t rest, std::string_view currency);

}  // namespace payonce::reconciliation
