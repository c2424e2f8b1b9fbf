#include "app/commands/lab_power.hpp"

#include <algorithm>
#include <thread>

#include "app/context.hpp"
#include "app/interruption.hpp"
#include "app/lesson_view.hpp"
#include "app/print/progress.hpp"
#include "app/print/table.hpp"
#include "ledger/values/json.hpp"
#include "scenarios/laboratory/power.hpp"

namespace payonce {
namespace {

using laboratory::PowerCell;

bool same(const Writing& left, const Writing& right) {
  return left.journal == right.journal && left.synchronous == right.synchronous;
}

/// "· 812", "lost 40/812, damaged 3": of all cuts.
payonce::Cell cell_of(const Context& context, const PowerCell& cell, bool shipped) {
  const std::string mark = shipped ? " *" : "";
  if (cell.kept()) return {context.said({"kept ", "保全 "}) + std::to_string(cell.cuts) + mark, Tone::ok};
  std::string text;
  const auto add = [&](std::size_t number, const Text& word) {
    if (number != 0) text += (text.empty() ? "" : " ") + context.said(word) + std::to_string(number);
  };
  add(cell.lost, {"lost ", "丢失 "});
  add(cell.damaged, {"broken ", "损坏 "});
  add(cell.unlawful, {"unlawful ", "违规 "});
  return {text + "/" + std::to_string(cell.cuts) + mark, Tone::bad};
}

std::string tables(const Context& context, const std::vector<PowerCell>& cells, const Writing& shipped) {
  std::vector<Column> columns = {{context.said({"journal", "日志模式"})}};
  for (const std::string_view synchronous : synchronous_modes) columns.push_back({std::string(synchronous)});
  Table strictest(columns);
  Table any(columns);
  auto next = cells.begin();
  for (const std::string_view journal : journal_modes) {
    std::vector<payonce::Cell> first = {std::string(journal)};
    std::vector<payonce::Cell> second = {std::string(journal)};
    for (std::size_t i = 0; i < synchronous_modes.size(); ++i, ++next) {
      const bool ours = same(next->way, shipped);
      const bool lost = next->lost_to_strictest != 0;
      first.emplace_back(context.said(lost ? Text{"lost", "丢失"} : Text{"kept", "保全"}) + (ours ? " *" : ""),
                         lost ? Tone::bad : Tone::ok);
      second.push_back(cell_of(context, *next, ours));
    }
    strictest.row(std::move(first));
    any.row(std::move(second));
  }
  return told(context, {"A payment was acknowledged, and only what was flushed is left on the disk:",
                        "付款已被确认，磁盘上只剩已落盘的内容："}) +
         strictest.text(context.painter()) + "\n" +
         told(context, {"The same, and disks that took some of the rest, torn or in another order; of so many cuts:",
                        "另含磁盘写入了其余部分（撕裂或乱序）的情形；断电总次数中："}) +
         any.text(context.painter()) +
         told(context,
              {"lost: an acknowledged payment is gone; broken: the file cannot be read whole; unlawful: it can, and a "
               "law "
               "of the book is broken; *: what payonce uses",
               "丢失：已确认的付款不见了；损坏：文件不完整；违规：文件可读，但账本规则被破坏；*：payonce 采用的设置"});
}

std::string json_of(const std::vector<PowerCell>& cells, const Writing& shipped, ExitStatus status) {
  std::string out;
  JsonWriter json(out);
  json.object().name("ways").array();
  for (const PowerCell& cell : cells) {
    json.object().member("journal", cell.way.journal).member("synchronous", cell.way.synchronous);
    json.member("shipped", same(cell.way, shipped)).member("moments", cell.moments).member("cuts", cell.cuts);
    json.member("disks", cell.disks).member("lost", cell.lost).member("lost_to_strictest", cell.lost_to_strictest);
    json.member("broken", cell.damaged).member("unlawful", cell.unlawful).name("laws").array();
    for (const std::string& law : cell.laws) json.value(law);
    json.end().end();
  }
  json.end().member("exit", number(status)).end();
  return out + "\n";
}

std::uint32_t count_of(const Arguments& given, std::string_view name, std::int64_t least, std::int64_t most) {
  const std::int64_t count = taken(parse_count(name, given.text(name), least));
  if (count <= most) return static_cast<std::uint32_t>(count);
  const std::string limit = std::to_string(most);
  throw Problem(ExitStatus::usage, {std::string(name), {"is at most " + limit, "最多为 " + limit}});
}

ExitStatus run(Context& context, const Arguments& given) {
  const Interruption interruption;
  laboratory::PowerOptions options{
      .payments = count_of(given, "payments", 1, 100),
      .draws = count_of(given, "draws", 0, 100),
      .seed = static_cast<std::uint64_t>(taken(parse_count("seed", given.text("seed"), 0))),
      .threads = std::max(1u, std::thread::hardware_concurrency())};
  Progress progress(context.world(), context.said({"ways of writing", "写入方式"}),
                    journal_modes.size() * synchronous_modes.size());
  options.broken_off = [&] { return interruption.wished(); };
  options.one_more = [&] { progress.advance(); };
  const std::vector<PowerCell> cells = laboratory::power_table(options);
  if (interruption.wished()) interruption.end();
  progress.finish();
  const Writing shipped = laboratory::shipped_way();
  const bool kept = std::all_of(cells.begin(), cells.end(),
                                [&](const PowerCell& cell) { return !same(cell.way, shipped) || cell.kept(); });
  const ExitStatus status = kept ? ExitStatus::done : ExitStatus::findings;
  context.print(context.json() ? json_of(cells, shipped, status) : tables(context, cells, shipped));
  return status;
}

}  // namespace

Command lab_power_command() {
  return {
      .path = "lab power",
      .about = {"what a power failure costs under every journal mode and synchronous, measured",
                "断电的代价：逐一实测各日志模式与 synchronous 设置"},
      .options = {{.name = "payments",
                   .value = "N",
                   .about = {"so many payments, the last one behind a close of the file",
                             "付款次数；最后一次在重开文件之后"},
                   .fallback = "2"},
                  {.name = "draws",
                   .value = "N",
                   .about = {"so many disks are drawn at each moment, beside those that follow a rule",
                             "每一时刻随机抽取的磁盘数（另有按规则构造的）"},
                   .fallback = "2"},
                  {.name = "seed", .value = "N", .about = {"of what is drawn", "抽取所用的种子"}, .fallback = "1"}},
      .examples = {{.line = "payonce lab power"}, {.line = "payonce lab power --payments 1 --draws 0 --json"}},
      .run = run,
      .more = {
          {"The power fails before and behind every write, flush and removal. What was flushed is there; of the "
           "rest the disk has nothing, everything, everything with half of the last write, one file only, or "
           "what is drawn. A disk that says flushed and lies, bytes that change beside a write, and rot are not "
           "among them: no setting helps against those.",
           "在每次写入、落盘与删除的前后断电。已落盘者必在；其余部分可能全无、全有、末次写入只剩一半、只有一个文件，"
           "或随机抽取。谎称已落盘的磁盘、写入区域之外的改变以及位衰不在其列：任何设置都无济于事。"},
          {"It takes a minute or two on two processors (a line on standard error says how far it is); --payments 1 "
           "--draws 0 much less. Ends with 0 where the setting of payonce keeps everything, else with 1.",
           "在两个处理器上需一两分钟（标准错误显示进度）；--payments 1 --draws 0 则快得多。payonce "
           "的设置保全一切时以 0 退出，否则以 1。"}}};
}

}  // namespace payonce
