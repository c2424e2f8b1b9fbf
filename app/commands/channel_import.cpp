#include "app/commands/channel_import.hpp"

#include <algorithm>

#include "app/record.hpp"
#include "app/statement_file.hpp"

namespace payonce {
namespace {

Record record_of(const reconciliation::Statement& one) {
  Record record;
  record.number("statement", {"no.", "编号"}, one.id)
      .text("file", {"file", "文件"}, one.name)
      .text("format", {"format", "格式"}, one.format)
      .maybe("from", {"from", "起"}, one.first_day)
      .maybe("to", {"to", "止"}, one.last_day)
      .number("lines", {"lines", "行数"}, one.lines)
      .number("fresh", {"new", "新增"}, one.fresh)
      .truth("trusted", {"trusted", "可信"}, one.trusted)
      .number("breaks", {"breaks", "文件问题"}, one.breaks)
      .truth("again", {"again", "重复导入"}, one.again);
  return record;
}

std::string json_of(const std::vector<reconciliation::Statement>& all, ExitStatus status) {
  std::string out;
  JsonWriter json(out);
  json.object().name("statements").array();
  for (const reconciliation::Statement& one : all) {
    json.object();
    const Record record = record_of(one);
    for (const Record::Field& field : record.fields()) json.name(field.name).raw(field.json);
    json.member("channel", one.channel).member("account", one.account).member("digest", one.digest);
    json.name("broken").array();
    for (const statements::Broken& broken : one.broken) {
      json.object().member("code", statements::name(broken.code)).member("line", broken.line);
      json.member("text_en", broken.why.en).member("text_zh", broken.why.zh).end();
    }
    json.end().end();
  }
  json.end().member("exit", number(status)).end();
  return out + "\n";
}

std::string breaks_text(const Context& context, const reconciliation::Statement& one) {
  std::string out;
  for (const statements::Broken& broken : one.broken) {
    const std::string line = std::to_string(broken.line);
    out += "  " + one.name + " · " + std::string(statements::name(broken.code)) + " · " +
           context.said({"line " + line + ": " + broken.why.en, "第 " + line + " 行：" + broken.why.zh}) + "\n";
  }
  return out;
}

ExitStatus run(Context& context, const Arguments& given) {
  if (const auto spec = given.maybe("crash-at")) context.crash_at(*spec);
  const std::string channel = taken(ChannelId::parse("channel", given.text("channel"))).text();
  const FilesGiven files = files_given(given, channel);
  require_channel(context, channel);
  std::vector<reconciliation::Statement> all;
  for (const std::string& path : given.all("file")) all.push_back(imported(context, files, path));
  const bool trusted = std::all_of(all.begin(), all.end(), [](const auto& one) { return one.trusted; });
  const ExitStatus status = trusted ? ExitStatus::done : ExitStatus::cannot_say;
  if (context.json()) {
    context.print(json_of(all, status));
    return status;
  }
  std::vector<Record> rows;
  std::string broken;
  for (const reconciliation::Statement& one : all) {
    rows.push_back(record_of(one));
    broken += breaks_text(context, one);
  }
  context.print(table_of(context, rows, {"nothing was imported", "未导入任何文件"}) + broken);
  return status;
}

}  // namespace

Command channel_import_command() {
  std::vector<Option> options = {
      {.name = "channel", .value = "CHANNEL", .about = {"whose statement it is", "所属渠道"}, .required = true}};
  for (Option& one : files_options()) options.push_back(std::move(one));
  options.push_back({.name = "crash-at",
                     .value = "LABEL[:N]",
                     .about = {"die at this step (laboratory files only)", "在此步骤崩溃（仅限实验账本）"},
                     .hidden = true});
  return {
      .path = "channel import",
      .about = {"stores statement files of a channel, each once", "导入渠道对账单，每份只一次"},
      .positionals = {{.name = "file",
                       .about = {"statements, as channel preview reads them", "对账单，格式同 channel preview"},
                       .repeated = true}},
      .options = std::move(options),
      .examples = {{.line = "payonce channel import card-1129.csv card-1130.csv --channel card --map card.map",
                    .about = {"0 trusted, 2 cannot say", "0 可信，2 无法判断"}}},
      .run = run,
      .more = {{"One transaction a file. The same file again changes nothing and gives the first answer; lines that "
                "an earlier\nfile holds are the same lines. A file with a break is stored and compared all the same, "
                "and can never show that\nsomething is missing at the channel.",
                "每份文件一个事务。同一文件再次导入不作任何改变，结果与首次相同；先前文件已有的明细视为同一明细。\n"
                "存在文件问题的对账单照样存入并核对，但不能据此认定渠道缺少任何交易。"}}};
}

}  // namespace payonce
