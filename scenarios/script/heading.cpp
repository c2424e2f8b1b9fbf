#include <algorithm>
#include <cstddef>
#include <utility>

#include "scenarios/script/reader.hpp"

namespace payonce::script {
namespace {

/// A row of the catalogue: "02", "46a".
bool good_row(std::string_view row) {
  const std::size_t digits = std::min(row.find_first_not_of("0123456789"), row.size());
  const std::string_view rest = row.substr(digits);
  return digits >= 1 && digits <= 3 && (rest.empty() || (rest.size() == 1 && rest[0] >= 'a' && rest[0] <= 'z'));
}

/// Sentences with their language before them: `en "…" zh "…"`, or one of them; both are filled by lines of one kind.
class SentenceReader {
 public:
  SentenceReader(const Line& line, Complaints& complaints) : line_(line), complaints_(complaints) {}

  [[nodiscard]] bool done() const { return at_ >= line_.words.size(); }
  [[nodiscard]] bool next_is(std::string_view word) const { return !done() && line_.words[at_].is(word); }
  [[nodiscard]] bool next_is_sentence() const { return !done() && line_.words[at_].kind == Word::Kind::quoted; }
  void pass() { ++at_; }
  const std::string& pass_sentence() { return line_.words[at_++].text; }

  /// Takes as many as stand there. False where something else stands there, which is complained about as `shape`.
  bool take(Sentence& into, std::string_view shape) {
    const std::size_t begin = at_;
    while (next_is("en") || next_is("zh")) {
      const Word& language = line_.words[at_++];
      if (!next_is_sentence() || line_.words[at_].text.empty()) return refuse(shape);
      std::string& sentence = language.is("en") ? into.en : into.zh;
      if (!sentence.empty()) {
        complaints_.add(language.place,
                        {"\"" + language.text + "\" stands twice here", "“" + language.text + "”在此出现两次"});
        return false;
      }
      sentence = pass_sentence();
    }
    return at_ > begin || refuse(shape);
  }

  bool refuse(std::string_view shape) {
    complaints_.add(line_.place, {"this should read: " + std::string(shape), "应写作：" + std::string(shape)});
    return false;
  }

 private:
  const Line& line_;
  std::size_t at_ = 1;
  Complaints& complaints_;
};

class HeadingReader {
 public:
  HeadingReader(const Section& section, Story& story, Complaints& complaints)
      : section_(section), story_(story), complaints_(complaints) {}

  void read() {
    const std::vector<Word>& head = section_.head.words;
    story_.place = section_.head.place;
    if (head.size() != 1 || head[0].kind != Word::Kind::bare || !good_name(head[0].text)) {
      complaints_.add(section_.head.place,
                      {"a scenario has one name of a-z A-Z 0-9 _ -", "场景须有一个名称，由 a-z A-Z 0-9 _ - 组成"});
    } else {
      story_.name = head[0].text;
    }
    for (const Line& line : section_.lines) entry(line);
    if (!rule_place_ || rule_refused_) return;
    if (story_.rule.en.empty() || story_.rule.zh.empty()) one_language_lacks(*rule_place_, "rule");
  }

 private:
  void entry(const Line& line) {
    const Word& first = line.words.front();
    if (first.is("en")) return sentence(line, story_.en);
    if (first.is("zh")) return sentence(line, story_.zh);
    if (first.is("tests")) return claim(line);
    if (first.is("like")) return one_word(line, story_.like, "like SCENARIO", true);
    if (first.is("row"))
      return one_word(line, story_.row, "row 46a", line.words.size() == 2 && good_row(line.words[1].text));
    if (first.is("rule")) return rule(line);
    if (first.is("says")) return says(line);
    complaints_.unknown(first.place, {"word of a scenario", "场景中的词"},
                        first.kind == Word::Kind::pair ? first.name : first.text,
                        {"en", "zh", "tests", "like", "row", "rule", "says"});
  }

  void sentence(const Line& line, std::string& into) {
    const Word& first = line.words.front();
    if (line.words.size() != 2 || line.words[1].kind != Word::Kind::quoted || line.words[1].text.empty()) {
      complaints_.add(first.place,
                      {"this should read: " + first.text + " \"a sentence\"", "应写作：" + first.text + " \"一句话\""});
    } else if (!into.empty()) {
      complaints_.add(first.place, {"\"" + first.text + "\" stands twice here", "“" + first.text + "”在此出现两次"});
    } else {
      into = line.words[1].text;
    }
  }

  void claim(const Line& line) {
    Claim claim;
    for (std::size_t i = 1; i < line.words.size(); ++i) {
      const Word& word = line.words[i];
      if (word.kind == Word::Kind::quoted && i + 1 == line.words.size()) {
        claim.sentence = word.text;
      } else if (word.kind == Word::Kind::bare) {
        claim.numbers.push_back(word.text);
      } else {
        complaints_.add(word.place, {"this should read: tests A7 \"the sentence\"", "应写作：tests A7 \"那句话\""});
      }
    }
    story_.tests.push_back(std::move(claim));
  }

  void one_word(const Line& line, std::string& into, const std::string& shape, bool good) {
    if (!good || line.words.size() != 2 || line.words[1].kind != Word::Kind::bare || !into.empty()) {
      complaints_.add(line.words.front().place, {"this should read, once: " + shape, "应写作（仅一次）：" + shape});
    } else {
      into = line.words[1].text;
    }
  }

  void rule(const Line& line) {
    static constexpr std::string_view shape = "rule en \"…\" zh \"…\"";
    if (!rule_place_) rule_place_ = line.place;
    SentenceReader sentences(line, complaints_);
    const bool good = sentences.take(story_.rule, shape) && (sentences.done() || sentences.refuse(shape));
    rule_refused_ = rule_refused_ || !good;
  }

  /// What an article says stands as it is written there, for both languages, or once for each.
  void says(const Line& line) {
    static constexpr std::string_view shape = "says \"…\" shows en \"…\" zh \"…\"";
    SentenceReader sentences(line, complaints_);
    Correction made;
    made.place = line.place;
    if (sentences.next_is_sentence()) {
      made.says.en = made.says.zh = sentences.pass_sentence();
    } else if (!sentences.take(made.says, shape)) {
      return;
    }
    if (!sentences.next_is("shows")) return void(sentences.refuse(shape));
    sentences.pass();
    if (!sentences.take(made.shows, shape)) return;
    if (!sentences.done()) return void(sentences.refuse(shape));
    const bool both =
        !made.says.en.empty() && !made.says.zh.empty() && !made.shows.en.empty() && !made.shows.zh.empty();
    if (!both) one_language_lacks(line.place, "says");
    story_.corrections.push_back(std::move(made));
  }

  void one_language_lacks(Place place, const std::string& what) {
    complaints_.add(
        place, {"\"" + what + "\" is told in both languages, en and zh", "“" + what + "”须用 en 和 zh 两种语言写出"});
  }

  const Section& section_;
  Story& story_;
  Complaints& complaints_;
  std::optional<Place> rule_place_;
  bool rule_refused_ = false;
};

}  // namespace

bool good_name(std::string_view name) {
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

void read_heading(const Section& section, Story& story, Complaints& complaints) {
  HeadingReader(section, story, complaints).read();
}

}  // namespace payonce::script
