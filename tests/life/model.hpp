#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ledger/channel/channel.hpp"
#include "ledger/orders/basket.hpp"
#include "ledger/values/answer.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/message.hpp"
#include "ledger/values/request.hpp"
#include "scenarios/acquirer/behaviour.hpp"
#include "tests/life/watcher.hpp"

/// What must be true of a shop, in a few maps: what was asked, what was told, and what the channel says it moved. It knows
/// nothing of layers, keys' rows, claims or vouchers, and adds up what each account must hold from the facts alone.
namespace payonce::life {

using Outcomes = std::set<Outcome>;

/// A finding in words; nothing is as it must be.
using Wrong = std::optional<std::string>;

/// Models that are wrong on purpose: each must be caught, or the comparison is worth nothing.
enum class Lie {
  none,
  refunds_cost_nothing,
  a_payment_counts_twice,
  shipped_orders_stay_paid,
  declined_is_paid,
  lost_disputes_cost_nothing,
  told_payments_cost_nothing,
  what_comes_back_stays_away
};

class Model {
 public:
  explicit Model(Lie lie = Lie::none) : lie_(lie) {}

  /// A request with a key was answered; without a reply, the process died. `begun_ns` is the wall clock when it was asked.
  [[nodiscard]] Wrong asked(const Request& request, const Reply* reply, std::int64_t begun_ns, Behaviour behaviour);
  /// What an order is made with; `due` is what its lines come to, or what it costs without any.
  struct Terms_of_order {
    std::string buyer;
    std::int64_t due = 0;
    orders::Basket basket{};
    std::optional<Duration> expires{};
  };
  [[nodiscard]] Wrong ordered(const std::string& number, const Terms_of_order& terms, std::int64_t now_ns,
                              const Reply* reply);
  [[nodiscard]] Wrong cancelled(const std::string& number, const Reply* reply);
  [[nodiscard]] Wrong shipped(const std::string& number, const Reply* reply);

  /// Goods that come to the house or are corrected, leave it with an order, or come back: once a reference.
  struct Parcel {
    std::string order;
    std::int64_t line = 0;
    std::int64_t quantity = 0;
    std::string reference;
  };
  [[nodiscard]] Wrong stocked(const std::string& sku, std::int64_t quantity, const std::string& reference,
                              const Reply* reply);
  [[nodiscard]] Wrong parcelled(const Parcel& parcel, const Reply* reply);
  [[nodiscard]] Wrong given_back(const Parcel& parcel, const Reply* reply);

  /// A message was delivered, and told what became of it; without a reply, the process died.
  [[nodiscard]] Wrong heard(const Message& message, std::int64_t now_ns, const Reply* reply);
  [[nodiscard]] Wrong heard_noise(const std::string& content, const Reply* reply);

  void clock_shows(std::int64_t wall_ns);
  /// The book and the channel's statement against everything known. What was in doubt is settled here: it happened or not,
  /// wholly, and the book says which.
  [[nodiscard]] Wrong compare(const Sight& sight, const std::vector<ChannelLine>& statement);
  /// Behind the last recovery, when the channel answers everything: nothing is open that somebody could still find out.
  [[nodiscard]] Wrong at_rest(const Sight& sight, const std::vector<ChannelLine>& statement) const;

  /// Whether a law may give this row now: a key whose holder has died and whom nobody has looked after, money that the channel
  /// refused to carry back.
  [[nodiscard]] bool explains(const std::string& finding) const;
  /// Behind a recovery: a message that is kept as early, and could be applied.
  [[nodiscard]] Wrong waits_for_nothing(std::int64_t now_ns) const;
  [[nodiscard]] bool moved_under(const std::string& reference) const;
  /// A channel that gave no answer, or whoever asked it died: what contradicts the book stays open until it is asked again.
  void asked_in_vain(bool in_vain) { in_vain_ = in_vain; }
  /// Somebody died at this time, by both clocks: a key may be claimed for as long as its lease lasts, and stays claimed until
  /// somebody looks after it behind that.
  void left_behind(std::int64_t wall_ns, std::int64_t true_ns);
  /// Somebody began to look after what is open at this time, and came to its end.
  void looked_after(std::int64_t wall_ns, std::int64_t true_ns);
  /// Requests that have their final answer: asked again they change nothing.
  [[nodiscard]] bool finished(const std::string& key) const { return final_.contains(key); }
  /// How often what came about that no outcome tells.
  [[nodiscard]] const std::map<std::string, int>& met() const { return met_; }
  [[nodiscard]] bool told(const std::string& number, Outcome outcome) const;

