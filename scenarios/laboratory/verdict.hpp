#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/text.hpp"
#include "scenarios/script/expected.hpp"

namespace payonce::laboratory {

using script::Harm;
inline constexpr std::size_t harms = script::every_harm.size();
/// What it is, in a few words.
[[nodiscard]] const Text& words(Harm harm);

/// A set of harms.
class Harms {
 public:
  void add(Harm harm) { bits_ = static_cast<std::uint8_t>(bits_ | bit(harm)); }
  [[nodiscard]] bool has(Harm harm) const { return (bits_ & bit(harm)) != 0; }
  [[nodiscard]] bool any() const { return bits_ != 0; }
  [[nodiscard]] std::uint8_t bits() const { return bits_; }
  /// Of money and goods alone.
  [[nodiscard]] bool money() const;
  /// Of what people were told.
  [[nodiscard]] bool replies() const;
  /// "DOUBLE, FALSE", or "".
  [[nodiscard]] std::string text() const;
  friend bool operator==(const Harms&, const Harms&) = default;

 private:
  static constexpr unsigned bit(Harm harm) { return 1u << static_cast<unsigned>(harm); }
  std::uint8_t bits_ = 0;
};

/// How often one wish moved.
struct Moved {
  std::string intent;
  std::int64_t wanted = 0;
  bool at_most = false;  // it need not move at all
  std::int64_t in_the_book = 0;
  std::map<std::string, std::int64_t> at_channel;  // by channel, what came back or is on its way back not counted
};

/// Whom a harm has met, and how: "order o9 stands at paid, wanted cancelled". What moved too often stands among what moved.
struct Blame {
  Harm harm = Harm::stuck;
  Text what;
};

/// How an order stands at the end.
struct Standing {
  std::string order;
  std::string status;
  std::int64_t vouchers = 0;
  std::int64_t entries = 0;
};

/// What the end of a schedule was.
struct Verdict {
  Harms harms;
  std::vector<Moved> moved;
  std::vector<std::string> over;  // what was overdrawn
  std::vector<Blame> blames;
  std::int64_t left_open = 0;
  std::vector<Standing> orders;
  bool replies_same = true;                   // whoever was told that one wish is done was told so in the same words
  std::vector<std::string> findings;          // what reconciliation says of it: laws and differences, each code once
  std::vector<std::string> outcomes;          // of each actor's last answer: "paid", or "" where it never answered
  std::map<std::string, std::int64_t> stops;  // by layer: how often it stopped somebody
};

}  // namespace payonce::laboratory
