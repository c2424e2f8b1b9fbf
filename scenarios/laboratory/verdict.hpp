#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/text.hpp"

namespace payonce::laboratory {

/// What can go wrong in a schedule, judged by what somebody really wanted (laboratory.md 2.6). The first five are about money and
/// goods, the last two about what people were told.
enum class Trouble : std::uint8_t {
  doubled,       // DOUBLE: moved more often than it was wanted
  lost,          // LOST: somebody was told that it is done, and nothing moved
  stuck,         // STUCK: nobody knows how it ended, and nobody who lives will find out
  over,          // OVER: more given away than there was
  zombie,        // ZOMBIE: an order stands where it must not
  false_reply,   // FALSE: somebody was told what is not so
  blocked,       // BLOCKED: an honest wish was turned away, and nothing moved
};
inline constexpr std::size_t troubles = 7;

/// "DOUBLE", "LOST", …
[[nodiscard]] std::string_view name(Trouble trouble);
[[nodiscard]] const Text& words(Trouble trouble);
[[nodiscard]] std::optional<Trouble> trouble_named(std::string_view text);

/// A set of them.
class Troubles {
 public:
  void add(Trouble trouble) { bits_ = static_cast<std::uint8_t>(bits_ | bit(trouble)); }
  [[nodiscard]] bool has(Trouble trouble) const { return (bits_ & bit(trouble)) != 0; }
  [[nodiscard]] bool any() const { return bits_ != 0; }
  [[nodiscard]] std::uint8_t bits() const { return bits_; }
  /// Of money and goods alone.
  [[nodiscard]] bool money() const;
  /// Of what people were told.
  [[nodiscard]] bool replies() const;
  /// "DOUBLE, FALSE", or "".
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Troubles&, const Troubles&) = default;

 private:
  static constexpr unsigned bit(Trouble trouble) { return 1u << static_cast<unsigned>(trouble); }
  std::uint8_t bits_ = 0;
};

/// How often one wish moved.
struct Moved {
  std::string intent;
  std::int64_t wanted = 0;
  std::int64_t in_the_book = 0;
  std::map<std::string, std::int64_t> at_channel;  // by channel, what came back or is on its way back not counted
};

/// What the end of a schedule was.
struct Verdict {
  Troubles troubles;
  std::vector<Moved> moved;
  std::vector<std::string> over;          // what was overdrawn
  std::int64_t left_open = 0;
  std::vector<std::string> findings;      // what reconciliation says of it: laws and differences, each code once
  std::vector<std::string> outcomes;      // of each actor's last answer: "paid", or "" where it never answered
  std::map<std::string, std::int64_t> stops;  // by layer: how often it stopped somebody
};

}  // namespace payonce::laboratory
