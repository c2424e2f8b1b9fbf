#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "ledger/store/disk_tape.hpp"

namespace payonce::laboratory {

/// What a power failure costs under one way of writing the file (laboratory.md 2.4). A cut is a moment between two writes, flushes or
/// removals, and one disk that may be left at it.
struct PowerCell {
  Writing way;
  std::size_t moments = 0;
  std::size_t cuts = 0;
  std::size_t disks = 0;              // different ones among them; each was opened and looked at once
  std::size_t lost = 0;               // cuts behind which a payment is gone that somebody had been told of
  std::size_t lost_to_strictest = 0;  // those of them where only what was flushed is left
  std::size_t damaged = 0;            // cuts behind which the file cannot be opened, or is not whole
  std::size_t unlawful = 0;           // cuts behind which a law of the book is broken
  std::set<std::string> laws;         // those that were
  [[nodiscard]] bool kept() const { return lost == 0 && damaged == 0 && unlawful == 0; }
};

struct PowerOptions {
  std::uint32_t payments = 2;  // the last one behind a close, which moves the log into the file
  std::uint32_t draws = 2;     // disks that are drawn for each moment, beside those that follow a rule
  std::uint64_t seed = 1;
  unsigned threads = 2;
  std::function<bool()> broken_off = [] { return false; };  // asked between disks
  std::function<void()> one_more = [] {};                   // a way is done; called by one thread at a time
};

/// Real payments under one way of writing, and the power cut at every moment of them: each disk is opened again by the product, its
/// laws are asked, and the payments that were acknowledged are looked for.
[[nodiscard]] PowerCell cut_everywhere(const Writing& way, const PowerOptions& options);
/// Under every journal mode and every synchronous, in their order.
[[nodiscard]] std::vector<PowerCell> power_table(const PowerOptions& options);
/// The way in which a ledger that this program makes is written.
[[nodiscard]] Writing shipped_way();

}  // namespace payonce::laboratory
