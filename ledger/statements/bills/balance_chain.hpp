#pragma once

#include <optional>

#include "ledger/statements/bills/sheet.hpp"

namespace payonce::statements {

/// The column of balances behind the rows of a bill. Bills come oldest or newest first and do not say which, so that both are
/// followed: each balance has to come from the one beside it and the row between. The chain is broken where neither holds to
/// the end.
class BalanceChain {
 public:
  /// The next row of the file, with what it moved and the balance it left.
  void take(std::uint64_t line, const Exact& net, const Exact& balance);
  /// Opening and closing balance into the head; a broken chain is noted, at the row where the direction broke that held longer.
  void finish(Sheet& sheet) const;

 private:
  struct Direction {
    std::optional<std::uint64_t> broken{};  // the line
    Exact should;
    Exact is;
  };

  std::optional<Exact> first_before_{};  // oldest first: the balance before the first row
  std::optional<Exact> first_{};         // newest first: the balance behind it
  std::optional<Exact> last_{};
  Exact last_net_;
  Direction oldest_first_{};
  Direction newest_first_{};
};

}  // namespace payonce::statements
