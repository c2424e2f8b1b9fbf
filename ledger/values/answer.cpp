#include "ledger/values/answer.hpp"

#include "ledger/values/duration.hpp"
#include "ledger/values/json.hpp"

namespace payonce {
namespace {

/// 20261201 as "2026-12-01".
std::string day_of(std::int64_t digits) {
  std::string day = std::to_string(digits);
  if (day.size() == 8) day.insert(6, "-").insert(4, "-");
  return day;
}

}  // namespace

std::string to_json(const Answer& answer) {
  std::string out;
  out.reserve(256);
  JsonWriter json(out);
  json.object().member("outcome", name(answer.outcome)).member("decided_by", name(answer.decided_by));
  if (!answer.subject.empty()) json.member(answer.subject_kind, answer.subject);
  json.name("voucher");
  answer.voucher ? json.value(*answer.voucher) : json.null();
  json.name("amount");
  answer.amount ? json.value(*answer.amount) : json.null();
  if (answer.version) json.member("version", *answer.version);
  if (!answer.sku.empty()) json.member("sku", answer.sku);
  if (answer.available) json.member("available", *answer.available);
  if (!answer.reason.empty()) json.member("reason", answer.reason);
  json.member("retryable", retry_may_differ(answer.outcome));
  json.member("decided_at", iso_time(answer.decided_at_ns));
  json.end();
  return out;
}

std::string_view name(Finding finding) {
  switch (finding) {
    case Finding::key_fresh: return "key_fresh";
    case Finding::key_taken_over: return "key_taken_over";
    case Finding::key_replayed: return "key_replayed";
    case Finding::key_refused: return "key_refused";
    case Finding::key_held: return "key_held";
    case Finding::key_stored: return "key_stored";
    case Finding::key_given_back: return "key_given_back";
    case Finding::key_left_open: return "key_left_open";
    case Finding::window_admitted: return "window_admitted";
    case Finding::window_held: return "window_held";
    case Finding::window_own: return "window_own";
    case Finding::state_admits: return "state_admits";
    case Finding::state_refuses: return "state_refuses";
    case Finding::order_unfit: return "order_unfit";
    case Finding::state_advanced: return "state_advanced";
    case Finding::state_role: return "state_role";
    case Finding::attempt_begun: return "attempt_begun";
    case Finding::attempt_found: return "attempt_found";
    case Finding::voucher_free: return "voucher_free";
    case Finding::voucher_stands: return "voucher_stands";
    case Finding::voucher_booked: return "voucher_booked";
    case Finding::funds_suffice: return "funds_suffice";
    case Finding::funds_lack: return "funds_lack";
    case Finding::day_closed: return "day_closed";
    case Finding::dated_later: return "dated_later";
    case Finding::channel_approved: return "channel_approved";
    case Finding::channel_declined: return "channel_declined";
    case Finding::channel_silent: return "channel_silent";
    case Finding::channel_unreached: return "channel_unreached";
    case Finding::channel_knows_nothing: return "channel_knows_nothing";
    case Finding::token_good: return "token_good";
    case Finding::token_bad: return "token_bad";
    case Finding::lease_ours: return "lease_ours";
    case Finding::lease_passed_on: return "lease_passed_on";
    case Finding::message_new: return "message_new";
    case Finding::message_known: return "message_known";
    case Finding::message_altered: return "message_altered";
    case Finding::message_older: return "message_older";
    case Finding::message_newest: return "message_newest";
    case Finding::message_marked: return "message_marked";
    case Finding::message_held: return "message_held";
    case Finding::tombstone_laid: return "tombstone_laid";
    case Finding::tombstone_found: return "tombstone_found";
    case Finding::stock_reserved: return "stock_reserved";
    case Finding::stock_lacks: return "stock_lacks";
    case Finding::stock_moved: return "stock_moved";
    case Finding::coupon_used: return "coupon_used";
    case Finding::coupon_refused: return "coupon_refused";
    case Finding::looked_before: return "looked_before";
    case Finding::layer_off: return "layer_off";
  }
  return "";
}

Text sentence(const TraceLine& line) {
  const std::string n = std::to_string(line.number);
  switch (line.finding) {
    case Finding::key_fresh: return {"the key is new", "新的幂等键"};
    case Finding::key_taken_over: return {"gone on with what was begun, fence " + n, "接续先前的处理，栅栏 " + n};
    case Finding::key_replayed: return {"done before: the stored answer, byte for byte", "早已完成：逐字节重放应答"};
    case Finding::key_refused: return {"refused", "拒绝"};
    case Finding::key_held: return {"somebody alive is at it", "有存活的处理者正在处理"};
    case Finding::key_stored: return {"the answer is stored with the key", "应答已随键保存"};
    case Finding::key_given_back: return {"nothing happened: the claim is given back", "未发生任何事：释放占用"};
    case Finding::key_left_open: return {"no answer yet: the key stays open", "尚无结果：键保持未决"};
    case Finding::window_admitted: return {"the window is free", "窗口空闲"};
    case Finding::window_held:
      return {"asked a moment ago under another key, " + milliseconds(line.number).told() + " left",
              "窗口内已有另一个键，剩 " + milliseconds(line.number).told()};
    case Finding::window_own: return {"asked a moment ago under this same key", "窗口内是同一个键"};
    case Finding::state_admits: return {"the state allows the step", "状态允许此步"};
    case Finding::state_refuses: return {"the state does not allow the step", "状态不允许此步"};
    case Finding::order_unfit: return {"the order is not what the request takes it for", "订单与请求不符"};
    case Finding::state_advanced: return {"the step is taken, version " + n, "状态已推进，版本 " + n};
    case Finding::state_role: return {"this money settles nothing: it is to be returned", "此款未用于结算：应退回"};
    case Finding::attempt_begun:
      return {"the attempt is written down before the channel is asked", "先登记、后请求渠道"};
    case Finding::attempt_found:
      return {"an earlier attempt is open: what became of it is asked", "已有未决的渠道请求：先查询其结果"};
    case Finding::voucher_free: return {"the fact is not booked yet", "此事实尚未入账"};
    case Finding::voucher_stands: return {"the fact is booked, voucher " + n, "此事实已入账，凭证 " + n};
    case Finding::voucher_booked: return {"booked, voucher " + n, "已入账，凭证 " + n};
    case Finding::funds_suffice: return {"the balance covers it", "余额充足"};
    case Finding::funds_lack: return {"the balance does not cover it", "余额不足"};
    case Finding::day_closed: return {"the books of this day are closed", "当日账期已关闭"};
    case Finding::dated_later:
      return {"it has happened, and its day is closed: dated to the first open day, " + day_of(line.number),
              "已实际发生而当日账期已关闭：记入首个开放日 " + day_of(line.number)};
    case Finding::channel_approved: return {"the channel said yes", "渠道已同意"};
    case Finding::channel_declined: return {"the channel said no", "渠道拒绝"};
    case Finding::channel_silent: return {"the channel gave no answer", "渠道无应答"};
    case Finding::channel_unreached: return {"the request never left us", "请求未发出"};
    case Finding::channel_knows_nothing: return {"the channel knows nothing of it", "渠道查无此单"};
    case Finding::token_good: return {"the token permits it, once", "令牌有效，仅此一次"};
    case Finding::token_bad: return {"the token does not permit it", "令牌无效"};
    case Finding::lease_ours: return {"the lease is still held, fence " + n, "租约仍在手，栅栏 " + n};
    case Finding::lease_passed_on: return {"the lease is not held any more, fence " + n, "租约已不再持有，栅栏 " + n};
    case Finding::message_new: return {"this business event is new", "新的业务事件"};
    case Finding::message_known: return {"this business event is consumed already", "此业务事件已消费"};
    case Finding::message_altered: return {"known with other content", "已知，但内容不同"};
    case Finding::message_older: return {"something newer was seen of this order", "已见到该订单更新的状态"};
    case Finding::message_newest: return {"the newest seen of this order", "为该订单目前最新"};
    case Finding::message_marked: return {"its mark is written with its effect", "标记与效果同事务写入"};
    case Finding::message_held: return {"kept whole with the reason, number " + n, "连同原因完整保留，编号 " + n};
    case Finding::tombstone_laid:
      return {"a tombstone is laid: the order shall not be made any more", "已立墓碑：该订单不得再创建"};
    case Finding::tombstone_found: return {"the order was cancelled before it was made", "订单在创建之前已取消"};
    case Finding::stock_reserved: return {"reserved for the order, lines: " + n, "已为订单预留，行数：" + n};
    case Finding::stock_lacks: return {"not enough is there; left: " + n, "库存不足；剩余：" + n};
    case Finding::stock_moved: return {"on hand changed by " + n, "库存现有数变动 " + n};
    case Finding::coupon_used: return {"the coupon is used once more", "优惠券使用一次"};
    case Finding::coupon_refused: return {"the coupon cannot be used", "优惠券不可用"};
    case Finding::looked_before:
      return {"looked before, in a transaction of its own, and does not look again",
              "此前已在另一个事务中查过，不再核对"};
    case Finding::layer_off: return {"switched off in this laboratory file", "此层在实验账本中已关闭"};
  }
  return {};
}

std::string to_json(const Reply& reply) {
  std::string out = reply.answer;
  if (!out.empty() && out.back() == '}') out.pop_back();
  out += ",\"answered_by\":";
  append_json_string(out, name(reply.answered_by));
  out += reply.replayed ? ",\"replayed\":true" : ",\"replayed\":false";
  out += ",\"http_status\":" + std::to_string(reply.http_status);
  if (reply.retry_after_ms) out += ",\"retry_after_ms\":" + std::to_string(*reply.retry_after_ms);
  out += ",\"trace\":";
  std::string lines;
  JsonWriter json(lines);
  json.array();
  for (const TraceLine& line : reply.trace) {
    json.object().member("layer", name(line.layer)).member("finding", name(line.finding));
    json.member("text", sentence(line).en).end();
  }
  json.end();
  out += lines;
  out += '}';
  return out;
}

}  // namespace payonce
