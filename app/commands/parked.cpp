#include "app/commands/parked.hpp"

#include "app/context.hpp"
#include "app/record.hpp"
#include "app/reply.hpp"
#include "ledger/messages/parking.hpp"
#include "ledger/values/utf8.hpp"

namespace payonce {
namespace {

std::int64_t number_of(const Arguments& given) { return taken(parse_count("number", given.text("number"), 1)); }

Problem unknown() {
  return {ExitStatus::refused, {"number", {"no message is held under it", "没有以此编号保留的消息"}}};
}

Record short_of(const parking::Held& held) {
  Record record;
  record.number("n", {"n", "编号"}, held.number)
      .text("state", {"state", "状态"}, held.state, held.state == "parked" ? Tone::bad : Tone::plain)
      .text("consumer", {"consumer", "消费者"}, held.consumer)
      .maybe("order", {"order", "订单"}, held.order)
      .text("reason", {"reason", "原因"}, held.reason)
      .number("tries", {"tries", "尝试次数"}, held.tries)
      .time("kept_at", {"kept since", "保留自"}, held.kept_at_ns)
      .time("due_at", {"waits until", "等待至"}, held.due_at_ns);
  return record;
}

ExitStatus list(Context& context, const Arguments& given) {
  const std::int64_t after = taken(parse_count("after", given.text("after"), 0));
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  std::vector<Record> rows;
  context.ledger().store().reading([&](View& view) {
    for (const parking::Held& held : parking::list(view, given.given("all"), after, limit)) {
      rows.push_back(short_of(held));
    }
  });
  return tell_list(context, "parked", rows, {"no message is held", "没有保留的消息"}, limit);
}

ExitStatus show(Context& context, const Arguments& given) {
  const auto held = context.ledger().store().reading([&](View& view) { return parking::find(view, number_of(given)); });
  if (!held) throw unknown();
  Record record = short_of(*held);
  record.text("detail", {"detail", "细节"}, held->detail)
      .maybe("note", {"dropped because", "放弃原因"}, held->note)
      .text("content", {"content", "内容"}, held->content);
  return tell(context, {held->state, held->state}, held->state == "parked" ? Tone::bad : Tone::ok, record);
}

ExitStatus retry(Context& context, const Arguments& given) {
  const auto reply = context.engine().redrive(number_of(given));
  if (!reply) {
    throw Problem(ExitStatus::refused,
                  {"number", {"no message is held under it any more, or ever was", "此编号下没有待处理的消息"}});
  }
  return tell(context, *reply);
}

ExitStatus drop(Context& context, const Arguments& given) {
  const std::int64_t number = number_of(given);
  const std::string& why = given.text("reason");
  if (why.empty() || why.size() > 1000) {
    throw Problem(ExitStatus::usage, {"reason", {"is a sentence of 1 to 1000 bytes", "须为 1 到 1000 字节的一句话"}});
  }
  const std::int64_t now_ns = context.world().wall_ns();
  const auto held = context.ledger().store().atomically([&](Tx& tx) {
    (void)parking::drop(tx, number, why, now_ns);
    return parking::find(tx, number);
  });
  if (!held) throw unknown();
  if (held->state != "dropped") {
    throw Problem(ExitStatus::refused, {"number", {"has had its effect already", "已生效，不可放弃"}});
  }
  return tell(context, {"dropped: it stays in the list of --all", "已放弃：仍列于 --all"}, Tone::ok, short_of(*held));
}

Positional number_positional() {
  return {.name = "number", .about = {"as payonce parked list tells it", "payonce parked list 所列编号"}};
}

}  // namespace

Command parked_list_command() {
  return {
      .path = "parked list",
      .about = {"messages that could not be applied: parked, or waiting", "未能应用的消息：已停放或等待中"},
      .options = {{.name = "all", .about = {"also those that have ended", "包括已了结的"}},
                  {.name = "after", .value = "N", .about = {"only those behind it", "只列此编号之后"}, .fallback = "0"},
                  {.name = "limit", .value = "N", .about = {"how many", "最多条数"}, .fallback = "50"}},
      .examples = {{.line = "payonce parked list"}},
      .run = list,
      .reads = true};
}

Command parked_show_command() {
  return {.path = "parked show",
          .about = {"one of them, with its whole content", "显示其中一条及其完整内容"},
          .positionals = {number_positional()},
          .examples = {{.line = "payonce parked show 1"}},
          .run = show,
          .reads = true};
}

Command parked_retry_command() {
  return {.path = "parked retry",
          .about = {"applies one of them again by hand, once", "人工重试其中一条，只生效一次"},
          .positionals = {number_positional()},
          .examples = {{.line = "payonce parked retry 1"}},
          .run = retry,
          .more = {{"What has happened meanwhile is recognised, however long ago: its mark is kept for ever.",
                    "期间若已生效会被识别，无论多久：消费标记永久保留。"}}};
}

Command parked_drop_command() {
  return {.path = "parked drop",
          .about = {"gives one of them up; it stays on record", "放弃其中一条；记录保留"},
          .positionals = {number_positional()},
          .options = {{.name = "reason",
                       .value = "TEXT",
                       .about = {"why, for whoever reads it later", "原因，供日后查阅"},
                       .required = true}},
          .examples = {{.line = "payonce parked drop 1 --reason \"the sender took it back\""}},
          .run = drop};
}

}  // namespace payonce
