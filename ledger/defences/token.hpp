#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ledger/settings.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/ids.hpp"
#include "ledger/values/request.hpp"
#include "ledger/world/moment.hpp"
#include "ledger/world/world.hpp"

/// A one-time token: a page is given one when it is shown and sends it back with its form; it is taken once, in the very
/// transaction of the work. So it is never lost to a crash, and two submits of one page are one.
/// Stops: a second submit of the same page, a page kept too long, another user's page.
/// Lets through: two pages of one order; the state of the order stands behind (article A, "Token 机制"; laboratory.md 15).
namespace payonce::token {

/// What a token is for.
struct Terms {
  Tenant tenant;
  Verb verb = Verb::pay;
  std::string target;              // the order or account
  std::optional<AccountId> owner;  // only while the money is this account's
  Duration ttl{};
};

struct Issued {
  TokenText text;  // told once: the file keeps its digest
  std::int64_t id;
  std::int64_t until_ns;
};
[[nodiscard]] Issued issue(Tx& tx, World& world, const Settings& settings, const Terms& terms);

/// A token as the file knows it.
struct Token {
  std::int64_t id = 0;
  std::string tenant;
  std::optional<std::string> owner;
  std::string verb;
  std::string target;
  Moment issued;
  Duration ttl{};
  std::optional<std::array<std::uint8_t, 16>> used_by;
  std::optional<std::int64_t> used_at_ns;
  std::int64_t keep_until_ns = 0;

  [[nodiscard]] std::int64_t until_ns() const { return issued.wall_ns + ttl.ns; }
};
[[nodiscard]] std::optional<Token> find(View& view, const TokenText& text);
/// Newest first.
[[nodiscard]] std::vector<Token> list(View& view, std::int64_t at_most);

/// Its time is over: by the clock since boot on the machine that issued it, elsewhere by the wall clock and never earlier than the
/// latest time the file has acted on (R21).
[[nodiscard]] bool expired(View& view, World& world, const Token& token);

/// What became of the request that took it.
struct UsedFor {
  std::string state;  // used, in_use, in_vain
  std::optional<std::string> outcome;
  std::optional<std::string> voucher;
};
[[nodiscard]] UsedFor used_for(View& view, const Token& token);

/// "unused", "expired", "used" …: what a person is told.
[[nodiscard]] std::string_view state_of(View& view, World& world, const Token& token);

}  // namespace payonce::token
