#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/values/duration.hpp"
#include "ledger/values/ids.hpp"
#include "ledger/values/money.hpp"

namespace payonce {

/// The money commands: each carries an idempotency key.
enum class Verb { pay, refund, topup, transfer, adjust, authorise, capture, void_hold };

[[nodiscard]] constexpr std::string_view name(Verb verb) {
  switch (verb) {
    case Verb::pay: return "pay";
    case Verb::refund: return "refund";
    case Verb::topup: return "topup";
    case Verb::transfer: return "transfer";
    case Verb::adjust: return "adjust";
    case Verb::authorise: return "authorise";
    case Verb::capture: return "capture";
    case Verb::void_hold: return "void";
  }
  return "";
}

/// A lease somebody held when it last looked: the fence says whose turn it was.
struct HeldLease {
  LeaseName name;
  LeaseOwner owner;
  std::int64_t fence = 0;
  friend bool operator==(const HeldLease&, const HeldLease&) = default;
};

/// Whether its target is an order; else it is an account.
[[nodiscard]] constexpr bool about_order(Verb verb) {
  return verb != Verb::topup && verb != Verb::transfer && verb != Verb::adjust;
}

/// One parsed request to move money, the same for every face of the ledger (command line, library, later the wire).
/// Every member that is set is part of its fingerprint, the two permits at the end apart: a retry may come with another token or
/// under another lease, and asks for the same. Nothing else is: no time, no attempt number, no spelling of a number.
struct Request {
  Verb verb = Verb::pay;
  Tenant tenant;
  IdempotencyKey key;
  /// The order (pay, refund, authorise, capture, void) or the account (topup, transfer: from whom, adjust).
  std::string target;
  /// transfer: to whom.
  std::optional<AccountId> counterpart{};
  /// Commands about an order may leave it out: all that is due, all that is left.
  std::optional<Money> amount{};
  /// pay: the channel; absent means the buyer's balance. authorise: the channel, always.
  std::optional<ChannelId> via{};
  /// pay, refund: only if the order still has this version. transfer, adjust: only if the account has.
  std::optional<std::int64_t> if_version{};
  /// topup, transfer, refund, capture: the client's or provider's own number for the fact. Absent: the fact is this key's.
  std::optional<Reference> reference{};
  /// adjust: bring the balance *to* the amount instead of changing it *by* the amount.
  bool absolute = false;
  /// Only with this one-time token, which is taken in the transaction of the work.
  std::optional<TokenText> token{};
  /// Only while this lease is still the holder's, asked in the transaction of the work.
  std::optional<HeldLease> lease{};
  /// authorise: for how long the money is to be held; absent: usual_hold.
  std::optional<Duration> hold{};
  /// capture: what is held and not captured by it is freed.
  bool last = false;
};

/// As card schemes allow at most for a purchase; longer than anybody needs would be refused by a channel.
inline constexpr Duration usual_hold = days(7);
inline constexpr Duration longest_hold = days(31);

/// The tenant under whose keys the ledger itself sends back what it owes. Nobody else's: fault_in refuses it.
inline constexpr std::string_view ledger_tenant = "ledger";

/// What is wrong with a request as a whole: an amount that is missing, not positive or beyond the cap, a member the command
/// does not take. Nothing: the engine may be asked.
[[nodiscard]] std::optional<Fault> fault_in(const Request& request);

}  // namespace payonce
