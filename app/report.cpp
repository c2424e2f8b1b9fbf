#include "app/report.hpp"

#include <unistd.h>

#include <map>

#include "app/print/screen.hpp"
#include "app/print/table.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

std::string heading(const Context& context, const Text& text) { return "\n" + context.said(text) + "\n"; }

/// On a screen a long name leaves room for the rest; what is read by a program or kept in a file is whole.
std::size_t reference_columns() { return screen_width(STDOUT_FILENO) == 0 ? 0 : 56; }

std::string shown(const std::optional<Money>& money) { return money ? money->text() : ""; }

Tone tone_of(rec::Conclusion conclusion) {
  switch (conclusion) {
    case rec::Conclusion::clean: return Tone::ok;
    case rec::Conclusion::findings: return Tone::bad;
    case rec::Conclusion::cannot_say: break;
  }
  return Tone::warn;
}

std::string word_of(rec::Conclusion conclusion) {
  switch (conclusion) {
    case rec::Conclusion::clean: return "一致";
    case rec::Conclusion::findings: return "有差异";
    case rec::Conclusion::cannot_say: break;
  }
  return "无法判断";
}

std::string verdict(const Context& context, const rec::Report& report) {
  const rec::Conclusion conclusion = report.conclusion();
  Text line{std::string(name(conclusion)), word_of(conclusion)};
  if (conclusion == rec::Conclusion::findings) {
    const std::string number = std::to_string(report.findings());
    line = {line.en + " (" + number + ")", line.zh + "（" + number + "）"};
  }
  const Text sentence = rec::sentence(conclusion);
  line = {line.en + ": " + sentence.en, line.zh + "：" + sentence.zh};
  std::string out = context.painter().mark(context.said(line), tone_of(conclusion)) + "\n";
  const std::string count = std::to_string(report.vouchers);
  const std::string last = report.last_voucher.value_or("");
  Text book{count + (report.vouchers == 1 ? " voucher" : " vouchers"), count + " 张凭证"};
  if (!last.empty()) book = {book.en + ", the last " + last, book.zh + "，最后一张 " + last};
  return out + "  " + iso_time(report.at_ns) + "  " + context.said(book) + "\n";
}

std::string channels(const Context& context, const rec::Report& report) {
  if (report.channels.empty()) return {};
  Table table({{context.said({"channel", "渠道"})},
               {""},
               {context.said({"lines", "对账单行数"}), Align::right},
               {context.said({"matched", "相符"}), Align::right},
               {context.said({"findings", "差异"}), Align::right},
               {context.said({"of other ledgers", "属其他账本"}), Align::right}});
  for (const rec::ChannelReport& channel : report.channels) {
    std::int64_t findings = 0;
    for (const rec::Difference& each : channel.differences) findings += each.finding() ? 1 : 0;
    Cell state(context.said({"agrees", "相符"}), Tone::ok);
    if (findings != 0) state = Cell(context.said({"differs", "有差异"}), Tone::bad);
    if (!channel.in_order) state = Cell(context.said({"statement out of order", "对账单乱序"}), Tone::warn);
    if (!channel.reached) state = Cell(context.said({"not reached", "不可达"}), Tone::warn);
    table.row({channel.channel, state, std::to_string(channel.lines), std::to_string(channel.matched),
               std::to_string(findings), std::to_string(channel.elsewhere)});
  }
  return heading(context, {"Channels", "渠道"}) + table.text(context.painter());
}

/// From our books to their statement, a currency at a time: what is left over stands last and must be zero.
std::string bridge(const Context& context, const rec::ChannelReport& channel, const rec::Total& total) {
  std::map<rec::Code, std::int64_t> by_code;
  for (const rec::Difference& each : channel.differences) {
    const std::int64_t sign = each.movement == Movement::refund ? -1 : 1;
    if (each.ours && each.ours->currency() == total.currency) by_code[each.code] -= sign * each.ours->minor();
    if (each.theirs && each.theirs->currency() == total.currency) by_code[each.code] += sign * each.theirs->minor();
  }
  const auto money = [&](std::int64_t minor) { return Money(minor, total.currency).text(); };
  Table table({{channel.channel}, {std::string(total.currency.code()), Align::right}});
  table.row({context.said({"our books", "本地账"}), money(total.ours_minor)});
  for (const auto& [code, minor] : by_code) table.row({"+ " + std::string(name(code)), money(minor)});
  table.row({context.said({"their statement", "渠道对账单"}), money(total.theirs_minor)}).rule();
  table.row({context.said({"unexplained", "未解释"}),
             Cell(money(total.unexplained()), total.unexplained() == 0 ? Tone::ok : Tone::bad)});
  return "\n" + table.text(context.painter());
}