 private:
  struct Told {
    Outcome outcome;
    std::string bytes;
    std::int64_t wall_ns;    // from when it may have been stored
    std::int64_t latest_ns;  // the latest time the wall clock has shown since
  };
  struct Order {
    std::string buyer;
    std::int64_t due = 0;
    bool by_balance = false;  // its payment moved from wallet to wallet
    bool paid = false;        // somebody was told so
    bool cancelled = false;
    std::optional<std::int64_t> expires_at_ns;  // nobody may begin to pay it behind that
    bool expired = false;                       // and it was seen to be over
    std::string ended{};                        // cancelled or expired, once it was seen so
    bool shipped = false;
    bool in_doubt = false;         // created, or not, by somebody who died
    bool cancel_in_doubt = false;  // likewise
    bool ship_in_doubt = false;
    std::int64_t given_back = 0;  // from wallet to wallet
    std::vector<Sight::Line> lines{};
    bool all_left = false;  // what is left of the lines was seen to leave
    std::string coupon{};
    std::vector<std::int64_t> prices{};  // of one, by line
  };
  /// A message that was delivered: what it says, and what else was said under the same meaning.
  struct Heard {
    Message message;
    std::set<std::string> bodies;
    bool acknowledged = false;
  };
  /// Goods that moved under a reference, or may have: whoever asked died.
  struct Goods_moved {
    std::string asked;
    std::string sku{};
    std::int64_t quantity = 0;
    std::optional<Parcel> parcel{};
  };
  /// A refund somebody asked for: one a reference, or one a key.
  struct Refund {
    std::string order;
    std::set<std::int64_t> amounts;  // as it was asked for; 0 is whatever was left
    bool refunded = false;           // somebody was told so
    bool refused = false;            // the one key it belongs to was told so, for good
  };
  struct Dispute {
    std::string order;
    std::int64_t amount = 0;
    std::int64_t fee = 0;
    std::string status = "opened";
  };
  using Effects = std::map<std::string, std::int64_t>;
  struct Pending {
    Request request;
    Effects effects;
  };

  [[nodiscard]] Outcomes allowed(const Request& request, std::int64_t now_ns, Behaviour behaviour) const;
  [[nodiscard]] Outcomes allowed_payment(const Request& request, std::int64_t now_ns, Behaviour behaviour) const;
  [[nodiscard]] Outcomes allowed_hold(const Request& request, std::int64_t now_ns, Behaviour behaviour) const;
  [[nodiscard]] Outcomes allowed_capture(const Request& request, Behaviour behaviour) const;
  [[nodiscard]] Outcomes allowed_release(const Request& request, Behaviour behaviour) const;
  [[nodiscard]] Outcomes allowed_refund(const Request& request, Behaviour behaviour) const;
  [[nodiscard]] Outcomes allowed_repeat(const Request& request, const Sight::Refund& sent) const;
  [[nodiscard]] Outcomes allowed_resend(const Request& request, Behaviour behaviour) const;
  [[nodiscard]] Outcomes allowed_dispute(const Request& request) const;
  [[nodiscard]] Outcomes allowed_decision(const Request& request) const;
  [[nodiscard]] Outcomes allowed_move(const Request& request) const;
  [[nodiscard]] Outcomes allowed_message(const Message& message, std::int64_t now_ns) const;
  [[nodiscard]] Outcomes judged(const Message& message, std::int64_t now_ns) const;
  [[nodiscard]] Outcomes judged_payment(const Message& message, std::int64_t now_ns, bool newer) const;
  [[nodiscard]] Outcomes judged_refund(const Message& message, bool newer) const;
  [[nodiscard]] const Sight::Held* kept(const std::string& meaning, const std::string& body) const;
  [[nodiscard]] bool newer_seen(const Message& message) const;
  [[nodiscard]] bool same_terms(const std::string& number, const Terms_of_order& terms) const;
  [[nodiscard]] Outcomes allowed_basket(const Terms_of_order& terms) const;
  [[nodiscard]] bool coupon_taken(const std::string& code, const std::string& buyer) const;
  [[nodiscard]] bool nothing_to_ship(const std::string& number) const;
  [[nodiscard]] Sight::Line* line_of(const Parcel& parcel);
  static void ship_all(Order& order);
  [[nodiscard]] static std::int64_t due_of(const Terms_of_order& terms);
  void moved(const std::string& key, const Goods_moved& goods);
  [[nodiscard]] Wrong repeated(const Told& told, const Reply& reply) const;
  [[nodiscard]] bool was_failed(const std::string& attempt) const;
  [[nodiscard]] bool has_open_attempt(const std::string& order) const;
  [[nodiscard]] const Sight::Attempt* hold_of(const std::string& order) const;
  [[nodiscard]] bool has_open_operation(const std::string& order) const;
  [[nodiscard]] std::int64_t holds(const std::string& account) const;
  [[nodiscard]] std::int64_t amount_of(const Request& request) const;
  [[nodiscard]] Effects effects_of(const Request& request) const;
  [[nodiscard]] const Sight::Refund* to_resend(const Request& request) const;
  [[nodiscard]] Effects effects_of_resend(const Request& request) const;
  [[nodiscard]] Effects effects_of_dispute(const Request& request) const;
  [[nodiscard]] Effects effects_of_decision(const Request& request) const;
  [[nodiscard]] std::int64_t charged_back(const std::string& order) const;
  [[nodiscard]] bool paid_back_twice(const std::string& order) const;
  [[nodiscard]] bool in_one_step(const Request& request) const;
  void note(const Request& request, const Reply& reply);
  void happened(const Request& request, const Effects& effects);
  [[nodiscard]] Wrong learn(const Request& request, const Reply& reply);

