#include "scenarios/script/expected.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "scenarios/script/experiment_reading.hpp"
#include "scenarios/script/printer.hpp"

namespace payonce::script {
namespace {

using Words = std::vector<Word>;

constexpr std::uint32_t most_counted = 1'000'000'000;
/// The layers a set of guards may name, in the order in which it is kept.
constexpr std::string_view letters = "KWSVRX";
constexpr std::string_view shape_of_guards = "guards W | S+V, guards none, or guards nothing needed";
const std::vector<std::string_view> lines = {"all-on", "guards", "layers", "variant", "sometimes"};

struct ClauseRule {
  std::string_view word;
  Clause::Kind kind;
  std::string_view shape;
};
constexpr std::array<ClauseRule, 7> clauses = {{{"moves", Clause::Kind::moves, "moves INTENT = 1"},
                                                {"books", Clause::Kind::books_balanced, "books balanced"},
                                                {"nothing", Clause::Kind::nothing_stuck, "nothing stuck"},
                                                {"status", Clause::Kind::status, "status ORDER = STATE"},
                                                {"vouchers", Clause::Kind::vouchers, "vouchers ORDER = 1"},
                                                {"entries", Clause::Kind::entries, "entries ORDER = 2"},
                                                {"replies", Clause::Kind::replies_same, "replies same"}}};

class ExpectedReader {
 public:
  explicit ExpectedReader(ExperimentReading& reading) : reading_(reading) {}

  void read(const Line& line) {
    const Word& first = line.words.front();
    Expected made;
    made.place = line.place;
    made.text = print(line);
    if (first.is("all-on")) {
      each_part(line.words, [&](const Words& part) { clause(part, made); });
    } else if (first.is("guards")) {
      guards(line.words, made);
    } else if (first.is("layers") || first.is("variant")) {
      made.kind = first.is("layers") ? Expected::Kind::layers : Expected::Kind::variant;
      read_layers_and_verdict(line.words, reading_, made);
    } else if (first.is("sometimes")) {
      sometimes(line.words, made);
    } else {
      return reading_.complaints.unknown(first.place, {"expectation of an experiment", "实验的期望"},
                                         first.kind == Word::Kind::pair ? first.name : first.text, lines);
    }
    reading_.made.expects.push_back(std::move(made));
  }

 private:
  void add(Place place, Text why) { reading_.complaints.add(place, std::move(why)); }
  void should_read(Place place, std::string_view shape) {
    add(place, {"this should read: " + std::string(shape), "应写作：" + std::string(shape)});
  }

  /// What stands between the bars behind the first word.
  template <class Take>
  void each_part(const Words& words, Take take) {
    if (words.size() == 1) {
      return should_read(words[0].place, words[0].is("guards") ? shape_of_guards : "all-on CLAUSE | CLAUSE");
    }
    Words part;
    Place place = words.front().place;
    for (std::size_t i = 1; i <= words.size(); ++i) {
      const bool bar = i < words.size() && words[i].is("|");
      if (i < words.size() && !bar) {
        part.push_back(words[i]);
        continue;
      }
      if (part.empty()) {
        return add(bar ? words[i].place : place, {"nothing stands beside this bar", "竖线旁边缺少内容"});
      }
      take(std::exchange(part, {}));
      if (bar) place = words[i].place;
    }
  }

  void clause(const Words& words, Expected& expected) {
    Clause made;
    const Word& first = words.front();
    made.place = first.place;
    const auto rule =
        std::find_if(clauses.begin(), clauses.end(), [&](const ClauseRule& one) { return first.is(one.word); });
    std::string shape = rule == clauses.end() ? first.text + " INTENT = 1" : std::string(rule->shape);
    if (rule == clauses.end()) {
      if (first.kind != Word::Kind::bare || !reading_.channels.contains(first.text)) return unknown_clause(first);
      made.kind = Clause::Kind::at_channel;
      made.channel = first.text;
    } else {
      made.kind = rule->kind;
    }
    const bool said = made.kind == Clause::Kind::books_balanced || made.kind == Clause::Kind::nothing_stuck ||
                      made.kind == Clause::Kind::replies_same;
    if (said) {
      const std::string_view second = parted_by_blanks(shape)[1];
      if (words.size() != 2 || !words[1].is(second)) return should_read(first.place, shape);
      return expected.clauses.push_back(std::move(made));
    }
    const bool compares =
        words.size() == 4 && words[1].kind == Word::Kind::bare && words[2].is("=") && words[3].kind == Word::Kind::bare;
    if (!compares) return should_read(first.place, shape);
    made.of = words[1].text;
    const bool intent = made.kind == Clause::Kind::moves || made.kind == Clause::Kind::at_channel;
    if (!reading_.known(intent ? reading_.intents : reading_.orders, intent ? intent_word : order_word, words[1].place,
                        made.of)) {
      return;
    }
    if (made.kind == Clause::Kind::status) {
      made.state = words[3].text;
      if (!reading_.known(reading_.vocabulary.states, state_word, words[3].place, made.state)) return;
    } else {
      const auto number = read_number(words[3].place, words[3].text, 0, most_counted, reading_.complaints);
      if (!number) return;
      made.number = *number;
    }
    expected.clauses.push_back(std::move(made));
  }

