#include "app/commands/order_rows.hpp"

#include "app/commands/order_goods.hpp"
#include "app/timeline.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/orders/attempt.hpp"
#include "ledger/orders/dispute.hpp"
#include "ledger/orders/operation.hpp"
#include "ledger/orders/refund.hpp"

namespace payonce {
namespace {

std::string code_of(View& view, std::int64_t account_id) {
  const auto account = journal::find_account(view, account_id);
  return account ? account->code : std::string();
}

}  // namespace

Record order_record(View& view, const orders::Order& order, Shape shape) {
  Record record;
  record.text("order", {"order", "订单"}, order.number)
      .text("status", {"status", "状态"}, std::string(name(order.status)))
      .text("buyer", {"buyer", "买方"}, code_of(view, order.buyer_id))
      .text("payee", {"payee", "收款方"}, code_of(view, order.payee_id))
      .money("due", {"due", "应付"}, order.due)
      .money("captured", {"paid", "已付"}, {order.captured_minor, order.due.currency()})
      .money("refunded", {"refunded", "已退"}, {order.refunded_minor, order.due.currency()});
  // For people what is zero for most orders stands there where it is not.
  const auto told = [&](std::int64_t minor) {
    return shape == Shape::members || (shape == Shape::lines && minor != 0);
  };
  if (told(order.tax_minor)) record.money("tax", {"of it tax", "其中税额"}, {order.tax_minor, order.due.currency()});
  if (told(order.charged_back_minor)) {
    record.money("charged_back", {"charged back", "拒付"}, {order.charged_back_minor, order.due.currency()});
  }
  record.maybe("voucher", {"voucher", "凭证"}, orders::settling_voucher(view, order))
      .time("expires", {"expires", "过期"}, order.expires_at_ns)
      .number("version", {"version", "版本"}, order.version);
  return record;
}

std::vector<Record> attempt_records(View& view, const orders::Order& order) {
  std::vector<Record> rows;
  for (const orders::Attempt& attempt : orders::attempts_of(view, order.id)) {
    rows.push_back(
        Record()
            .number("n", {"n", "序号"}, attempt.n)
            .text("channel", {"channel", "渠道"}, attempt.channel)
            .text("reference", {"reference", "请求号"}, attempt.reference)
            .maybe("channel_txn", {"channel's number", "渠道流水号"}, attempt.channel_txn)
            .money("amount", {"amount", "金额"}, attempt.amount)
            .money("captured", {"captured", "已请款"}, {attempt.captured_minor, attempt.amount.currency()})
            .text("status", {"status", "状态"}, std::string(name(attempt.status)))
            .maybe("role", {"role", "用途"},
                   attempt.role ? std::optional(std::string(name(*attempt.role))) : std::nullopt)
            .truth("needs_review", {"needs review", "需人工"}, attempt.needs_review && !attempt.concluded()));
  }
  return rows;
}

std::vector<Record> refund_records(View& view, const orders::Order& order) {
  std::vector<Record> rows;
  for (const orders::Refund& refund : orders::refunds_of(view, order.id)) {
    rows.push_back(Record()
                       .text("cause", {"cause", "缘由"}, std::string(name(refund.cause)))
                       .money("amount", {"amount", "金额"}, refund.amount)
                       .text("status", {"status", "状态"}, std::string(name(refund.status)))
                       .maybe("channel", {"channel", "渠道"}, refund.channel)
                       .maybe("reference", {"reference", "请求号"}, refund.reference)
                       .maybe("channel_txn", {"channel's number", "渠道流水号"}, refund.channel_txn));
  }
  return rows;
}

std::vector<Record> operation_records(View& view, const orders::Order& order) {
  std::vector<Record> rows;
  for (const orders::Operation& operation : orders::operations_of(view, order.id)) {
    rows.push_back(Record()
                       .text("operation", {"operation", "操作"}, std::string(name(operation.kind)))
                       .money("amount", {"amount", "金额"}, operation.amount)
                       .text("status", {"status", "状态"}, std::string(name(operation.status)))
                       .text("reference", {"reference", "请求号"}, operation.reference)
                       .maybe("channel_txn", {"channel's number", "渠道流水号"}, operation.channel_txn)
                       .truth("needs_review", {"needs review", "需人工"}, operation.needs_review));
  }
  return rows;
}

std::vector<Record> dispute_records(View& view, const orders::Order& order) {
  std::vector<Record> rows;
  for (const orders::Dispute& dispute : orders::disputes_of(view, order.id)) {
    rows.push_back(Record()
                       .text("channel", {"channel", "渠道"}, dispute.channel)
                       .text("reference", {"dispute", "争议"}, dispute.reference)
                       .money("amount", {"amount", "金额"}, dispute.amount)
                       .money("fee", {"fee", "手续费"}, dispute.fee)
                       .text("status", {"status", "状态"}, std::string(name(dispute.status))));
  }
  return rows;
}

void write_rows(JsonWriter& json, std::string_view name, const std::vector<Record>& rows) {
  json.name(name).array();
  for (const Record& row : rows) row.write(json);
  json.end();
}

void write_order(JsonWriter& json, View& view, const orders::Order& order) {
  const Record record = order_record(view, order, Shape::members);
  for (const Record::Field& field : record.fields()) json.name(field.name).raw(field.json);
  write_rows(json, "lines", line_records(view, order));
  write_rows(json, "attempts", attempt_records(view, order));
  write_rows(json, "operations", operation_records(view, order));
  write_rows(json, "refunds", refund_records(view, order));
  write_rows(json, "disputes", dispute_records(view, order));
  write_rows(json, "life", rows_of(orders::life_of(view, order.id), true));
}

}  // namespace payonce
