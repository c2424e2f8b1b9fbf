#include "app/commands/preview.hpp"

#include <fstream>
#include <vector>

#include "app/context.hpp"
#include "app/print/table.hpp"
#include "app/statement_file.hpp"
#include "ledger/statements/reader.hpp"
#include "ledger/values/json.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

namespace st = statements;

/// What is shown of a file, and no more of it: the file may be of any size.
struct Preview {
  static constexpr std::size_t most_heads = 100;

  st::Reading reading;
  std::vector<st::Line> lines;
  std::vector<st::Head> heads;
};

Preview read(const std::string& path, const st::FieldMap* map, std::size_t limit) {
  Preview preview;
  st::Sink sink;
  sink.line = [&](const st::Line& line) {
    if (preview.lines.size() < limit) preview.lines.push_back(line);
  };
  sink.head = [&](const st::Head& head) {
    if (preview.heads.size() < Preview::most_heads) preview.heads.push_back(head);
  };
  std::ifstream in = opened_file("file", path);
  try {
    preview.reading = st::read(in, map, sink);
  } catch (const std::ios_base::failure&) {
    // The stream's own buffer says so where the disk does not give what the file promised.
    throw Problem(ExitStatus::storage, {"file", {path + " cannot be read", "无法读取 " + path}});
  }
  return preview;
}

ExitStatus status_of(const st::Reading& reading) {
  return reading.trusted() ? ExitStatus::done : ExitStatus::cannot_say;
}

void optional_text(JsonWriter& json, std::string_view name, const std::optional<st::Exact>& amount) {
  json.name(name);
  amount ? json.value(amount->text()) : json.null();
}

void optional_text(JsonWriter& json, std::string_view name, const std::optional<st::Day>& day) {
  json.name(name);
  day ? json.value(day->text()) : json.null();
}

void write_head(JsonWriter& json, const st::Head& head) {
  json.object().member("account", head.account).member("reference", head.reference).name("number");
  head.number ? json.value(*head.number) : json.null();
  json.member("pages", head.pages).member("zone", head.zone).name("currency");
  head.currency ? json.value(head.currency->code()) : json.null();
  optional_text(json, "opening", head.opening);
  optional_text(json, "closing", head.closing);
  optional_text(json, "from", head.from);
  optional_text(json, "to", head.to);
  json.name("stated_lines");
  head.stated_lines ? json.value(*head.stated_lines) : json.null();
  json.member("lines", head.lines).end();
}

void write_line(JsonWriter& json, const st::Line& line) {
  json.object().member("line", line.line).member("key", line.key).member("movement", st::name(line.movement));
  json.member("kind", line.kind).member("currency", line.currency.code()).member("gross", line.gross.text());
  json.member("fee", line.fee.text()).member("net", line.net.text()).name("net_minor");
  const auto minor = line.net.minor(line.currency);
  minor ? json.value(*minor) : json.null();
  json.member("our_id", line.our_id).member("channel_id", line.channel_id).member("parent_id", line.parent_id);
  json.member("batch", line.batch)
      .member("account", line.account)
      .member("counterparty", line.counterparty)
      .member("status", line.status);
  json.member("details", line.details).name("at");
  line.at ? json.value(line.at->text()) : json.null();
  optional_text(json, "value_day", line.value_day);
  optional_text(json, "booked_day", line.booked_day);
  json.member("reversal", line.reversal).member("raw", line.raw).end();
}

std::string json_of(const Preview& preview) {
  const st::Reading& reading = preview.reading;
  std::string out;
  JsonWriter json(out);
  json.object().member("format", st::name(reading.format)).member("trusted", reading.trusted());
  json.member("statements", reading.statements).member("lines", reading.lines).name("totals").array();
  for (const st::Total& total : reading.totals()) {
    json.object().member("currency", total.currency.code()).member("lines", total.lines);
    json.member("gross", total.gross.text()).member("fee", total.fee.text()).member("net", total.net.text()).end();
  }
  json.end().member("breaks", reading.breaks()).name("broken").array();
  for (const st::Broken& one : reading.broken()) {
    json.object().member("code", st::name(one.code)).member("line", one.line);
    json.member("text_en", one.why.en).member("text_zh", one.why.zh).end();
  }
  json.end().name("heads").array();
  for (const st::Head& head : preview.heads) write_head(json, head);
  json.end().name("shown").array();
  for (const st::Line& line : preview.lines) write_line(json, line);
  json.end().member("exit", number(status_of(reading))).end();
  return out + "\n";
}

std::string verdict(const Context& context, const st::Reading& reading) {
  const std::string lines = std::to_string(reading.lines);
  const std::string format(st::name(reading.format));
  const Text counted{format + ", " + lines + (reading.lines == 1 ? " line" : " lines"), format + "，" + lines + " 行"};
  if (reading.trusted()) {
    return context.painter().mark(context.said({"trusted: " + counted.en, "可信：" + counted.zh}), Tone::ok) + "\n";
  }
  const std::string breaks = std::to_string(reading.breaks());
  return context.painter().mark(
             context.said({"cannot say: " + counted.en + ", " + breaks + (reading.breaks() == 1 ? " break" : " breaks"),
                           "无法判断：" + counted.zh + "，" + breaks + " 处文件问题"}),
             Tone::warn) +
         "\n";
}

