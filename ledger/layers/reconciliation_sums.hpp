#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "ledger/layers/reconciliation_breaks.hpp"
#include "ledger/store/store.hpp"

/// What a run's figures are made of: sums over all history, carried from run to run and added to, and what stands open now
/// (reconciliation.md 3, step 10: a run costs what came since).
namespace payonce::reconciliation {

struct Sum {
  std::int64_t count = 0;
  std::int64_t amount = 0;
  void add(std::int64_t more_count, std::int64_t more_amount) {
    count += more_count;
    amount += more_amount;
  }
};

/// Lines that came since the last run.
struct Since {
  Sum lines;                  // settled, gross
  Sum fees;                   // whole minor units
  std::int64_t fee_rest = 0;  // what is finer, 10^-9 of the currency
  Sum agreed;                 // of the lines with a rate
};
using SinceByKind = std::map<std::pair<std::string, std::string>, Since>;  // currency and movement

/// Sums by what is summed ("lines", "items", "pairs", "apart_amounts", …), of one currency and movement each.
class Sums {
 public:
  using ByMovement = std::map<std::string, Sum>;

  Sums() = default;
  Sums(Sums&&) = default;
  Sums& operator=(Sums&&) = default;
  Sums(const Sums&) = delete;
  Sums& operator=(const Sums&) = delete;

  /// Where a sum is kept. Rows of one kind stand together, so the places last asked for are remembered.
  Sum& one(std::string_view what, std::string_view currency, std::string_view movement);
  [[nodiscard]] Sum total(const std::string& currency, const std::string& what) const;
  [[nodiscard]] Sum of(const std::string& currency, const std::string& what, std::string_view movement) const;
  [[nodiscard]] const std::map<std::string, std::map<std::string, ByMovement>>& all() const { return sums_; }

 private:
  struct Place {
    std::string what;
    std::string currency;
    std::string movement;
    Sum* sum = nullptr;
  };
  std::map<std::string, std::map<std::string, ByMovement>> sums_{};  // by currency, what, movement
  std::array<Place, 8> last_{};
  std::size_t next_ = 0;
};

/// Those of the last run, and what came since. Pairs that were taken apart again are in them: they end at any time.
[[nodiscard]] Sums carried_sums(Tx& tx, const Scope& scope, std::optional<std::int64_t> previous,
                                const SinceByKind& since);
/// Leaves out every pair that was ever taken apart again.
void leave_out_ended(Tx& tx, const Scope& scope, Sums& sums);
/// What stands alone now, by why: "lines_break", "items_timing", "fees_future", …
[[nodiscard]] Sums open_sums(Tx& tx, const Scope& scope);

/// Parts of 10^-9 of a currency as whole minor units; what is left is cut.
[[nodiscard]] std::int64_t rest_in_minor(std::int64_t rest, std::string_view currency);

}  // namespace payonce::reconciliation