  void unknown_clause(const Word& first) {
    if (reading_.complaints.full()) return;
    std::vector<std::string_view> all;
    all.reserve(clauses.size() + reading_.channels.size());
    for (const ClauseRule& one : clauses) all.push_back(one.word);
    for (const auto& [channel, at] : reading_.channels) all.emplace_back(channel);
    reading_.complaints.unknown(first.place, {"clause", "条款"},
                                first.kind == Word::Kind::pair ? first.name : first.text, all);
  }

  void guards(const Words& words, Expected& expected) {
    expected.kind = Expected::Kind::guards;
    if (std::exchange(guarded_, true)) {
      return add(words[0].place, {"\"guards\" stands twice here", "“guards”在此出现两次"});
    }
    if (words.size() == 2 && words[1].is("none")) return;
    if (words.size() == 3 && words[1].is("nothing") && words[2].is("needed")) return expected.guards.push_back({});
    std::vector<unsigned> sets;
    each_part(words, [&](const Words& part) {
      const std::optional<unsigned> set = set_of(part);
      if (!set) return;
      const Place place = part.front().place;
      for (const unsigned other : sets) {
        if ((other & *set) == other || (other & *set) == *set) {
          return add(place, {"of two sets of guards, one holds the other: the smallest alone stand here",
                             "两个防线集合中，一个包含另一个：此处只写最小的集合"});
        }
      }
      sets.push_back(*set);
      std::string spelled;
      for (std::size_t i = 0; i < letters.size(); ++i) {
        if ((*set >> i & 1U) != 0) spelled += letters[i];
      }
      expected.guards.push_back(std::move(spelled));
    });
  }

  /// `KS`, `K+S` or `K + S`, as a bit for each letter.
  std::optional<unsigned> set_of(const Words& part) {
    unsigned set = 0;
    for (const Word& word : part) {
      const std::string& text = word.kind == Word::Kind::pair ? word.name : word.text;
      for (const char c : text) {
        if (c == '+') continue;
        const std::size_t at = letters.find(c);
        if (at == std::string_view::npos || word.kind != Word::Kind::bare) {
          reading_.complaints.unknown(word.place, {"set of guards", "防线集合"}, text,
                                      {"K", "W", "S", "V", "R", "X", "none", "nothing needed"});
          return std::nullopt;
        }
        if ((set >> at & 1U) != 0) {
          add(word.place, {"a layer stands twice in this set", "此集合中某一层出现两次"});
          return std::nullopt;
        }
        set |= 1U << at;
      }
    }
    if (set == 0) {
      should_read(part.front().place, shape_of_guards);
      return std::nullopt;
    }
    return set;
  }

  void sometimes(const Words& words, Expected& expected) {
    if (words.size() == 3 && words[1].is("reply") && words[2].kind == Word::Kind::bare) {
      expected.kind = Expected::Kind::sometimes_reply;
      expected.outcome = underscored(words[2].text);
      reading_.known(reading_.vocabulary.outcomes, {"outcome", "结果"}, words[2].place, expected.outcome);
      return;
    }
    if (words.size() != 2 || words[1].is("reply")) {
      return should_read(words[0].place, "sometimes reply OUTCOME, or sometimes DOUBLE");
    }
    expected.kind = Expected::Kind::sometimes_harm;
    if (const auto harm = read_harm(words[1], reading_.complaints)) expected.harm = *harm;
  }

  ExperimentReading& reading_;
  bool guarded_ = false;
};

}  // namespace

std::string_view name(Harm harm) {
  switch (harm) {
    case Harm::double_moved: return "DOUBLE";
    case Harm::lost: return "LOST";
    case Harm::stuck: return "STUCK";
    case Harm::false_reply: return "FALSE";
    case Harm::over: return "OVER";
    case Harm::zombie: return "ZOMBIE";
    case Harm::blocked: return "BLOCKED";
  }
  return "";
}

std::optional<Harm> read_harm(const Word& word, Complaints& complaints) {
  const auto found = std::find_if(every_harm.begin(), every_harm.end(), [&](Harm one) { return word.is(name(one)); });
  if (found != every_harm.end()) return *found;
  std::vector<std::string_view> all;
  all.reserve(every_harm.size());
  for (const Harm one : every_harm) all.push_back(name(one));
  complaints.unknown(word.place, {"kind of harm", "损害类型"}, word.kind == Word::Kind::pair ? word.name : word.text,
                     all);
  return std::nullopt;
}

std::string underscored(std::string_view word) {
  std::string out(word);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

void read_expected(const Section& section, ExperimentReading& reading) {
  ExpectedReader reader(reading);
  for (const Line& line : section.lines) reader.read(line);
}

}  // namespace payonce::script
