#include <algorithm>
#include <cstddef>
#include <utility>

#include "scenarios/script/reader.hpp"

namespace payonce::script {
namespace {

const Text an_outcome{"outcome", "结果"};

/// The parts of "a,b" between the separators, empty ones included.
std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> out;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find(separator);
    out.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

std::vector<std::string_view> views(const std::vector<std::string>& words) { return {words.begin(), words.end()}; }

bool has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class ExpectationReader {
 public:
  ExpectationReader(const std::vector<Word>& words, std::size_t arrow, const VerbRule& rule, std::uint32_t processes,
                    const Vocabulary& vocabulary, Complaints& complaints)
      : words_(words),
        at_(arrow + 1),
        rule_(rule),
        processes_(processes),
        vocabulary_(vocabulary),
        complaints_(complaints) {
    expects_.place = words[arrow].place;
  }

  Expectation read() {
    if (rule_.answers == Answers::nothing) {
      add(expects_.place, {"\"" + std::string(rule_.name) + "\" has no answer to expect",
                           "“" + std::string(rule_.name) + "”没有可期望的结果"});
    } else if (done()) {
      add(expects_.place, {"nothing stands behind =>", "=> 之后是空的"});
    } else if (processes_ > 1) {
      counts();
    } else if (word().is("killed")) {
      expects_.kind = Expectation::Kind::killed;
      ++at_;
    } else if (word().is("stalled")) {
      expects_.kind = Expectation::Kind::stalled;
      ++at_;
    } else if (rule_.answers == Answers::findings) {
      findings();
    } else if (rule_.answers == Answers::may_handled) {
      handled();
    } else {
      outcome();
    }
    if (complaints_.empty() && !done()) add(word().place, {"nothing more is expected here", "此处不应再有内容"});
    return std::move(expects_);
  }

 private:
  [[nodiscard]] bool done() const { return at_ >= words_.size(); }
  [[nodiscard]] const Word& word() const { return words_[at_]; }
  void add(Place place, Text why) { complaints_.add(place, std::move(why)); }

  void known(Place place, const Text& what, std::string_view name, const std::vector<std::string>& list) {
    if (!has(list, name)) complaints_.unknown(place, what, name, views(list));
  }

  void outcome() {
    expects_.kind = Expectation::Kind::outcome;
    if (word().kind == Word::Kind::bare && !word().is("replayed") && !word().is("by")) {
      known(word().place, an_outcome, word().text, vocabulary_.outcomes);
      expects_.outcome = word().text;
      ++at_;
    }
    for (; !done(); ++at_) {
      if (word().is("replayed")) {
        expects_.replayed = true;
      } else if (word().is("by")) {
        if (at_ + 1 >= words_.size() || words_[at_ + 1].kind != Word::Kind::bare) {
          return add(word().place, {"behind \"by\" the layer is missing", "“by”之后缺少层名"});
        }
        ++at_;
        known(word().place, {"layer", "层"}, word().text, vocabulary_.layers);
        expects_.by = word().text;
      } else if (word().kind == Word::Kind::pair && word().name == "voucher") {
        expects_.voucher = word().text;
      } else if (word().kind == Word::Kind::pair && word().name == "exit") {
        if (const auto status = read_number(word().place, word().text, 0, 255, complaints_)) {
          expects_.exit = static_cast<int>(*status);
        }
      } else {
        const std::string_view shown_word = word().kind == Word::Kind::pair ? word().name : word().text;
        return complaints_.unknown(word().place, {"word behind an outcome", "结果之后的词"}, shown_word,
                                   {"by", "replayed", "voucher", "exit"});
      }
    }
    if (expects_.outcome.empty() && !expects_.exit) {
      add(expects_.place, {"an outcome is missing behind =>", "=> 之后缺少结果"});
    }
  }

  void findings() {
    if (word().is("clean")) {
      expects_.kind = Expectation::Kind::clean;
      ++at_;
      return;
    }
    if (!word().is("findings")) {
      return complaints_.unknown(word().place, {"result of a reconciliation", "对账的结果"}, word().text,
                                 {"clean", "findings"});
    }
    expects_.kind = Expectation::Kind::findings;
    const Place start = word().place;
    bool comma = true;
    for (++at_; !done() && comma && word().kind == Word::Kind::bare; ++at_) {
      std::vector<std::string_view> codes = parts(word().text, ',');
      comma = codes.back().empty();
      if (comma) codes.pop_back();
      for (const std::string_view code : codes) {
        if (code.empty() || !vocabulary_.findings.empty())
          known(word().place, {"finding", "差异代码"}, code, vocabulary_.findings);
        expects_.findings.emplace_back(code);
      }
    }
    if (comma) add(start, {"a code of a finding is missing here", "此处缺少差异代码"});
  }

  void handled() {
    expects_.kind = Expectation::Kind::handled;
    if (const auto number = read_number(word().place, word().text, 0, 1'000'000'000, complaints_))
      expects_.handled = *number;
    ++at_;
  }

  /// `paid 1, already_paid|later 62, killed 1` or `paid 1, already_paid|later rest`.
  void counts() {
    expects_.kind = Expectation::Kind::counts;
    bool rest = false;
    bool comma = true;
    std::uint64_t sum = 0;
    for (; !done() && comma; ++at_) {
      Count count;
      for (const std::string_view name : parts(word().text, '|')) {
        // A process that is killed has no outcome, and a recover or notices counts instead of answering.
        if (word().kind != Word::Kind::bare || (name != "killed" && name != "handled"))
          known(word().place, an_outcome, name, vocabulary_.outcomes);
        count.outcomes.emplace_back(name);
      }
      ++at_;
      if (done() || word().kind != Word::Kind::bare) {
        return add(words_[at_ - 1].place,
                   {"a number is missing behind this outcome: how many of the " + std::to_string(processes_) + "?",
                    "此结果之后缺少数量：" + std::to_string(processes_) + " 个中有几个？"});
      }
      std::string_view number = word().text;
      comma = number.ends_with(',');
      if (comma) number.remove_suffix(1);
      if (number == "rest") {
        if (std::exchange(rest, true)) add(word().place, {"there is one rest only", "rest 只能出现一次"});
      } else {
        count.number = read_number(word().place, number, 0, processes_, complaints_);
        if (!count.number) return;
        sum += *count.number;
      }
      expects_.counts.push_back(std::move(count));
    }
    if (comma) add(expects_.place, {"something is missing behind the last comma", "最后一个逗号之后缺少内容"});
    if (rest ? sum > processes_ : sum != processes_) {
      add(expects_.place,
          {"the counts come to " + std::to_string(sum) + ", and there are " + std::to_string(processes_) + " answers",
           "数量合计为 " + std::to_string(sum) + "，而结果共有 " + std::to_string(processes_) + " 个"});
    }
  }

  const std::vector<Word>& words_;
  std::size_t at_;
  const VerbRule& rule_;
  std::uint32_t processes_;
  const Vocabulary& vocabulary_;
  Complaints& complaints_;
  Expectation expects_;
};

}  // namespace

Expectation read_expectation(const std::vector<Word>& words, std::size_t arrow, const VerbRule& rule,
                             std::uint32_t processes, const Vocabulary& vocabulary, Complaints& complaints) {
  return ExpectationReader(words, arrow, rule, processes, vocabulary, complaints).read();
}

}  // namespace payonce::script
