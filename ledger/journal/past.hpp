#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/journal/account.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/result.hpp"

namespace payonce::journal {

/// By which of its two times a voucher is counted: when it was recorded (what the file knew at a moment), or the day it is dated
/// to (what belongs to that day, whenever it was written down). Both are UTC.
enum class Basis { recorded, business };

/// A point in the past of the book. Everything up to and including it counts.
struct Cut {
  Basis basis = Basis::recorded;
  std::int64_t until_ns = 0;  // the last nanosecond that counts
  std::string day;            // the UTC day it lies in

  /// Everything there is.
  [[nodiscard]] static Cut now(Basis basis);
  /// The end of a day, "2026-10-31".
  [[nodiscard]] static Result<Cut> end_of(std::string_view field, std::string_view day, Basis basis);
  /// A moment, "2026-10-31T12:00:00Z": the book as it was recorded by then.
  [[nodiscard]] static Result<Cut> moment(std::string_view field, std::string_view time);
  /// The end of the day before "2026-10-31".
  [[nodiscard]] static Result<Cut> before(std::string_view field, std::string_view day, Basis basis);
};

/// The number of the last voucher recorded at or before a time; 0 where there is none. Times never fall along the chain, so it
/// is found by halving.
[[nodiscard]] std::int64_t last_voucher_at(View& view, std::int64_t at_ns);
/// The same for everything recorded.
[[nodiscard]] std::int64_t last_voucher(View& view);

/// The book as of a cut. Accounts are asked for one by one, and none costs more than a walk of 64 of its own lines from a
/// milestone, however long the history is; by business day the few vouchers dated elsewhere are added and taken away.
class AsOf {
 public:
  AsOf(View& view, const Cut& cut);

  /// Where this account stood. Its version counts the lines recorded by then.
  [[nodiscard]] Account of(const Account& now);
  /// The last voucher recorded by then.
  [[nodiscard]] std::int64_t voucher_id() const { return voucher_id_; }
  /// The last line of an account recorded by then, if there is one.
  [[nodiscard]] std::optional<std::int64_t> last_line(std::int64_t account_id);

 private:
  struct Moved {
    std::int64_t debits = 0;
    std::int64_t credits = 0;
    std::int64_t lines = 0;
  };
  void move(const Row& row, std::int64_t sign);

  View& view_;
  std::int64_t voucher_id_;
  std::map<std::int64_t, Moved> moved_;
};

/// One line of a statement of account, and where the account stands behind it (debits less credits).
struct StatementLine {
  std::string voucher;
  std::string kind;
  std::string business_key;
  std::string business_date;
  std::int64_t recorded_at_ns = 0;
  std::optional<std::string> reason{};
  std::vector<std::string> counter_accounts{};
  Side side = Side::debit;
  std::int64_t amount = 0;
  std::int64_t net_after = 0;
};

/// An account over a range of days: opening and closing are looked up, the lines lead from the one to the other.
struct Statement {
  Account opening;
  Account closing;
  std::vector<StatementLine> lines{};
};

/// From the first day (everything before it is the opening) to the last, both included; an open end is the beginning, or now.
/// By business day lines stand in the order of their days. That opening and lines make the closing is asserted.
[[nodiscard]] Statement statement_of(View& view, const Account& account, Basis basis,
                                     const std::optional<std::string>& first_day,
                                     const std::optional<std::string>& last_day);

}  // namespace payonce::journal
