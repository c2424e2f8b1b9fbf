#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "ledger/layers/reconciliation.hpp"

/// The two sides of a comparison, brought to one shape and one order. For this layer's own sources.
namespace payonce::reconciliation {

/// Where a movement stands in a statement: captures, charges, refunds, each by reference.
using Place = std::pair<Movement, std::string>;
[[nodiscard]] inline Place place_of(const ChannelLine& line) { return {line.movement, line.reference}; }

/// One capture, charge or refund of ours.
struct Ours {
  Movement movement = Movement::charge;
  std::string reference;
  std::string channel_txn{};
  Money amount;
  std::string status{};
  std::string order{};
  bool held = false;  // somebody alive is at it

  [[nodiscard]] Place place() const { return {movement, reference}; }
  /// Booked as moved.
  [[nodiscard]] bool moved() const { return status == "succeeded"; }
};

/// Ours at one channel, in the order of its statement, read a page at a time.
class OursInOrder {
 public:
  OursInOrder(View& view, std::string channel) : view_(view), channel_(std::move(channel)) {}
  /// The next one; null behind the last.
  [[nodiscard]] const Ours* front();
  void pop() { page_.pop_front(); }

 private:
  void read_page();

  View& view_;
  std::string channel_;
  Movement movement_ = Movement::capture;
  std::string behind_;
  bool ended_ = false;
  std::deque<Ours> page_;
};

/// One of ours as it is by now.
[[nodiscard]] std::optional<Ours> ours_now(View& view, const std::string& channel, Movement movement,
                                           const std::string& reference, std::int64_t now_ns);

/// The total of a currency, made where it is missing.
[[nodiscard]] Total& total_of(ChannelReport& report, const Currency& currency);
/// Seen from our account at the channel: a charge and a capture add, a refund takes away.
[[nodiscard]] std::int64_t signed_minor(Movement movement, const Money& amount);

}  // namespace payonce::reconciliation
