#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/journal/account.hpp"
#include "ledger/values/money.hpp"

namespace payonce::journal {

/// What a voucher books. Each kind has a series of its own per year.
enum class Kind {
  pay,              // PAY  an order is paid: from the buyer's balance, or captured by a channel
  authorise,        // AUT  a channel holds money: memo alone
  capture,          // CAP  a part of what is held, and more may follow
  hold_freed,       // FRD  what is held and not captured is free; ends captures in parts
  surplus,          // SUR  money that settles nothing: late, or a second payment; to be returned
  refund_accepted,  // RFA  we owe a refund that a channel is to carry
  refund,           // REF  a refund happened
  refund_failed,    // RFF  the channel said no: still owed
  topup,            // TOP
  transfer,         // TRF
  adjust,           // ADJ
  fulfil,           // FUL  our own sale is shipped: revenue is known
  goods,            // GDS  goods left or came back, at cost
  fee,              // FEE  a channel kept a fee
  reserve,          // RSV  a channel withheld or released a reserve
  payout,           // PYT  what a channel owes us, on its way to the bank
  suspense,         // SUS  money that belongs to nobody yet, and what became of it
  dispute,          // DSP  a buyer's bank took the money back; won, lost
  exchange,         // EXC  from one currency into another
  reversal,         // REV  the mirror of a wrong voucher
  year_end,         // CLS  income and expense of a year go into retained earnings
};

[[nodiscard]] std::string_view name(Kind kind);
[[nodiscard]] std::optional<Kind> kind_named(std::string_view name);
[[nodiscard]] std::string_view series_prefix(Kind kind);

struct Line {
  std::int64_t account_id;
  Side side;
  Money amount;  // 1…amount_cap_minor
};

/// A voucher not yet written: what, for which fact, and its lines, debit and credit alike in every currency.
struct Draft {
  Kind kind = Kind::pay;
  /// Follows from the fact and is never random, so that two keys for one fact meet at the constraint (product.md decision 5).
  std::string business_key;
  std::optional<std::int64_t> order_id;
  std::optional<std::int64_t> attempt_id;
  std::optional<std::int64_t> refund_id;
  std::optional<std::string> reason;
  std::optional<std::int64_t> operation_id = std::nullopt;
  std::optional<std::int64_t> dispute_id = std::nullopt;
  /// The voucher whose mirror this one is.
  std::optional<std::int64_t> reverses = std::nullopt;
  /// Who asked, where a person did.
  std::optional<std::string> actor = std::nullopt;
  std::vector<Line> lines;
  /// The day it is dated to, which must be open; without one, the day it is recorded on (book() says more).
  std::optional<std::string> business_date{};
  /// Its accounts as covers() has found them in this same transaction; book() goes on from there. Empty where nobody asked.
  std::vector<Account> standing{};
};

/// The two lines that move an amount from the credit account to the debit account.
[[nodiscard]] std::vector<Line> debit_credit(std::int64_t debit_account, std::int64_t credit_account,
                                             const Money& amount);

}  // namespace payonce::journal
