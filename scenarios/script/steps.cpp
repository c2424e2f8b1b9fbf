#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "scenarios/script/printer.hpp"
#include "scenarios/script/reader.hpp"

namespace payonce::script {
namespace {

/// More processes than this show nothing that fewer do not, and a machine may not have them.
constexpr std::uint32_t most_at_once = 1000;
/// More rounds than this are no story any more.
constexpr std::uint32_t most_rounds = 10'000;

/// Where a step stands decides what it may be and whether it says what it expects.
enum class Home { story, together, repeat };

class StepReader {
 public:
  StepReader(const Vocabulary& vocabulary, Complaints& complaints) : vocabulary_(vocabulary), complaints_(complaints) {}

  std::vector<Step> read(const std::vector<Line>& lines) {
    std::vector<Step> steps;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const Line& line = lines[i];
      if (line.words.front().is("together")) {
        i = together(lines, i, steps);
      } else if (line.words.front().is("repeat")) {
        i = repeat(lines, i, steps);
      } else if (line.words.front().kind == Word::Kind::arrow) {
        complaints_.add(line.place,
                        {"this expectation belongs to no step; => stands behind its step, or closes a \"together\"",
                         "此期望没有对应的步骤；=> 写在步骤之后，或用来结束 together"});
      } else if (auto read = step(line, line.inside ? Home::together : Home::story)) {
        steps.push_back(*std::move(read));
      }
    }
    return steps;
  }

 private:
  void add(Place place, Text why) { complaints_.add(place, std::move(why)); }

  /// From the line `together` to the line with its expectation; gives the place of the last line that belongs to it.
  std::size_t together(const std::vector<Line>& lines, std::size_t at, std::vector<Step>& steps) {
    const Line& head = lines[at];
    Step made;
    made.verb = Verb::together;
    made.text = print(head);
    made.place = head.place;
    if (head.words.size() > 1) {
      add(head.words[1].place, {"nothing stands behind \"together\"; its steps are indented lines below",
                                "“together”之后不写内容；其步骤写在下面缩进的各行"});
    }
    for (; at + 1 < lines.size() && lines[at + 1].inside; ++at) {
      if (auto inner = step(lines[at + 1], Home::together)) made.inside.push_back(*std::move(inner));
    }
    const std::size_t written = made.inside.size();
    const bool many = written >= 2 && written <= most_at_once;
    if (!many) {
      const std::string range = "2…" + std::to_string(most_at_once);
      add(head.place, {"\"together\" takes " + range + " steps", "“together”需要 " + range + " 个步骤"});
    }
    if (at + 1 >= lines.size() || lines[at + 1].words.front().kind != Word::Kind::arrow) {
      add(head.place, {"\"together\" is closed by a line => with the counted outcomes",
                       "“together”须以一行 => 加各结果的数量结束"});
      return at;
    }
    const Line& end = lines[++at];
    if (many) {
      made.expects = read_expectation(end.words, 0, rule_of(Verb::together), static_cast<std::uint32_t>(written),
                                      vocabulary_, complaints_);
    }
    made.text += ' ' + print(end);
    steps.push_back(std::move(made));
    return at;
  }

  /// From the line `repeat N` to the last of the lines below it.
  std::size_t repeat(const std::vector<Line>& lines, std::size_t at, std::vector<Step>& steps) {
    const Line& head = lines[at];
    Step made;
    made.verb = Verb::repeat;
    made.text = print(head);
    made.place = head.place;
    if (head.words.size() != 2 || head.words[1].kind != Word::Kind::bare) {
      shape(head.place, rule_of(Verb::repeat));
    } else {
      made.times = read_number(head.words[1].place, head.words[1].text, 2, most_rounds, complaints_);
    }
    const std::size_t begin = at;
    for (; at + 1 < lines.size() && lines[at + 1].inside; ++at) {
      if (auto inner = step(lines[at + 1], Home::repeat)) made.inside.push_back(*std::move(inner));
    }
    if (at == begin) {
      add(head.place, {"the steps of a \"repeat\" are indented lines below it", "“repeat”的步骤写在下面缩进的各行"});
    }
    steps.push_back(std::move(made));
    return at;
  }

  std::optional<Step> step(const Line& line, Home home) {
    const std::vector<Word>& words = line.words;
    const auto found =
        std::find_if(words.begin(), words.end(), [](const Word& w) { return w.kind == Word::Kind::arrow; });
    const auto arrow = static_cast<std::size_t>(found - words.begin());
    std::size_t at = 0;
    Step made;
    made.place = line.place;
    made.text = print(line);
    if (words[0].is("at-once")) {
      const bool number = arrow > 1 && words[1].kind == Word::Kind::bare;
      const auto many =
          read_number(words[number ? 1 : 0].place, number ? words[1].text : "", 2, most_at_once, complaints_);
      if (!many) return std::nullopt;
      made.at_once = *many;
      at = 2;
    }
    const VerbRule* const rule = verb_at(line, at, arrow, home == Home::together || made.at_once > 1);
    if (rule == nullptr) return std::nullopt;
    if (home != Home::story && made.at_once > 1) {
      add(line.place, {"\"at-once\" cannot stand inside a \"together\" or a \"repeat\"",
                       "“at-once”不能写在“together”或“repeat”之内"});
    }
    numbered_ = home == Home::repeat || made.at_once > 1;
    made.verb = rule->verb;
    std::size_t end = arrow;
    if (end >= at + 3 && (words[end - 2].is("crash") || words[end - 2].is("stall"))) {
      broken_off(words[end - 2], words[end - 1], *rule, home, made);
      end -= 2;
    }
    if (rule->verb == Verb::check) {
      check(words, at + 1, end, made);
    } else {
      arguments(words, at + 1, end, *rule, made);
    }
    expectation(words, arrow, *rule, home, made);
    return made;
  }

