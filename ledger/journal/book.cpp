#include "ledger/journal/book.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "ledger/journal/period.hpp"
#include "ledger/journal/seal.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/journal.hpp"

namespace payonce::journal {
namespace {

/// entry_id = voucher_id * 65536 + line, as the schema checks.
constexpr std::int64_t lines_to_a_voucher = 65536;

/// The end of the chain.
struct Tail {
  std::int64_t voucher_id = 0;
  Digest hash{};
  std::int64_t recorded_at_ns = 0;
};

Tail tail_of(View& view) {
  Tail tail;
  (void)view.one(sql::journal::last_voucher{}, [&](const Row& row) {
    tail.voucher_id = row.integer(0);
    const auto hash = row.bytes(1);
    invariant(hash.size() == tail.hash.size(), "a voucher's hash has 32 bytes");
    std::copy(hash.begin(), hash.end(), tail.hash.begin());
    tail.recorded_at_ns = row.integer(2);
  });
  return tail;
}

std::int64_t take_number(Tx& tx, const std::string& series) {
  std::int64_t next = 1;
  if (!tx.one(sql::journal::series_next{.series = series}, [&](const Row& row) { next = row.integer(0); })) {
    (void)tx.change(sql::journal::insert_series{.series = series});
  }
  return next;
}

/// An account behind some of the draft's lines; lines on one account follow from each other.
Account& stand(View& view, std::vector<Account>& standing, std::int64_t account_id) {
  for (Account& account : standing) {
    if (account.id == account_id) return account;
  }
  auto account = find_account(view, account_id);
  invariant(account.has_value(), "a line names an account that is there");
  return standing.emplace_back(std::move(*account));
}

Cover step(Account& account, const Line& line) {
  if (account.closed) return Cover::closed;
  invariant(account.currency == line.amount.currency(), "a line has its account's currency");
  std::int64_t& side = line.side == Side::debit ? account.debits : account.credits;
  if (__builtin_add_overflow(side, line.amount.minor(), &side)) return Cover::overflows;
  account.version += 1;
  if (account.limit == Limit::no_debit && account.debits > account.credits) return Cover::lacks_funds;
  if (account.limit == Limit::no_credit && account.credits > account.debits) return Cover::lacks_funds;
  return Cover::covered;
}

}  // namespace

std::string voucher_number(std::string_view series, std::int64_t seq) {
  std::array<char, 20> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), seq).ptr;
  const auto length = static_cast<std::size_t>(end - digits.data());
  std::string number(series);
  number += '-';
  if (length < 6) number.append(6 - length, '0');
  return number.append(digits.data(), length);
}

bool day_is_open(View& view, std::int64_t now_ns) {
  return is_open(view, iso_date(std::max(now_ns, tail_of(view).recorded_at_ns)));
}

std::int64_t next_voucher_id(Tx& tx) { return tail_of(tx).voucher_id + 1; }

Cover covers(View& view, Draft& draft) {
  draft.standing.clear();
  draft.standing.reserve(draft.lines.size());
  for (const Line& line : draft.lines) (void)stand(view, draft.standing, line.account_id);
  std::vector<Account> standing = draft.standing;
  std::int64_t memo = 0;  // a voucher that touches memo accounts is in one currency
  for (const Line& line : draft.lines) {
    Account& account = stand(view, standing, line.account_id);
    if (account.kind == AccountClass::memo)
      memo += line.side == Side::debit ? line.amount.minor() : -line.amount.minor();
    const Cover cover = step(account, line);
    if (cover != Cover::covered) return cover;
  }
  return memo == 0 ? Cover::covered : Cover::mixes_memo;
}

Booked book(Tx& tx, const Draft& draft, std::int64_t now_ns) {
  invariant(draft.lines.size() >= 2 && draft.lines.size() < lines_to_a_voucher, "a voucher has 2 to 65,535 lines");
  const Tail tail = tail_of(tx);
  const std::int64_t voucher_id = tail.voucher_id + 1;
  const std::int64_t recorded_at_ns = std::max(now_ns, tail.recorded_at_ns);
  const std::string recorded_on = iso_date(recorded_at_ns);
  const std::string date = draft.business_date ? *draft.business_date : first_open_day(tx, recorded_on);
  const std::string series = std::string(series_prefix(draft.kind)) + "-" + date.substr(0, 4);
  const std::int64_t seq = take_number(tx, series);

  std::vector<Account> standing = draft.standing;
  std::vector<SealedLine> sealed;
  sealed.reserve(draft.lines.size());
  std::int64_t entry_id = voucher_id * lines_to_a_voucher;
  for (const Line& line : draft.lines) {
    Account& account = stand(tx, standing, line.account_id);
    invariant(step(account, line) == Cover::covered, "what is booked has been found covered");
    sealed.push_back({.account_id = line.account_id,
                      .currency = line.amount.currency().code(),
                      .side = name(line.side),
                      .amount = line.amount.minor(),
                      .account_version = account.version,
                      .debits_after = account.debits,
                      .credits_after = account.credits});
    const SealedLine& written = sealed.back();
    (void)tx.change(sql::journal::insert_entry{.entry_id = ++entry_id,
                                               .voucher_id = voucher_id,
                                               .account_id = written.account_id,
                                               .currency = written.currency,
                                               .side = written.side,
                                               .amount = written.amount,
                                               .account_version = written.account_version,
                                               .debits_after = written.debits_after,
                                               .credits_after = written.credits_after});
  }

  std::optional<std::string_view> reason;
  if (draft.reason) reason = *draft.reason;
  std::optional<std::string_view> actor;
  if (draft.actor) actor = *draft.actor;
  const SealedHead head{.voucher_id = voucher_id,
                        .kind = name(draft.kind),
                        .series = series,
                        .seq = seq,
                        .business_key = draft.business_key,
                        .order_id = draft.order_id,
                        .attempt_id = draft.attempt_id,
                        .refund_id = draft.refund_id,
                        .business_date = date,
                        .recorded_at_ns = recorded_at_ns,
                        .reason = reason,
                        .operation_id = draft.operation_id,
                        .dispute_id = draft.dispute_id,
                        .reverses = draft.reverses,
                        .actor = actor};
  const Digest hash = seal(tail.hash, head, sealed);
  (void)tx.change(sql::journal::insert_voucher{.voucher_id = voucher_id,
                                               .kind = head.kind,
                                               .series = series,
                                               .seq = seq,
                                               .business_key = draft.business_key,
                                               .order_id = draft.order_id,
                                               .attempt_id = draft.attempt_id,
                                               .refund_id = draft.refund_id,
                                               .business_date = date,
                                               .recorded_at_ns = recorded_at_ns,
                                               .reason = draft.reason,
                                               .operation_id = draft.operation_id,
                                               .dispute_id = draft.dispute_id,
                                               .reverses = draft.reverses,
                                               .actor = draft.actor,
                                               .seal_version = seal_version,
                                               .line_count = static_cast<std::int64_t>(sealed.size()),
                                               .previous_hash = tail.hash,
                                               .hash = hash});
  return {.voucher_id = voucher_id,
          .number = voucher_number(series, seq),
          .business_date = date,
          .dated_later = !draft.business_date && date != recorded_on};
}

}  // namespace payonce::journal
