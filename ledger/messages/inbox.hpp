#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/digest/digest.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/message.hpp"
#include "ledger/values/outcome.hpp"

/// Which messages were consumed: the marks, and the log. A mark is known by what the message means, (consumer, order, event,
/// version), never by the id it came under, and each consumer has marks of its own. It is written in the transaction of the effect
/// and kept for ever, so that a message sent again by hand after years is recognised. No layer: what a message does is decided by the
/// state machine, through the same functions as every command. Source: idempotency.md R27; article A, messaging.
namespace payonce::inbox {

/// 16 bytes of a keyed digest over all that a message says, its id and its time apart.
using Mark = std::array<std::uint8_t, 16>;
[[nodiscard]] Mark mark_of(Mac& secret, const Message& message);
/// Of bytes that could not be read.
[[nodiscard]] Mark mark_of(Mac& secret, std::string_view consumer, std::string_view content);

/// What is known of a message that is the same in some way.
enum class Known {
  nothing,
  same_id,     // this very message
  same_event,  // the same business event under another id
  altered,     // its id, or its meaning, is known with other content
};
/// By its id: only whether it is altered, since an id that is known proves no effect.
[[nodiscard]] Known known_by_id(View& view, const Message& message, const Mark& mark);
/// By its mark.
[[nodiscard]] Known known_by_mark(View& view, const Message& message, const Mark& mark);

/// Writes the mark. False where it stands already: a laboratory's inbox did not look.
bool write_mark(Tx& tx, const Message& message, const Mark& mark, Outcome outcome,
                std::optional<std::int64_t> voucher_id, std::int64_t now_ns);
/// Writes the line of the log, with what the sender is told; nothing where this id stands in it.
void log(Tx& tx, const Message& message, const Mark& mark, Outcome told, std::int64_t now_ns);

/// One line of the log.
struct Heard {
  std::int64_t number = 0;
  std::string consumer;
  std::string sender_id;
  std::string order;
  std::string event;
  std::int64_t version = 0;
  std::string told;                    // when it first came
  std::optional<std::string> outcome;  // of the business event; none while it waits or is parked
  std::int64_t heard_at_ns = 0;
};
/// In the order in which they came, behind the given number; of one order, or all.
[[nodiscard]] std::vector<Heard> heard(View& view, const std::optional<std::string>& order, std::int64_t after,
                                       std::int64_t at_most);

}  // namespace payonce::inbox
