#include "ledger/layers/reconciliation_pairs.hpp"

#include "schema/queries/reconciliation_drill.hpp"

namespace payonce::reconciliation {

void each_pair(View& view, std::int64_t run_id, const std::function<void(const Pair&)>& take) {
  view.each(sql::reconciliation_drill::pairs_of_run{.run_id = run_id}, [&](const Row& row) {
    take({.part = std::string(row.text(0)),
          .pass = std::string(row.text(1)),
          .actor = std::string(row.text(2)),
          .reason = std::string(row.text(3)),
          .line_key = std::string(row.text(4)),
          .nth = row.integer(5),
          .channel_id = std::string(row.text(6)),
          .our_id = std::string(row.text(7)),
          .order = std::string(row.text(8)),
          .voucher = std::string(row.text(9)),
          .movement = std::string(row.text(10)),
          .their_currency = std::string(row.text(11)),
          .theirs = row.maybe_integer(12),
          .their_day = std::string(row.text(13)),
          .our_currency = std::string(row.text(14)),
          .ours = row.integer(15),
          .our_day = std::string(row.text(16))});
  });
}

}  // namespace payonce::reconciliation
