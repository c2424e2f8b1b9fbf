#include "app/experiments.hpp"

#include <algorithm>
#include <iterator>
#include <thread>

#include "app/doubtful_names.hpp"
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
    warn_of_doubtful_names(context, file);
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
  const auto those = [&](auto&& fits) {
    Stories some;
    std::copy_if(all_.begin(), all_.end(), std::back_inserter(some), fits);
    return some;
  };
  if (name.empty()) {
    throw Problem(ExitStatus::usage,
                  {"experiment",
                   {"is empty; say its name, the beginning of it, or its row; payonce lab list shows them",
                    "为空；请写名称、名称开头或行号；payonce lab list 可列出全部"}});
  }
  Stories found = those([&](const script::Story* one) { return one->name == name; });
  if (found.empty()) found = those([&](const script::Story* one) { return one->row == name; });
  if (found.empty()) found = those([&](const script::Story* one) { return one->name.starts_with(name); });
  if (found.size() == 1) return *found.front();
  if (!found.empty()) refuse_several(name, found);
  const Text near = near_name(name);
  throw Problem(ExitStatus::usage,
                {"experiment", {"there is none called " + name + near.en, "没有名为 " + name + " 的实验" + near.zh}});
}

void Experiments::refuse_several(const std::string& name, const Stories& found) const {
  // More than these nobody reads; the list has them all.
  constexpr std::size_t most_named = 6;
  std::string names;
  for (std::size_t i = 0; i < std::min(found.size(), most_named); ++i) {
    names += (i == 0 ? "" : ", ") + found[i]->name;
    // Only where they are in different files can two have one name.
    if (found[i]->name == name) names += " (" + file_of(*found[i]).path.string() + ")";
  }
  const std::string more = found.size() > most_named ? std::to_string(found.size() - most_named) : "";
  throw Problem(ExitStatus::usage,
                {"experiment",
                 {"\"" + name + "\" fits several: " + names + (more.empty() ? "" : " and " + more + " more"),
                  "“" + name + "”与多个实验相符：" + names + (more.empty() ? "" : "，另有 " + more + " 个")}});
}

Text Experiments::near_name(const std::string& name) const {
  const Text list{"; payonce lab list shows them", "；payonce lab list 可列出全部"};
  // What somebody has begun to write may have a slip in it too: the beginnings of a name end where a word of it does.
  std::vector<std::string_view> known;
  for (const script::Story* one : all_) {
    const std::string_view whole = one->name;
    known.push_back(whole);
    for (std::size_t dash = whole.find('-'); dash != std::string_view::npos; dash = whole.find('-', dash + 1))
      known.push_back(whole.substr(0, dash));
  }
  const std::string_view near = nearest(name, known);
  const auto meant = std::find_if(
      all_.begin(), all_.end(), [&](const script::Story* one) { return !near.empty() && one->name.starts_with(near); });
  if (meant == all_.end()) return list;
  return {"; did you mean " + (*meant)->name + "?", "；您是指 " + (*meant)->name + " 吗？"};
}

Experiments::Stories Experiments::chosen(const Arguments& given) const { return chosen_by(given, false); }

Experiments::Stories Experiments::chosen_rows(const Arguments& given) const { return chosen_by(given, true); }

Experiments::Stories Experiments::chosen_by(const Arguments& given, bool rows) const {
  const std::vector<std::string>& names = given.all("experiment");
  if (names.empty()) return all_;
  Stories some;
  const auto add = [&](const script::Story* one) {
    if (std::find(some.begin(), some.end(), one) == some.end()) some.push_back(one);  // named twice is looked at once
  };
  for (const std::string& name : names) {
    bool row = false;
    for (const script::Story* one : all_) {
      if (!rows || name.empty() || one->row != name) continue;
      row = true;
      add(one);
    }
    if (!row) add(&named(name));
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
          .about = {"its name, the beginning of it, or its row (17)", "名称、名称开头或行号（如 17）"}};
}

Positional rows_positional() {
  return {.name = "experiment",
          .about = {"its name, the beginning of it, or a row: every experiment of it (42)",
                    "名称、名称开头，或行号：该行的全部实验（如 42）"},
          .required = false,
          .repeated = true};
}

Option mermaid_option() {
  return {.name = "mermaid", .about = {"as a sequence diagram in Mermaid's words", "输出 Mermaid 时序图"}};
}

bool mermaid_from(const Context& context, const Arguments& given) {
  if (given.given("mermaid") && context.json())
    throw Problem(ExitStatus::usage, {"mermaid", {"and --json exclude each other", "与 --json 不能同时使用"}});
  return given.given("mermaid");
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

laboratory::Trace traced_whole(laboratory::Play& play, const laboratory::Schedule& schedule) {
  laboratory::Trace whole = traced(play, schedule);
  if (whole.whole) return whole;
  const std::string turns = std::to_string(schedule.path.size());
  std::string names;
  for (const laboratory::Choice one : play.choices()) {
    if (!one.crash) names += (names.empty() ? "" : ", ") + play.actor(one.actor).name();
  }
  throw Problem(
      ExitStatus::usage,
      {"schedule",
       {"stops before the end: after its " + turns + " turns " + names +
            " can still go on, so that there is no verdict; an id is taken whole, with all its letters",
        "未到结尾：走完 " + turns + " 步后 " + names + " 仍可继续，因而没有结论；编号须完整，一个字母也不能少"}});
}

void refuse_world(const laboratory::Unplayable& met) {
  const Text& got = met.wrong.got;
  throw Problem(ExitStatus::usage,
                {met.experiment, {"its world cannot be set up: " + got.en, "无法搭建其初始状态：" + got.zh}});
}

}  // namespace payonce
