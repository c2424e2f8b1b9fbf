#include "app/commands/break_show.hpp"

#include "app/break_behind.hpp"
#include "app/break_rows.hpp"
#include "app/commands/order_rows.hpp"
#include "app/statement_file.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

ExitStatus show(Context& context, const Arguments& given) {
  const rec::Break one = break_of(context, "break", given.text("break"));
  context.ledger().store().reading([&](View& view) {
    const BreakBehind behind = read_behind(context, view, one);
    context.print(context.json() ? break_json(view, one, behind) : break_text(context, view, one, behind));
  });
  return ExitStatus::done;
}

ExitStatus suggest(Context& context, const Arguments& given) {
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  const std::string channel = taken(ChannelId::parse("channel", given.text("channel"))).text();
  require_channel(context, channel);
  const rec::Suggestions all =
      context.ledger().store().reading([&](View& view) { return rec::suggest(view, channel, limit, most_behind); });
  if (context.json()) {
    std::string out;
    JsonWriter json(out);
    std::vector<Record> rows;
    for (const rec::Suggestion& one : all.shown) rows.push_back(suggestion_row(one));
    json.object();
    write_rows(json, "candidates", rows);
    json.member("more_candidates", all.more).member("exit", number(ExitStatus::done)).end();
    context.print(out + "\n");
    return ExitStatus::done;
  }
  context.print(
      all.shown.empty()
          ? context.said({"nothing that stands alone has a candidate on the other side", "没有可建议的配对"}) + "\n"
          : suggestions_text(context, all));
  return ExitStatus::done;
}

}  // namespace

Command break_show_command() {
  return {.path = "break show",
          .about = {"one of them: both sides, the line as written, and the history of its order",
                    "查看一个差异：两侧、原文及其订单的经历"},
          .positionals = {{.name = "break", .about = {"its id", "差异编号"}}},
          .examples = {{.line = "payonce break show 6f1d0c2a9b3e4d57"}},
          .run = show,
          .more = {{"Down from the difference: both sides beside each other, candidates on the other side, the order "
                    "with what\nwas asked of channels, the postings, the idempotency keys, the messages, and every "
                    "run it stood in.",
                    "逐层展开：两侧对照、可能的对应方、订单与渠道请求、分录、幂等键、消息，以及历次对账中的状态。"}},
          .reads = true};
}

Command break_suggest_command() {
  return {
      .path = "break suggest",
      .about = {"what stands alone on both sides and may belong together", "列出可能对应的两侧未配对项"},
      .options = {{.name = "channel", .value = "CHANNEL", .about = {"of this one", "渠道"}, .required = true},
                  {.name = "limit", .value = "N", .about = {"at most so many lines", "最多明细数"}, .fallback = "20"}},
      .examples = {{.line = "payonce break suggest --channel card",
                    .about = {"each with the command that would pair it", "逐项给出配对命令"}}},
      .run = suggest,
      .more = {{"Where one amount has several candidates no pass takes one: a person does, by break match. Listed "
                "are the same\namount, kind and currency at most three days apart, and the same number with other "
                "facts; 20 of a line.",
                "同一金额有多个候选时不自动配对，由人用 break match 决定。列出同类型、同币种、同金额且相差不超过\n"
                "三天者，以及单号相同而其他要素不同者；每条明细至多 20 个。"}},
      .reads = true};
}

}  // namespace payonce
