#include "app/commands/review.hpp"

#include "app/context.hpp"
#include "app/record.hpp"
#include "app/reply.hpp"
#include "ledger/orders/stored.hpp"
#include "schema/queries/engine_review.hpp"

namespace payonce {
namespace {

ExitStatus list(Context& context, const Arguments&) {
  return context.ledger().store().reading([&](View& view) {
    std::vector<Record> rows;
    view.each(sql::engine_review::list{}, [&](const Row& row) {
      rows.push_back(Record()
                         .text("kind", {"kind", "种类"}, std::string(row.text(0)))
                         .text("reference", {"reference", "请求号"}, std::string(row.text(1)))
                         .text("order", {"order", "订单"}, std::string(row.text(2)))
                         .text("channel", {"channel", "渠道"}, std::string(row.text(3)))
                         .text("status", {"status", "状态"}, std::string(row.text(4)))
                         .money("amount", {"amount", "金额"}, orders::stored_money(row.integer(5), row.text(6)))
                         .number("questions", {"questions", "已询问"}, row.integer(7))
                         .time("since", {"since", "自"}, row.integer(8)));
    });
    return tell_list(context, "review", rows, {"nothing waits for a person", "没有需人工处理的事项"});
  });
}

ExitStatus resolve(Context& context, const Arguments& given) {
  const std::string& as = given.text("as");
  if (as != "succeeded" && as != "failed") {
    throw Problem(ExitStatus::usage, {"as", {"takes succeeded or failed", "须为 succeeded 或 failed"}});
  }
  const std::string& reason = given.text("reason");
  if (reason.empty() || reason.size() > 1024) {
    throw Problem(ExitStatus::usage, {"reason", {"takes 1 to 1024 bytes", "须为 1 到 1024 字节"}});
  }
  return tell(context, context.engine().review(given.text("subject"), as == "succeeded", reason));
}

}  // namespace

Command review_list_command() {
  return {
      .path = "review list",
      .about = {"what waits for a person", "列出需人工处理的事项"},
      .examples = {{.line = "payonce review list"}},
      .run = list,
      .more = {{"Questions that nobody answered until their schedule was over, answers that do not fit, and what a\n"
                "weaker source contradicts. They keep their status until evidence comes.",
                "询问计划已用尽仍无应答的、应答不符的，以及与更弱来源相矛盾的。有证据之前状态不变。"}},
      .reads = true};
}

Command review_resolve_command() {
  return {
      .path = "review resolve",
      .about = {"a person says how something ended", "由人工认定结果"},
      .positionals = {{.name = "subject", .about = {"an order, or a reference of ours", "订单号，或本方请求号"}}},
      .options = {{.name = "as", .value = "succeeded|failed", .about = {"how it ended", "结果"}, .required = true},
                  {.name = "reason",
                   .value = "TEXT",
                   .about = {"how you know; kept as evidence for ever", "依据；作为证据永久保存"},
                   .required = true}},
      .examples = {{.line = "payonce review resolve ord_42 --as failed --reason \"the bank's hotline, ticket 4711\""}},
      .run = resolve,
      .more = {{"The channel is asked first, and what it knows stands; else this books money, or gives it up, on your "
                "word.\n"
                "What you gave up is asked about for ninety days more: should the channel have moved the money after\n"
                "all, that is booked, and goes back where it came too late; where nothing can take it any more it\n"
                "stands in suspense. Giving up is corrected with --as succeeded; what lies further back in an order\n"
                "than the last thing sent for it is named by its reference (order show).",
                "先向渠道查询，以渠道所知为准；否则凭您的认定入账或放弃。放弃的，九十天内仍会继续查询：\n"
                "若渠道其实已扣款，则予入账；为时已晚的，款项退回；已无处可记的，挂账待查。误判放弃的，用\n"
                "--as succeeded 更正；若其后该订单另有请求，请用请求号指明（order show 可查）。"}}};
}

}  // namespace payonce
