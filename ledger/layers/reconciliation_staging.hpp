#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/digest/digest.hpp"
#include "ledger/statements/reader.hpp"
#include "ledger/store/store.hpp"
#include "ledger/world/world.hpp"

/// The fifth layer's first step outside: a file of a channel becomes a statement and its lines, once (reconciliation.md 3, steps
/// 1 to 3). Reading is done by ledger/statements; here it is stored, recognised again and judged against earlier files.
namespace payonce::reconciliation {

/// A file, and what is said about it beside it. `in` must be able to go back to its beginning.
struct Incoming {
  std::istream& in;
  std::string name;     // for people
  std::string channel;  // which must be there
  std::string account;  // at the channel; empty where it has one
  const statements::FieldMap* map = nullptr;
  std::string map_text{};                 // its bytes: read by another map, a file is another statement
  std::optional<statements::Day> from{};  // the days it tells whole; else what the file itself says
  std::optional<statements::Day> to{};    // or the days of its lines
  std::string actor;
};

/// What was stored, now or when the same file came first.
struct Statement {
  std::int64_t id = 0;
  std::string channel;
  std::string account;
  std::string format;
  std::string name;
  std::string digest;  // hexadecimal
  std::optional<std::string> first_day{};
  std::optional<std::string> last_day{};
  std::int64_t lines = 0;
  std::int64_t fresh = 0;  // not in an earlier statement
  bool trusted = false;
  std::int64_t breaks = 0;
  std::int64_t imported_at_ns = 0;
  std::vector<statements::Broken> broken{};  // the first hundred
  bool again = false;                        // it was there before, and nothing was changed
};

/// One transaction a file: all of it, or nothing. The same bytes read by the same map are the first statement again. Lines that an
/// earlier file holds are the same lines; one that says otherwise there is file_changed. Never refuses for its content.
[[nodiscard]] Statement import(Store& store, World& world, const Incoming& incoming);

[[nodiscard]] std::optional<Statement> find_statement(View& view, std::int64_t id);
[[nodiscard]] std::vector<Statement> statements_of(View& view, std::string_view channel);

/// An amount as it is stored: whole minor units, and what is finer in units of 10^-9 of the currency.
struct Split {
  std::int64_t minor;
  std::int64_t rest;
};
struct Amounts {
  Split gross;
  Split fee;
};
/// A dispute and its fee are one movement in the book (1220 and 5210 against 1200), and so they are stored and compared.
[[nodiscard]] Amounts amounts_of(const statements::Line& line);

/// Of a stream of any size, in bounded memory, and of the map it is read by; the stream stands at its beginning afterwards.
[[nodiscard]] Digest digest_of(std::istream& in, std::string_view map_text);

/// What a channel's own word for the state of a movement comes to: "settled", "pending" or "failed". A word nobody knows is
/// settled, since statements list what was moved.
[[nodiscard]] std::string_view standing_of(std::string_view status);

}  // namespace payonce::reconciliation
