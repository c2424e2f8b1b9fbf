#include "scenarios/lessons/quiz.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "scenarios/laboratory/explorer.hpp"
#include "scenarios/laboratory/tally.hpp"
#include "scenarios/lessons/level.hpp"
#include "scenarios/lessons/words.hpp"

namespace payonce::lessons {
namespace {

using laboratory::Cell;
using laboratory::Harm;
using laboratory::LayerSet;
using laboratory::MatrixRow;

constexpr std::string_view nothing = "none";

Question share_of(const Cell& cell) {
  const std::string set = cell.layers.name();
  Question question{.kind = Question::Kind::share,
                    .asks = {"With the layers " + set + ": in how many of all schedules does something leak?",
                             "在各层为 " + set + " 时：所有调度中有多少会泄漏？"},
                    .options = {{"none", {"in none of them", "全都不泄漏"}},
                                {"some", {"in some, not in all", "部分泄漏，并非全部"}},
                                {"all", {"in every one", "每一种都泄漏"}}},
                    .right = {}};
  const bool all = cell.tally.leaking == cell.tally.schedules;
  question.right = {cell.answer == Cell::Answer::safe ? "none" : all ? "all" : "some"};
  return question;
}

Question harm_of(const Cell& bare) {
  Question question{.kind = Question::Kind::harm,
                    .asks = {"And with every layer off: which harm comes of it?", "若各层全部关闭：会造成哪种危害？"},
                    .options = {{std::string(nothing), {"nothing leaks even so", "即便如此也不泄漏"}}},
                    .right = {}};
  for (const Harm harm : script::every_harm) {
    question.options.push_back({std::string(script::name(harm)), laboratory::words(harm)});
    if (!bare.tally.by_harm[static_cast<std::size_t>(harm)].zero()) question.right.emplace_back(script::name(harm));
  }
  if (question.right.empty()) question.right.emplace_back(nothing);
  return question;
}

Question alone_of(const MatrixRow& row) {
  Question question{.kind = Question::Kind::alone,
                    .asks = {"Which layers stop it, each standing alone? (their letters, or none)",
                             "哪些层单独开启就能完全拦住？（输入字母，或 none）"},
                    .options = {{"K", {"idempotency key", "幂等键"}},
                                {"W", {"dedup window", "去重窗口"}},
                                {"S", {"state machine", "状态机"}},
                                {"V", {"unique voucher", "唯一凭证号"}}},
                    .right = {}};
  for (std::size_t i = 0; i < LayerSet::letters.size(); ++i) {
    const Cell* const cell = cell_under(row, laboratory::layer_set_of(1u << i));
    if (cell != nullptr && cell->answer == Cell::Answer::safe) question.right.emplace_back(1, LayerSet::letters[i]);
  }
  return question;
}

bool all_known(const MatrixRow& row) {
  return std::all_of(row.cells.begin(), row.cells.end(),
                     [](const Cell& cell) { return cell.answer != Cell::Answer::unknown; });
}

Fault not_understood(const Question& question, std::string_view word) {
  std::string known;
  for (const Question::Option& one : question.options) known += (known.empty() ? "" : ", ") + one.word;
  const std::string shown = quoted(word);
  if (question.kind == Question::Kind::alone) {
    return {"answer",
            {"\"" + shown + "\" names no layers; write letters of K W S V together, as SV, or none",
             "“" + shown + "”不是层；请连写 K W S V 中的字母，如 SV，或写 none"}};
  }
  return {"answer",
          {"\"" + shown + "\" is none of the answers; they are " + known + ", or their letters",
           "“" + shown + "”不是选项；可答 " + known + "，或其字母"}};
}

/// Which of three to show, where all are there: a die that falls the same way each time.
unsigned die_of(const script::Story& story) {
  unsigned sum = 0;
  for (const char digit : laboratory::mark_of(story)) sum += static_cast<unsigned char>(digit);
  return sum % 3;
}

std::optional<Cell> chosen(const MatrixRow& row, const laboratory::MatrixOptions& options) {
  const Cell* const leak = hardest_leak(row);
  const Cell* const safe = barest_safe(row);
  const unsigned die = die_of(*row.story);
  if (die == 2) {
    if (auto puzzle = puzzle_of(row, options)) return puzzle;
  }
  const Cell* const shown = safe != nullptr && (leak == nullptr || die == 0) ? safe : leak;
  return shown == nullptr ? std::nullopt : std::optional(*shown);
}

}  // namespace

std::string_view name(Question::Kind kind) {
  constexpr std::array<std::string_view, 3> names = {"share", "harm", "alone"};
  return names[static_cast<std::size_t>(kind)];
}

Result<Answer> understood(const Question& question, std::string_view word) {
  const std::string text = small(word);
  if (question.kind == Question::Kind::alone) {
    if (text == nothing || text == "-") return Answer{};
    Answer answer;
    for (const char c : text) {
      const bool between = c == '|' || c == '+' || c == ',';
      const auto layer =
          std::find_if(question.options.begin(), question.options.end(),
                       [&](const Question::Option& one) { return small(one.word) == std::string(1, c); });
      if (layer == question.options.end() && !between) return not_understood(question, word);
      if (!between) answer.push_back(layer->word);
    }
    if (answer.empty()) return not_understood(question, word);
    Answer in_order;
    for (const Question::Option& one : question.options) {
      if (std::find(answer.begin(), answer.end(), one.word) != answer.end()) in_order.push_back(one.word);
    }
    return in_order;
  }
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    const Question::Option& one = question.options[i];
    const std::string letter(1, static_cast<char>('a' + i));
    if (text == small(one.word) || text == letter || text == std::to_string(i + 1)) return Answer{one.word};
  }
  return not_understood(question, word);
}

