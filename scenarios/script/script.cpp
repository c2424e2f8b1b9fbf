#include "scenarios/script/script.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "scenarios/script/layout.hpp"
#include "scenarios/script/reader.hpp"

namespace payonce::script {
namespace {

/// What it is like comes first: the same world and knobs, and the same steps before its own. Null where it is like none.
const Story* take_beginning(const std::vector<Story>& before, bool experiment, Story& story, Complaints& complaints) {
  if (story.like.empty()) return nullptr;
  const auto first = std::find_if(before.begin(), before.end(), [&](const Story& s) { return s.name == story.like; });
  if (first == before.end() || first->experiment.has_value() != experiment) {
    const Text kind = experiment ? Text{"experiment", "实验"} : Text{"story", "故事"};
    complaints.add(story.place, {"\"like\" names an earlier " + kind.en + " of this file; there is no " + story.like,
                                 "“like”须指向本文件中更早的" + kind.zh + "；没有 " + story.like});
    return nullptr;
  }
  if (!(story.world == World{}) || !story.knobs.empty()) {
    complaints.add(story.place, {"a story that is like another has that one's world and knobs, and none of its own",
                                 "用“like”的故事沿用对方的 world 与 knobs，不得另写"});
    return nullptr;
  }
  story.world = first->world;
  story.knobs = first->knobs;
  story.steps.insert(story.steps.begin(), first->steps.begin(), first->steps.end());
  return &*first;
}

Story read_story(const Scenario& scenario, const std::vector<Story>& before, bool whole, const Vocabulary& vocabulary,
                 Complaints& complaints) {
  Story story;
  bool steps = false;
  bool experiment = false;
  bool actors = false;
  for (const Section& section : scenario.sections) {
    if (section.name == "scenario") {
      read_heading(section, story, complaints);
    } else if (section.name == "world") {
      story.world = read_world(section, complaints);
    } else if (section.name == "knobs") {
      story.knobs = read_knobs(section, complaints);
    } else if (section.name == "steps") {
      steps = true;
      story.steps = read_steps(section, vocabulary, complaints);
    } else {
      experiment = true;
      actors = actors || section.name == "actors";
    }
  }
  const Story* const like = take_beginning(before, experiment, story, complaints);
  if (experiment) {
    const Experiment* const first = like == nullptr ? nullptr : &*like->experiment;
    story.experiment = read_experiment(scenario, first, story.world, vocabulary, complaints);
  }
  // Where a section was refused, it may have been the one that is missed here.
  if (whole && (steps == experiment || (experiment && !actors && story.like.empty()))) {
    complaints.add(story.place, {"a scenario has either steps (a story) or actors (an experiment)",
                                 "场景要么有 steps（故事），要么有 actors（实验）"});
  }
  return story;
}

}  // namespace

Script parse(std::string_view bytes, const Vocabulary& vocabulary) {
  Complaints complaints;
  Script script;
  script.tree = lay_out(bytes, complaints);
  const bool whole = complaints.empty();
  std::unordered_set<std::string> names;
  for (const Scenario& scenario : script.tree.scenarios) {
    Story story = read_story(scenario, script.stories, whole, vocabulary, complaints);
    if (!story.name.empty() && !names.insert(story.name).second) {
      complaints.add(story.place, {"another scenario of this file is called \"" + story.name + "\"",
                                   "本文件中已有名为“" + story.name + "”的场景"});
    }
    script.stories.push_back(std::move(story));
  }
  script.errors = complaints.errors();
  std::stable_sort(script.errors.begin(), script.errors.end(), [](const Error& left, const Error& right) {
    return std::tie(left.line, left.column) < std::tie(right.line, right.column);
  });
  return script;
}

}  // namespace payonce::script
