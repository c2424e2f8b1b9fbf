#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ledger/channel/channel.hpp"
#include "ledger/ledger.hpp"
#include "ledger/orders/attempt.hpp"
#include "ledger/values/answer.hpp"
#include "ledger/values/request.hpp"

namespace payonce {

struct Passage;
class Verdict;

/// Finds a channel by its name; null where the ledger knows the name but nobody can reach the channel from here. The pointer
/// must stay valid as long as the engine lives.
using ChannelOf = std::function<Channel*(const std::string& name)>;

/// What `recover` did.
struct Recovery {
  std::int64_t notices_taken = 0;  // messages of channels applied, or known already
  std::int64_t notices_unknown =
      0;                           // messages of no payment of ours, or not true of it: left with the channel, reported
  std::int64_t settled = 0;        // attempts and refunds whose end is known now
  std::int64_t still_unknown = 0;  // asked, and no evidence yet
  std::int64_t in_flight = 0;      // held by somebody alive: left alone
  std::int64_t refunds_sent = 0;   // automatic refunds handed to their channel
  std::vector<std::string> given_up;  // keys that need a person
};

/// What `reap` did.
struct Reaping {
  bool clock_leapt = false;     // nothing was reaped: the clock stands too far ahead of the last thing done
  std::int64_t answers = 0;     // past retention: the answer went, a tombstone stays
  std::int64_t tombstones = 0;  // past theirs: forgotten
  std::int64_t window_entries = 0;
  std::int64_t tokens = 0;           // one-time tokens past their retention: forgotten
  std::vector<std::string> overdue;  // unfinished and older than the retention: left alone, reported
};

/// A payment, through five layers. One engine serves one thread, on one Ledger; any number of engines, in any number of
/// processes, may work on the same file at once. Nothing it acknowledges is ever lost: an answer is given after its commit.
/// Throws StorageTrouble (nothing happened, or a retry with the same key finds what did) and Broken (our own mistake).
class Engine {
 public:
  Engine(Ledger& ledger, World& world, ChannelOf channel_of);

  /// Any money command. The request must be well formed (see fault_in).
  [[nodiscard]] Reply ask(const Request& request);

  /// Orders carry no key: their number is one.
  /// `tax` is what of the amount due is tax; it matters where the payee is an income account (our own sale).
  [[nodiscard]] Reply create_order(const OrderId& number, const AccountId& buyer, const AccountId& payee,
                                   const Money& due, const std::optional<Money>& tax = std::nullopt);
  /// With `if_version` only while the order has that version; asked again behind its own step it is told already_done.
  [[nodiscard]] Reply cancel_order(const OrderId& number, std::optional<std::int64_t> if_version = {});
  /// Revenue of an own sale is booked here; `cost` is that of the goods that leave.
  [[nodiscard]] Reply ship_order(const OrderId& number, std::optional<std::int64_t> if_version = {},
                                 const std::optional<Money>& cost = std::nullopt);

  /// Takes what channels have to say, asks about everything whose outcome is unknown and whose holder is dead, and sends the
  /// refunds that the ledger owes. Safe at any time, beside anything, any number of times.
  Recovery recover();
  /// Only the messages of one channel.
  Recovery take_notices(const std::string& channel);
  /// One key that was left open or given up: its channel is asked again. The answer, or why there is none yet.
  [[nodiscard]] Reply resolve(const Tenant& tenant, const IdempotencyKey& key);
  /// Buries answers past retention, forgets tombstones past theirs, in small batches. `trust_clock` accepts a clock that leapt.
  Reaping reap(bool trust_clock);

 private:
  [[nodiscard]] std::optional<Reply> told_before(const Request& request);
  [[nodiscard]] Reply ask_once(const Request& request);
  // engine_permits.cpp: a laboratory alone
  [[nodiscard]] Reply ask_with_naive_token(const Request& request);
  [[nodiscard]] Reply pay_from_balance(const Request& request);
  [[nodiscard]] Reply pay_by_channel(const Request& request);
  [[nodiscard]] Reply refund(const Request& request);
  [[nodiscard]] Reply move(const Request& request);

  // engine_outside.cpp: around the call outside
  [[nodiscard]] Reply settle_payment(Passage& pay, bool asked_before, bool may_resend);
  [[nodiscard]] Reply settle_refund(Passage& pay, bool asked_before);
  [[nodiscard]] ChannelAnswer ask_channel(Passage& pay, const ChannelRequest& question, const std::string& name,
                                          const Moment& dispatched, bool asked_before, bool may_resend);
  /// Moves the lease of a claim on; false where that was not possible now.
  bool beat(const Passage& pay);
  [[nodiscard]] Reply under_claim(Passage& pay, const ChannelAnswer& said,
                                  const std::function<void(Tx&, Passage&)>& settle);
  [[nodiscard]] Reply of_order(const OrderId& number, const std::function<Verdict(Tx&, Passage&)>& step);
  [[nodiscard]] Passage enter(const Request* request);
  [[nodiscard]] Reply leave(Passage& pay);

  // engine_recover.cpp: what somebody else left open
  enum class Ended { yes, not_yet, in_flight, given_up };
  [[nodiscard]] bool unblock();
  [[nodiscard]] Ended end_attempt(std::int64_t attempt_id, bool may_resend, bool by_operator, Reply* reply);
  [[nodiscard]] Ended end_refund(std::int64_t refund_id, bool by_operator, Reply* reply);
  [[nodiscard]] Ended send_refund(std::int64_t refund_id, Recovery& recovery);
  [[nodiscard]] static Ended ended(const Reply& reply);
  static void one(Recovery& recovery, const std::string& what, const std::function<Ended()>& end);
  void recover_keys(Recovery& recovery, std::set<std::int64_t>& attempts, std::set<std::int64_t>& refunds);

  // engine_evidence.cpp: what a channel says of its own accord
  enum class Evidence { applied, contradicts, not_ours };
  [[nodiscard]] Evidence apply(const std::string& channel, const ChannelLine& line, orders::Source source);
  void ask_about_conclusions(Recovery& recovery);

  Ledger& ledger_;
  World& world_;
  ChannelOf channel_of_;
  std::int64_t witnessed_ns_;
  /// The attempt that stood in the way of the last question.
  std::optional<orders::Attempt> blocked_;
};

}  // namespace payonce
