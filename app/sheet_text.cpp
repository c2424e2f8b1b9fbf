#include <unistd.h>

#include <algorithm>
#include <map>

#include "app/print/screen.hpp"
#include "app/print/table.hpp"
#include "app/record.hpp"
#include "app/sheet.hpp"
#include "app/sheet_settlement.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

Tone tone_of(rec::Verdict verdict) {
  switch (verdict) {
    case rec::Verdict::balanced:
    case rec::Verdict::explained: return Tone::ok;
    case rec::Verdict::open: return Tone::bad;
    case rec::Verdict::cannot_say: break;
  }
  return Tone::warn;
}

std::string heading(const Context& context, const Text& text) { return "\n" + context.said(text) + "\n"; }

std::string head(const Context& context, const rec::Sheet& sheet) {
  const Text sentence = rec::sentence(sheet.verdict);
  const std::string word(name(sheet.verdict));
  Record record;
  record.number("run", {"run", "对账编号"}, sheet.run_id)
      .text("ledger", {"ledger", "账本"}, sheet.ledger)
      .text("channel", {"channel", "渠道"}, sheet.channel)
      .text("accounts", {"account", "账户"}, joined(sheet.accounts()))
      .words("period", {"period", "期间"}, period_words(sheet))
      .words("cut_off", {"cut-off", "日切"}, cut_off_words(sheet))
      .number("grace", {"days of grace", "宽限天数"}, sheet.grace_days)
      .text("last_voucher", {"book up to", "账本截至"}, sheet.last_voucher)
      .number("rules", {"rule version", "规则版本"}, sheet.rules)
      .text("actor", {"prepared by", "编制人"}, sheet.actor)
      .time("at", {"at", "时间"}, sheet.at_ns)
      .text("signed_by", {"signed by", "签字人"}, sheet.signed_by.empty() ? "-" : sheet.signed_by);
  if (sheet.previous_run_id) record.number("previous", {"follows run", "上一次"}, *sheet.previous_run_id);
  return context.painter().mark(context.said({word + ": " + sentence.en, word + "：" + sentence.zh}),
                                tone_of(sheet.verdict)) +
         "\n" + lines_of(context, record);
}

std::string files(const Context& context, const rec::Sheet& sheet) {
  Table table({{context.said({"statement", "对账单"})},
               {context.said({"days", "日期"})},
               {context.said({"lines", "行数"}), Align::right},
               {""},
               {"sha"}});
  for (const rec::Statement& one : sheet.statements) {
    const std::string days = one.first_day ? *one.first_day + " – " + one.last_day.value_or("") : "-";
    table.row({one.name, days, std::to_string(one.lines),
               one.trusted ? Cell(context.said({"trusted", "可信"}), Tone::ok)
                           : Cell(context.said({"not trusted", "不可信"}), Tone::warn),
               one.digest.substr(0, 12)});
  }
  std::string out = heading(context, {"Statements", "对账单"}) + table.text(context.painter());
  for (const rec::Statement& one : sheet.statements) {
    constexpr std::size_t most_told = 5;  // channel import tells them all
    for (std::size_t n = 0; n < std::min(one.broken.size(), most_told); ++n) {
      const statements::Broken& broken = one.broken[n];
      const std::string line = std::to_string(broken.line);
      out += "  " + one.name + " · " + std::string(statements::name(broken.code)) + " · " +
             printable(context.said({"line " + line + ": " + broken.why.en, "第 " + line + " 行：" + broken.why.zh})) +
             "\n";
    }
  }
  for (const rec::Figure& figure : sheet.figures) {
    if (figure.sheet != "uncovered") continue;
    out += context.painter().mark(context.said({figure.name + ": not told by a file that can be trusted",
                                                figure.name + "：没有可信的对账单"}),
                                  Tone::warn) +
           "\n";
  }
  return out;
}

std::string bridges(const Context& context, const rec::Sheet& sheet) {
  std::map<std::string, Table> tables;
  for (const rec::Figure& figure : sheet.figures) {
    if (figure.sheet != "bridge") continue;
    Table& table = tables
                       .try_emplace(figure.currency,
                                    Table({{context.said(sheet_words("bridge"))}, {figure.currency, Align::right}}))
                       .first->second;
    const bool left = figure.name == "unexplained";
    if (left || figure.name == "statement") table.rule();
    table.row({context.said(figure_words(figure.name)),
               Cell(decimal(figure.amount, figure.currency), !left                ? Tone::plain
                                                             : figure.amount == 0 ? Tone::ok
                                                                                  : Tone::bad)});
  }
  std::string out;
  for (const auto& [currency, table] : tables) out += "\n" + table.text(context.painter());
  return out;
}

/// Rows and columns of the matrix add up: theirs is matched and what is not in our books.
std::string matrix(const Context& context, const rec::Sheet& sheet) {
  std::map<std::string, std::map<std::string, std::map<std::string, const rec::Figure*>>> cells;
  for (const rec::Figure& figure : sheet.figures) {
    if (figure.sheet == "matrix") cells[figure.currency][figure.kind][figure.name] = &figure;
  }
  std::string out;
  const std::array<std::string, 6> columns = {"ours", "theirs", "matched", "timing", "not_at_channel", "not_in_books"};
  for (const auto& [currency, kinds] : cells) {
    Table table({{currency},
                 {context.said({"ours", "本地"}), Align::right},
                 {context.said({"theirs", "渠道"}), Align::right},
                 {context.said({"matched", "相符"}), Align::right},
                 {context.said({"timing", "时间差"}), Align::right},
                 {context.said({"only ours", "仅本地"}), Align::right},
                 {context.said({"only theirs", "仅渠道"}), Align::right}});
    for (const auto& [kind, row] : kinds) {
      std::vector<Cell> line{Cell(context.said(movement_words(kind)))};
      for (const std::string& column : columns) {
        const auto found = row.find(column);
        if (found == row.end() || (found->second->count == 0 && found->second->amount == 0)) {
          line.emplace_back("-");
        } else {
          line.emplace_back(std::to_string(found->second->count) + " · " + decimal(found->second->amount, currency));
        }
      }
      table.row(std::move(line));
    }
    out += heading(context, sheet_words("matrix")) + table.text(context.painter());
  }
  return out;
}

