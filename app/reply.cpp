#include "app/reply.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include "app/print/json_members.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/reason.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

Tone tone_of(ExitStatus status, Outcome outcome) {
  if (outcome == Outcome::closing || outcome == Outcome::early) return Tone::warn;
  switch (status) {
    case ExitStatus::done: return Tone::ok;
    case ExitStatus::later:
    case ExitStatus::outcome_unknown: return Tone::warn;
    default: return Tone::bad;
  }
}

std::optional<std::string> member(const JsonMembers& members, std::string_view name) {
  const auto found = members.find(name);
  if (found == members.end()) return std::nullopt;
  return found->second;
}

/// The amount as the answer holds it, in the digits of its currency.
std::optional<std::string> amount_of(const JsonMembers& members) {
  const auto minor = member(members, "amount.minor");
  const auto code = member(members, "amount.currency");
  if (!minor || !code) return std::nullopt;
  std::int64_t number = 0;
  (void)std::from_chars(minor->data(), minor->data() + minor->size(), number);
  const Result<Currency> currency = Currency::parse("currency", *code);
  if (!currency) return std::nullopt;
  return Money(number, *currency).text();
}

/// "  order      ord_42": the labels of all lines are as wide as the widest.
class Lines {
 public:
  explicit Lines(const Context& context) : context_(context) {}
  void add(const Text& label, const std::optional<std::string>& value) {
    if (value) rows_.emplace_back(context_.said(label), printable(*value));
  }
  [[nodiscard]] std::string text() const {
    std::size_t width = 0;
    for (const auto& [label, value] : rows_) width = std::max(width, display_width(label));
    std::string out;
    for (const auto& [label, value] : rows_) out += "  " + pad_right(label, width) + "  " + value + "\n";
    return out;
  }

 private:
  const Context& context_;
  std::vector<std::pair<std::string, std::string>> rows_;
};

std::string trace_of(const Context& context, const Reply& reply) {
  std::size_t width = 0;
  for (const TraceLine& line : reply.trace) width = std::max(width, name(line.layer).size());
  std::string out;
  for (const TraceLine& line : reply.trace) {
    out += context.painter().paint("  " + pad_right(name(line.layer), width), Tone::dim) + "  " +
           context.said(sentence(line)) + "\n";
  }
  return out.empty() ? out : "\n" + out;
}

std::string text_of(const Context& context, const Reply& reply, ExitStatus status) {
  const JsonMembers members = json_members(reply.answer);
  // The reason says more than the outcome, where it is one for people; and "paid: paid" would say it twice.
  Text more = reason_sentence(member(members, "reason").value_or(""));
  if (more.en.empty()) more = sentence(reply.outcome);
  std::string first(name(reply.outcome));
  if (const std::string words = context.said(more); words != first) first += ": " + words;
  Lines lines(context);
  lines.add({"order", "订单"}, member(members, "order"));
  lines.add({"account", "账户"}, member(members, "account"));
  lines.add({"channel", "渠道"}, member(members, "channel"));
  lines.add({"number", "编号"}, member(members, "ref"));
  lines.add({"reverses", "冲销"}, member(members, "reverses"));
  lines.add({"SKU", "SKU"}, member(members, "sku"));
  lines.add({"available", "可售"}, member(members, "available"));
  lines.add({"voucher", "凭证"}, member(members, "voucher"));
  lines.add({"amount", "金额"}, amount_of(members));
  lines.add({"version now", "现行版本"}, member(members, "version"));
  lines.add({"reason", "原因"}, member(members, "reason"));
  std::string by(name(reply.answered_by));
  if (reply.replayed) by += context.said({", replayed: the first answer, again", "，重放：首次应答原样返回"});
  lines.add({"answered by", "应答者"}, by);
  lines.add({"decided at", "决定时间"}, member(members, "decided_at"));
  if (reply.retryable) {
    Text when{"with the same key", "用同一个键"};
    if (reply.retry_after_ms) {
      const std::string after = milliseconds(*reply.retry_after_ms).told();
      when = {when.en + ", after " + after, when.zh + "，" + after + " 之后"};
    }
    lines.add({"ask again", "重试"}, context.said(when));
  }
  return context.painter().mark(first, tone_of(status, reply.outcome)) + "\n" + lines.text() + trace_of(context, reply);
}

}  // namespace

std::string json_line(const Reply& reply) {
  std::string json = to_json(reply);
  json.pop_back();
  return json + ",\"exit\":" + std::to_string(number(exit_status(reply.outcome))) + "}\n";
}

ExitStatus tell(Context& context, const Reply& reply) {
  const ExitStatus status = exit_status(reply.outcome);
  if (!context.json()) {
    context.print(text_of(context, reply, status));
    return status;
  }
  context.print(json_line(reply));
  return status;
}

}  // namespace payonce
