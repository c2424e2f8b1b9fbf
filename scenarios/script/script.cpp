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

const std::vector<std::string_view> story_words = {"en", "zh", "tests", "like"};

/// A name that can be a file's and a table's: letters of ASCII, digits, `_` and `-`.
bool good_name(std::string_view name) {
  return name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
         });
}

void read_claim(const Line& line, Story& story, Complaints& complaints) {
  Claim claim;
  for (std::size_t i = 1; i < line.words.size(); ++i) {
    const Word& word = line.words[i];
    if (word.kind == Word::Kind::quoted && i + 1 == line.words.size()) {
      claim.sentence = word.text;
    } else if (word.kind == Word::Kind::bare) {
      claim.numbers.push_back(word.text);
    } else {
      complaints.add(word.place, {"this should read: tests A7 \"the sentence\"", "应写作：tests A7 \"那句话\""});
    }
  }
  story.tests.push_back(std::move(claim));
}

void read_names(const Section& section, Story& story, Complaints& complaints) {
  const std::vector<Word>& head = section.head.words;
  story.place = section.head.place;
  if (head.size() != 1 || head[0].kind != Word::Kind::bare || !good_name(head[0].text)) {
    complaints.add(section.head.place,
                   {"a scenario has one name of a-z A-Z 0-9 _ -", "场景须有一个名称，由 a-z A-Z 0-9 _ - 组成"});
  } else {
    story.name = head[0].text;
  }
  for (const Line& line : section.lines) {
    const Word& first = line.words.front();
    if (first.is("tests")) {
      read_claim(line, story, complaints);
      continue;
    }
    if (first.is("like")) {
      if (line.words.size() != 2 || line.words[1].kind != Word::Kind::bare || !story.like.empty()) {
        complaints.add(first.place, {"this should read, once: like SCENARIO", "应写作（仅一次）：like SCENARIO"});
      } else {
        story.like = line.words[1].text;
      }
      continue;
    }
    if (!first.is("en") && !first.is("zh")) {
      complaints.unknown(first.place, {"word of a scenario", "场景中的词"},
                         first.kind == Word::Kind::pair ? first.name : first.text, story_words);
      continue;
    }
    std::string& sentence = first.is("en") ? story.en : story.zh;
    if (line.words.size() != 2 || line.words[1].kind != Word::Kind::quoted || line.words[1].text.empty()) {
      complaints.add(first.place,
                     {"this should read: " + first.text + " \"a sentence\"", "应写作：" + first.text + " \"一句话\""});
    } else if (!sentence.empty()) {
      complaints.add(first.place, {"\"" + first.text + "\" stands twice here", "“" + first.text + "”在此出现两次"});
    } else {
      sentence = line.words[1].text;
    }
  }
}

/// What it is like comes first: the same world, and the same steps before its own.
void take_beginning(const std::vector<Story>& before, Story& story, Complaints& complaints) {
  if (story.like.empty()) return;
  const auto first = std::find_if(before.begin(), before.end(), [&](const Story& s) { return s.name == story.like; });
  if (first == before.end() || first->experiment || story.experiment) {
    complaints.add(story.place, {"\"like\" names an earlier story of this file; there is no " + story.like,
                                 "“like”须指向本文件中更早的故事；没有 " + story.like});
    return;
  }
  if (!(story.world == World{}) || !story.knobs.empty()) {
    complaints.add(story.place, {"a story that is like another has that one's world and knobs, and none of its own",
                                 "用“like”的故事沿用对方的 world 与 knobs，不得另写"});
    return;
  }
  story.world = first->world;
  story.knobs = first->knobs;
  story.steps.insert(story.steps.begin(), first->steps.begin(), first->steps.end());
}

Story read_story(const Scenario& scenario, bool whole, const Vocabulary& vocabulary, Complaints& complaints) {
  Story story;
  bool steps = false;
  for (const Section& section : scenario.sections) {
    if (section.name == "scenario") {
      read_names(section, story, complaints);
    } else if (section.name == "world") {
      story.world = read_world(section, complaints);
    } else if (section.name == "knobs") {
      story.knobs = read_knobs(section, complaints);
    } else if (section.name == "steps") {
      steps = true;
      story.steps = read_steps(section, vocabulary, complaints);
    } else {
      // Sections of an experiment are lines of words here.
      story.experiment = story.experiment || section.name == "actors";
    }
  }
  // Where a section was refused, it may have been the one that is missed here.
  if (whole && steps == story.experiment) {
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
    Story story = read_story(scenario, whole, vocabulary, complaints);
    if (!story.name.empty() && !names.insert(story.name).second) {
      complaints.add(story.place, {"another scenario of this file is called \"" + story.name + "\"",
                                   "本文件中已有名为“" + story.name + "”的场景"});
    }
    take_beginning(script.stories, story, complaints);
    script.stories.push_back(std::move(story));
  }
  script.errors = complaints.errors();
  std::stable_sort(script.errors.begin(), script.errors.end(), [](const Error& left, const Error& right) {
    return std::tie(left.line, left.column) < std::tie(right.line, right.column);
  });
  return script;
}

}  // namespace payonce::script
