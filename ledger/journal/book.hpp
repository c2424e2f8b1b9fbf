#pragma once

#include <cstdint>
#include <string>

#include "ledger/journal/draft.hpp"
#include "ledger/store/store.hpp"

namespace payonce::journal {

/// A voucher that stands in the book.
struct Booked {
  std::int64_t voucher_id = 0;
  std::string number;         // "PAY-2026-000123", what people read
  std::string business_date;  // the day it is dated to
  bool dated_later = false;   // because the day it was recorded on is closed
};

/// Whether every account the draft touches is open, of the line's currency, and within its limit behind the lines. What was
/// read of them stays in the draft, so that book() in the same transaction need not read it again.
/// Memo accounts hold no money: their lines balance among themselves, and a voucher that takes one for money is refused.
enum class Cover { covered, lacks_funds, closed, overflows, mixes_memo };
[[nodiscard]] Cover covers(View& view, Draft& draft);

/// Whether a voucher written now could be dated to today: the recorded time never falls, so today may be that of the last one.
[[nodiscard]] bool day_is_open(View& view, std::int64_t now_ns);

/// The id the next voucher will have: ours until commit, inside a write transaction.
[[nodiscard]] std::int64_t next_voucher_id(Tx& tx);

/// Writes entries and voucher, chained to the one before, numbered without gap. Everything that may refuse has been asked
/// before (covers, the unique constraint): what the schema still refuses is StorageTrouble and rolls the whole transaction back.
/// The recorded time never falls: a clock set back keeps the time of the last voucher. The voucher is dated to the draft's day,
/// or else to the day it is recorded on; where that is closed, to the first open day behind it: what is booked without having
/// been refused before has happened already.
Booked book(Tx& tx, const Draft& draft, std::int64_t now_ns);

/// "PAY-2026-000123" from its parts.
[[nodiscard]] std::string voucher_number(std::string_view series, std::int64_t seq);

}  // namespace payonce::journal
