#include "app/commands/channel_statement.hpp"

#include <map>
#include <vector>

#include "app/out_file.hpp"
#include "app/record.hpp"
#include "app/statement_file.hpp"
#include "ledger/statements/bills/acquirer.hpp"
#include "ledger/values/duration.hpp"

namespace payonce {
namespace {

/// "2026-11-30 10:20:30", in UTC.
std::string second_of(std::int64_t at_ns) {
  std::string text = iso_time(at_ns).substr(0, 19);
  text[10] = ' ';
  return text;
}

Money signed_amount(const ChannelLine& line) {
  return {line.movement == Movement::refund ? -line.amount.minor() : line.amount.minor(), line.amount.currency()};
}

std::string row_of(const ChannelLine& line) {
  using statements::csv_cell;
  return second_of(line.at_ns) + "," + std::string(name(line.movement)) + "," + csv_cell(line.reference) + "," +
         csv_cell(line.channel_txn) + "," + csv_cell(line.original) + "," + std::string(line.amount.currency().code()) +
         "," + signed_amount(line).decimal() + "\n";
}

struct Total {
  std::int64_t lines = 0;
  std::int64_t minor = 0;
};

ExitStatus run(Context& context, const Arguments& given) {
  const std::string channel = taken(ChannelId::parse("channel", given.text("channel"))).text();
  require_channel(context, channel);
  std::optional<statements::Day> from;
  std::optional<statements::Day> to;
  if (const auto day = given.maybe("from")) from = day_from("from", *day);
  if (const auto day = given.maybe("to")) to = day_from("to", *day);
  if (from.has_value() != to.has_value() || (from && *to < *from)) {
    throw Problem(ExitStatus::usage, {"to", {"goes with --from, and is not before it", "须与 --from 同用且不早于它"}});
  }
  Acquirer* const acquirer = context.acquirer(channel);
  if (acquirer == nullptr) {
    throw Problem(ExitStatus::storage, {"channel", {"its book cannot be opened", "其账簿无法打开"}});
  }
  OutFile file("out", given.text("out"));
  file.write(std::string(statements::acquirer::mark) + ",1," + channel + ",UTC\n");
  if (from) file.write("period," + from->text() + "," + to->text() + "\n");
  file.write(std::string(statements::acquirer::columns) + "\n");
  std::map<std::string, Total> totals;
  std::int64_t lines = 0;
  acquirer->statement([&](const ChannelLine& line) {
    const std::string day = iso_date(line.at_ns);
    if (from && (day < from->text() || day > to->text())) return;
    file.write(row_of(line));
    ++lines;
    Total& total = totals[std::string(line.amount.currency().code())];
    ++total.lines;
    total.minor += signed_amount(line).minor();
  });
  for (const auto& [code, total] : totals) {
    const Money sum(total.minor, taken(Currency::parse("currency", code)));
    file.write("total," + code + "," + std::to_string(total.lines) + "," + sum.decimal() + "\n");
  }
  file.write("end," + std::to_string(lines) + "\n");
  file.finish();
  Record record;
  record.text("channel", {"channel", "渠道"}, channel)
      .text("file", {"file", "文件"}, file.place().string())
      .number("lines", {"lines", "行数"}, lines);
  return tell(context, {"written", "已写出"}, Tone::ok, record);
}

}  // namespace

Command channel_statement_command() {
  return {
      .path = "channel statement",
      .about = {"what the shipped acquirer did, as a statement file", "将内置收单方的账簿写成对账单文件"},
      .positionals = {{.name = "channel", .about = {"the channel", "渠道"}}},
      .options = {{.name = "out",
                   .value = "FILE",
                   .about = {"where to; appears when it is whole", "写往何处；完整后才出现"},
                   .required = true},
                  {.name = "from", .value = "DAY", .about = {"only from this day on", "自此日起"}},
                  {.name = "to", .value = "DAY", .about = {"and up to this one", "至此日止"}}},
      .examples = {{.line = "payonce channel statement card --out card.csv"}},
      .run = run,
      .more = {{"channel preview, channel import and reconcile --statement read it. It is what the acquirer's own "
                "book says, not ours.",
                "channel preview、channel import 与 reconcile --statement 均可读取。内容取自收单方账簿，而非本账本。"}},
      .reads = true};
}

}  // namespace payonce
