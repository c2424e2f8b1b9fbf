#include "app/commands/lab_export.hpp"

#include <algorithm>
#include <list>
#include <optional>

#include "app/experiments.hpp"
#include "app/exploration.hpp"
#include "app/handout/diagram.hpp"
#include "app/handout/page.hpp"
#include "app/handout/slides.hpp"
#include "app/out_file.hpp"
#include "app/record.hpp"

namespace payonce {
namespace {

using handout::Exhibit;
using laboratory::Cell;
using laboratory::Schedule;
using Stories = std::vector<const script::Story*>;

/// The files of one export. They are opened before the work, so that a place which cannot be written to is told at once.
class Files {
 public:
  Files(const Arguments& given, const Experiments& experiments, const Stories& stories) {
    for (const std::string_view name : {"html", "slides", "svg"}) {
      const auto place = given.maybe(name);
      if (!place) continue;
      OutFile& file = files_.emplace_back(name, *place);
      for (const auto& [other, before] : named_) {
        if (before->place() == file.place())
          throw Problem(ExitStatus::usage,
                        {std::string(name), {"is the same file as --" + other, "与 --" + other + " 是同一个文件"}});
      }
      for (const script::Story* story : stories) {
        std::error_code failed;
        if (std::filesystem::equivalent(experiments.file_of(*story).path, file.place(), failed))
          throw Problem(ExitStatus::usage,
                        {std::string(name), {"is what the experiments are read from", "正是实验所在的文件"}});
      }
      named_.emplace_back(std::string(name), &file);
    }
    if (named_.empty())
      throw Problem(ExitStatus::usage, {"html",
                                        {"say what to write: --html FILE, --slides FILE or --svg FILE",
                                         "请指明输出：--html FILE、--slides FILE 或 --svg FILE"}});
  }

  [[nodiscard]] OutFile* of(std::string_view name) {
    for (auto& [known, file] : named_) {
      if (known == name) return file;
    }
    return nullptr;
  }

  void finish() {
    for (auto& [name, file] : named_) file->finish();
  }

