#include "app/commands/report_reconciliation.hpp"

#include "app/actor.hpp"
#include "app/out_file.hpp"
#include "app/record.hpp"
#include "app/sheet.hpp"

namespace payonce {
namespace {

ExitStatus run(Context& context, const Arguments& given) {
  const std::int64_t number = taken(parse_count("run", given.text("run"), 1));
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 0));
  if (given.given("bom") && !given.given("csv")) {
    throw Problem(ExitStatus::usage, {"bom", {"needs --csv", "须与 --csv 同用"}});
  }
  const auto sheet =
      context.ledger().store().reading([&](View& view) { return reconciliation::read_sheet(view, number, limit); });
  if (!sheet) throw Problem(ExitStatus::refused, {"run", {"there is no such run", "没有这次对账"}});
  if (const auto folder = given.maybe("csv")) write_sheet_files(context, *sheet, *folder, given.given("bom"));
  if (const auto place = given.maybe("html")) {
    OutFile page("html", *place);
    page.write(sheet_html(context, *sheet));
    page.finish();
  }
  context.print(context.json() ? sheet_json(*sheet) : sheet_text(context, *sheet));
  return exit_status(*sheet);
}

ExitStatus sign(Context& context, const Arguments& given) {
  const std::int64_t run = taken(parse_count("run", given.text("run"), 1));
  const std::string actor = actor_from(given);
  const auto refused = context.ledger().store().atomically(
      [&](Tx& tx) { return reconciliation::sign(tx, run, actor, context.world().wall_ns()); });
  if (refused) throw Problem(ExitStatus::refused, *refused);
  Record record;
  record.number("run", {"run", "对账编号"}, run).text("signed_by", {"signed by", "签字人"}, actor);
  return tell(context, {"signed", "已签字"}, Tone::ok, record);
}

}  // namespace

Command report_sign_command() {
  return {.path = "report sign",
          .about = {"signs the report of a run; another than who made it", "为某次对账报告签字，须为编制人以外者"},
          .positionals = {{.name = "run", .about = {"its number", "对账编号"}}},
          .options = {actor_option()},
          .examples = {{.line = "payonce report sign 1 --actor wang"}},
          .run = sign};
}

Command report_reconciliation_command() {
  return {
      .path = "report reconciliation",
      .about = {"the report of a run, as it was made", "某次对账的报告，与当时一致"},
      .positionals = {{.name = "run", .about = {"its number", "对账编号"}}},
      .options = {{.name = "html", .value = "FILE", .about = {"also as one page to print", "另存为可打印的单页"}},
                  {.name = "csv",
                   .value = "FOLDER",
                   .about = {"also as files: breaks, matches, timing, adjustments, figures, summary.json",
                             "另存为文件：差异、配对、时间差、调整、数字及 summary.json"}},
                  {.name = "bom",
                   .about = {"the tables begin with a byte order mark, for Excel", "CSV 带 BOM，供 Excel 识别"}},
                  {.name = "limit",
                   .value = "N",
                   .about = {"tell the first N breaks one by one", "逐笔列出前 N 笔差异"},
                   .fallback = std::to_string(told_breaks)}},
      .examples = {{.line = "payonce report reconciliation 1",
                    .about = {"0 balanced or explained, 1 open, 2 cannot say", "0 一致或已说明，1 未决，2 无法判断"}},
                   {.line = "payonce report reconciliation 1 --html run-1.html --csv run-1 --bom --lang zh"}},
      .run = run,
      .more = {{"The report is made from rows that never change: whenever it is asked for, it is the same, byte for "
                "byte.",
                "报告由不可更改的记录生成：任何时候查询都逐字节相同。"}},
      .reads = true};
}

}  // namespace payonce
