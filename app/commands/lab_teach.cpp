#include "app/commands/lab_teach.hpp"

#include <algorithm>
#include <deque>

#include "app/experiments.hpp"
#include "app/learner.hpp"
#include "app/lesson_view.hpp"
#include "app/print/table.hpp"
#include "app/print/wrap.hpp"
#include "app/schedule_view.hpp"
#include "ledger/values/wide.hpp"
#include "scenarios/lessons/level.hpp"
#include "scenarios/lessons/quiz.hpp"
#include "scenarios/lessons/words.hpp"

namespace payonce {
namespace {

using lessons::Answer;
using lessons::Lesson;
using lessons::Question;

/// What somebody answered; nothing: passed over, or never asked.
struct Given {
  const Question* question;
  std::optional<Answer> answer;
  [[nodiscard]] bool right() const { return answer && lessons::right(*question, *answer); }
};

struct Taught {
  Lesson lesson;
  std::vector<Given> given;
  std::size_t asked = 0;  // of them, before somebody ended the lesson

  [[nodiscard]] std::size_t right() const {
    return static_cast<std::size_t>(
        std::count_if(given.begin(), given.end(), [](const Given& one) { return one.right(); }));
  }
};

/// Asks until it is answered, passed over, or nobody answers any more (false).
bool ask(Context& context, Learner& learner, Given& given) {
  const Question& question = *given.question;
  if (!context.json()) {
    context.print("\n" + told(context, question.asks, "? "));
    for (std::size_t i = 0; i < question.options.size(); ++i) {
      const Question::Option& option = question.options[i];
      const bool layers = question.kind == Question::Kind::alone;
      const std::string letter = layers ? "" : std::string(1, static_cast<char>('a' + i)) + "  ";
      context.print(told(context, option.about, "    " + letter + pad_right(option.word, layers ? 3 : 9)));
    }
  }
  for (;;) {
    const auto word = learner.word("> ");
    const std::string command = word ? lessons::small(*word) : "quit";
    if (command == "quit" || command == "q") return false;
    if (command == "skip") return true;
    const auto answer = lessons::understood(question, *word);
    if (answer) {
      given.answer = *answer;
      return true;
    }
    learner.misunderstood();
    if (context.json()) continue;
    context.print(told(context, answer.error().why, "  ⚠ "));
  }
}

payonce::Cell judged(const Context& context, const Given& one) {
  const std::string right = lessons::right_spelled(*one.question);
  if (!one.answer) return {context.said({"right: " + right, "答案：" + right})};
  const std::string own = lessons::spelled(*one.question, *one.answer);
  if (one.right()) return {own, Tone::ok};
  return {context.said({own + " — right: " + right, own + " — 答案：" + right}), Tone::bad};
}

void reveal(Context& context, const Taught& taught) {
  const Lesson& lesson = taught.lesson;
  const script::Story& story = *lesson.story;
  context.print("\n" + context.said({"── what the laboratory shows ──", "── 实验室的结果 ──"}) + "\n");
  Table answers({{context.said({"question", "问题"})}, {context.said({"your answer", "您的回答"})}});
  for (const Given& one : taught.given) {
    const Text names = one.question->kind == Question::Kind::share  ? Text{"how many leak", "多少泄漏"}
                       : one.question->kind == Question::Kind::harm ? Text{"which harm", "何种危害"}
                                                                    : Text{"which stop it alone", "单独可拦的层"};
    answers.row({context.said(names), judged(context, one)});
  }
  if (!answers.empty()) context.print(answers.text(context.painter()));
  context.print("\n" + paragraph(cell_said(context, lesson.shown), lesson_columns, lesson.shown.layers.name() + "  "));
  for (const std::string& set : {std::string("----"), std::string("K---"), std::string("-W--"), std::string("--S-"),
                                 std::string("---V"), std::string("KWSV")}) {
    const auto* const cell = lessons::cell_under(lesson.row, taken(laboratory::LayerSet::parse("layers", set)));
    if (cell == nullptr || set == lesson.shown.layers.name()) continue;
    context.print(paragraph(cell_said(context, *cell), lesson_columns, set + "  "));
  }
  context.print(told_of(context, {"the smallest sets that stop it: ", "最小防线："}, guards_said(lesson.row.guards)));
  if (lesson.leak) {
    const std::string set = lesson.leak->schedule.layers.name();
    const auto* const cell = lessons::cell_under(lesson.row, lesson.leak->schedule.layers);
    const Text so_far = cell == nullptr || cell->tally.complete ? Text{} : Text{" so far", "目前"};
    context.print("\n" +
                  context.said({"The shortest way to it" + so_far.en + ", with " + set + ":",
                                "在 " + set + " 下" + so_far.zh + "最短的泄漏："}) +
                  "\n");
    context.print(schedule_table(context, *lesson.leak));
  }
  if (!story.rule.en.empty()) context.print("\n" + told_of(context, {"the rule: ", "规律："}, story.rule.text()));
  context.print(corrections_said(context, story));
}

std::string json_of(const std::deque<Taught>& all, std::size_t right, std::size_t asked, ExitStatus status) {
  std::string out;
  JsonWriter json(out);
  json.object().name("lessons").array();
  for (const Taught& one : all) {
    const Lesson& lesson = one.lesson;
    json.object();
    write_situation(json, *lesson.story);
    json.member("layers", lesson.shown.layers.name()).name("questions").array();
    for (const Given& given : one.given) {
      const Question& question = *given.question;
      json.object().member("question", lessons::name(question.kind));
      write_text(json, "asks", question.asks);
      json.name("options").array();
      for (const Question::Option& option : question.options) {
        json.object().member("word", option.word).member("en", option.about.en).member("zh", option.about.zh).end();
      }
      json.end().name("right").array();
      for (const std::string& word : question.right) json.value(word);
      json.end().name("given");
      if (given.answer) {
        json.array();
        for (const std::string& word : *given.answer) json.value(word);
        json.end();
      } else {
        json.null();
      }
      json.member("correct", given.right()).end();
    }
    json.end().member("guards", laboratory::spelled(lesson.row.guards)).name("shown");
    write_cell(json, lesson.shown);
    json.name("cells").array();
    for (const laboratory::Cell& cell : lesson.row.cells) write_cell(json, cell);
    json.end();
    write_text(json, "rule", lesson.story->rule.text());
    json.name("corrections").array();
    for (const script::Correction& correction : lesson.story->corrections) {
      json.object();
      write_text(json, "says", correction.says.text());
      write_text(json, "shows", correction.shows.text());
      json.end();
    }
    json.end().name("trace");
    if (lesson.leak) {
      write_schedule(json, *lesson.leak);
    } else {
      json.null();
    }
    json.end();
  }
  json.end().member("right", right).member("asked", asked).member("exit", number(status)).end();
  return out + "\n";
}

void introduce(Context& context) {
  context.print(told(context, {"Predict first, then look. An experiment leaks in a schedule where somebody is harmed:",
                               "先预测，再揭晓。若某个调度中有人受损，就称为泄漏："}));
  for (const laboratory::Harm harm : script::every_harm) {
    context.print(told(context, laboratory::words(harm), "  " + pad_right(std::string(name(harm)), 9)));
  }
  context.print(
      told(context, {"Layers: K idempotency key, W dedup window, S state machine, V unique voucher; a dash: off, a "
                     "small letter: naive, it looks in one transaction and acts in another. "
                     "skip passes a question over, quit ends the lesson.",
                     "层：K 幂等键、W 去重窗口、S 状态机、V "
                     "唯一凭证号；短横为关闭，小写为朴素：在一个事务里查，在另一个里做。skip 跳过一题，quit 结束。"}));
}

/// How much leaks, which harm, who stops it alone.
constexpr std::size_t every_question = 3;

std::string not_asked(const Context& context, bool nothing) {
  return nothing
             ? told(context,
                    {"the budget was over before anything was certain: nothing can be asked of this experiment",
                     "预算用尽，什么都无法确定：本实验无题可问"},
                    "? ")
             : told(context, {"the budget was over: what is unknown is not asked", "预算用尽：未知之事不提问"}, "⚠ ");
}

ExitStatus run(Context& context, const Arguments& given) {
  const Experiments experiments(context, given);
  const auto stories = experiments.chosen(given);
  Learner learner(context, given.maybe("answers"));
  const auto text = given.maybe("layers");
  const auto layers =
      text ? std::optional(taken(laboratory::LayerSet::parse("layers", *text))) : std::optional<laboratory::LayerSet>{};
  if (!context.json()) introduce(context);
  std::deque<Taught> all;  // whose elements stay where they are
  bool answered = true;
  bool all_known = true;  // every question could be asked
  std::size_t right = 0;
  std::size_t asked = 0;
  for (std::size_t i = 0; i < stories.size() && (answered || context.json()); ++i) {
    const script::Story& story = *stories[i];
    if (!context.json()) {
      const std::string count = std::to_string(i + 1) + "/" + std::to_string(stories.size());
      context.print("\n══ " + count + " ══ " + situation(context, story));
    }
    std::vector<laboratory::MatrixRow> rows = rows_of(context, given, {&story});
    all.push_back(
        {playing([&] { return lessons::lesson_of(std::move(rows.front()), cells_from(given), layers); }), {}, 0});
    Taught& taught = all.back();
    for (const Question& question : taught.lesson.questions) taught.given.push_back({&question, std::nullopt});
    if (!context.json()) {
      context.print(paragraph(layers_said(context, taught.lesson.shown.layers), lesson_columns,
                              context.said({"layers ", "各层 "}) + taught.lesson.shown.layers.name() + "  "));
      if (taught.given.size() < every_question) context.print(not_asked(context, taught.given.empty()));
    }
    if (taught.given.size() < every_question) all_known = false;
    for (Given& one : taught.given) {
      if (answered) answered = ask(context, learner, one);
      if (answered) ++taught.asked;
    }
    right += taught.right();
    asked += taught.asked;
    if (!context.json() && answered) reveal(context, taught);
  }
  const ExitStatus status = answered && all_known ? ExitStatus::done : ExitStatus::cannot_say;
  if (context.json()) {
    context.print(json_of(all, right, asked, status));
    return status;
  }
  const std::string of_all = std::to_string(right) + "/" + std::to_string(asked);
  const Text score =
      asked == 0 && !all_known ? Text{"none, nothing could be asked", "无，没有可问之题"} : Text{of_all, of_all};
  if (!answered) {
    context.print("\n" + told(context, {"The lesson ends here; what was not answered is not revealed.",
                                        "课程到此结束；未回答的不揭晓。"}));
  }
  if (all.size() > 1) {
    Table table({{context.said({"experiment", "实验"})}, {context.said({"right", "答对"}), Align::right}});
    for (const Taught& one : all) {
      table.row({one.lesson.story->name, std::to_string(one.right()) + "/" + std::to_string(one.asked)});
    }
    context.print("\n" + table.text(context.painter()));
  }
  context.print("\n" + context.said({"score: " + score.en, "得分：" + score.zh}) + "\n");
  return status;
}

}  // namespace

Command lab_teach_command() {
  std::vector<Option> options = exploring_options();
  options.insert(options.begin(), {script_option("answers"), chosen_layers_option()});
  Positional which = experiment_positional();
  which.repeated = true;
  return {
      .path = "lab teach",
      .about = {"a lesson: predict what leaks and what stops it, then see every schedule",
                "课程：先预测何时泄漏、由谁拦住，再揭晓所有调度"},
      .positionals = {std::move(which)},
      .options = std::move(options),
      .examples = {{.line = "payonce lab teach 02 05 10 17 42-two-channels",
                    .about = {"five experiments, three questions each", "五个实验，每个三问"}},
                   {.line = "payonce lab teach 05 --answers answers.txt --json"}},
      .run = run,
      .more = {{"Nothing is revealed of an experiment before its questions are answered. With --json answers come "
                "from --answers alone. Ends with 0 when all was asked, with 2 when the answers ended before, or where "
                "something could not be asked because the budget was over.",
                "一个实验的问题答完之前，什么也不揭晓。用 --json 时，回答只取自 --answers。问完以 0 "
                "退出；回答提前结束，或因预算用尽而有题无法提问，则以 2 退出。"}}};
}

}  // namespace payonce
