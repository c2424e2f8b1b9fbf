#include "ledger/layers/reconciliation_suggestions.hpp"

#include <cstdlib>

#include "schema/queries/reconciliation_drill.hpp"

namespace payonce::reconciliation {
namespace {

namespace sql = payonce::sql::reconciliation_drill;

struct Asked {
  std::string_view channel;
  std::string_view line_break;
  std::int64_t item_id = 0;
  std::int64_t lines = 0;
  std::int64_t a_line = 0;
};

Suggestions read(View& view, const Asked& asked) {
  Suggestions all;
  view.each(sql::suggestions{.channel = asked.channel,
                             .line_break = asked.line_break,
                             .item_id = asked.item_id,
                             .at_most = asked.lines,
                             .a_line = asked.a_line},
            [&](const Row& row) {
              all.shown.push_back({.line_break = std::string(row.text(0)),
                                   .channel_id = std::string(row.text(1)),
                                   .our_id = std::string(row.text(2)),
                                   .line_day = std::string(row.text(3)),
                                   .movement = std::string(row.text(4)),
                                   .line_currency = std::string(row.text(5)),
                                   .gross = row.integer(6),
                                   .item_break = std::string(row.text(7)),
                                   .voucher = std::string(row.text(8)),
                                   .order = std::string(row.text(9)),
                                   .item_day = std::string(row.text(10)),
                                   .item_movement = std::string(row.text(11)),
                                   .currency = std::string(row.text(12)),
                                   .amount = row.integer(13),
                                   .same_number = row.integer(14) == 1,
                                   .days_apart = std::abs(days_between(row.text(3), row.text(10)))});
              all.more = all.more || row.integer(15) > asked.a_line || row.integer(16) > asked.lines;
            });
  return all;
}

}  // namespace

Text Suggestion::because() const {
  if (same_number) return {"same number, other facts", "单号相同，其他要素不同"};
  const std::string days = std::to_string(days_apart);
  return {"same amount, " + days + (days_apart == 1 ? " day" : " days") + " apart", "金额相同，相差 " + days + " 天"};
}

std::string Suggestion::command() const {
  return "payonce break match " + line_break + " " + (item_break.empty() ? voucher : item_break) + " --reason \"" +
         because().en + "\"";
}

Suggestions suggest(View& view, std::string_view channel, std::int64_t lines, std::int64_t a_line) {
  return read(view, {.channel = channel, .line_break = "", .item_id = 0, .lines = lines, .a_line = a_line});
}

Suggestions suggest_for(View& view, const Break& one, std::int64_t at_most) {
  if (!one.open() || one.line_id.has_value() == one.item_id.has_value()) return {};
  return read(view, {.channel = one.channel,
                     .line_break = one.line_id ? std::string_view(one.id) : std::string_view(),
                     .item_id = one.item_id.value_or(0),
                     .lines = at_most,
                     .a_line = at_most});
}

std::optional<Break> alone(View& view, std::string_view voucher) {
  std::optional<Break> found;
  (void)view.one(sql::alone_by_number{.number = voucher}, [&](const Row& row) {
    found = Break{};
    found->item_id = row.integer(0);
    found->channel = std::string(row.text(1));
    found->voucher = std::string(voucher);
  });
  return found;
}

}  // namespace payonce::reconciliation
