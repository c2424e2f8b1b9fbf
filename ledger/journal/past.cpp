#include "ledger/journal/past.hpp"

#include <limits>

#include "ledger/values/duration.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/journal.hpp"
#include "schema/queries/past.hpp"

namespace payonce::journal {
namespace {

constexpr std::int64_t lines_to_a_voucher = 65536;
constexpr std::string_view last_of_days = "9999-12-31";

Fault no_day(std::string_view field) {
  return {std::string(field), {"is no day, as 2026-10-31", "不是日期，例如 2026-10-31"}};
}

/// The first nanosecond of a day.
Result<std::int64_t> begin_of(std::string_view field, std::string_view day) {
  if (day.size() != last_of_days.size()) return no_day(field);
  return parse_time(field, day);
}

std::int64_t recorded_at(View& view, std::int64_t voucher_id) {
  std::int64_t at_ns = 0;
  const bool found =
      view.one(sql::journal::voucher_time{.voucher_id = voucher_id}, [&](const Row& row) { at_ns = row.integer(0); });
  if (!found) throw StorageTrouble(StorageTrouble::Kind::corrupt, 0, "a voucher is missing from the chain");
  return at_ns;
}

}  // namespace

Cut Cut::now(Basis basis) {
  return {.basis = basis, .until_ns = std::numeric_limits<std::int64_t>::max(), .day = std::string(last_of_days)};
}

Result<Cut> Cut::end_of(std::string_view field, std::string_view day, Basis basis) {
  const auto begin = begin_of(field, day);
  if (!begin) return begin.error();
  std::int64_t until = 0;
  if (__builtin_add_overflow(*begin, days(1).ns - 1, &until)) until = std::numeric_limits<std::int64_t>::max();
  return Cut{.basis = basis, .until_ns = until, .day = std::string(day)};
}

Result<Cut> Cut::moment(std::string_view field, std::string_view time) {
  const auto at = parse_time(field, time);
  if (!at) return at.error();
  return Cut{.basis = Basis::recorded, .until_ns = *at, .day = iso_date(*at)};
}

Result<Cut> Cut::before(std::string_view field, std::string_view day, Basis basis) {
  const auto begin = begin_of(field, day);
  if (!begin) return begin.error();
  if (*begin == std::numeric_limits<std::int64_t>::min()) return no_day(field);
  return Cut{.basis = basis, .until_ns = *begin - 1, .day = iso_date(*begin - 1)};
}

std::int64_t last_voucher(View& view) {
  std::int64_t id = 0;
  (void)view.one(sql::journal::last_voucher{}, [&](const Row& row) { id = row.integer(0); });
  return id;
}

std::int64_t last_voucher_at(View& view, std::int64_t at_ns) {
  std::int64_t near = 0;
  std::int64_t far = last_voucher(view) + 1;  // near counts, far does not
  while (far - near > 1) {
    const std::int64_t middle = near + (far - near) / 2;
    (recorded_at(view, middle) <= at_ns ? near : far) = middle;
  }
  return near;
}

AsOf::AsOf(View& view, const Cut& cut) : view_(view), voucher_id_(last_voucher_at(view, cut.until_ns)) {
  if (cut.basis == Basis::recorded) return;
  view.each(sql::past::moved_out{.day = cut.day, .voucher_id = voucher_id_}, [&](const Row& row) { move(row, -1); });
  view.each(sql::past::moved_in{.day = cut.day, .voucher_id = voucher_id_}, [&](const Row& row) { move(row, 1); });
}

void AsOf::move(const Row& row, std::int64_t sign) {
  Moved& moved = moved_[row.integer(0)];
  (row.text(1) == "debit" ? moved.debits : moved.credits) += sign * row.integer(2);
  moved.lines += sign;
}

std::optional<std::int64_t> AsOf::last_line(std::int64_t account_id) {
  const std::int64_t place = voucher_id_ * lines_to_a_voucher + lines_to_a_voucher - 1;
  std::optional<std::int64_t> at;
  const auto take = [&](const Row& row) { at = row.maybe_integer(0); };
  if (!view_.one(sql::past::milestone_behind{.account_id = account_id, .place = place}, take)) {
    (void)view_.one(sql::past::newest_line{.account_id = account_id}, take);
  }
  while (at && *at > place) {
    const std::int64_t here = *at;
    const bool found = view_.one(sql::past::line{.entry_id = here}, take);
    if (!found || (at && *at >= here)) {
      throw StorageTrouble(StorageTrouble::Kind::corrupt, 0, "the thread of an account is broken");
    }
  }
  return at;
}

Account AsOf::of(const Account& now) {
  Account then = now;
  then.debits = then.credits = then.version = 0;
  if (const auto line = last_line(now.id)) {
    (void)view_.one(sql::past::line{.entry_id = *line}, [&](const Row& row) {
      then.version = row.integer(1);
      then.debits = row.integer(2);
      then.credits = row.integer(3);
    });
  }
  if (const auto moved = moved_.find(now.id); moved != moved_.end()) {
    then.debits += moved->second.debits;
    then.credits += moved->second.credits;
    then.version += moved->second.lines;
  }
  return then;
}

}  // namespace payonce::journal
