#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/channel/channel.hpp"
#include "ledger/ledger.hpp"
#include "ledger/orders/attempt.hpp"
#include "ledger/orders/basket.hpp"
#include "ledger/orders/operation.hpp"
#include "ledger/values/answer.hpp"
#include "ledger/values/message.hpp"
#include "ledger/values/request.hpp"

namespace payonce {

struct Passage;
class Verdict;
struct Fate;
namespace parking {
struct Held;
}

/// Finds a channel by its name; null where the ledger knows the name but nobody can reach the channel from here. The pointer
/// must stay valid as long as the engine lives.
using ChannelOf = std::function<Channel*(const std::string& name)>;

/// A correction of what is on hand: to a number, or by one.
struct StockAdjustment {
  bool absolute = false;
  std::int64_t quantity = 0;
  std::optional<std::int64_t> if_version = std::nullopt;
};

/// What `recover` did.
struct Recovery {
  std::int64_t notices_taken = 0;  // messages of channels applied, or known already
  std::int64_t notices_unknown =
      0;                           // messages of no payment of ours, or not true of it: left with the channel, reported
  std::int64_t settled = 0;        // attempts and refunds whose end is known now
  std::int64_t still_unknown = 0;  // asked, and no evidence yet
  std::int64_t in_flight = 0;      // held by somebody alive: left alone
  std::int64_t refunds_sent = 0;   // automatic refunds handed to their channel
  std::int64_t orders_expired = 0;    // orders that ended because their time was over
  std::vector<std::string> given_up;  // keys that need a person
  std::int64_t messages_applied = 0;  // messages that had waited, and are consumed now
  std::int64_t messages_waiting = 0;  // and those that still wait, or are parked by now
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
  /// `expires`: from now on; behind it nobody may begin to pay the order. `tax` is what of the amount due is tax; it matters where
  /// the payee is an income account (our own sale).
  [[nodiscard]] Reply create_order(const OrderId& number, const AccountId& buyer, const AccountId& payee,
                                   const Money& due, std::optional<Duration> expires = std::nullopt,
                                   const std::optional<Money>& tax = std::nullopt);
  /// With `if_version` only while the order has that version; asked again behind its own step it is told already_done.
  [[nodiscard]] Reply cancel_order(const OrderId& number, std::optional<std::int64_t> if_version = {});
  /// Revenue of an own sale is booked here; `cost` is that of the goods that leave.
  [[nodiscard]] Reply ship_order(const OrderId& number, std::optional<std::int64_t> if_version = {},
                                 const std::optional<Money>& cost = std::nullopt);

  /// One message, consumed once however often it comes and under whatever id: its effect, through the functions of the commands
  /// above, its mark and its line in the log are one commit, and what is told here is told behind it. One that cannot be applied is
  /// kept (early, parked, altered) and stands in nobody's way. Messages of one order are applied one after another: writers stand in
  /// line, and what comes before its turn waits for it.
  [[nodiscard]] Reply deliver(const Message& message);
  /// One that could not be read: parked with all its bytes.
  [[nodiscard]] Reply deliver_unreadable(const AccountId& consumer, const std::string& content, const Fault& why);
  /// Once more, by hand: a message that waits or is parked. Nothing where there is none of this number, or it has ended.
  [[nodiscard]] std::optional<Reply> redrive(std::int64_t number);
  /// Everything that waits, once more: what is overdue, or refused too often, is parked.
  void redrive_waiting(Recovery& recovery);
  // engine_goods.cpp: goods. Quantities are whole units from 1, unless said otherwise; a basket is whole (see orders::total).
  /// An order of lines: order, reservations and the use of a coupon in one transaction, or nothing at all.
  [[nodiscard]] Reply create_order(const OrderId& number, const AccountId& buyer, const AccountId& payee,
                                   const orders::Basket& basket, std::optional<Duration> expires = std::nullopt,
                                   const std::optional<Money>& tax = std::nullopt);
  /// Part of a paid order leaves, or comes back: once a reference. Revenue of an own sale is booked with the last part.
  /// `cost` is that of the goods in this parcel.
  [[nodiscard]] Reply ship_part(const OrderId& number, std::int64_t line, std::int64_t quantity,
                                const Reference& reference, const std::optional<Money>& cost = std::nullopt);
  [[nodiscard]] Reply return_goods(const OrderId& number, std::int64_t line, std::int64_t quantity,
                                   const Reference& reference);
  /// The stock itself, once a reference, for ever.
  [[nodiscard]] Reply receive_stock(const Sku& sku, std::int64_t quantity, const Reference& reference);
  [[nodiscard]] Reply adjust_stock(const Sku& sku, const StockAdjustment& asked, const Reference& reference);