bool right(const Question& question, const Answer& answer) {
  if (question.kind == Question::Kind::alone) return answer == question.right;
  return answer.size() == 1 &&
         std::find(question.right.begin(), question.right.end(), answer.front()) != question.right.end();
}

std::string spelled(const Question&, const Answer& answer) {
  std::string text;
  for (const std::string& one : answer) text += (text.empty() ? "" : " ") + one;
  return text.empty() ? std::string(nothing) : text;
}

std::string right_spelled(const Question& question) {
  if (question.kind == Question::Kind::alone) return spelled(question, question.right);
  std::string text;
  for (const std::string& one : question.right) text += (text.empty() ? "" : " | ") + one;
  return text;
}

Lesson lesson_of(MatrixRow row, const laboratory::MatrixOptions& options, const std::optional<LayerSet>& layers) {
  const script::Story& story = *row.story;
  Lesson lesson{.story = &story, .row = std::move(row), .shown = {}, .questions = {}, .leak = {}};
  const Cell* const leak = hardest_leak(lesson.row);
  if (!layers) {
    lesson.shown = chosen(lesson.row, options).value_or(lesson.row.cells.front());
  } else if (const Cell* const own = cell_under(lesson.row, *layers)) {
    lesson.shown = *own;
  } else {  // a set with naive layers is none of the row's
    lesson.shown = laboratory::look_at(story, *layers, options.grain, options.budget);
  }
  if (laboratory::seen_whole(lesson.shown)) lesson.questions.push_back(share_of(lesson.shown));
  const Cell* const bare = cell_under(lesson.row, laboratory::layer_set_of(0));
  if (bare != nullptr && laboratory::seen_whole(*bare)) lesson.questions.push_back(harm_of(*bare));
  if (all_known(lesson.row)) lesson.questions.push_back(alone_of(lesson.row));
  const Cell* const leaks = lesson.shown.answer == Cell::Answer::leaks ? &lesson.shown : leak;
  if (leaks == nullptr) return lesson;
  laboratory::Play play(story, leaks->layers, options.grain);
  const laboratory::Graph graph = laboratory::explore(play, options.budget);
  const auto path = laboratory::shortest(graph, [](const laboratory::Verdict& end) { return end.harms.any(); });
  if (path) lesson.leak = laboratory::trace(play, laboratory::schedule_of(story, leaks->layers, options.grain, *path));
  return lesson;
}

}  // namespace payonce::lessons
