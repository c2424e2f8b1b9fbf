#include "ledger/values/request.hpp"

#include "ledger/values/book_verb.hpp"

namespace payonce {
namespace {

Fault fault(std::string_view field, Text why) { return {std::string(field), std::move(why)}; }

std::optional<Fault> fault_in_amount(const Request& request) {
  const bool optional = request.verb == Verb::pay || request.verb == Verb::refund;
  if (!request.amount) {
    if (optional) return std::nullopt;
    return fault("amount", {"is required", "必填"});
  }
  const std::int64_t minor = request.amount->minor();
  if (minor > amount_cap_minor || minor < -amount_cap_minor) {
    return fault("amount", {"is beyond the largest amount one entry may carry", "超过单笔分录的上限"});
  }
  if (request.verb == Verb::adjust) {
    if (minor == 0 && !request.absolute) return fault("by", {"must not be zero", "不得为零"});
    return std::nullopt;
  }
  if (minor < 1) return fault("amount", {"must be more than zero", "必须大于零"});
  return std::nullopt;
}

std::optional<Fault> fault_in_refund(const Request& request) {
  if (request.by_bank && !request.again)
    return fault("by-bank", {"belongs to a refund that is sent again", "仅用于再次退还"});
  if (request.by_bank && request.via)
    return fault("by-bank", {"is another way than a channel: one of both", "与渠道退回二选一"});
  if (request.by_bank && !request.reference) {
    return fault("ref", {"is required: the number of the bank transfer", "必填：银行转账编号"});
  }
  if (request.again && !request.by_bank && request.reference) {
    return fault("ref", {"belongs to a bank transfer here", "此处仅用于银行转账"});
  }
  if (request.despite_dispute && !request.reason) {
    return fault("reason", {"is required: why, although there is a dispute", "必填：存在争议仍退款的原因"});
  }
  return std::nullopt;
}

}  // namespace

std::optional<Fault> fault_in(const Request& request) {
  if (request.tenant.text() == ledger_tenant) {
    return fault("tenant", {"is the ledger's own", "保留给账本自身使用"});
  }
  if (const BookVerb* const rule = book_verb(request.verb)) return fault_in_booking(request, *rule);
  if (auto bad = fault_in_amount(request)) return bad;
  if (request.target.empty()) return fault("target", {"is required", "必填"});
  if (request.verb == Verb::transfer) {
    if (!request.counterpart) return fault("to", {"is required", "必填"});
    if (request.counterpart->text() == request.target) {
      return fault("to", {"is the same account as the one it comes from", "与转出账户相同"});
    }
  } else if (request.counterpart) {
    return fault("to", {"belongs to transfer alone", "仅用于 transfer"});
  }
  if (request.verb == Verb::refund) {
    if (auto bad = fault_in_refund(request)) return bad;
  }
  const bool again = request.verb == Verb::refund && request.again;
  if (request.verb != Verb::pay && request.via && !again) return fault("via", {"belongs to pay alone", "仅用于 pay"});
  if (request.verb == Verb::topup && request.if_version) {
    return fault("if-version", {"is nothing topup takes", "topup 不接受该参数"});
  }
  if (request.if_version && *request.if_version < 0) {
    return fault("if-version", {"is not negative", "不得为负"});
  }
  return std::nullopt;
}

}  // namespace payonce