  /// Takes what channels have to say, asks about everything whose outcome is unknown and whose holder is dead, and sends the
  /// refunds that the ledger owes; ends orders whose time is over, frees what is held for nothing. Safe at any time, beside anything, any number of times.
  /// `due_only`: of what is unknown only that whose next question is due by its schedule; else all of it, now.
  Recovery recover(bool due_only = false);
  /// Only the messages of one channel.
  Recovery take_notices(const std::string& channel);
  /// One key that was left open or given up: its channel is asked again. The answer, or why there is none yet.
  [[nodiscard]] Reply resolve(const Tenant& tenant, const IdempotencyKey& key);
  /// A key that waits for an end, and what was begun outside under it.
  struct OpenKey {
    orders::Holder hash{};
    std::string text;
    std::optional<std::int64_t> attempt_id;
    std::optional<std::int64_t> refund_id;
    std::optional<std::int64_t> operation_id;
  };
  /// A person says how something ended that nobody else can tell any more: an order's one open item, or a reference of ours.
  /// Evidence of its own source, stronger than what a channel says today, weaker than its statement.
  [[nodiscard]] Reply review(const std::string& subject, bool succeeded, const std::string& reason);
  /// What a channel's own statement says it moved under a reference of ours: evidence of the strongest source, applied as an answer
  /// would be. False where no open movement of ours fits it; then nothing was changed.
  [[nodiscard]] bool take_statement_line(const std::string& channel, const ChannelLine& line);
  /// Buries answers past retention, forgets tombstones past theirs, in small batches. `trust_clock` accepts a clock that leapt.
  Reaping reap(bool trust_clock);

 private:
  [[nodiscard]] std::optional<Reply> told_before(const Request& request);
  /// Nothing is begun under a clock the file does not believe (clock.hpp): told, and nothing changed.
  [[nodiscard]] std::optional<Reply> disbelieved(const Request* request);
  [[nodiscard]] Reply ask_once(const Request& request);
  // engine_naive.cpp: a laboratory alone
  [[nodiscard]] std::optional<Reply> seen_before(const Request& request);
  // engine_permits.cpp: a laboratory alone
  [[nodiscard]] Reply ask_with_naive_token(const Request& request);
  [[nodiscard]] Reply pay_from_balance(const Request& request);
  [[nodiscard]] Reply pay_by_channel(const Request& request);
  [[nodiscard]] Reply refund(const Request& request);
  [[nodiscard]] Reply move(const Request& request);

  // engine_hold.cpp: money that is held
  [[nodiscard]] Reply operate(const Request& request, orders::OperationKind kind,
                              std::optional<std::int64_t> attempt_id = std::nullopt);
  [[nodiscard]] Reply settle_operation(Passage& pay, bool asked_before);

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
  [[nodiscard]] Reply of_stock(const Sku& sku, const std::function<Verdict(Tx&, Passage&, const orders::Stock&)>& step);
  [[nodiscard]] Passage enter(const Request* request);
  [[nodiscard]] Passage enter(const Request* request, const Settings& settings);
  [[nodiscard]] Reply leave(Passage& pay);
  [[nodiscard]] static Reply reply_of(Passage& pay);
  /// The same behind a laboratory's split: what was to be stored with the work is stored now, in a transaction of its own.
  [[nodiscard]] Reply tell(Passage& pay);

