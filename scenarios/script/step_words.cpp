#include <algorithm>
#include <string>
#include <utility>

#include "scenarios/script/reader.hpp"

namespace payonce::script {
namespace {

bool names_the_process(std::string_view text) { return text.find("{n}") != std::string_view::npos; }

void process_named(Place place, Complaints& complaints) {
  complaints.add(place, {"{n} means something only behind \"at-once\" or below \"repeat\"",
                         "{n} 只在“at-once”之后或“repeat”之内才有意义"});
}

void duration(Place place, std::string_view text, bool signs, Step& step, Complaints& complaints) {
  const bool back = signs && text.starts_with('-');
  if (back || (signs && text.starts_with('+'))) text.remove_prefix(1);
  const Result<Duration> parsed = Duration::parse("duration", text);
  if (!parsed) return complaints.add(place, parsed.error().why);
  step.shift_ns = back ? -parsed->ns : parsed->ns;
}

/// What single verbs ask beyond the number of their words.
void special(const Entry& entry, const VerbRule& rule, const Vocabulary& vocabulary, Complaints& complaints,
             Step& step) {
  const auto place = [&](std::size_t i) { return entry.words[i].place; };
  if (rule.verb == Verb::advance || rule.verb == Verb::jump) {
    duration(place(0), step.words[0], rule.verb == Verb::jump, step, complaints);
  } else if (rule.verb == Verb::script) {
    const std::vector<std::string>& known = vocabulary.behaviours;
    if (!known.empty() && std::find(known.begin(), known.end(), step.words[1]) == known.end()) {
      complaints.unknown(place(1), {"behaviour of a channel", "渠道行为"}, step.words[1], {known.begin(), known.end()});
    }
    if (step.words.size() == 3) duration(place(2), step.words[2], false, step, complaints);
    if (!step.arguments.empty()) {
      step.times = read_number(step.arguments[0].place, step.arguments[0].value, 1, 1'000'000'000, complaints);
    }
  } else if (const auto known = parted_by_blanks(first_words(rule.verb)); !known.empty() && !step.words.empty()) {
    if (std::find(known.begin(), known.end(), step.words[0]) != known.end()) return;
    const std::string verb(rule.name);
    complaints.unknown(place(0), {"word behind \"" + verb + "\"", "“" + verb + "”之后的词"}, step.words[0], known);
  }
}

}  // namespace

void complain_of_shape(Place place, const VerbRule& rule, Complaints& complaints) {
  const std::string text = std::string(rule.name) + (rule.words.empty() ? "" : " " + std::string(rule.words));
  complaints.add(place, {"this should read: " + text, "应写作：" + text});
}

void fill_step(Entry entry, Place verb, const VerbRule& rule, bool numbered, const Vocabulary& vocabulary,
               Complaints& complaints, Step& step) {
  if (entry.words.size() < rule.fewest || entry.words.size() > rule.most) {
    return complain_of_shape(verb, rule, complaints);
  }
  for (Word& word : entry.words) {
    if (!numbered && names_the_process(word.text)) process_named(word.place, complaints);
    step.words.push_back(std::move(word.text));
  }
  for (const Argument& one : entry.arguments) {
    if (!numbered && names_the_process(one.value)) process_named(one.place, complaints);
  }
  step.arguments = std::move(entry.arguments);
  special(entry, rule, vocabulary, complaints, step);
}

}  // namespace payonce::script
