#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"

/// Where messages stay that could not be applied, whole, each with its reason: early (what it needs is not here yet) or parked (a
/// person must look). None of them stands in the way of another, and none is ever discarded: each ends as done, or as dropped by
/// somebody who says why. Source: public-faults B030, B037.
namespace payonce::parking {

struct Held {
  std::int64_t number = 0;
  std::string consumer;
  std::optional<std::string> order;  // none: it could not be read
  std::optional<std::int64_t> version;
  std::string content;  // as it was received, whatever its bytes
  std::string state;    // early, parked, done, dropped
  std::string reason;
  std::string detail;
  std::int64_t tries = 1;
  std::int64_t kept_at_ns = 0;
  std::int64_t due_at_ns = 0;
  std::int64_t changed_at_ns = 0;
  std::optional<std::string> note;

  [[nodiscard]] bool open() const { return state == "early" || state == "parked"; }
};

using Digest16 = std::array<std::uint8_t, 16>;
[[nodiscard]] std::optional<Held> find(View& view, const Digest16& digest);
[[nodiscard]] std::optional<Held> find(View& view, std::int64_t number);
/// Behind the given number; what waits or is parked, and with `ended` also what was.
[[nodiscard]] std::vector<Held> list(View& view, bool ended, std::int64_t after, std::int64_t at_most);
/// The numbers of what waits, the lowest version of each order first; of one consumer's order, or of all.
[[nodiscard]] std::vector<std::int64_t> waiting(View& view, const std::optional<std::string>& consumer = std::nullopt,
                                                const std::optional<std::string>& order = std::nullopt);

struct Count {
  std::int64_t early = 0;
  std::int64_t parked = 0;
};
[[nodiscard]] Count count(View& view);

/// Keeps it. Nothing of this content may be kept already. Gives its number.
std::int64_t hold(Tx& tx, const Digest16& digest, const Held& held);
/// One more try that came to nothing: state, reason and detail as they are now (`tries`: 0 where nothing but the arrival of another
/// message gave the occasion).
void again(Tx& tx, std::int64_t number, const Held& held, std::int64_t tries);
/// It had its effect, or was recognised. False where it had ended before.
[[nodiscard]] bool finish(Tx& tx, std::int64_t number, std::int64_t tries, std::int64_t now_ns);
[[nodiscard]] bool drop(Tx& tx, std::int64_t number, std::string_view note, std::int64_t now_ns);

}  // namespace payonce::parking
