#include "app/commands/lab_cases.hpp"

#include <vector>

#include "app/experiments.hpp"
#include "app/print/table.hpp"
#include "app/story_place.hpp"
#include "ledger/values/json.hpp"
#include "scenarios/laboratory/case.hpp"

namespace payonce {
namespace {

using laboratory::Case;
using laboratory::Replayed;

std::string folder_of(const Arguments& given) {
  if (const auto named = given.maybe("dir")) return *named;
  const auto place = story_place("cases");
  if (!place) {
    throw Problem(ExitStatus::storage, {"dir",
                                        {"no kept cases were found beside the program; name their folder",
                                         "程序旁没有找到保留的案例；请指定其文件夹"}});
  }
  return place->string();
}

struct Kept {
  const StoryFile* file;
  const script::Story* story;
  Case one;
  Replayed today;
};

std::string shown(const std::string& outcome) { return outcome.empty() ? std::string(Case::nothing) : outcome; }

Kept played(const StoryFile& file) {
  const std::string place = file.path.string();
  const script::Story* const story = file.script.stories.empty() ? nullptr : &file.script.stories.front();
  if (story == nullptr || !story->experiment || file.script.stories.size() != 1) {
    throw Problem(
        ExitStatus::usage,
        {place, {"is no kept case: it holds one experiment and nothing else", "不是保留的案例：案例文件只含一个实验"}});
  }
  auto read = laboratory::case_in(file.bytes);
  if (!read) {
    const Fault& fault = read.error();
    throw Problem(ExitStatus::usage, {place + ": " + fault.field, fault.why});
  }
  Case one = std::move(read).value();
  Replayed today = playing([&] { return laboratory::replayed(*story, one); });
  return {&file, story, std::move(one), std::move(today)};
}

std::string json_of(const std::vector<Kept>& all, std::size_t others, ExitStatus status) {
  std::string out;
  JsonWriter json(out);
  json.object().name("cases").array();
  for (const Kept& kept : all) {
    json.object().member("case", kept.story->name).member("layers", kept.one.schedule.layers.name());
    json.member("kept_as", shown(kept.one.outcome)).member("today", shown(kept.today.outcome));
    json.member("same", kept.today.same);
    if (!kept.today.same) json.member("why", kept.today.why.en);
    json.member("schedule", kept.one.schedule.id()).member("file", kept.file->path.string()).end();
  }
  json.end().member("others", others).member("exit", number(status)).end();
  return out + "\n";
}

ExitStatus run(Context& context, const Arguments& given) {
  const std::vector<StoryFile> files = read_story_files(context, {folder_of(given)});
  std::vector<Kept> all;
  std::size_t others = 0;
  for (const StoryFile& file : files) {
    all.push_back(played(file));
    if (!all.back().today.same) ++others;
  }
  const ExitStatus status = others == 0 ? ExitStatus::done : ExitStatus::findings;
  if (context.json()) {
    context.print(json_of(all, others, status));
    return status;
  }
  Table table({{context.said({"case", "案例"})},
               {context.said({"layers", "层"})},
               {context.said({"turns", "步数"}), Align::right},
               {context.said({"kept as", "保留时"})},
               {context.said({"today", "今天"})}});
  std::string why;
  for (const Kept& kept : all) {
    const bool same = kept.today.same;
    table.row(
        {kept.story->name,
         kept.one.schedule.layers.name(),
         std::to_string(kept.one.schedule.path.size()),
         shown(kept.one.outcome),
         {same ? context.said({"the same", "相同"}) : context.said({"another", "不同"}), same ? Tone::ok : Tone::bad}});
    if (!same) why += kept.file->path.string() + ": " + context.said(kept.today.why) + "\n";
  }
  context.print(table.text(context.painter()) + why);
  return status;
}

}  // namespace

Command lab_cases_command() {
  return {
      .path = "lab cases",
      .about = {"plays kept cases again: each must still end as it did when it was kept",
                "重放保留的案例：每个都必须与保留时结局相同"},
      .positionals = {{.name = "dir",
                       .about = {"a folder of cases, or one; else those that are shipped",
                                 "案例文件夹或单个案例；默认随程序提供的"},
                       .required = false}},
      .examples = {{.line = "payonce lab cases"}, {.line = "payonce lab cases scenarios/cases --json"}},
      .run = run,
      .more = {
          {"A case is one experiment, with its schedule and its outcome above it as comments; payonce lab sim --keep "
           "writes them, and payonce lab replay shows one step by step. When the cause of one is mended, its outcome "
           "becomes \"nothing\" and it stays. Ends with 0 where all are the same, with 1 where one is not.",
           "案例是一个实验，其上以注释写明调度与结局；由 payonce lab sim --keep 写成，用 payonce lab replay "
           "可逐步查看。原因修复后，结局改为 nothing 并保留。全部相同以 0 退出，否则以 1。"}}};
}

}  // namespace payonce
