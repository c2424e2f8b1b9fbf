#include <algorithm>
#include <array>

#include "app/break_behind.hpp"
#include "app/break_rows.hpp"
#include "app/commands/order_rows.hpp"
#include "app/print/table.hpp"
#include "app/timeline.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

Text field_words(std::string_view field) {
  constexpr std::array words = {
      std::array<std::string_view, 3>{"our_number", "our number", "本方单号"},
      std::array<std::string_view, 3>{"their_number", "their number", "渠道单号"},
      std::array<std::string_view, 3>{"order", "order", "订单"},
      std::array<std::string_view, 3>{"kind", "kind", "类型"},
      std::array<std::string_view, 3>{"state", "state", "状态"},
      std::array<std::string_view, 3>{"currency", "currency", "币种"},
      std::array<std::string_view, 3>{"amount", "amount", "金额"},
      std::array<std::string_view, 3>{"day", "day", "日期"},
      std::array<std::string_view, 3>{"account", "account", "账户"},
  };
  for (const auto& word : words) {
    if (word.at(0) == field) return {std::string(word.at(1)), std::string(word.at(2))};
  }
  return {std::string(field), std::string(field)};
}

std::string heading(const Context& context, const Text& text) {
  return "\n" + context.painter().paint(context.said(text), Tone::dim) + "\n";
}

std::string part(const Context& context, const Text& title, const std::vector<Record>& rows) {
  return rows.empty() ? std::string() : heading(context, title) + table_of(context, rows, {});
}

std::string counted(const Context& context, std::int64_t all, std::size_t shown) {
  const std::int64_t more = all - static_cast<std::int64_t>(shown);
  if (more <= 0) return {};
  const std::string count = std::to_string(more);
  return context.said({"and " + count + " more", "另有 " + count + " 条"}) + "\n";
}

std::string sides_text(const Context& context, const BreakBehind& behind) {
  const std::vector<rec::Compared> sides = sides_of(behind);
  const bool any = std::any_of(sides.begin(), sides.end(), [](const rec::Compared& side) { return side.differs; });
  std::vector<Column> columns{{""}, {context.said({"here", "本地"})}, {context.said({"there", "渠道"})}};
  if (any) columns.push_back({""});
  Table table(std::move(columns));
  for (const rec::Compared& side : sides) {
    if (side.here.empty() && side.there.empty()) continue;
    std::vector<Cell> cells{context.said(field_words(side.field)), side.here.empty() ? "-" : side.here,
                            side.there.empty() ? "-" : side.there};
    if (any) cells.push_back(side.differs ? Cell(context.said({"differs", "不同"}), Tone::bad) : Cell(""));
    table.row(std::move(cells));
  }
  return table.empty() ? std::string() : heading(context, {"Both sides", "两侧"}) + table.text(context.painter());
}

/// What was said outside about the order: notices, answers, statements; each once.
std::string said_text(const Context& context, const std::vector<orders::LifeStep>& life) {
  std::string out;
  for (const orders::LifeStep& step : life) {
    if (!step.said || !step.source) continue;
    const std::string line = "  " + *step.source + ": " + printable(*step.said) + "\n";
    if (out.find(line) == std::string::npos) out += line;
  }
  return out.empty() ? out : heading(context, {"What was said outside", "外部所述"}) + out;
}

}  // namespace

std::string break_text(const Context& context, View& view, const rec::Break& one, const BreakBehind& behind) {
  const std::string code(name(one.code));
  std::string out = context.painter().mark(code, one.open() ? Tone::bad : Tone::ok) + "\n" +
                    lines_of(context, break_head(one, behind.fixes, false)) + sides_text(context, behind);
  if (!behind.candidates.shown.empty()) {
    out += heading(context, {"May belong to it; nothing is taken by itself", "可能与之对应；不会自动配对"}) +
           suggestions_text(context, behind.candidates);
  }
  out += part(context, {"Fees of the day", "当日手续费"}, fee_rows(one, behind.drill)) +
         counted(context, behind.drill.fee_count, behind.drill.fees.size());
  if (behind.order) {
    const std::vector<orders::LifeStep> life = orders::life_of(view, behind.order->id);
    out += heading(context, {"Its order", "所属订单"}) + "  " + context.said(rec::sentence(behind.drill.found)) + "\n" +
           lines_of(context, order_record(view, *behind.order, Shape::lines)) +
           part(context, {"Asked of channels", "渠道请求"}, attempt_records(view, *behind.order)) +
           part(context, {"Captures and the like", "请款等操作"}, operation_records(view, *behind.order)) +
           part(context, {"Refunds", "退款"}, refund_records(view, *behind.order)) +
           part(context, {"Disputes", "争议"}, dispute_records(view, *behind.order)) + timeline_text(context, life) +
           said_text(context, life);
  } else if (one.line_id || one.item_id) {
    out += heading(context, {"Its order", "所属订单"}) + "  " + context.said(rec::sentence(behind.drill.found)) + "\n";
  }
  out += part(context, {"Pairs it is or was in, and those of its order", "相关配对"}, pair_rows(behind.drill, false)) +
         counted(context, behind.drill.pair_count, behind.drill.pairs.size());
  if (!behind.vouchers.empty()) {
    out += heading(context, {"Postings", "分录"}) + vouchers_text(context, behind.vouchers);
  }
  out += part(context, {"Idempotency keys", "幂等键"}, behind.keys) +
         part(context, {"Messages about the order", "订单消息"}, message_rows(behind.messages)) +
         part(context, {"In every run", "历次对账"}, run_rows(one, behind.drill)) +
         counted(context, behind.drill.run_count, behind.drill.runs.size());
  return out;
}

}  // namespace payonce
