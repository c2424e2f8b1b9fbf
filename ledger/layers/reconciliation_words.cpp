#include "ledger/layers/reconciliation.hpp"

// What a person reads about a difference: its name, what it is, and what to do about it. 长款 and 短款 are used in opposite
// senses by different houses, so the words say who has what.
namespace payonce::reconciliation {

std::string_view name(Code code) {
  switch (code) {
    case Code::missing_internal: return "missing_internal";
    case Code::missing_at_channel: return "missing_at_channel";
    case Code::amount_over: return "amount_over";
    case Code::amount_under: return "amount_under";
    case Code::currency_mismatch: return "currency_mismatch";
    case Code::dup_at_channel: return "dup_at_channel";
    case Code::status_lag: return "status_lag";
    case Code::status_false_success: return "status_false_success";
    case Code::in_flight: return "in_flight";
  }
  return "";
}

Text sentence(Code code) {
  switch (code) {
    case Code::missing_internal: return {"the channel moved it, this ledger knows nothing of it", "渠道有，本地无"};
    case Code::missing_at_channel: return {"booked here, not in the channel's statement", "本地有，渠道无"};
    case Code::amount_over: return {"the channel moved more than is booked", "渠道金额高于本地"};
    case Code::amount_under: return {"the channel moved less than is booked", "渠道金额低于本地"};
    case Code::currency_mismatch: return {"the channel moved another currency", "两边币种不同"};
    case Code::dup_at_channel:
      return {"the channel moved it a second time under one reference", "渠道对同一参考号重复扣款"};
    case Code::status_lag: return {"the channel moved it, here it is not settled", "渠道已成功，本地未完成"};
    case Code::status_false_success:
      return {"booked here, and the channel says it refused", "本地记为成功，渠道称已拒绝"};
    case Code::in_flight: return {"settling just now", "正在处理中"};
  }
  return {};
}

Text advice(Code code) {
  switch (code) {
    case Code::missing_internal:
      return {"find whose money it is; book it or have it given back", "查明款项归属；入账或退回"};
    case Code::missing_at_channel:
      return {"ask the channel again tomorrow; ship nothing on it twice", "次日再向渠道查询；勿据此再次发货"};
    case Code::amount_over:
    case Code::amount_under:
      return {"compare price, coupon and fee before booking the difference", "先核对金额、优惠与手续费，再处理差额"};
    case Code::currency_mismatch: return {"do not compare the numbers; ask the channel", "勿比较数值；请询问渠道"};
    case Code::dup_at_channel: return {"have the second movement given back by the channel", "请渠道退回多扣的一笔"};
    case Code::status_lag: return {"payonce recover", "运行 payonce recover"};
    case Code::status_false_success: return {"stop the delivery; a person decides", "暂停发货；由人工处理"};
    case Code::in_flight: return {"nothing; ask again later", "无需处理；稍后再对"};
  }
  return {};
}

std::string_view name(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::clean: return "clean";
    case Conclusion::findings: return "findings";
    case Conclusion::cannot_say: return "cannot_say";
  }
  return "";
}

Text sentence(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::clean: return {"every law holds and both sides agree", "所有规则成立，两边一致"};
    case Conclusion::findings: return {"something does not add up", "存在差异"};
    case Conclusion::cannot_say: return {"not everything could be compared", "有内容未能核对"};
  }
  return {};
}

}  // namespace payonce::reconciliation
