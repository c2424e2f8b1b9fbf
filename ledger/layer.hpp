#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ledger/fingerprint.hpp"
#include "ledger/journal/book.hpp"
#include "ledger/journal/draft.hpp"
#include "ledger/journal/rule.hpp"
#include "ledger/orders/attempt.hpp"
#include "ledger/orders/operation.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/orders/refund.hpp"
#include "ledger/settings.hpp"
#include "ledger/values/answer.hpp"
#include "ledger/values/request.hpp"
#include "ledger/world/world.hpp"

namespace payonce {

/// A layer lets a passage go on, or answers here. `a(tx, pay) && b(tx, pay)` asks b only where a let it pass.
class [[nodiscard]] Verdict {
 public:
  static Verdict pass() { return Verdict(true); }
  static Verdict answered() { return Verdict(false); }
  explicit operator bool() const noexcept { return passes_; }

 private:
  explicit Verdict(bool passes) : passes_(passes) {}
  bool passes_;
};

/// A write under a claim found that the claim is no longer ours: roll back everything, somebody else has taken over.
class ClaimLost : public std::runtime_error {
 public:
  ClaimLost() : std::runtime_error("the claim was taken over") {}
};

/// Where the dedup window keeps its entries: the file (shared by processes) or memory (one process). Losing them changes no
/// outcome; the interface asks for nothing that a remote store could not give.
class WindowStore {
 public:
  struct Held {
    KeyHash owner;
    std::int64_t admitted_at_ns;
    std::int64_t expires_at_ns;
  };
  virtual ~WindowStore() = default;
  [[nodiscard]] virtual std::optional<Held> holder(View& view, std::string_view intent) = 0;
  virtual void admit(Tx& tx, std::string_view intent, const KeyHash& owner, std::int64_t now_ns,
                     std::int64_t expires_at_ns) = 0;
  virtual void release(Tx& tx, std::string_view intent, const KeyHash& owner) = 0;
};

/// What the layers hand on to each other about one request on its way. It knows nothing of commits: the engine decides how
/// many passages share one, and starts a passage anew when a transaction has to run again.
struct Passage {
  World& world;
  const Settings& settings;
  WindowStore& window;
  const std::string& ledger_id;
  const journal::Rules& rules;

  /// Absent where a completer goes on with what somebody else began.
  const Request* request = nullptr;
  Fingerprint fingerprint{};
  KeyHash key_hash{};
  std::int64_t now_ns = 0;
  /// The latest time the ledger bore witness to when its engine began: retention counts from no earlier than that, so that an
  /// answer given under a clock that stands behind is not past its time when the clock is put right.
  std::int64_t witnessed_ns = 0;
  /// What the window tells again, and the fact the voucher books.
  std::string intent{};
  std::string fact{};

  /// The claim: 0 where none is written (a new key, or one transaction), else whose claim it is.
  std::int64_t fence = 0;
  /// A laboratory that stores answers apart from the work has still to store this one.
  bool answer_waits = false;
  /// Not the first to hold this key: an earlier holder may have called outside.
  bool resumed = false;

  std::optional<orders::Order> order{};
  std::optional<orders::Attempt> attempt{};
  std::optional<orders::Refund> refund{};
  /// What is to be asked about the money that is held, and the operation that asks it: id 0 while it is not written.
  std::optional<orders::OperationKind> asks{};
  std::optional<orders::Operation> operation{};
  /// The attempt of somebody else that stands in the way.
  std::optional<orders::Attempt> blocked_by{};
  /// The voucher of the fact stands already, looked up in the transaction that settles.
  bool fact_stands = false;
  /// Whose word the channel's answer is.
  orders::Source source = orders::Source::reply;
  /// What a person gave as the reason, where the word is a person's.
  std::string words{};
  /// The channel would not know our reference any more: only asking is left, and a person should look (R17).
  bool for_review = false;
  std::optional<journal::Draft> draft{};
  /// The one-time token that permits it, to be taken with the work; 0 where none is needed, or where it is taken already.
  std::int64_t token_id = 0;
  /// What a caller's own function said: stored and replayed instead of an answer of ours.
  std::optional<std::string> own_answer{};
  /// What the fact does besides its entries: the step of a dispute, a payout, an item in suspense. Taken once the book covers the
  /// draft, in the same transaction.
  std::function<Verdict(Tx&, Passage&)> effect{};

  Answer answer{};
  Layer answered_by = Layer::journal;
  bool replayed = false;
  std::string stored_answer{};  // where replayed: the bytes as stored
  int stored_http_status = 0;
  std::vector<TraceLine> trace{};

  void note(Layer layer, Finding finding, std::int64_t number = 0) { trace.push_back({layer, finding, number}); }
  /// Answers here.
  Verdict say(Layer layer, Outcome outcome, std::string_view reason = {}) {
    answer.outcome = outcome;
    answer.decided_by = layer;
    answer.reason = reason;
    answered_by = layer;
    return Verdict::answered();
  }
};

/// A layer that a laboratory file has switched off, or that looked before in a transaction of its own: it passes, and says so.
inline Verdict not_asked(Passage& pay, Layer layer) {
  pay.note(layer, pay.settings.keeps(layer) ? Finding::looked_before : Finding::layer_off);
  return Verdict::pass();
}

}  // namespace payonce
