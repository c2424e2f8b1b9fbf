#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/statements/exact.hpp"
#include "ledger/values/currency.hpp"

namespace payonce::statements {

/// A day as the channel wrote it, in the channel's own zone. It is never turned into UTC: a day moved by a zone is another
/// business day (public-faults.md B134).
struct Day {
  int year = 0;
  int month = 0;
  int day = 0;
  friend auto operator<=>(const Day&, const Day&) = default;

  /// Whether the calendar has it.
  [[nodiscard]] bool exists() const;
  /// "2026-08-03"
  [[nodiscard]] std::string text() const;
};

/// A day, and the second of it where the file says so.
struct Moment {
  Day day;
  std::optional<int> second{};
  /// "2026-08-03 10:20:30", or the day alone.
  [[nodiscard]] std::string text() const;
};

/// What a line moved. A kind of row that nobody declared is unidentified and no error: it is parked, never dropped.
enum class Movement { sale, refund, fee, dispute, payout, bank, other, unidentified };
[[nodiscard]] std::string_view name(Movement movement);
[[nodiscard]] std::optional<Movement> movement_named(std::string_view name);

/// An amount in a currency of its own.
struct Original {
  Exact amount;
  Currency currency;
};

/// The one kind of line that every reader gives.
struct Line {
  std::uint64_t line = 0;     // of the file, from 1
  std::uint64_t ordinal = 0;  // of the lines of its statement, from 1
  /// Which line it is, whichever file it comes in: the channel's id and the movement, or its place in a numbered statement, or
  /// else a hash of its content. Two equal lines of one day are both real, so whoever stores lines counts equal keys of one
  /// file (reconciliation.md section 3, step 2).
  std::string key;
  Movement movement = Movement::unidentified;
  std::string kind;  // the file's own word
  Currency currency;
  Exact gross;
  Exact fee;                           // what it costs us is positive
  Exact net;                           // gross less fee: what it does to our balance at the channel
  std::optional<Original> original{};  // what the payer paid, where that was another currency; signed like gross
  std::string our_id;
  std::string channel_id;
  std::string parent_id;
  std::string batch;  // the payout or settlement batch it went into
  std::string account;
  std::string counterparty;
  std::string status;
  std::string details;
  std::optional<Moment> at{};       // the channel's event
  std::optional<Day> value_day{};   // when it counts
  std::optional<Day> booked_day{};  // when the bank entered it
  bool reversal = false;            // it takes another line back; net already says which way
  std::string
      raw;  // the bytes of the file; as UTF-8 where its charset was another, and of a long bank entry the first 64 KiB
};

/// What a statement says of itself; given when it has ended.
struct Head {
  std::uint64_t line = 0;
  std::string account;
  std::string reference;
  std::optional<std::int64_t> number{};
  std::int64_t pages = 1;
  std::string zone;
  std::optional<Currency> currency{};
  std::optional<Exact> opening{};
  std::optional<Exact> closing{};
  std::optional<Day> from{};
  std::optional<Day> to{};
  std::optional<std::int64_t> stated_lines{};  // its own count
  std::uint64_t lines = 0;                     // those that were read
};

/// Whoever takes what a reader reads, in the order of the file. What is given is the reader's own and ends with the call.
struct Sink {
  std::function<void(const Line&)> line = [](const Line&) {};
  std::function<void(const Head&)> head = [](const Head&) {};
};

/// What banks write where a reference has to stand and there is none: "NONREF", "NOTPROVIDED". Many lines share it.
[[nodiscard]] bool names_nothing(std::string_view reference);

/// A hash of what makes the line the same movement in another file: no place in the file, no raw bytes.
[[nodiscard]] std::string content_key(const Line& line);

}  // namespace payonce::statements