 private:
  std::list<OutFile> files_;
  std::vector<std::pair<std::string, OutFile*>> named_;
};

/// The one schedule of a diagram: the one named, or what shows most under the layers named.
laboratory::Trace drawn(const Experiments& experiments, const Stories& stories, const Arguments& given) {
  if (const auto id = given.maybe("schedule")) {
    const Schedule schedule = taken(Schedule::parse("schedule", *id));
    const script::Story& story = experiments.of(schedule);
    laboratory::Play play(story, schedule.layers, schedule.grain);
    return traced_whole(play, schedule);
  }
  const script::Story& story = *stories.front();
  const auto layers = taken(laboratory::LayerSet::parse("layers", given.maybe("layers").value_or("KWSV")));
  laboratory::Play play(story, layers, grain_from(given));
  const auto path = handout::telling_path(laboratory::explore(play, budget_from(given)));
  if (!path)
    throw Problem(ExitStatus::cannot_say,
                  {"svg", {"the budget was over before there was anything to draw", "预算先用尽，没有可画的调度"}});
  return laboratory::trace(play, laboratory::schedule_of(story, layers, grain_from(given), *path));
}

/// `chosen`: so many experiments are named.
void check_diagram(const Arguments& given, std::size_t chosen) {
  const bool svg = given.given("svg");
  for (const char* const only : {"schedule", "layers"}) {
    if (given.given(only) && !svg)
      throw Problem(ExitStatus::usage, {only, {"belongs to --svg FILE", "只与 --svg FILE 同用"}});
  }
  if (!svg) return;
  if (given.given("schedule") && given.given("layers"))
    throw Problem(ExitStatus::usage, {"layers", {"are told by the schedule already", "已由调度编号给出"}});
  const bool more = given.given("html") || given.given("slides");  // the names are theirs as well
  if (given.given("schedule") && !given.all("experiment").empty() && !more)
    throw Problem(ExitStatus::usage,
                  {"schedule",
                   {"says which experiment is drawn; leave " + given.all("experiment").front() + " out",
                    "已指明所画的实验；请去掉 " + given.all("experiment").front()}});
  if (!given.given("schedule") && chosen != 1)
    throw Problem(ExitStatus::usage, {"svg",
                                      {"draws one experiment: name it, or a schedule by --schedule",
                                       "只画一个实验：请指明实验，或用 --schedule 指明调度"}});
}

std::int64_t cells_that(const std::vector<Exhibit>& exhibits, bool (*counts)(const Cell&)) {
  std::int64_t number = 0;
  for (const Exhibit& one : exhibits) number += std::count_if(one.row.cells.begin(), one.row.cells.end(), counts);
  return number;
}

void write_page(Context& context, const Arguments& given, const Experiments& experiments,
                const std::vector<Exhibit>& exhibits, OutFile& file) {
  std::vector<handout::PagePart> parts;
  for (const Exhibit& one : exhibits) parts.push_back({&one, experiments.text_of(*one.row.story)});
  const handout::PageMeans means{PAYONCE_VERSION, grain_from(given), budget_from(given)};
  file.write(handout::page_of(parts, means, context.language()));
}

void draw(Context& context, const Arguments& given, const Experiments& experiments, const Stories& stories,
          OutFile& file, Record& record) {
  const laboratory::Trace trace = playing([&] { return drawn(experiments, stories, given); });
  const script::Story& story = experiments.of(trace.schedule);
  file.write(handout::svg_of(handout::sequence_of(trace), {story.name, {story.en, story.zh}}, context.language()));
  record.text("svg", {"diagram", "时序图"}, given.text("svg"));
  record.text("schedule", {"schedule", "调度"}, trace.schedule.id());
}

/// The page and the slides, which are made of the same cells. Gives how many of these are unknown.
std::int64_t hand_out(Context& context, const Arguments& given, const Experiments& experiments,
                      const std::vector<Exhibit>& exhibits, Files& files, Record& record) {
  if (OutFile* const html = files.of("html")) {
    write_page(context, given, experiments, exhibits, *html);
    record.text("html", {"page", "网页"}, given.text("html"));
  }
  if (OutFile* const slides = files.of("slides")) {
    slides->write(handout::slides_of(exhibits, context.language()));
    record.text("slides", {"slides", "讲义"}, given.text("slides"));
  }
  const std::int64_t unknown =
      cells_that(exhibits, [](const Cell& cell) { return cell.answer == Cell::Answer::unknown; });
  record.number("experiments", {"experiments", "实验"}, static_cast<std::int64_t>(exhibits.size()))
      .number("cells", {"cells", "格"}, cells_that(exhibits, [](const Cell&) { return true; }))
      .number("leaking", {"that leak", "泄漏的格"},
              cells_that(exhibits, [](const Cell& cell) { return cell.answer == Cell::Answer::leaks; }))
      .number("unknown", {"unknown", "未知的格"}, unknown);
  return unknown;
}

ExitStatus run(Context& context, const Arguments& given) {
  const Experiments experiments(context, given);
  const Stories stories = experiments.chosen_rows(given);
  check_diagram(given, given.all("experiment").empty() ? 0 : std::max(given.all("experiment").size(), stories.size()));
  Record record;
  std::int64_t unknown = 0;
  std::optional<Exploration> exploration;  // outlives the files: who breaks it off finds none of them
  if (given.given("html") || given.given("slides")) exploration.emplace(context, given, stories);
  {
    Files files(given, experiments, experiments.all());
    if (OutFile* const svg = files.of("svg")) draw(context, given, experiments, stories, *svg, record);
    if (exploration) {
      const auto exhibits = playing([&] { return handout::exhibits_of(stories, exploration->options()); });
      if (!exploration->broken_off()) unknown = hand_out(context, given, experiments, exhibits, files, record);
    }
    if (!exploration || !exploration->broken_off()) files.finish();
  }
  if (exploration) exploration->finish();
  const ExitStatus status = unknown == 0 ? ExitStatus::done : ExitStatus::cannot_say;
  return tell(context, {"exported", "已导出"}, unknown == 0 ? Tone::ok : Tone::warn, record, status);
}

}  // namespace

Command lab_export_command() {
  std::vector<Option> options = {
      {.name = "html",
       .value = "FILE",
       .about = {"one page that needs nothing else: matrix, counterexamples, player",
                 "单个网页文件：矩阵、反例、播放器"}},
      {.name = "slides",
       .value = "FILE",
       .about = {"slides in Markdown, one an experiment", "Markdown 讲义，每个实验一页"}},
      {.name = "svg",
       .value = "FILE",
       .about = {"the sequence diagram of one schedule: of --schedule, or what shows most under --layers",
                 "一个调度的时序图：由 --schedule 指明，或取 --layers 之下最说明问题者"}},
      {.name = "layers",
       .value = "KWSV",
       .about = {"of the diagram, as lab why takes them; else all are on", "时序图所用的层，写法同 lab why；默认全开"}},
      {.name = "schedule",
       .value = "ID",
       .about = {"of the diagram, as lab why tells it", "时序图的调度编号，由 lab why 给出"}}};
  const std::vector<Option> exploring = exploring_options();
  options.insert(options.end(), exploring.begin(), exploring.end());
  options.push_back({.name = "naive",
                     .about = {"also with naive layers: 81 sets instead of 16", "也看朴素的层：由 16 组变为 81 组"}});
  options.push_back(threads_option());
  return {
      .path = "lab export",
      .about = {"the laboratory as a page, as slides, a schedule as a diagram",
                "导出实验室：网页、讲义，或调度的时序图"},
      .positionals = {rows_positional()},
      .options = std::move(options),
      .examples = {{.line = "payonce lab export --html laboratory.html 02 17 42",
                    .about = {"three rows, to be opened in any browser", "三行，可用任意浏览器打开"}},
                   {.line = "payonce lab export --slides lesson.md --lang both 02"},
                   {.line = "payonce lab export --svg leak.svg 02 --layers K"}},
      .run = run,
      .more = {
          {"Without experiments it is the whole catalogue, which takes minutes. A file is replaced only by the whole "
           "new one. Ends with 2 where a cell is unknown; the file says which.",
           "不指明实验则为整个目录，需数分钟。写完才替换原文件。若有未知的格，以 2 退出，文件中亦注明。"}}};
}

}  // namespace payonce
