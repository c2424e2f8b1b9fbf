#include "app/break_behind.hpp"

#include <algorithm>

#include "ledger/engine_fixes.hpp"
#include "ledger/orders/attempt.hpp"
#include "ledger/orders/operation.hpp"
#include "ledger/orders/refund.hpp"
#include "schema/queries/idempotency_key.hpp"
#include "schema/queries/journal.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

/// "key show" tells all of it; here it is told which key began what.
void read_key(View& view, const KeyHash& hash, const std::string& of, std::vector<Record>& keys) {
  (void)view.one(sql::idempotency_key::show{.key_hash = hash}, [&](const Row& row) {
    keys.push_back(Record()
                       .text("key", {"key", "幂等键"}, std::string(row.text(2)))
                       .text("tenant", {"tenant", "租户"}, std::string(row.text(1)))
                       .text("began", {"began", "发起"}, of)
                       .text("state", {"state", "状态"}, std::string(row.text(3)))
                       .maybe("outcome", {"outcome", "结果"}, row.maybe_text(6))
                       .time("begun_at", {"begun", "开始"}, row.integer(9)));
  });
}

/// The keys that hold the parts of the order; of those that the break is about, where that is known, else of all.
void read_keys(Context& context, View& view, BreakBehind& behind) {
  const rec::Drill& drill = behind.drill;
  const bool known = drill.attempt_id || drill.refund_id || drill.operation_id;
  if (behind.order) {
    for (const orders::Attempt& one : orders::attempts_of(view, behind.order->id)) {
      if (!known || drill.attempt_id == one.id) read_key(view, one.holder, one.reference, behind.keys);
    }
    for (const orders::Operation& one : orders::operations_of(view, behind.order->id)) {
      if (!known || drill.operation_id == one.id) read_key(view, one.holder, one.reference, behind.keys);
    }
    for (const orders::Refund& one : orders::refunds_of(view, behind.order->id)) {
      if ((known && drill.refund_id != one.id) || !one.holder) continue;
      read_key(view, *one.holder, one.reference.value_or(one.cause_key), behind.keys);
    }
  }
  for (const rec::Fix& fix : behind.fixes) {
    for (const std::string& key : keys_of(fix)) {
      read_key(view, context.ledger().hash_of(fix_tenant, key), "v" + std::to_string(fix.version), behind.keys);
    }
  }
}

}  // namespace

BreakBehind read_behind(Context& context, View& view, const rec::Break& one) {
  BreakBehind behind{.drill = rec::drill(view, one, most_behind),
                     .fixes = rec::fixes_of(view, one.id),
                     .order = {},
                     .vouchers = {},
                     .keys = {},
                     .messages = {},
                     .candidates = rec::suggest_for(view, one, most_behind)};
  if (behind.drill.order_id) behind.order = orders::find_order(view, *behind.drill.order_id);
  for (const std::string& number : behind.drill.vouchers) {
    if (auto voucher = find_voucher(view, number)) behind.vouchers.push_back(*std::move(voucher));
  }
  if (behind.order && !one.item_id) {
    view.each(sql::journal::vouchers_of_order_newest{.order_id = behind.order->id, .at_most = most_behind},
              [&](const Row& row) { behind.vouchers.push_back(voucher_of(row)); });
    for (PostedVoucher& voucher : behind.vouchers) {
      if (voucher.lines.empty()) read_lines(view, voucher);
    }
  }
  for (const rec::FeeLine& fee : behind.drill.fees) {
    if (auto voucher = find_voucher(view, fee.voucher)) behind.vouchers.push_back(*std::move(voucher));
  }
  std::sort(behind.vouchers.begin(), behind.vouchers.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  behind.vouchers.erase(std::unique(behind.vouchers.begin(), behind.vouchers.end(),
                                    [](const auto& a, const auto& b) { return a.id == b.id; }),
                        behind.vouchers.end());
  read_keys(context, view, behind);
  if (behind.order) behind.messages = inbox::heard(view, behind.order->number, 0, most_behind);
  return behind;
}

}  // namespace payonce
