#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/digest/digest.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/result.hpp"

namespace payonce::journal {

/// Days whose books are done (ledger.md 1.3). Days that no period covers are open. Closing seals what is dated within them;
/// a closed period may be opened again, and that is recorded; a locked one never.
enum class PeriodState { open, closed, locked };
[[nodiscard]] std::string_view name(PeriodState state);

/// UTC days, both included.
struct Days {
  std::string first;
  std::string last;

  /// A month "2026-10", a year "2026", or days "2026-10-01..2026-10-15".
  [[nodiscard]] static Result<Days> parse(std::string_view field, std::string_view text);
  /// The shortest of these that parse gives back.
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Days&, const Days&) = default;
};

struct Period {
  Days days;
  PeriodState state = PeriodState::open;
  std::int64_t version = 0;
  std::int64_t vouchers = 0;     // dated within it when it was sealed
  std::optional<Digest> seal{};  // none while it is open
  std::int64_t last_voucher_id = 0;
  std::string actor;
  std::optional<std::string> reason{};
  std::int64_t changed_at_ns = 0;
};

[[nodiscard]] std::vector<Period> periods(View& view);
[[nodiscard]] std::optional<Period> find_period(View& view, const Days& days);

/// One step of a period's history.
struct PeriodStep {
  std::int64_t version = 0;
  PeriodState state = PeriodState::open;
  std::int64_t vouchers = 0;
  std::int64_t last_voucher_id = 0;
  std::string actor;
  std::optional<std::string> reason{};
  std::int64_t at_ns = 0;
};
[[nodiscard]] std::vector<PeriodStep> steps_of(View& view, const Period& period);

/// How many vouchers are dated within days, and SHA-256 over "payonce period 1", both days, and number and hash of each voucher
/// in the order of the chain.
struct PeriodSeal {
  std::int64_t vouchers = 0;
  Digest digest{};
};
[[nodiscard]] PeriodSeal seal_of(View& view, const Days& days);

/// Who takes a step, when and why.
struct Signed {
  std::string actor;
  std::optional<std::string> reason{};
  std::int64_t now_ns = 0;
};
/// What came of asking for a step. Nothing is written but where it is done.
enum class PeriodAnswer {
  done,
  already,
  overlaps,
  unknown,
  not_closed,
  locked,
  not_over,       // a year is closed, and days are locked, only when the last of them is over
  left_open,      // closed without its year-end voucher: income or expense is left in it
  stands_in_way,  // an account that was closed, or has a limit, cannot be emptied
};
PeriodAnswer close_period(Tx& tx, const Days& days, const Signed& by);
PeriodAnswer lock_period(Tx& tx, const Days& days, const Signed& by);
PeriodAnswer reopen_period(Tx& tx, const Days& days, const Signed& by);
/// The period that shares a day with these, where close_period says `overlaps`.
[[nodiscard]] std::optional<Days> overlapping(View& view, const Days& days);

/// The day itself, or the first behind it that no closed period covers. What has happened already (a channel moved money) is
/// dated there; what has not is refused while its day is closed.
[[nodiscard]] std::string first_open_day(View& view, const std::string& day);
[[nodiscard]] bool is_open(View& view, const std::string& day);

}  // namespace payonce::journal