std::string totals_text(const Context& context, const Preview& preview) {
  Table table({{context.said({"currency", "币种"})},
               {context.said({"lines", "行数"}), Align::right},
               {context.said({"gross", "总额"}), Align::right},
               {context.said({"fee", "手续费"}), Align::right},
               {context.said({"net", "净额"}), Align::right}});
  for (const st::Total& total : preview.reading.totals()) {
    table.row({std::string(total.currency.code()), std::to_string(total.lines), total.gross.text(), total.fee.text(),
               total.net.text()});
  }
  return table.empty() ? "" : "\n" + table.text(context.painter());
}

std::string heads_text(const Context& context, const Preview& preview) {
  Table table({{context.said({"account", "账户"})},
               {context.said({"number", "编号"}), Align::right},
               {context.said({"from", "起"})},
               {context.said({"to", "止"})},
               {context.said({"opening", "期初"}), Align::right},
               {context.said({"closing", "期末"}), Align::right},
               {context.said({"lines", "行数"}), Align::right}});
  const auto shown = [](const auto& value) { return value ? value->text() : std::string("-"); };
  for (const st::Head& head : preview.heads) {
    table.row({head.account.empty() ? "-" : head.account, head.number ? std::to_string(*head.number) : "-",
               shown(head.from), shown(head.to), shown(head.opening), shown(head.closing), std::to_string(head.lines)});
  }
  return table.empty() ? "" : "\n" + table.text(context.painter());
}

std::string lines_text(const Context& context, const Preview& preview) {
  Table table({{context.said({"row", "行号"}), Align::right},
               {context.said({"date", "日期"})},
               {context.said({"movement", "类型"})},
               {context.said({"our id", "我方单号"}), Align::left, 32},
               {context.said({"channel id", "渠道单号"}), Align::left, 32},
               {context.said({"gross", "总额"}), Align::right},
               {context.said({"fee", "手续费"}), Align::right},
               {context.said({"net", "净额"}), Align::right}});
  for (const st::Line& line : preview.lines) {
    const std::string date = line.at ? line.at->text() : line.value_day ? line.value_day->text() : "-";
    table.row({std::to_string(line.line), date, std::string(st::name(line.movement)),
               line.our_id.empty() ? "-" : line.our_id, line.channel_id.empty() ? "-" : line.channel_id,
               line.gross.text(), line.fee.text(), line.net.text()});
  }
  return table.empty() ? "" : "\n" + table.text(context.painter());
}

std::string breaks_text(const Context& context, const st::Reading& reading) {
  std::string out;
  for (const st::Broken& one : reading.broken()) {
    const std::string place = std::to_string(one.line);
    out += "  " + std::string(st::name(one.code)) + " · " +
           printable(context.said({"line " + place + ": " + one.why.en, "第 " + place + " 行：" + one.why.zh})) +
           "\n    " + context.said(st::sentence(one.code)) + "\n";
  }
  const std::uint64_t more = reading.breaks() - reading.broken().size();
  if (more != 0) {
    out +=
        "  " + context.said({"and " + std::to_string(more) + " more", "另有 " + std::to_string(more) + " 处"}) + "\n";
  }
  return out;
}

ExitStatus preview(Context& context, const Arguments& given) {
  std::optional<st::FieldMap> map;
  if (const auto path = given.maybe("map")) {
    std::ifstream in = opened_file("map", *path);
    map = taken(st::FieldMap::parse(in));
  }
  constexpr std::int64_t most_shown = 1000;
  const std::int64_t limit = std::min(taken(parse_count("limit", given.text("limit"), 0)), most_shown);
  const Preview seen = read(given.text("file"), map ? &*map : nullptr, static_cast<std::size_t>(limit));
  if (context.json()) {
    context.print(json_of(seen));
  } else {
    context.print(verdict(context, seen.reading) + breaks_text(context, seen.reading) + totals_text(context, seen) +
                  heads_text(context, seen) + lines_text(context, seen));
  }
  return status_of(seen.reading);
}

}  // namespace

Command channel_preview_command() {
  return {
      .path = "channel preview",
      .about = {"what a statement file says, before anything is stored", "预览对账单文件，不存入任何内容"},
      .positionals =
          {{.name = "file",
            .about = {"a statement: what a channel or bank gave, as a file or in its zip; any other CSV with --map",
                      "对账单：渠道或银行给出的文件或其 ZIP；其他 CSV 须配合 --map"}}},
      .options = {{.name = "map",
                   .value = "MAP",
                   .about = {"how the columns of a CSV are called (docs/statements.md)",
                             "CSV 的列映射（docs/statements.md）"}},
                  {.name = "limit",
                   .value = "N",
                   .about = {"show the first N lines, at most 1000", "显示前 N 行，最多 1000"},
                   .fallback = "10"}},
      .examples = {{.line = "payonce channel preview bank.sta"},
                   {.line = "payonce channel preview alipay.zip"},
                   {.line = "payonce channel preview bill.csv --map shop.map --lang zh",
                    .about = {"0 trusted, 2 cannot say", "0 可信，2 无法判断"}}},
      .run = preview,
      .more = {{"The format is told by the content: Alipay, WeChat Pay, Stripe, PayPal, Adyen, camt, OFX, MT940, the "
                "shipped "
                "acquirer,\nor a CSV that a map explains; plain or in a zip. Counts, sums, balances and the period are "
                "checked; what does not\nhold is a file break with a code, and such a file can never show that "
                "something is "
                "missing at the channel.",
                "格式由内容判定：支付宝、微信支付、Stripe、PayPal、Adyen、camt、OFX、MT940、自带收单方，或以映射读取的 "
                "CSV；\n可为 ZIP。"
                "核对笔数、合计、余额与期间；不符之处以代码列出。有此类问题的文件不能证明渠道缺少任何交易。"}},
      .reads = true};
}

}  // namespace payonce