  // engine_review.cpp: what the channel knows of it today, before a person's word is taken
  [[nodiscard]] ChannelAnswer ask_first(const Passage& pay, const std::string& reference);

  // engine_recover.cpp: what somebody else left open
  enum class Ended { yes, not_yet, in_flight, given_up };
  [[nodiscard]] bool unblock();
  [[nodiscard]] Ended end_attempt(std::int64_t attempt_id, bool may_resend, bool by_operator, Reply* reply);
  [[nodiscard]] Ended end_refund(std::int64_t refund_id, bool by_operator, Reply* reply);
  [[nodiscard]] Ended send_refund(std::int64_t refund_id, Recovery& recovery);
  [[nodiscard]] static Ended ended(const Reply& reply);
  static void one(Recovery& recovery, const std::string& what, const std::function<Ended()>& end);
  [[nodiscard]] Ended end_operation(std::int64_t operation_id, bool by_operator, Reply* reply);
  [[nodiscard]] Ended of_its_own_accord(std::int64_t attempt_id, orders::OperationKind kind, std::string_view word);
  /// Frees what is held: finds that it is over, or voids it.
  [[nodiscard]] Ended free_hold(std::int64_t attempt_id);
  /// Asks whether a hold is over; books it as free where it is.
  [[nodiscard]] Ended lapse_hold(std::int64_t attempt_id);
  /// Has a channel promise never to act on an attempt; where that is too late, finds out what it did.
  [[nodiscard]] Ended close_attempt(std::int64_t attempt_id);
  /// Gives the orders whose time is over and that end in this run, or wait for evidence.
  std::set<std::int64_t> sweep_expired();
  [[nodiscard]] std::int64_t expired_of(const std::set<std::int64_t>& of);
  /// What has been looked at in one run.
  struct Seen {
    std::optional<std::int64_t> due_ns;  // without a time: all of it
    std::set<std::int64_t> attempts{};
    std::set<std::int64_t> refunds{};
    std::set<std::int64_t> operations{};
    std::set<std::int64_t> unanswered{};  // attempts that were asked about, and nobody knows yet
  };
  void end_holds(Recovery& recovery, const Seen& seen);
  [[nodiscard]] Ended ask_about(std::int64_t attempt_id, Seen& seen);
  [[nodiscard]] bool due(const OpenKey& key, std::int64_t due_ns);
  void recover_keys(Recovery& recovery, Seen& seen);
  void recover_open(Recovery& recovery, Seen& seen);

  // engine_messages.cpp
  [[nodiscard]] Reply consume(const Message& message, const std::optional<parking::Held>& again, std::int64_t tries);
  [[nodiscard]] Passage take(const Message& message, const std::optional<parking::Held>& again, std::int64_t tries);
  void release(const Message& message);
  [[nodiscard]] std::optional<Reply> redrive(std::int64_t number, std::int64_t tries);

  // engine_evidence.cpp: what a channel says of its own accord
  enum class Evidence { applied, contradicts, not_ours };
  [[nodiscard]] Evidence apply(const std::string& channel, const ChannelLine& line, orders::Source source);
  void ask_once_more(Recovery& recovery, const std::string& what, const std::string& name, const ChannelRequest& sent);
  void ask_about_conclusions(Recovery& recovery);
  void ask_about_contradictions(Recovery& recovery);
  [[nodiscard]] Evidence apply_elsewhere(Tx& tx, Passage& going, const std::string& channel, const ChannelLine& line);

  Ledger& ledger_;
  World& world_;
  ChannelOf channel_of_;
  /// Messages are asked about where they are applied: no look of their own comes before.
  Settings strict_;
  std::int64_t witnessed_ns_;
  std::int64_t believed_until_ns_ = 0;  // up to here the clock needs no second look
  /// The attempt that stood in the way of the last question.
  std::optional<orders::Attempt> blocked_;
};

}  // namespace payonce
