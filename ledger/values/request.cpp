#include "ledger/values/request.hpp"

#include "ledger/values/book_verb.hpp"
#include "ledger/values/utf8.hpp"

namespace payonce {
namespace {

Fault fault(std::string_view field, Text why) { return {std::string(field), std::move(why)}; }

std::optional<Fault> fault_in_amount(const Request& request) {
  if (!request.amount) {
    if (about_order(request.verb)) return std::nullopt;
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

std::optional<Fault> fault_in_hold(const Request& request) {
  if (request.verb == Verb::authorise && !request.via) return fault("via", {"is required", "必填"});
  if (request.hold && request.verb != Verb::authorise) {
    return fault("hold", {"belongs to authorise alone", "仅用于 authorise"});
  }
  if (request.hold && (request.hold->ns < 1 || *request.hold > longest_hold)) {
    return fault("hold", {"is from 1ns to 31d", "须在 1ns 到 31d 之间"});
  }
  if (request.last && request.verb != Verb::capture) {
    return fault("last", {"belongs to capture alone", "仅用于 capture"});
  }
  if (request.verb == Verb::void_hold && request.amount) {
    return fault("amount", {"is nothing void takes: all that is held is freed", "void 没有金额：释放全部冻结"});
  }
  return std::nullopt;
}

}  // namespace

std::optional<Fault> fault_in(const Request& request) {
  if (request.tenant.text() == ledger_tenant) {
    return fault("tenant", {"is the ledger's own", "保留给账本自身使用"});
  }
  if (request.reason && !is_utf8(*request.reason)) return fault("reason", {"is no UTF-8", "不是 UTF-8"});
  if (const BookVerb* const rule = book_verb(request.verb)) {
    if (auto bad = fault_in_booking(request, *rule)) return bad;
    return fault_in_hold(request);
  }
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
  const bool by_channel =
      request.verb == Verb::pay || request.verb == Verb::authorise || (request.verb == Verb::refund && request.again);
  if (!by_channel && request.via)
    return fault("via",
                 {"belongs to pay, authorise and a refund sent again", "仅用于 pay、authorise 与再次退还的 refund"});
  const bool of_a_version =
      request.verb != Verb::topup && request.verb != Verb::capture && request.verb != Verb::void_hold;
  if (!of_a_version && request.if_version) {
    const std::string verb(name(request.verb));
    return fault("if-version", {"is nothing " + verb + " takes", verb + " 不接受该参数"});
  }
  if (request.if_version && *request.if_version < 0) {
    return fault("if-version", {"is not negative", "不得为负"});
  }
  return fault_in_hold(request);
}

}  // namespace payonce