  [[nodiscard]] Effects expected(const Sight& sight) const;
  [[nodiscard]] Wrong accounts(const Sight& sight);
  [[nodiscard]] Wrong orders(const Sight& sight);
  [[nodiscard]] Wrong outside(const Sight& sight, const std::vector<ChannelLine>& statement) const;
  [[nodiscard]] Wrong captures(const Sight& sight) const;
  [[nodiscard]] Wrong refunds(const Sight& sight) const;
  [[nodiscard]] Wrong resends(const Sight& sight) const;
  [[nodiscard]] Wrong disputes(const Sight& sight) const;
  [[nodiscard]] Wrong messages(const Sight& sight);
  [[nodiscard]] Wrong applied(const Message& message, const Sight& sight);
  [[nodiscard]] Wrong goods(const Sight& sight) const;
  void settle_goods(const Sight& sight);
  [[nodiscard]] Wrong lines(const Sight& sight) const;

  Lie lie_;
  Sight sight_;  // as it was compared last
  std::map<std::string, std::int64_t> wallets_;
  std::map<std::string, Order> orders_;
  std::map<std::string, Refund> captures_;  // by intent, told as captured
  std::map<std::string, Refund> refunds_;   // by intent
  std::map<std::string, std::string>
      resent_;                       // causes of refunds sent again within the book, and the transfer that did it
  std::set<std::string> to_resend_;  // orders of which that was asked
  std::map<std::string, Dispute> disputes_;           // by reference
  std::map<std::string, Heard> heard_;                // by what they mean
  std::map<std::string, std::set<std::string>> ids_;  // what was said under a sender's id
  std::set<std::string> noise_;                       // what came and could not be read
  std::set<std::string> tombstones_;                  // orders that were cancelled before they were made
  std::map<std::string, std::int64_t> stock_{{"tea", 40}, {"cup", 15}};  // on hand, had nobody bought any
  std::map<std::string, Goods_moved> moved_;                             // by their business key
  std::optional<std::pair<std::string, Goods_moved>> goods_in_doubt_;
  std::map<std::string, std::int64_t> facts_;     // intents that moved money within the book, and how much
  std::map<std::string, Told> final_;             // by key
  std::map<std::string, std::int64_t> in_doubt_;  // keys asked and never told a final answer, and when at first
  std::set<std::string> done_untold_;             // keys whose work is done, and whose caller died before it was told
  std::map<std::string, std::map<std::string, std::int64_t>>
      admitted_;                    // by order: keys, and when they asked to pay it
  std::optional<Pending> pending_;  // died within one step: all of it or nothing
  std::int64_t latest_ns_ = 0;      // by the wall clock
  std::int64_t refused_returns_ = 0;
  bool in_vain_ = false;
  struct Death_at {
    std::int64_t wall_ns = 0;
    std::int64_t true_ns = 0;
  };
  std::optional<Death_at> left_behind_;  // the last one nobody has looked after yet
  std::map<std::string, int> met_;
};

/// What may be told where anything may have happened before: by the same key, or by somebody whose work is not at its end.
[[nodiscard]] Outcomes in_the_dark(Verb verb);
/// What a channel that behaves like this makes of a request it is asked for the first time.
[[nodiscard]] Outcomes as_the_channel_does(Behaviour behaviour, Outcome done, Outcome unreached);

/// The refund that ends the row of those sent for one another, each because the one before it was refused.
[[nodiscard]] const Sight::Refund* end_of(const Sight& sight, const Sight::Refund& first);
/// The number of the bank transfer a refund is to be sent by; nothing where it goes to the balance.
[[nodiscard]] std::string transfer_of(const Request& request);

/// What a request is about, whoever asks: an order's payment, a reference, or this key's own.
[[nodiscard]] std::string intent_of(const Request& request);

}  // namespace payonce::life
