#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/channel/channel.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/money.hpp"
#include "ledger/values/text.hpp"
#include "ledger/world/world.hpp"

/// Fifth layer, behind the four that refuse: it asks, later and as often as one likes, whether what they let through adds up.
/// Stops: nothing. It finds what slipped through: a broken law of the book, money that moved outside and is not booked, money
/// booked that never moved, a second capture of one order even where bank and book agree.
/// Lets through: what left no trace on either side, such as a reply that lied to the customer (laboratory.md 4).
/// It only reads. Source: reconciliation.md 1.2 and 1.4; ledger.md 3.
namespace payonce::reconciliation {

// --- the inside: laws --------------------------------------------------------------------------------------------------

/// One row that a law gave back: what it is about, and the numbers that do not fit.
struct Breach {
  std::string subject;
  std::string detail;
};

/// One law, and what breaks it. `breaches` holds the first of them, `broken` counts all.
struct Law {
  std::string name;
  Text holds;
  std::int64_t broken = 0;
  bool judged = true;  // false: its sums do not fit 64 bits, so nobody can say
  /// What it finds waits for somebody, in a file that is sound; of every other law it is damage. Each law says which in its file.
  bool of_business = false;
  std::vector<Breach> breaches{};
};

/// Every law of schema/checks/, over one snapshot. `judged` hears of each, so that somebody may show how far it is.
[[nodiscard]] std::vector<Law> judge(View& view, const std::function<void(std::uint64_t)>& advanced = {});
/// The same for one; Broken where there is none of that name.
[[nodiscard]] Law judge_one(View& view, std::string_view name);
/// What takes longer: every voucher's hash computed again from its stored fields (ledger.md law 7), as "seal_broken" and
/// "vouchers_missing"; the seals of periods, as "period_seal_differs"; and SQLite's own check of the whole file, as
/// "file_damaged".
[[nodiscard]] std::vector<Law> judge_deeply(View& view, const std::function<void(std::uint64_t)>& advanced = {});
/// "schema_changed": what differs between the schema a file has and the one it should have, both as Store::schema_text
/// gives them. A trigger that is gone forbids nothing any more.
[[nodiscard]] Law compare_schema(std::string_view found, std::string_view wanted);
/// Adds to it what was taken away and put back: it stands behind what was made after it (Store::schema_order). A hand that
/// knows of this can hide it; what it did meanwhile is found by the chain and the laws, and by a checkpoint kept elsewhere.
void compare_order(const std::vector<std::string>& found, const std::vector<std::string>& wanted, Law& law);

// --- what is open: no finding, in every report ----------------------------------------------------------------------------

struct OpenItem {
  std::string kind;     // "attempt", "operation", "hold", "refund", "key", "notice"
  std::string subject;  // a reference, a cause, a key
  std::string state;    // "dispatched", "unknown", "requested", "authorised", "in_progress", "dead", "waiting"
  std::string order;
  std::string channel;
  std::optional<Money> amount{};
  bool needs_person = false;
  std::int64_t since_ns = 0;
};
[[nodiscard]] std::vector<OpenItem> open_items(View& view);

// --- the outside: our movements against a channel's statement ---------------------------------------------------------------

/// The codes of reconciliation.md 1.2.
enum class Code {
  missing_internal,      // they moved it, we know nothing of it
  missing_at_channel,    // booked here, not in their statement
  amount_over,           // theirs is higher
  amount_under,          // theirs is lower
  currency_mismatch,     // theirs is in another currency: the numbers are not compared
  dup_at_channel,        // moved a second time under one reference
  status_lag,            // they moved it, here it is still open, or was given up
  status_false_success,  // booked here, and they say they refused it
  in_flight,             // no finding: settled while this was read, or somebody alive is at it
  // Only stored statements tell these; a channel that is asked live has neither fees nor days of its own.
  dup_payment,                // two numbers of theirs for one of ours
  dup_internal,               // two of ours for one of theirs
  fee_mismatch,               // fees of a day, or a fee of its own, that are not booked as told
  fee_rate,                   // fees of a day that are not taken as agreed
  fx_difference,              // settled in another currency than was paid, and not booked so
  rounding,                   // differs by less than a minor unit
  refund_missing_internal,    // they gave back what we know nothing of
  refund_missing_at_channel,  // given back here, not there
  refund_amount,              // another amount than ours
  refund_over,                // more in sum than was captured
  refund_unfinal,             // not final there
  timing_cutoff,              // the same, a day apart
  date_mismatch,              // the same, further apart
  dispute,                    // a chargeback or its end that is not booked as told
  payout_mismatch,            // a payout that is not booked as told
  unidentified,               // a kind of line nobody declared
  wrong_account,              // of another account of ours
  adjustment_orphan,          // what was adjusted came after all
};
inline constexpr std::size_t code_count = static_cast<std::size_t>(Code::adjustment_orphan) + 1;
[[nodiscard]] std::string_view name(Code code);
[[nodiscard]] Text sentence(Code code);
/// What to do about it.
[[nodiscard]] Text advice(Code code);

/// One movement on which the two sides differ. `ours` is what our book has moved, `theirs` what they have; each may be nothing.
struct Difference {
  Code code = Code::missing_internal;
  Movement movement = Movement::charge;
  std::string reference;
  std::string order;
  std::string channel_txn;
  std::string status;  // ours
  std::optional<Money> ours{};
  std::optional<Money> theirs{};

