#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "scenarios/script/experiment_reading.hpp"

namespace payonce::script {
namespace {

/// An actor that dies does not come back, so few crashes are many.
constexpr std::uint32_t most_crashes = 16;

void section_of(const Scenario& scenario, std::string_view name, void (*read)(const Section&, ExperimentReading&),
                ExperimentReading& reading) {
  for (const Section& section : scenario.sections) {
    if (section.name != name) continue;
    if (!section.head.words.empty() && name != "schedule") {
      reading.complaints.add(section.head.words.front().place,
                             {"what \"" + section.name + "\" holds stands on indented lines below it",
                              "“" + section.name + "”的内容应写在其下缩进的各行"});
    }
    read(section, reading);
  }
}

/// The orders somebody speaks of.
void gather_orders(ExperimentReading& reading) {
  const auto add = [&](const std::vector<std::string>& words) {
    for (const std::string& word : words) reading.orders.emplace(word, 0);
  };
  for (const WorldOrder& order : reading.world.orders) reading.orders.emplace(order.id.text(), 0);
  for (const Intent& intent : reading.made.intents) add(intent.words);
  for (const Actor& actor : reading.made.actors) {
    for (const Step& step : actor.steps) add(step.words);
  }
}

void crash(const Line& line, const Entry& entry, ExperimentReading& reading) {
  CrashFault fault;
  fault.actor = entry.words[1].text;
  fault.place = line.place;
  for (const Argument& one : entry.arguments) {
    if (one.name == "max") {
      fault.max = read_number(one.place, one.value, 1, most_crashes, reading.complaints).value_or(1);
      continue;
    }
    fault.at = one.value;
    const std::vector<std::string>& labels = reading.vocabulary.labels;
    if (fault.at == CrashFault::anywhere || std::find(labels.begin(), labels.end(), fault.at) != labels.end()) continue;
    std::vector<std::string_view> all = {CrashFault::anywhere};
    all.insert(all.end(), labels.begin(), labels.end());
    reading.complaints.unknown(one.place, {"label of a step", "步骤标签"}, fault.at, all);
  }
  reading.made.crashes.push_back(std::move(fault));
}

}  // namespace

bool ExperimentReading::known(const Names& names, const Text& what, Place place, std::string_view name) {
  if (names.find(name) != names.end()) return true;
  if (complaints.full()) return false;
  std::vector<std::string_view> all;
  for (const auto& [one, at] : names) all.emplace_back(one);
  complaints.unknown(place, what, name, all);
  return false;
}

bool ExperimentReading::known(const std::vector<std::string>& all, const Text& what, Place place,
                              std::string_view word) {
  if (all.empty() || std::find(all.begin(), all.end(), word) != all.end()) return true;
  complaints.unknown(place, what, word, {all.begin(), all.end()});
  return false;
}

void read_faults(const Section& section, ExperimentReading& reading) {
  std::unordered_set<std::string> told;
  for (const Line& line : section.lines) {
    const Word& first = line.words.front();
    const bool crashes = first.is("crash");
    if (!crashes && !first.is("lose")) {
      reading.complaints.unknown(first.place, {"fault", "故障"},
                                 first.kind == Word::Kind::pair ? first.name : first.text, {"crash", "lose"});
      continue;
    }
    const Entry entry = read_entry(line.words, 0, line.words.size(), crashes ? "at max" : "", reading.complaints);
    if (entry.words.size() != 2) {
      const std::string shape = crashes ? "crash ACTOR at=LABEL|any max=1" : "lose ACTOR";
      reading.complaints.add(first.place, {"this should read: " + shape, "应写作：" + shape});
      continue;
    }
    const Word& actor = entry.words[1];
    if (!reading.known(reading.actors, actor_word, actor.place, actor.text)) continue;
    const auto at = std::find_if(entry.arguments.begin(), entry.arguments.end(),
                                 [](const Argument& one) { return one.name == "at"; });
    const std::string where = at == entry.arguments.end() ? std::string(CrashFault::anywhere) : at->value;
    if (!told.insert(first.text + ' ' + actor.text + ' ' + where).second) {
      reading.complaints.add(first.place, {"this fault stands twice here", "此故障在此出现两次"});
    } else if (crashes) {
      crash(line, entry, reading);
    } else {
      reading.made.lost_replies.push_back({actor.text, line.place});
    }
  }
}

void read_schedule(const Section& section, ExperimentReading& reading) {
  const std::vector<Word>& words = section.head.words;
  if (words.size() != 1 || words[0].kind != Word::Kind::bare || !section.lines.empty()) {
    reading.complaints.add(section.head.place, {"this should read: schedule all, or schedule in-order",
                                                "应写作：schedule all，或 schedule in-order"});
  } else if (words[0].is("in-order")) {
    reading.made.schedule = Schedule::sequential;
  } else if (!words[0].is("all")) {
    reading.complaints.unknown(words[0].place, {"schedule", "调度方式"}, words[0].text, {"all", "in-order"});
  }
}

Experiment read_experiment(const Scenario& scenario, const Experiment* like, const World& world,
                           const Vocabulary& vocabulary, Complaints& complaints) {
  ExperimentReading reading{world, vocabulary, complaints, {}, {}, {}, {}, {}};
  for (const WorldAcquirer& one : world.acquirers) reading.channels.emplace(one.id.text(), reading.channels.size());
  if (like != nullptr) {
    reading.made.intents = like->intents;
    reading.made.actors = like->actors;
    for (const Intent& one : like->intents) reading.intents.emplace(one.name, reading.intents.size());
    for (const Actor& one : like->actors) reading.actors.emplace(one.name, reading.actors.size());
  }
  section_of(scenario, "intents", read_intents, reading);
  section_of(scenario, "actors", read_actors, reading);
  gather_orders(reading);
  section_of(scenario, "faults", read_faults, reading);
  section_of(scenario, "schedule", read_schedule, reading);
  section_of(scenario, "expect", read_expected, reading);
  return std::move(reading.made);
}

}  // namespace payonce::script
