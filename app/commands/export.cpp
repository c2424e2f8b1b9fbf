#include "app/commands/export.hpp"

#include <cstdio>

#include "app/context.hpp"
#include "app/interruption.hpp"
#include "app/out_file.hpp"
#include "app/record.hpp"
#include "ledger/formats/format.hpp"

namespace payonce {
namespace {

/// To standard output, as far as somebody reads it; that it was not, main says.
ExitStatus to_output(Context& context, formats::Format format, const formats::Days& days) {
  if (context.json()) {
    throw Problem(ExitStatus::usage, {"json",
                                      {"reports on a file (--out FILE); the export itself is JSON by --format json",
                                       "只用于报告 --out 写出的文件；要以 JSON 导出，请用 --format json"}});
  }
  const auto written = context.ledger().store().reading([&](View& view) {
    return formats::write(view, format, days, [&](std::string_view text) {
      context.print(text);
      return std::ferror(stdout) == 0;
    });
  });
  return written.whole ? ExitStatus::done : ExitStatus::storage;
}

ExitStatus to_file(Context& context, formats::Format format, const formats::Days& days, const std::string& place) {
  Ledger& ledger = context.ledger();
  formats::Written written;
  {
    const Interruption interruption;
    {
      OutFile file("out", place);
      written = ledger.store().reading([&](View& view) {
        return formats::write(view, format, days, [&](std::string_view text) {
          file.write(text);
          return !interruption.wished();
        });
      });
      if (written.whole) file.finish();
    }
    if (!written.whole) interruption.end();
  }
  Record record;
  record.text("file", {"file", "文件"}, place)
      .text("format", {"format", "格式"}, std::string(name(format)))
      .number("vouchers", {"vouchers", "凭证"}, written.vouchers)
      .number("lines", {"lines", "分录"}, written.lines);
  return tell(context, {"exported", "已导出"}, Tone::ok, record);
}

ExitStatus run(Context& context, const Arguments& given) {
  const formats::Format format = taken(formats::parse_format("format", given.text("format")));
  const formats::Days days = taken(formats::parse_days(given.maybe("from"), given.maybe("to")));
  const std::string& out = given.text("out");
  return out == "-" ? to_output(context, format, days) : to_file(context, format, days, out);
}

}  // namespace

Command export_command() {
  return {.path = "export",
          .about = {"the book for hledger, ledger, Beancount, spreadsheets and programs (docs/export.md)",
                    "导出账簿，供 hledger、ledger、Beancount、电子表格与程序使用（docs/export.md）"},
          .options = {{.name = "format",
                       .value = "FORMAT",
                       .about = {"hledger, ledger, beancount, csv (a row an entry), json (a line a voucher)",
                                 "hledger、ledger、beancount、csv（每行一条分录）、json（每行一张凭证）"},
                       .required = true},
                      {.name = "from",
                       .value = "DAY",
                       .about = {"the first business date, as 2026-01-31; journals open with what stood before it",
                                 "起始业务日期，如 2026-01-31；日记账以此前余额开头"}},
                      {.name = "to", .value = "DAY", .about = {"the last business date", "截止业务日期"}},
                      {.name = "out",
                       .value = "FILE",
                       .about = {"where to; replaced only by the whole; - is standard output",
                                 "写到何处；写完才替换原文件；- 为标准输出"},
                       .fallback = "-"}},
          .examples = {{.line = "payonce export --format hledger --out book.journal",
                        .about = {"hledger -f book.journal balance", "hledger -f book.journal balance"}},
                       {.line = "payonce export --format beancount --out book.beancount",
                        .about = {"bean-check book.beancount", "bean-check book.beancount"}},
                       {.line = "payonce export --format csv --from 2026-01-01 --to 2026-01-31"}},
          .run = run,
          .reads = true};
}

}  // namespace payonce