  [[nodiscard]] bool finding() const { return code != Code::in_flight; }
};

/// Both sides in one currency, refunds subtracted. What the differences do not explain is left over and must be zero.
struct Total {
  Currency currency;
  std::int64_t ours_minor = 0;
  std::int64_t theirs_minor = 0;
  std::int64_t explained_minor = 0;
  [[nodiscard]] std::int64_t difference() const { return theirs_minor - ours_minor; }
  [[nodiscard]] std::int64_t unexplained() const { return difference() - explained_minor; }
};

/// A channel as it is read: by whoever may speak to it. `statement` hands over its lines ordered by (movement, reference,
/// number) and throws where it cannot; empty where nobody can reach the channel from here. `query` is asked
/// about what we booked and they do not list; it may be empty.
struct Source {
  std::string channel;
  std::function<void(const std::function<void(const ChannelLine&)>&)> statement{};
  std::function<ChannelAnswer(Movement, const std::string&)> query{};
  std::function<std::vector<ChannelLine>()> notices{};
};

struct ChannelReport {
  std::string channel;
  bool reached = false;
  bool in_order = true;        // false: the statement is not ordered as promised, and proves nothing
  std::int64_t lines = 0;      // of the statement
  std::int64_t matched = 0;    // movements on which both sides agree
  std::int64_t elsewhere = 0;  // lines that name another ledger: not ours to judge
  std::vector<Difference> differences{};
  std::vector<Total> totals{};
};
/// Our side is one snapshot, taken before the statement is read; whatever looks wrong is looked at again afterwards, so that
/// a payment that settles meanwhile is no finding. Nobody waits for us: a read transaction of a write-ahead log locks nothing.
[[nodiscard]] ChannelReport compare(Store& store, World& world, const Source& source,
                                    const std::function<void(std::uint64_t)>& advanced = {});

// --- everything -----------------------------------------------------------------------------------------------------------

enum class Conclusion { clean, findings, cannot_say };
[[nodiscard]] std::string_view name(Conclusion conclusion);
[[nodiscard]] Text sentence(Conclusion conclusion);

struct Report {
  std::int64_t at_ns = 0;
  std::int64_t vouchers = 0;
  std::optional<std::string> last_voucher{};
  std::vector<Law> laws{};
  std::vector<OpenItem> open{};
  std::vector<ChannelReport> channels{};

  [[nodiscard]] std::int64_t findings() const;
  /// Findings outweigh what could not be looked at: a report that says "cannot say" has found nothing else.
  [[nodiscard]] Conclusion conclusion() const;
  /// Something was found, and all of it is business that waits for somebody.
  [[nodiscard]] bool only_open_business() const;
};

struct Options {
  std::vector<Source> sources{};
  bool deep = false;
  std::string wanted_schema{};              // deep: what compare_schema compares with; empty: left out
  std::vector<std::string> wanted_order{};  // what compare_order compares with; empty: left out
  std::function<void(std::uint64_t)> advanced{};
};
[[nodiscard]] Report reconcile(Store& store, World& world, const Options& options);

}  // namespace payonce::reconciliation