std::string open_items(const Context& context, const rec::Report& report) {
  if (report.open.empty()) return {};
  Table table({{context.said({"open", "未决"})},
               {context.said({"what", "对象"}), Align::left, reference_columns()},
               {context.said({"state", "状态"})},
               {context.said({"order", "订单"})},
               {context.said({"amount", "金额"}), Align::right},
               {context.said({"since", "始于"})}});
  for (const rec::OpenItem& item : report.open) {
    Cell state(item.state);
    if (item.needs_person) {
      state = Cell(context.said({item.state + ", needs a person", item.state + "，需人工"}), Tone::warn);
    }
    table.row({item.kind, item.subject, state, item.order, shown(item.amount), iso_time(item.since_ns)});
  }
  // What a channel has moved already is a finding of the comparison, and stands there as well.
  return heading(context,
                 {"Open: not over yet, and by itself no finding; what a channel has moved already is one below "
                  "(payonce recover asks again)",
                  "未决事项：尚未了结，本身不算差异；渠道已划转的另列为差异（payonce recover 会再次查询）"}) +
         table.text(context.painter());
}

Text advice(const rec::Law& law) {
  if (law.name == "key_stuck" || law.name == "hold_past_end") return {"payonce recover", "运行 payonce recover"};
  if (law.name == "message_parked") {
    return {"payonce parked show, then parked retry or parked drop",
            "先 payonce parked show，再 parked retry 或 parked drop"};
  }
  if (law.name == "refund_owed_and_refused") {
    return {"send it another way: payonce refund ORDER --again REF",
            "改用其他途径退回：payonce refund ORDER --again REF"};
  }
  if (law.name == "order_paid_back_twice") {
    return {"claim one of the two back: the dispute from the channel, or the refund from the customer",
            "追回其一：向渠道申诉争议款，或向客户追回退款"};
  }
  if (law.name == "contradiction_open") {
    return {"payonce review list, then review resolve", "先 payonce review list，再 review resolve"};
  }
  if (law.name == "effect_without_key") return {"find out who booked it, and why", "查明何人因何入账"};
  return {"a person decides: copy the file, take no payment on it until it is known why",
          "由人工处理：先备份文件，查明原因前勿再收款"};
}

std::string differences(const Context& context, const rec::ChannelReport& channel) {
  if (channel.differences.empty()) return {};
  Table table({{context.said({"difference", "差异"})},
               {context.said({"reference", "请求号"}), Align::left, reference_columns()},
               {context.said({"order", "订单"})},
               {context.said({"here", "本地"}), Align::right},
               {context.said({"there", "渠道"}), Align::right},
               {context.said({"what to do", "处理"})}});
  table.fit(screen_width(STDOUT_FILENO));
  for (const rec::Difference& each : channel.differences) {
    table.row({Cell(std::string(name(each.code)), each.finding() ? Tone::bad : Tone::dim), each.reference, each.order,
               shown(each.ours), shown(each.theirs), context.said(rec::advice(each.code))});
  }
  return heading(context, {"Differences with " + channel.channel, "与 " + channel.channel + " 的差异"}) +
         table.text(context.painter());
}

}  // namespace

std::string laws_text(const Context& context, const std::vector<rec::Law>& laws) {
  Table table({{context.said({"law", "规则"})},
               {context.said({"findings", "不符"})},
               {context.said({"what must hold", "应当成立"})}});
  table.fit(screen_width(STDOUT_FILENO));
  for (const rec::Law& law : laws) {
    const std::string count = std::to_string(law.broken);
    const Text state = !law.judged       ? Text{"cannot say", "无法判断"}
                       : law.broken == 0 ? Text{"none", "无"}
                                         : Text{count, count};
    const Tone tone = !law.judged ? Tone::warn : law.broken == 0 ? Tone::ok : Tone::bad;
    table.row({law.name, Cell(context.said(state), tone), context.said(law.holds)});
  }
  return heading(context, {"Laws of the book", "账本规则"}) + table.text(context.painter());
}

std::string broken_laws_text(const Context& context, const std::vector<rec::Law>& laws) {
  std::string out;
  for (const rec::Law& law : laws) {
    if (law.broken == 0) continue;
    out += "\n" + context.painter().mark(law.name, Tone::bad) + "  " + context.said(law.holds) + "\n";
    for (const rec::Breach& breach : law.breaches)
      out += "  " + printable(breach.subject + "  " + breach.detail) + "\n";
    const auto more = law.broken - static_cast<std::int64_t>(law.breaches.size());
    if (more > 0) out += context.said({"  and more: ", "  另有："}) + std::to_string(more) + "\n";
    out += "  → " + context.said(advice(law)) + "\n";
  }
  return out;
}

std::string report_text(const Context& context, const rec::Report& report) {
  std::string out = verdict(context, report) + laws_text(context, report.laws) + channels(context, report);
  for (const rec::ChannelReport& channel : report.channels) {
    for (const rec::Total& total : channel.totals) out += bridge(context, channel, total);
  }
  out += open_items(context, report) + broken_laws_text(context, report.laws);
  for (const rec::ChannelReport& channel : report.channels) out += differences(context, channel);
  return out;
}

}  // namespace payonce
