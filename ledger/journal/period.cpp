#include "ledger/journal/period.hpp"

#include <algorithm>
#include <array>

#include "ledger/journal/past.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/periods.hpp"

namespace payonce::journal {
namespace {

constexpr std::array states{PeriodState::open, PeriodState::closed, PeriodState::locked};

PeriodState state_named(std::string_view text) {
  for (const PeriodState state : states) {
    if (name(state) == text) return state;
  }
  throw Broken("a period's state is one of three");
}

std::string day_after(const std::string& day) {
  const auto begin = parse_time("day", day);
  invariant(begin.has_value(), "the days of a period exist");
  return iso_date(*begin + days(1).ns);
}

bool is_day(std::string_view text) { return text.size() == 10 && parse_time("day", text).has_value(); }

/// The last day of the month that begins at `first`.
std::string end_of_month(const std::string& first) {
  std::string day = first;
  for (std::string next = day_after(day); next.substr(0, 7) == first.substr(0, 7); next = day_after(day)) day = next;
  return day;
}

Period period_of(const Row& row) {
  Period period{.days = {std::string(row.text(0)), std::string(row.text(1))},
                .state = state_named(row.text(2)),
                .version = row.integer(3),
                .vouchers = row.integer(4),
                .last_voucher_id = row.integer(6),
                .actor = std::string(row.text(7)),
                .reason = row.maybe_text(8),
                .changed_at_ns = row.integer(9)};
  if (!row.is_null(5)) {
    const auto bytes = row.bytes(5);
    invariant(bytes.size() == Digest{}.size(), "a seal has 32 bytes");
    std::copy(bytes.begin(), bytes.end(), period.seal.emplace().begin());
  }
  return period;
}

/// The period that covers a day and is not open.
std::optional<std::string> closed_until(View& view, const std::string& day) {
  std::optional<std::string> until;
  (void)view.one(sql::periods::period_of_day{.day = day}, [&](const Row& row) {
    if (row.text(1) >= day && row.text(2) != "open") until = row.text(1);
  });
  return until;
}

PeriodAnswer step(Tx& tx, const Period& period, PeriodState to, const PeriodSeal& seal, const Signed& by) {
  const auto stored = to == PeriodState::open ? std::optional<Digest>{} : std::optional(seal.digest);
  const auto changed = tx.change(sql::periods::step{.state = name(to),
                                                    .vouchers = seal.vouchers,
                                                    .seal = stored,
                                                    .last_voucher_id = last_voucher(tx),
                                                    .actor = by.actor,
                                                    .reason = by.reason,
                                                    .now_ns = by.now_ns,
                                                    .first_day = period.days.first,
                                                    .version = period.version});
  invariant(changed == 1, "nobody else steps within our transaction");
  return PeriodAnswer::done;
}

}  // namespace

std::string_view name(PeriodState state) {
  switch (state) {
    case PeriodState::open: return "open";
    case PeriodState::closed: return "closed";
    case PeriodState::locked: return "locked";
  }
  return "";
}

Result<Days> Days::parse(std::string_view field, std::string_view text) {
  const std::string given(text);
  if (text.size() == 4 && is_day(given + "-01-01")) return Days{given + "-01-01", given + "-12-31"};
  if (text.size() == 7 && is_day(given + "-01")) return Days{given + "-01", end_of_month(given + "-01")};
  if (text.size() == 22 && text.substr(10, 2) == ".." && is_day(text.substr(0, 10)) && is_day(text.substr(12))) {
    if (text.substr(12) < text.substr(0, 10)) {
      return Fault{std::string(field), {"its last day is before its first", "末日早于首日"}};
    }
    return Days{given.substr(0, 10), given.substr(12)};
  }
  return Fault{std::string(field),
               {"is a month (2026-10), a year (2026) or days (2026-10-01..2026-10-15)",
                "应为月（2026-10）、年（2026）或日期区间（2026-10-01..2026-10-15）"}};
}

std::string Days::text() const {
  if (first.ends_with("-01-01") && last == first.substr(0, 4) + "-12-31") return first.substr(0, 4);
  if (first.ends_with("-01") && last == end_of_month(first)) return first.substr(0, 7);
  return first + ".." + last;
}

std::vector<Period> periods(View& view) {
  std::vector<Period> all;
  view.each(sql::periods::periods{}, [&](const Row& row) { all.push_back(period_of(row)); });
  return all;
}

std::optional<Period> find_period(View& view, const Days& days) {
  std::optional<Period> found;
  (void)view.one(sql::periods::period{.first_day = days.first}, [&](const Row& row) { found = period_of(row); });
  if (found && found->days != days) return std::nullopt;
  return found;
}

std::vector<PeriodStep> steps_of(View& view, const Period& period) {
  std::vector<PeriodStep> all;
  view.each(sql::periods::steps{.first_day = period.days.first}, [&](const Row& row) {
    all.push_back({.version = row.integer(0),
                   .state = state_named(row.text(1)),
                   .vouchers = row.integer(2),
                   .last_voucher_id = row.integer(3),
                   .actor = std::string(row.text(4)),
                   .reason = row.maybe_text(5),
                   .at_ns = row.integer(6)});
  });
  return all;
}

PeriodSeal seal_of(View& view, const Days& days) {
  const auto before = Cut::before("first", days.first, Basis::recorded);
  const auto until = Cut::end_of("last", days.last, Basis::recorded);
  invariant(before.has_value() && until.has_value(), "the days of a period exist");
  const std::int64_t first = last_voucher_at(view, before->until_ns) + 1;
  const std::int64_t last = last_voucher_at(view, until->until_ns);

  PeriodSeal seal;
  Parts parts;
  parts.text("payonce period 1").text(days.first).text(days.last);
  const auto take = [&](const Row& row) {
    const auto hash = row.bytes(1);
    parts.number(row.integer(0)).text({reinterpret_cast<const char*>(hash.data()), hash.size()});
    seal.vouchers += 1;
  };
  const auto elsewhere = [&](std::int64_t from, std::int64_t to) {
    view.each(
        sql::periods::vouchers_elsewhere{
            .first_day = days.first, .last_day = days.last, .from_voucher = from, .to_voucher = to},
        take);
  };
  elsewhere(1, first - 1);
  view.each(
      sql::periods::vouchers_recorded{
          .first_voucher = first, .last_voucher = last, .first_day = days.first, .last_day = days.last},
      take);
  elsewhere(last + 1, last_voucher(view));
  seal.digest = sha256(parts.bytes());
  return seal;
}

std::optional<Days> overlapping(View& view, const Days& days) {
  std::optional<Days> found;
  (void)view.one(sql::periods::overlapping{.last_day = days.last, .first_day = days.first}, [&](const Row& row) {
    found = Days{std::string(row.text(0)), std::string(row.text(1))};
  });
  return found;
}

PeriodAnswer close_period(Tx& tx, const Days& days, const Signed& by) {
  if (overlapping(tx, days)) return PeriodAnswer::overlaps;
  const auto period = find_period(tx, days);
  if (period && period->state != PeriodState::open) return PeriodAnswer::already;
  const PeriodSeal seal = seal_of(tx, days);
  if (period) return step(tx, *period, PeriodState::closed, seal, by);
  (void)tx.change(sql::periods::first_close{.first_day = days.first,
                                            .last_day = days.last,
                                            .vouchers = seal.vouchers,
                                            .seal = seal.digest,
                                            .last_voucher_id = last_voucher(tx),
                                            .actor = by.actor,
                                            .reason = by.reason,
                                            .now_ns = by.now_ns});
  return PeriodAnswer::done;
}

PeriodAnswer lock_period(Tx& tx, const Days& days, const Signed& by) {
  const auto period = find_period(tx, days);
  if (!period) return PeriodAnswer::unknown;
  if (period->state == PeriodState::locked) return PeriodAnswer::already;
  if (period->state == PeriodState::open) return PeriodAnswer::not_closed;
  if (days.last >= iso_date(by.now_ns)) return PeriodAnswer::not_over;
  return step(tx, *period, PeriodState::locked, {.vouchers = period->vouchers, .digest = *period->seal}, by);
}

PeriodAnswer reopen_period(Tx& tx, const Days& days, const Signed& by) {
  const auto period = find_period(tx, days);
  if (!period) return PeriodAnswer::unknown;
  if (period->state == PeriodState::locked) return PeriodAnswer::locked;
  if (period->state == PeriodState::open) return PeriodAnswer::already;
  return step(tx, *period, PeriodState::open, {.vouchers = period->vouchers, .digest = {}}, by);
}

std::string first_open_day(View& view, const std::string& day) {
  std::string open = day;
  while (const auto until = closed_until(view, open)) open = day_after(*until);
  return open;
}

bool is_open(View& view, const std::string& day) { return !closed_until(view, day).has_value(); }

}  // namespace payonce::journal
