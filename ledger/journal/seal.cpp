#include "ledger/journal/seal.hpp"

namespace payonce::journal {
namespace {

void maybe(Parts& parts, const std::optional<std::int64_t>& number) {
  parts.number(number ? 1 : 0);
  if (number) parts.number(*number);
}

void maybe(Parts& parts, const std::optional<std::string_view>& text) {
  parts.number(text ? 1 : 0);
  if (text) parts.text(*text);
}

}  // namespace

Digest seal(const Digest& previous, const SealedHead& head, std::span<const SealedLine> lines, std::int64_t version) {
  thread_local Parts parts;  // one buffer a thread, grown once: this runs for every voucher
  parts.clear();
  parts.text(version == 1 ? "payonce voucher 1" : "payonce voucher 2");
  parts.text({reinterpret_cast<const char*>(previous.data()), previous.size()});
  parts.number(head.voucher_id).text(head.kind).text(head.series).number(head.seq).text(head.business_key);
  maybe(parts, head.order_id);
  maybe(parts, head.attempt_id);
  maybe(parts, head.refund_id);
  parts.text(head.business_date).number(head.recorded_at_ns);
  maybe(parts, head.reason);
  if (version > 1) {
    maybe(parts, head.operation_id);
    maybe(parts, head.dispute_id);
    maybe(parts, head.reverses);
    maybe(parts, head.actor);
  }
  parts.number(static_cast<std::int64_t>(lines.size()));
  for (const SealedLine& line : lines) {
    parts.number(line.account_id).text(line.currency).text(line.side).number(line.amount);
    parts.number(line.account_version).number(line.debits_after).number(line.credits_after);
  }
  return sha256(parts.bytes());
}

}  // namespace payonce::journal
