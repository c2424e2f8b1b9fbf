#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "ledger/values/nearest.hpp"
#include "scenarios/script/experiment_reading.hpp"

namespace payonce::script {
namespace {

/// More of one wish shows nothing that fewer do not.
constexpr std::uint32_t most_times = 1000;
constexpr std::uint32_t most_left = 1'000'000;
constexpr std::string_view verbs_of_intents =
    "pay refund authorise capture void topup transfer adjust order cancel ship return stock fee reserve payout "
    "suspense "
    "dispute exchange reverse goods-back";
/// The pairs that say what is meant. Keys, tokens and leases say how it is asked for, which is no part of a wish.
constexpr std::string_view pairs_of_intents = "amount to-amount by to ref via line lines quantity order";
constexpr std::string_view shape =
    "NAME = VERB … once, twice, 3 times or at-most once; NAME = order ORDER ends STATE; NAME = stock SKU keeps 2";

bool has(std::string_view list, std::string_view word) {
  const std::vector<std::string_view> all = parted_by_blanks(list);
  return std::find(all.begin(), all.end(), word) != all.end();
}

class IntentReader {
 public:
  IntentReader(const Line& line, ExperimentReading& reading) : line_(line), reading_(reading) {}

  void read() {
    const std::vector<Word>& words = line_.words;
    const bool named = words.size() >= 3 && words[0].kind == Word::Kind::bare && words[1].is("=");
    if (!named) return misshapen(words.front().place);
    made_.name = words[0].text;
    made_.place = line_.place;
    if (!good_name(made_.name)) {
      return add(words[0].place, {"an intent has a name of a-z A-Z 0-9 _ -", "意图的名称由 a-z A-Z 0-9 _ - 组成"});
    }
    if (!reading_.intents.emplace(made_.name, reading_.made.intents.size()).second) {
      return add(words[0].place,
                 {"\"" + shown(made_.name) + "\" is there already", "“" + shown(made_.name) + "”已存在"});
    }
    const Word& verb = words[2];
    if (verb.kind != Word::Kind::bare || !has(verbs_of_intents, verb.text)) {
      reading_.complaints.unknown(verb.place, {"verb of an intent", "意图的动词"},
                                  verb.kind == Word::Kind::pair ? verb.name : verb.text,
                                  parted_by_blanks(verbs_of_intents));
    } else {
      wish(verb);
    }
    // What is wrong with it is told; what mentions it is not.
    reading_.made.intents.push_back(std::move(made_));
  }

 private:
  void add(Place place, Text why) { reading_.complaints.add(place, std::move(why)); }
  void misshapen(Place place) {
    add(place, {"this should read: " + std::string(shape), "应写作：" + std::string(shape)});
  }

  void wish(const Word& verb) {
    const VerbRule& rule = *verb_named(verb.text);
    made_.verb = rule.verb;
    std::string keys;
    for (const std::string_view key : parted_by_blanks(pairs_of_intents)) {
      if (has(rule.keys, key)) keys += (keys.empty() ? "" : " ") + std::string(key);
    }
    Entry entry = read_entry(line_.words, 3, line_.words.size(), keys, reading_.complaints);
    if (!ending(entry.words)) return;
    if (made_.kind == Intent::Kind::once) {
      Step step;
      fill_step(std::move(entry), verb.place, rule, false, reading_.vocabulary, reading_.complaints, step);
      made_.words = std::move(step.words);
      made_.arguments = std::move(step.arguments);
      return;
    }
    const bool ends = made_.kind == Intent::Kind::ends;
    if (made_.verb != (ends ? Verb::order : Verb::stock) || entry.words.size() != 1 || !entry.arguments.empty()) {
      return misshapen(verb.place);
    }
    made_.words.push_back(std::move(entry.words[0].text));
  }

  /// Takes what says how it shall be off the end of the words.
  bool ending(std::vector<Word>& words) {
    const std::size_t many = words.size();
    const auto before_last = [&](std::string_view word) { return many >= 2 && words[many - 2].is(word); };
    if (before_last("ends")) {
      made_.kind = Intent::Kind::ends;
      made_.state = words[many - 1].text;
      reading_.known(reading_.vocabulary.states, state_word, words[many - 1].place, made_.state);
      words.resize(many - 2);
      return true;
    }
    if (before_last("keeps")) {
      made_.kind = Intent::Kind::keeps;
      const auto left = number(words[many - 1], 0, most_left);
      made_.left = left.value_or(0);
      words.resize(many - 2);
      return left.has_value();
    }
    if (many >= 1 && (words[many - 1].is("once") || words[many - 1].is("twice"))) {
      made_.times = words[many - 1].is("once") ? 1 : 2;
      words.resize(many - 1);
    } else if (many >= 2 && words[many - 1].is("times")) {
      const auto times = number(words[many - 2], 1, most_times);
      if (!times) return false;
      made_.times = *times;
      words.resize(many - 2);
    } else {
      if (many >= 1) {
        reading_.complaints.unknown(words[many - 1].place, {"end of an intent", "意图的结尾"}, words[many - 1].text,
                                    {"once", "twice", "times", "ends", "keeps"});
      } else {
        misshapen(line_.place);
      }
      return false;
    }
    if (!words.empty() && words.back().is("at-most")) {
      made_.at_most = true;
      words.pop_back();
    } else if (words.size() > rule_of(made_.verb).most && !nearest(words.back().text, {"at-most"}).empty()) {
      reading_.complaints.unknown(words.back().place, {"word before once", "once 之前的词"}, words.back().text,
                                  {"at-most"});
      return false;
    }
    return true;
  }

  std::optional<std::uint32_t> number(const Word& word, std::uint32_t least, std::uint32_t most) {
    return read_number(word.place, word.text, least, most, reading_.complaints);
  }

  const Line& line_;
  ExperimentReading& reading_;
  Intent made_;
};

}  // namespace

void read_intents(const Section& section, ExperimentReading& reading) {
  for (const Line& line : section.lines) IntentReader(line, reading).read();
}

}  // namespace payonce::script
