#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/layers/reconciliation_fixes.hpp"
#include "ledger/store/store.hpp"

/// What stands alone on both sides and may belong together. Where candidates are several, no pass takes one: they are suggested, and
/// a person pairs them (reconciliation.md 3, step 5e). Asked only over what is open, whatever the size of the history.
namespace payonce::reconciliation {

/// A line's break and a voucher of ours that may be the same movement: of one amount, kind and currency at most three days apart, or
/// of one number with other facts. Amounts are minor units.
struct Suggestion {
  std::string line_break;
  std::string channel_id;
  std::string our_id;  // as the line has it
  std::string line_day;
  std::string movement;
  std::string line_currency;
  std::int64_t gross = 0;
  std::string item_break;  // empty: nobody misses it yet, since the channel still has time to tell it
  std::string voucher;
  std::string order;
  std::string item_day;
  std::string item_movement;
  std::string currency;
  std::int64_t amount = 0;
  bool same_number = false;
  std::int64_t days_apart = 0;

  /// "same number, other facts" or "same amount, 1 day apart".
  [[nodiscard]] Text because() const;
  /// What is typed to make them one pair.
  [[nodiscard]] std::string command() const;
};

struct Suggestions {
  std::vector<Suggestion> shown{};  // by the days of their lines; of each line the likeliest first
  bool more = false;                // there are others
};

/// Lines of a channel with their candidates; at most so many lines, and of each so many candidates.
[[nodiscard]] Suggestions suggest(View& view, std::string_view channel, std::int64_t lines, std::int64_t a_line);
/// Those of one break; none where it is over, or stands on both sides.
[[nodiscard]] Suggestions suggest_for(View& view, const Break& one, std::int64_t at_most);

/// The voucher of that number as match_by_hand takes it, where it stands alone.
[[nodiscard]] std::optional<Break> alone(View& view, std::string_view voucher);

}  // namespace payonce::reconciliation
