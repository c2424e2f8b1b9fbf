#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/digest/digest.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/result.hpp"

namespace payonce::journal {

/// How far the book had come, to be kept outside of the file (ledger.md 1.3): a chain proves that nothing within it was
/// changed, and only what somebody else keeps proves that its end is still there.
struct Checkpoint {
  std::string ledger;           // the file's own id
  std::string voucher;          // the number people read
  std::int64_t voucher_id = 0;  // and, since vouchers run from 1 without a gap, how many there are
  Digest hash{};
  std::int64_t at_ns = 0;

  /// "payonce-checkpoint 1 LEDGER VOUCHER COUNT HASH TIME DIGEST": eight words between blanks. The last is the SHA-256 of the
  /// line before it, so that a slip of the pen is not taken for a forged book.
  [[nodiscard]] std::string line() const;
  [[nodiscard]] static Result<Checkpoint> parse(std::string_view field, std::string_view line);
};

/// Writes down the last voucher as it stands; nothing where nothing is booked.
std::optional<Checkpoint> make_checkpoint(Tx& tx, std::string_view ledger, std::int64_t now_ns);

/// The number and the hash a voucher has in the file, as far as it is there.
struct Place {
  std::string voucher;
  Digest hash{};
};
[[nodiscard]] std::optional<Place> place_of(View& view, std::int64_t voucher_id);

}  // namespace payonce::journal
