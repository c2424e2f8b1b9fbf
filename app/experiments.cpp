#include "app/experiments.hpp"

#include <algorithm>
#include <iterator>
#include <thread>

#include "app/story_place.hpp"
#include "ledger/values/nearest.hpp"
#include "scenarios/laboratory/explorer.hpp"
#include "scenarios/script/printer.hpp"

namespace payonce {
namespace {

std::string catalogue(const Arguments& given) {
  if (const auto from = given.maybe("from")) return *from;
  const auto place = story_place("catalogue");
  if (!place) {
    throw Problem(ExitStatus::storage, {"from",
                                        {"the catalogue was not found beside the program; name a folder of experiments",
                                         "程序旁没有找到实验目录；请指定实验所在文件夹"}});
  }
  return place->string();
}

std::int64_t number_of(const Arguments& given, std::string_view name, std::int64_t otherwise) {
  const auto text = given.maybe(name);
  return text ? taken(parse_count(name, *text, 1)) : otherwise;
}

}  // namespace

Experiments::Experiments(Context& context, const Arguments& given)
    : files_(read_story_files(context, {catalogue(given)})) {
  for (const StoryFile& file : files_) {
    for (const script::Story& story : file.script.stories) {
      if (story.experiment) all_.push_back(&story);
    }
  }
  if (all_.empty()) {
    throw Problem(
        ExitStatus::usage,
        {catalogue(given), {"holds no experiment (a scenario with actors)", "其中没有实验（含 actors 的场景）"}});
  }
}

const script::Story& Experiments::named(const std::string& name) const {
  for (const script::Story* one : all_) {
    if (one->name == name) return *one;
  }
  const script::Story* beginning = nullptr;
  for (const script::Story* one : all_) {
    if (one->row == name) return *one;
    if (one->name.starts_with(name) && beginning == nullptr) beginning = one;
  }
  if (beginning != nullptr) return *beginning;
  std::vector<std::string_view> known;
  for (const script::Story* one : all_) known.emplace_back(one->name);
  const Text near = did_you_mean(name, known, {"; payonce lab list shows them", "；payonce lab list 可列出全部"});
  throw Problem(ExitStatus::usage,
                {"experiment", {"there is none called " + name + near.en, "没有名为 " + name + " 的实验" + near.zh}});
}

std::vector<const script::Story*> Experiments::chosen(const Arguments& given) const {
  const std::vector<std::string>& names = given.all("experiment");
  if (names.empty()) return all_;
  std::vector<const script::Story*> some;
  for (const std::string& name : names) some.push_back(&named(name));
  return some;
}

std::vector<const script::Story*> Experiments::chosen_rows(const Arguments& given) const {
  const std::vector<std::string>& names = given.all("experiment");
  if (names.empty()) return all_;
  std::vector<const script::Story*> some;
  for (const std::string& name : names) {
    const auto before = some.size();
    std::copy_if(all_.begin(), all_.end(), std::back_inserter(some),
                 [&](const script::Story* one) { return one->row == name; });
    if (some.size() == before) some.push_back(&named(name));
  }
  return some;
}

const script::Story& Experiments::of(const laboratory::Schedule& schedule) const {
  for (const script::Story* one : all_) {
    if (laboratory::mark_of(*one) == schedule.experiment) return *one;
  }
  throw Problem(ExitStatus::usage,
                {"schedule",
                 {"belongs to an experiment that is not here, or was changed since: none says " + schedule.experiment,
                  "所属的实验不在此处，或已被改动：没有标记为 " + schedule.experiment + " 的实验"}});
}

const StoryFile& Experiments::file_of(const script::Story& story) const {
  const auto found = std::find_if(files_.begin(), files_.end(), [&](const StoryFile& file) {
    const auto& stories = file.script.stories;
    return !stories.empty() && &story >= stories.data() && &story < stories.data() + stories.size();
  });
  return *found;
}

std::string Experiments::text_of(const script::Story& story) const {
  const StoryFile& file = file_of(story);
  script::Tree alone;
  alone.scenarios.push_back(file.script.tree.scenarios[static_cast<std::size_t>(&story - file.script.stories.data())]);
  return script::print(alone);
}

Option from_option() {
  return {.name = "from",
          .value = "PATH",
          .about = {"experiments of another file or folder than the catalogue", "改用其他文件或文件夹中的实验"}};
}

Option layers_option() {
  return {.name = "layers",
          .value = "KWSV",
          .about = {"K W S V that are on; small: naive, left out or a dash: off; -X: the channel forgets",
                    "开启的层 K W S V；小写为朴素，省略或短横为关闭；-X 表示渠道不记忆"},
          .fallback = "KWSV"};
}

std::vector<Option> exploring_options() {
  return {from_option(),
          {.name = "statements",
           .about = {"actors stop before every statement, not only before every transaction",
                     "在每条语句前切换，而非仅在每个事务前"}},
          {.name = "states",
           .value = "N",
           .about = {"the most states to look at in a cell; else 200000", "每格最多查看的状态数；默认 200000"}},
          {.name = "seconds", .value = "N", .about = {"the most time for a cell; else 10", "每格最长秒数；默认 10"}}};
}

Option threads_option() {
  return {.name = "threads",
          .value = "N",
          .about = {"so many cells at a time; else one a processor", "同时计算的格数；默认每个处理器一格"}};
}

Positional experiment_positional() {
  return {.name = "experiment",
          .about = {"its name, the beginning of it, or its row (42)", "名称、名称开头或行号（如 42）"}};
}

laboratory::LayerSet layers_from(const Arguments& given) {
  return taken(laboratory::LayerSet::parse("layers", given.text("layers")));
}

laboratory::Grain grain_from(const Arguments& given) {
  return given.given("statements") ? laboratory::Grain::statements : laboratory::Grain::coarse;
}

laboratory::Budget budget_from(const Arguments& given) {
  laboratory::Budget budget;
  budget.states =
      static_cast<std::uint32_t>(std::min<std::int64_t>(number_of(given, "states", budget.states), 100'000'000));
  budget.time = seconds(std::min<std::int64_t>(number_of(given, "seconds", 10), 86'400));
  return budget;
}

unsigned threads_from(const Arguments& given) {
  const std::int64_t processors = std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::int64_t>(number_of(given, "threads", processors), 64));
}

laboratory::Trace traced(laboratory::Play& play, const laboratory::Schedule& schedule) {
  try {
    return laboratory::trace(play, schedule);
  } catch (const laboratory::Diverged& at) {
    const std::string turn = std::to_string(at.at + 1);
    throw Problem(ExitStatus::usage, {"schedule",
                                      {"does not fit: turn " + turn +
                                           " cannot come there; the program takes other steps than when it was made",
                                       "与现状不符：第 " + turn + " 步在该处不可能发生；程序的步骤已与当时不同"}});
  }
}

void refuse_world(const laboratory::Unplayable& met) {
  const Text& got = met.wrong.got;
  throw Problem(ExitStatus::usage,
                {met.experiment, {"its world cannot be set up: " + got.en, "无法搭建其初始状态：" + got.zh}});
}

}  // namespace payonce
