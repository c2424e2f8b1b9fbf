#include <algorithm>
#include <string>
#include <utility>

#include "scenarios/script/reader.hpp"

namespace payonce::script {
namespace {

const std::vector<std::string_view> guards = {"on", "naive", "off"};
const std::vector<std::string_view> windows_by = {"intent", "key", "content"};
const std::vector<std::string_view> inboxes = {"on", "marker-first", "process-first", "message-id", "off"};

void knobs_of_line(const std::vector<Word>& words, std::vector<Knob>& knobs, Complaints& complaints) {
  static const std::string all = std::string(knobs_of_time) + ' ' + std::string(knobs_of_words);
  for (const Argument& one : read_entry(words, 0, words.size(), all, complaints).arguments) {
    if (std::any_of(knobs.begin(), knobs.end(), [&](const Knob& k) { return k.name == one.name; })) {
      complaints.add(one.place, {"\"" + one.name + "\" stands twice here", "“" + one.name + "”在此出现两次"});
      continue;
    }
    knobs.push_back(read_knob(one, complaints));
  }
  for (const Word& word : words) {
    if (word.kind != Word::Kind::pair && !word.is("=")) {
      complaints.add(word.place, {"a knob is written name=value", "参数须写作 名称=值"});
    }
  }
}

}  // namespace

Knob read_knob(const Argument& one, Complaints& complaints) {
  static const std::vector<std::string_view> timed = parted_by_blanks(knobs_of_time);
  Knob knob{one.name, one.value, {}, one.place};
  if (std::find(timed.begin(), timed.end(), one.name) != timed.end()) {
    const Result<Duration> duration = Duration::parse(one.name, one.value);
    if (duration) {
      knob.duration = *duration;
    } else {
      complaints.add(one.place, duration.error().why);
    }
  } else if (one.name == "window-by" &&
             std::find(windows_by.begin(), windows_by.end(), one.value) == windows_by.end()) {
    complaints.unknown(one.place, {"value of window-by", "window-by 的值"}, one.value, windows_by);
  } else if (one.name == "inbox" && std::find(inboxes.begin(), inboxes.end(), one.value) == inboxes.end()) {
    complaints.unknown(one.place, {"value of inbox", "inbox 的值"}, one.value, inboxes);
  } else if (one.name == knob_of_the_disk && one.value != "on" && one.value != "off") {
    complaints.unknown(one.place, {"value of durable", "durable 的值"}, one.value, {"on", "off"});
  } else if ((one.name == "stock" || one.name == "coupon") &&
             std::find(guards.begin(), guards.end(), one.value) == guards.end()) {
    complaints.unknown(one.place, {"value of a guard", "守卫的值"}, one.value, guards);
  }
  return knob;
}

std::vector<Knob> read_knobs(const Section& section, Complaints& complaints) {
  std::vector<Knob> knobs;
  knobs_of_line(section.head.words, knobs, complaints);
  for (const Line& line : section.lines) knobs_of_line(line.words, knobs, complaints);
  return knobs;
}

}  // namespace payonce::script