std::string two_columns(const Context& context, const rec::Sheet& sheet, const std::string& wanted) {
  std::map<std::string, Table> tables;
  for (const rec::Figure& figure : sheet.figures) {
    if (figure.sheet != wanted) continue;
    Table& table = tables
                       .try_emplace(figure.currency, Table({{context.said(sheet_words(wanted))},
                                                            {context.said({"breaks", "笔数"}), Align::right},
                                                            {figure.currency, Align::right}}))
                       .first->second;
    if (figure.name == "closing") table.rule();
    table.row({context.said(figure_words(figure.name)), std::to_string(figure.count),
               decimal(figure.amount, figure.currency)});
  }
  std::string out;
  for (const auto& [currency, table] : tables) out += "\n" + table.text(context.painter());
  return out;
}

std::string settlement(const Context& context, const rec::Sheet& sheet) {
  std::string out;
  for (const SheetTable& one : settlement_tables(sheet)) {
    std::vector<Column> columns;
    for (const Text& title : one.columns) {
      columns.push_back({context.said(title), columns.empty() ? Align::left : Align::right});
    }
    Table table(std::move(columns));
    for (const SheetTable::Row& row : one.rows) {
      std::vector<Cell> cells{Cell(context.said(row.words))};
      cells.insert(cells.end(), row.numbers.begin(), row.numbers.end());
      table.row(std::move(cells));
    }
    out += heading(context, {one.title.en + " · " + one.currency, one.title.zh + " · " + one.currency}) +
           table.text(context.painter());
  }
  return out;
}

std::string shown(const std::optional<std::int64_t>& minor, const std::string& currency) {
  return minor ? decimal(*minor, currency) : "-";
}

std::string breaks(const Context& context, const rec::Sheet& sheet) {
  if (sheet.breaks.empty()) return {};
  Table table({{context.said({"break", "差异"})},
               {"id"},
               {context.said({"day", "日期"})},
               {context.said({"their number", "渠道单号"}), Align::left, 24},
               {context.said({"here", "本地"}), Align::right},
               {context.said({"there", "渠道"}), Align::right},
               {context.said({"left", "余额"}), Align::right},
               {context.said({"state", "状态"})},
               {context.said({"what to do", "处理"})}});
  table.fit(screen_width(STDOUT_FILENO));
  for (const rec::SheetBreak& one : sheet.breaks) {
    table.row({Cell(std::string(name(one.code)), one.open() ? Tone::bad : Tone::dim), one.id, one.day,
               one.channel_id.empty() ? one.our_id : one.channel_id, shown(one.ours, one.currency),
               shown(one.theirs, one.currency), decimal(one.remaining, one.currency) + " " + one.currency,
               context.said(state_words(one.state)), context.said(rec::advice(one.code))});
  }
  std::string out = heading(context, {"Breaks", "差异"}) + table.text(context.painter());
  out += context.said({"each in full: payonce break show ID", "逐个查看：payonce break show ID"}) + "\n";
  const std::int64_t more = sheet.break_count - static_cast<std::int64_t>(sheet.breaks.size());
  if (more > 0) {
    const std::string count = std::to_string(more);
    out += context.said({"and " + count + " more: payonce report reconciliation " + std::to_string(sheet.run_id) +
                             " --csv FOLDER",
                         "另有 " + count + " 笔：payonce report reconciliation " + std::to_string(sheet.run_id) +
                             " --csv FOLDER"}) +
           "\n";
  }
  return out;
}

std::string adjustments(const Context& context, const rec::Sheet& sheet) {
  std::vector<Record> rows;
  for (const rec::Adjustment& one : sheet.adjustments) {
    rows.push_back(Record()
                       .text("break", {"break", "差异"}, one.break_id)
                       .text("action", {"fix", "处理"}, one.action)
                       .text("amount", {"amount", "金额"}, decimal(one.amount, one.currency) + " " + one.currency)
                       .text("proposed_by", {"proposed by", "提出人"}, one.proposed_by)
                       .text("approved_by", {"approved by", "批准人"}, one.approved_by)
                       .text("voucher", {"voucher", "凭证"}, one.voucher.empty() ? "-" : one.voucher));
  }
  if (rows.empty()) return {};
  return heading(context, {"Adjustments", "调整"}) + table_of(context, rows, {"none", "无"});
}

}  // namespace

std::string sheet_text(const Context& context, const rec::Sheet& sheet) {
  return head(context, sheet) + files(context, sheet) + bridges(context, sheet) + matrix(context, sheet) +
         two_columns(context, sheet, "roll_forward") + two_columns(context, sheet, "ageing") +
         settlement(context, sheet) + breaks(context, sheet) + adjustments(context, sheet);
}

}  // namespace payonce
