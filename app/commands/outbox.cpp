#include "app/commands/outbox.hpp"

#include <algorithm>
#include <optional>

#include "app/context.hpp"
#include "app/event_file.hpp"
#include "app/print/output.hpp"
#include "app/record.hpp"
#include "ledger/messages/outbox.hpp"

namespace payonce {
namespace {

/// So many events between two marks: a crash makes at most so many be told twice, and a mark costs a write to the disk.
constexpr std::int64_t batch_events = 500;

Record record_of(const outbox::Event& event, std::int64_t published) {
  Record record;
  record.number("n", {"n", "序号"}, event.number)
      .text("event", {"event", "事件"}, event.event)
      .text("order", {"order", "订单"}, event.order)
      .number("version", {"version", "版本"}, event.version)
      .money("amount", {"amount", "金额"}, event.amount)
      .time("at", {"at", "时间"}, event.at_ns)
      .truth("published", {"published", "已发布"}, event.number <= published);
  return record;
}

ExitStatus events(Context& context, const Arguments& given) {
  const std::int64_t after = taken(parse_count("after", given.text("after"), 0));
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  std::vector<Record> rows;
  context.ledger().store().reading([&](View& view) {
    const std::int64_t published = outbox::published(view);
    for (const outbox::Event& event : outbox::events(view, after, limit, given.maybe("order"))) {
      rows.push_back(record_of(event, published));
    }
  });
  return tell_list(context, "events", rows, {"there are no events", "没有事件"}, limit);
}

/// Writes the next batch and marks it behind the flush; how many it was. Nothing where the output did not arrive.
std::optional<std::int64_t> publish_batch(Context& context, EventFile* file, std::int64_t at_most) {
  Store& store = context.ledger().store();
  const auto batch = store.reading([&](View& view) { return outbox::events(view, outbox::published(view), at_most); });
  if (batch.empty()) return 0;
  std::string lines;
  for (const outbox::Event& event : batch) {
    lines += to_json(outbox::message_of(event, context.ledger().id()), false) + "\n";
  }
  if (file != nullptr) {
    file->add(lines);
  } else {
    context.print(lines);
    if (!flush_output()) return std::nullopt;
  }
  context.world().step(Step::event_publish);
  const std::int64_t now_ns = context.world().wall_ns();
  store.atomically([&](Tx& tx) { (void)outbox::publish(tx, batch.back().number, now_ns); });
  return static_cast<std::int64_t>(batch.size());
}

ExitStatus publish(Context& context, const Arguments& given) {
  if (const auto spec = given.maybe("crash-at")) context.crash_at(*spec);
  const std::string& to = given.text("to");
  std::optional<std::int64_t> limit;
  if (const auto text = given.maybe("limit")) limit = taken(parse_count("limit", *text, 1));
  (void)context.ledger();
  std::optional<EventFile> file;
  if (to != "-") file.emplace(to);
  std::int64_t told = 0;
  for (;;) {
    const std::int64_t left = limit ? std::min(batch_events, *limit - told) : batch_events;
    if (left == 0) break;
    const auto now = publish_batch(context, file ? &*file : nullptr, left);
    if (!now) return ExitStatus::storage;
    if (*now == 0) break;
    told += *now;
  }
  if (!file) {
    // The lines are the output; what is said about them must not stand among them.
    if (!context.json())
      context.note({std::to_string(told) + " events published", "已发布 " + std::to_string(told) + " 个事件"});
    return ExitStatus::done;
  }
  Record record;
  record.number("published", {"events", "事件"}, told).text("to", {"to", "写入"}, to);
  return tell(context, {"published", "已发布"}, Tone::ok, record);
}

}  // namespace

Command events_command() {
  return {
      .path = "events",
      .about = {"what happened to orders, in the order it happened", "订单上发生的事件，按发生顺序"},
      .options = {{.name = "order", .value = "ORDER", .about = {"of one order", "只列一个订单"}},
                  {.name = "after", .value = "N", .about = {"only those behind it", "只列此序号之后"}, .fallback = "0"},
                  {.name = "limit", .value = "N", .about = {"how many", "最多条数"}, .fallback = "50"}},
      .examples = {{.line = "payonce events --order ord_42"}},
      .run = events,
      .more = {{"Each is written in the transaction of its step, so that none is missing and none is told of a step "
                "that was not taken.",
                "事件与其步骤写在同一事务：不会缺失，也不会通告未发生的步骤。"}},
      .reads = true};
}

Command publish_command() {
  return {.path = "publish",
          .about = {"tells the events nobody has been told yet, as JSON lines", "以 JSON 行发布尚未发布的事件"},
          .options = {{.name = "to",
                       .value = "FILE|-",
                       .about = {"added to this file; - is standard output", "追加到此文件；- 为标准输出"},
                       .fallback = "-"},
                      {.name = "limit", .value = "N", .about = {"so many at most", "最多条数"}},
                      {.name = "crash-at",
                       .value = "LABEL[:N]",
                       .about = {"die at this step (laboratory files only)", "在此步骤崩溃（仅限实验账本）"},
                       .hidden = true}},
          .examples = {{.line = "payonce publish --to events.ndjson",
                        .about = {"payonce consume reads it, on another ledger", "另一账本以 payonce consume 读取"}}},
          .run = publish,
          .more = {{"At least once: an event counts as published only behind the flush, so that a crash tells it again "
                    "and never\n"
                    "loses it. Its event_id is the same each time. Events of one order come in their order.",
                    "至少一次：写出并落盘后才记为已发布，崩溃只会重发而不会丢失；重发时 event_id "
                    "不变。同一订单的事件按序发出。"}}};
}

}  // namespace payonce
