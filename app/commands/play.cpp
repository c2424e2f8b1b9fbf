#include "app/commands/play.hpp"

#include <set>

#include "app/context.hpp"
#include "app/interruption.hpp"
#include "app/print/progress.hpp"
#include "app/print/table.hpp"
#include "app/story_files.hpp"
#include "ledger/values/json.hpp"
#include "scenarios/player/player.hpp"

namespace payonce {
namespace {

struct Performance {
  const StoryFile* file;
  const script::Story* story;
  player::Played played;
};

std::string indented(const std::string& text, std::size_t by) { return std::string(by, ' ') + text + "\n"; }

std::string place_of(const Performance& one, script::Place place) {
  return one.file->path.string() + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

/// The layers that stopped something, in the order a payment meets them.
std::vector<std::string> stoppers(const player::Played& played) {
  std::vector<std::string> names;
  for (const Layer layer : all_layers) {
    if (played.stops.contains(std::string(name(layer)))) names.emplace_back(name(layer));
  }
  return names;
}

std::vector<std::string> codes(const player::Played& played) {
  std::set<std::string> all;
  for (const player::Found& found : played.findings) all.insert(found.code);
  return {all.begin(), all.end()};
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

std::string trace_of(const Context& context, const std::vector<TraceLine>& trace, std::size_t by) {
  std::string out;
  for (const TraceLine& line : trace) {
    out += indented(std::string(name(line.layer)) + ": " + context.said(sentence(line)), by);
  }
  return out;
}

/// Where a story first went otherwise than it says.
std::string failure(const Context& context, const Performance& one) {
  const player::Wrong& wrong = *one.played.wrong;
  std::string out = context.painter().mark(place_of(one, wrong.place) + ": " + one.story->name, Tone::bad) + "\n";
  if (!wrong.step.empty()) out += indented(wrong.step, 4);
  out += indented(context.said({"expected  ", "期望  "}) + context.said(wrong.expected), 4);
  out += indented(context.said({"got       ", "实际  "}) + context.said(wrong.got), 4);
  return out + trace_of(context, wrong.trace, 6);
}

std::string told(const Context& context, const Performance& one) {
  const Text about{one.story->en, one.story->zh};
  std::string out = context.painter().mark(one.story->name, one.played.passed() ? Tone::ok : Tone::bad) + "\n";
  if (!about.en.empty()) out += indented(context.said(about), 2);
  for (const player::Told& step : one.played.told) {
    out += indented(step.step, 4);
    if (!step.came_to.empty()) out += indented("-> " + step.came_to, 6);
    out += trace_of(context, step.trace, 9);
  }
  return out;
}

std::string table_of(const Context& context, const std::vector<Performance>& all) {
  Table table({{context.said({"story", "故事"})},
               {context.said({"outcome", "结果"})},
               {context.said({"stopped by", "拦截层"})},
               {context.said({"reconciliation", "对账"})}});
  const Performance* before = nullptr;
  for (const Performance& one : all) {
    if (before != nullptr && before->file->path.parent_path() != one.file->path.parent_path()) table.rule();
    before = &one;
    const bool good = one.played.passed();
    const std::vector<std::string> found = codes(one.played);
    table.row(
        {one.story->name,
         {context.said(good ? Text{"as told", "如所述"} : Text{"otherwise", "不符"}), good ? Tone::ok : Tone::bad},
         joined(stoppers(one.played)),
         found.empty() ? Cell(context.said({"clean", "无差异"}), Tone::ok) : Cell(joined(found), Tone::warn)});
  }
  return table.text(context.painter());
}

void write(JsonWriter& json, const std::vector<std::string>& words) {
  json.array();
  for (const std::string& word : words) json.value(word);
  json.end();
}

std::string json_of(const std::vector<Performance>& all, std::size_t wrong, ExitStatus status) {
  std::string out;
  JsonWriter json(out);
  json.object().name("stories").array();
  for (const Performance& one : all) {
    const player::Played& played = one.played;
    json.object().member("story", one.story->name).member("file", one.file->path.string());
    json.member("passed", played.passed()).name("stopped_by").object();
    for (const auto& [layer, times] : played.stops) json.member(layer, times);
    json.end().name("findings");
    write(json, codes(played));
    if (played.wrong) {
      json.name("wrong").object().member("at", place_of(one, played.wrong->place)).member("step", played.wrong->step);
      json.member("expected", played.wrong->expected.en).member("got", played.wrong->got.en).end();
    }
    json.end();
  }
  json.end().member("played", all.size()).member("wrong", wrong).member("exit", number(status)).end();
  return out + "\n";
}

Text summary(std::size_t played, std::size_t wrong, std::size_t experiments) {
  const std::string count = std::to_string(played);
  const std::string stories = count + (played == 1 ? " story, " : " stories, ");
  Text text{stories + "all as told", count + " 个故事，全部如所述"};
  if (wrong != 0) {
    text = {stories + std::to_string(wrong) + " otherwise than told",
            count + " 个故事，" + std::to_string(wrong) + " 个与所述不符"};
  }
  if (experiments == 0) return text;
  const std::string left = std::to_string(experiments);
  return {
      text.en + "; " + left + (experiments == 1 ? " experiment is" : " experiments are") + " left to payonce lab check",
      text.zh + "；另有 " + left + " 个实验，请用 payonce lab check"};
}

player::Played play(const script::Story& story, const std::optional<std::string>& keep) {
  if (!keep) {
    const player::ScratchFolder folder;
    return player::play(story, folder.path());
  }
  const std::filesystem::path folder = std::filesystem::path(*keep) / story.name;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_empty(folder, error) || error) {
    throw Problem(ExitStatus::storage, {"keep",
                                        {folder.string() + " cannot be made, or is not empty",
                                         folder.string() + " 无法创建，或不是空文件夹"}});
  }
  return player::play(story, folder);
}

ExitStatus run(Context& context, const Arguments& given) {
  const std::vector<StoryFile> files = read_story_files(context, given.all("file"));
  std::vector<std::pair<const StoryFile*, const script::Story*>> stories;
  std::size_t experiments = 0;
  for (const StoryFile& file : files) {
    for (const script::Story& story : file.script.stories) {
      if (story.experiment) {
        ++experiments;
      } else {
        stories.emplace_back(&file, &story);
      }
    }
  }
  // Nothing played is no success: a wrong file in a script must not look like a passed one.
  if (stories.empty() && experiments > 0) {
    throw Problem(ExitStatus::usage, {joined(given.all("file")),
                                      {"holds experiments alone; they are explored: payonce lab check --from",
                                       "只含实验；请用 payonce lab check --from"}});
  }
  if (stories.empty()) {
    throw Problem(ExitStatus::usage, {joined(given.all("file")), {"holds no story to play", "其中没有可播放的故事"}});
  }
  std::vector<Performance> all;
  std::size_t wrong = 0;
  Progress progress(context.world(), context.said({"stories", "故事"}), stories.size());
  // Each story has a folder in memory, which would outlive this process: it ends between two of them.
  const Interruption interruption;
  for (const auto& [file, story] : stories) {
    if (interruption.wished()) interruption.end();
    all.push_back({file, story, play(*story, given.maybe("keep"))});
    wrong += all.back().played.passed() ? 0u : 1u;
    progress.advance();
  }
  progress.finish();
  if (interruption.wished()) interruption.end();
  const ExitStatus status = wrong == 0 ? ExitStatus::done : ExitStatus::findings;
  if (context.json()) {
    context.print(json_of(all, wrong, status));
    return status;
  }
  if (given.given("verbose")) {
    for (const Performance& one : all) context.print(told(context, one) + "\n");
  }
  if (given.given("table")) context.print(table_of(context, all) + "\n");
  for (const Performance& one : all) {
    if (one.played.wrong) context.print(failure(context, one) + "\n");
  }
  const Text sum = summary(all.size(), wrong, experiments);
  context.print(context.painter().mark(context.said(sum), wrong == 0 ? Tone::ok : Tone::bad) + "\n");
  return status;
}

}  // namespace

Command play_command() {
  return {
      .path = "play",
      .about = {"plays stories: real payments, real crashes, and every law at the end",
                "播放故事：真实的支付与崩溃，最后核对全部规则"},
      .positionals = {{.name = "file",
                       .about = {"stories (.lab), or folders of them", "故事文件（.lab）或其所在文件夹"},
                       .repeated = true}},
      .options = {{.name = "table", .about = {"a row a story: who stopped what", "每个故事一行：由哪一层拦下"}},
                  {.name = "verbose", .about = {"every step, and what each layer said", "逐步显示各层的应答"}},
                  {.name = "keep",
                   .value = "DIR",
                   .about = {"leave each ledger in DIR/STORY to look at", "把每个账本留在 DIR/故事名 供查看"}}},
      .examples = {{.line = "payonce play scenarios --table"},
                   {.line = "payonce play scenarios/state_machine/two-channels.lab --verbose"}},
      .run = run,
      .more = {{"Status 1 means that a story went otherwise than it says; its first wrong step is named as "
                "file:line:column.\nEach story gets a ledger of its own; --db is not touched.",
                "退出状态 1 表示有故事与所述不符，并以 文件:行:列 指出第一处。每个故事使用自己的账本，不涉及 --db。"}}};
}

}  // namespace payonce