  const VerbRule* verb_at(const Line& line, std::size_t at, std::size_t arrow, bool many) {
    if (at >= arrow) {
      add(line.place, {"a step begins with its verb", "步骤须以动词开头"});
      return nullptr;
    }
    const Word& word = line.words[at];
    const VerbRule* const rule = word.kind == Word::Kind::bare ? verb_named(word.text) : nullptr;
    if (rule == nullptr) {
      complaints_.unknown(word.place, {"step", "步骤"}, word.kind == Word::Kind::pair ? word.name : word.text,
                          verb_names());
    } else if (rule->verb == Verb::together || rule->verb == Verb::repeat) {
      add(word.place, {"\"" + word.text + "\" cannot stand here: blocks do not stand inside one another",
                       "“" + word.text + "”不能写在此处：块不能嵌套"});
      return nullptr;
    } else if (many && !rule->at_once) {
      add(word.place, {"\"" + word.text + "\" cannot be done by several processes at once",
                       "“" + word.text + "”不能由多个进程同时执行"});
      return nullptr;
    }
    return rule;
  }

  /// `crash at=LABEL` or `stall at=LABEL`: the process of this step ends, or stops, just before that label.
  void broken_off(const Word& how, const Word& at, const VerbRule& rule, Home home, Step& step) {
    const std::string& word = how.text;
    if (at.kind != Word::Kind::pair || at.name != "at") {
      return add(at.place, {"this should read: " + word + " at=LABEL", "应写作：" + word + " at=标签"});
    }
    const bool stall = word == "stall";
    if (!rule.at_once || (stall && (home != Home::story || step.at_once > 1))) {
      return add(how.place, {"this step cannot " + word + " here", "此处的步骤不能使用 " + word});
    }
    const std::vector<std::string>& labels = stall ? vocabulary_.stalls : vocabulary_.labels;
    if (std::find(labels.begin(), labels.end(), at.text) == labels.end()) {
      complaints_.unknown(at.place, {"label of a step", "步骤标签"}, at.text, {labels.begin(), labels.end()});
    }
    (stall ? step.stall_at : step.crash_at) = at.text;
  }

  void shape(Place place, const VerbRule& rule) { complain_of_shape(place, rule, complaints_); }

  void arguments(const std::vector<Word>& words, std::size_t from, std::size_t to, const VerbRule& rule, Step& step) {
    fill_step(read_entry(words, from, to, rule.keys, complaints_), words[from - 1].place, rule, numbered_, vocabulary_,
              complaints_, step);
  }

  void check(const std::vector<Word>& words, std::size_t from, std::size_t to, Step& step) {
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = words.begin() + static_cast<std::ptrdiff_t>(to);
    const auto equals = std::find_if(begin, end, [](const Word& w) { return w.is("="); });
    if (begin == end || equals == begin || equals == end || equals + 1 == end) {
      return shape(words[from - 1].place, rule_of(Verb::check));
    }
    const CheckRule* const rule = begin->kind == Word::Kind::bare ? check_named(begin->text) : nullptr;
    if (rule == nullptr) {
      return complaints_.unknown(begin->place, {"thing to check", "检查项"}, begin->text, check_names());
    }
    const auto subjects = static_cast<std::size_t>(equals - begin) - 1;
    if (subjects < rule->fewest || subjects > rule->most) {
      const std::string text =
          "check " + std::string(rule->name) + (rule->words.empty() ? "" : " " + std::string(rule->words)) + " = VALUE";
      return add(begin->place, {"this should read: " + text, "应写作：" + text});
    }
    step.check.what = begin->text;
    for (auto word = begin + 1; word != equals; ++word) step.check.of.push_back(word->text);
    for (auto word = equals + 1; word != end; ++word) {
      if (!step.check.expected.empty()) step.check.expected += ' ';
      step.check.expected += word->text;
    }
  }

  void expectation(const std::vector<Word>& words, std::size_t arrow, const VerbRule& rule, Home home, Step& step) {
    if (arrow < words.size()) {
      if (home == Home::together)
        return add(words[arrow].place,
                   {"inside a \"together\" only its last line has =>", "“together”之内只有最后一行有 =>"});
      step.expects = read_expectation(words, arrow, rule, step.at_once, vocabulary_, complaints_);
      if (step.expects.kind == Expectation::Kind::killed && step.crash_at.empty()) {
        add(step.expects.place, {"nothing is killed here; write \"crash at=LABEL\" behind the step",
                                 "此处没有进程被杀死；请在步骤之后写“crash at=标签”"});
      }
      if ((step.expects.kind == Expectation::Kind::stalled) == step.stall_at.empty()) {
        add(step.expects.place, {"a step that stalls is written: … stall at=LABEL => stalled",
                                 "停住的步骤须写作：… stall at=标签 => stalled"});
      }
      return;
    }
    const bool must = rule.answers == Answers::outcome || rule.answers == Answers::findings || !step.crash_at.empty() ||
                      !step.stall_at.empty();
    if (must && home != Home::together)
      add(step.place, {"this step lacks its expectation: => OUTCOME", "此步骤缺少期望结果：=> 结果"});
  }

  const Vocabulary& vocabulary_;
  Complaints& complaints_;
  bool numbered_ = false;  // {n} means something in the step that is being read
};

}  // namespace

std::vector<Step> read_steps(const Section& section, const Vocabulary& vocabulary, Complaints& complaints) {
  if (!section.head.words.empty()) {
    complaints.add(section.head.words.front().place,
                   {"steps stand on indented lines, one each", "每个步骤各占一个缩进行"});
  }
  return StepReader(vocabulary, complaints).read(section.lines);
}

}  // namespace payonce::script
