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
enum class Verb {
  pay,
  refund,
  topup,
  transfer,
  adjust,
  authorise,
  capture,
  void_hold,
  // what is booked beside payments (book_verb.hpp)
  goods_back,
  fee,
  reserve_withhold,
  reserve_release,
  payout_announce,
  payout_arrive,
  payout_return,
  suspense_book,
  suspense_identify,
  suspense_return,
  dispute_open,
  dispute_close,
  exchange,
  reverse,
};

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
    case Verb::goods_back: return "goods_back";
    case Verb::fee: return "fee";
    case Verb::reserve_withhold: return "reserve_withhold";
    case Verb::reserve_release: return "reserve_release";
    case Verb::payout_announce: return "payout_announce";
    case Verb::payout_arrive: return "payout_arrive";
    case Verb::payout_return: return "payout_return";
    case Verb::suspense_book: return "suspense_book";
    case Verb::suspense_identify: return "suspense_identify";
    case Verb::suspense_return: return "suspense_return";
    case Verb::dispute_open: return "dispute_open";
    case Verb::dispute_close: return "dispute_close";
    case Verb::exchange: return "exchange";
    case Verb::reverse: return "reverse";
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

/// Whether its target is an order; else it is an account, or what a verb of the books says (book_verb.hpp).
[[nodiscard]] constexpr bool about_order(Verb verb) {
  switch (verb) {
    case Verb::pay:
    case Verb::refund:
    case Verb::authorise:
    case Verb::capture:
    case Verb::void_hold:
    case Verb::goods_back:
    case Verb::dispute_open: return true;
    default: return false;
  }
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
  /// refund: the refused refund (its number, or its whole cause) whose money is sent another way: by `via`, by the bank with the
  /// transfer's `reference`, or to the buyer's balance.
  std::optional<Reference> again{};
  bool by_bank = false;
  /// refund: although a dispute is open or lost; its reason is then required.
  bool despite_dispute = false;
  /// fee, suspense_identify: whose order.
  std::optional<OrderId> order{};
  /// exchange: what arrives; dispute_open: the channel's fee; dispute_close: what of it comes back.
  std::optional<Money> other_amount{};
  /// exchange: what stays with us, in the currency that arrives.
  std::optional<Money> spread{};
  /// suspense_book: in, out. suspense_identify: to_return, write_off. dispute_close: won, lost, withdrawn.
  std::string how{};
  /// In words, into the voucher: why, or by whose rate; and who asked.
  std::optional<std::string> reason{};
  std::optional<std::string> actor{};
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
