#include <algorithm>
#include <limits>
#include <utility>

#include "ledger/journal/past.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/past.hpp"

// A statement of account: its own lines are walked along their thread, newest first, and nobody else's.
namespace payonce::journal {
namespace {

struct Found {
  std::int64_t entry_id;
  StatementLine line;
};

std::vector<std::string> other_accounts(View& view, std::int64_t voucher_id, Side side, std::int64_t account_id) {
  std::vector<std::string> codes;
  view.each(sql::past::other_accounts{.voucher_id = voucher_id, .side = name(side), .account_id = account_id},
            [&](const Row& row) { codes.emplace_back(row.text(0)); });
  return codes;
}

/// Reads a line with its voucher; gives the line before it on the account.
std::optional<std::int64_t> read(View& view, std::int64_t entry_id, std::int64_t account_id,
                                 std::vector<Found>& found) {
  std::optional<std::int64_t> previous;
  std::int64_t voucher_id = 0;
  StatementLine line;
  const bool there = view.one(sql::past::line{.entry_id = entry_id}, [&](const Row& row) {
    previous = row.maybe_integer(0);
    line.side = row.text(4) == "debit" ? Side::debit : Side::credit;
    line.amount = row.integer(5);
    voucher_id = row.integer(6);
  });
  const bool sealed = there && view.one(sql::past::voucher_head{.voucher_id = voucher_id}, [&](const Row& row) {
    line.voucher = row.text(0);
    line.kind = row.text(1);
    line.business_key = row.text(2);
    line.business_date = row.text(3);
    line.recorded_at_ns = row.integer(4);
    line.reason = row.maybe_text(5);
  });
  if (!sealed || (previous && *previous >= entry_id)) {
    throw StorageTrouble(StorageTrouble::Kind::corrupt, 0, "the thread of an account is broken");
  }
  line.counter_accounts = other_accounts(view, voucher_id, line.side, account_id);
  found.push_back({entry_id, std::move(line)});
  return previous;
}

/// By business day, those that were recorded outside the days and are dated within them.
void read_elsewhere(View& view, std::int64_t account_id, const std::string& first_day, const std::string& last_day,
                    std::int64_t first_voucher, std::int64_t last_voucher, std::vector<Found>& found) {
  std::vector<std::int64_t> ids;
  view.each(sql::past::lines_dated_elsewhere{.first_day = first_day,
                                             .last_day = last_day,
                                             .account_id = account_id,
                                             .first_voucher = first_voucher,
                                             .last_voucher = last_voucher},
            [&](const Row& row) { ids.push_back(row.integer(0)); });
  for (const std::int64_t id : ids) (void)read(view, id, account_id, found);
}

}  // namespace

Statement statement_of(View& view, const Account& account, Basis basis, const std::optional<std::string>& first_day,
                       const std::optional<std::string>& last_day) {
  const Cut until = last_day ? *Cut::end_of("to", *last_day, basis) : Cut::now(basis);
  AsOf end(view, until);
  Statement statement{.opening = account, .closing = end.of(account)};
  std::int64_t before_voucher = 0;
  if (first_day) {
    AsOf begin(view, *Cut::before("from", *first_day, basis));
    statement.opening = begin.of(account);
    before_voucher = begin.voucher_id();
  } else {
    statement.opening.debits = statement.opening.credits = statement.opening.version = 0;
  }

  std::vector<Found> found;
  std::optional<std::int64_t> at = end.last_line(account.id);
  while (at && *at / 65536 > before_voucher) at = read(view, *at, account.id, found);
  if (basis == Basis::business) {
    const std::string first = first_day.value_or("0000-01-01");
    std::erase_if(
        found, [&](const Found& one) { return one.line.business_date < first || one.line.business_date > until.day; });
    read_elsewhere(view, account.id, first, until.day, before_voucher + 1, end.voucher_id(), found);
  }
  std::sort(found.begin(), found.end(), [&](const Found& a, const Found& b) {
    if (basis == Basis::business && a.line.business_date != b.line.business_date) {
      return a.line.business_date < b.line.business_date;
    }
    return a.entry_id < b.entry_id;
  });

  std::int64_t net = statement.opening.debits - statement.opening.credits;
  for (Found& one : found) {
    net += one.line.side == Side::debit ? one.line.amount : -one.line.amount;
    one.line.net_after = net;
    statement.lines.push_back(std::move(one.line));
  }
  invariant(net == statement.closing.debits - statement.closing.credits,
            "the opening of a statement and its lines make its closing");
  return statement;
}

}  // namespace payonce::journal
