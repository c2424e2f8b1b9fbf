#include "app/commands/lab_check.hpp"

#include <thread>

#include "app/experiments.hpp"
#include "app/interruption.hpp"
#include "app/lesson_view.hpp"
#include "app/print/progress.hpp"
#include "app/print/wrap.hpp"
#include "ledger/values/json.hpp"
#include "scenarios/laboratory/check.hpp"

namespace payonce {
namespace {

using laboratory::Checked;

ExitStatus run(Context& context, const Arguments& given) {
  const Experiments experiments(context, given);
  const auto stories = experiments.chosen_rows(given);
  Progress progress(context.world(), context.said({"experiments", "实验"}), stories.size());
  const Interruption interruption;
  laboratory::MatrixOptions options{.grain = grain_from(given),
                                    .budget = budget_from(given),
                                    .threads = std::max(1u, std::thread::hardware_concurrency())};
  options.broken_off = [&] { return interruption.wished(); };
  std::size_t lines = 0;
  std::size_t wrong = 0;
  std::size_t unknown = 0;
  std::size_t silent = 0;
  std::string text;
  std::string out;
  JsonWriter json(out);
  json.object().name("lines").array();
  for (const script::Story* story : stories) {
    const auto checked = playing([&] { return laboratory::check(*story, options); });
    if (interruption.wished()) interruption.end();
    progress.advance();
    if (checked.empty()) ++silent;
    for (const Checked& one : checked) {
      ++lines;
      const bool fails = one.answer == Checked::Answer::fails;
      if (fails) ++wrong;
      if (one.answer == Checked::Answer::unknown) ++unknown;
      const std::string at = experiments.file_of(*story).path.string() + ":" + std::to_string(one.place.line) + ":" +
                             std::to_string(one.place.column);
      constexpr std::array<std::string_view, 3> answers = {"holds", "fails", "unknown"};
      json.object().member("experiment", story->name).member("at", at).member("line", one.line);
      json.member("answer", answers[static_cast<std::size_t>(one.answer)]);
      if (!one.got.en.empty()) json.member("got", one.got.en);
      json.end();
      if (one.answer == Checked::Answer::holds) continue;
      text += paragraph(at + ": " + story->name, lesson_columns, fails ? "✖ " : "⚠ ") +
              paragraph(one.line, lesson_columns, "    ") +
              paragraph(one.got.en.empty() ? context.said({"unknown: the budget was over", "未知：预算用尽"})
                                           : context.said({"got  ", "实际  "}) + context.said(one.got),
                        lesson_columns, "    ");
    }
  }
  progress.finish();
  const ExitStatus status = wrong != 0              ? ExitStatus::findings
                            : unknown + silent != 0 ? ExitStatus::cannot_say
                                                    : ExitStatus::done;
  if (context.json()) {
    json.end()
        .member("checked", lines)
        .member("wrong", wrong)
        .member("unknown", unknown)
        .member("without_expectations", silent)
        .member("exit", number(status))
        .end();
    context.print(out + "\n");
    return status;
  }
  const std::string all = std::to_string(lines);
  const std::string bad = std::to_string(wrong);
  Text sum{
      all + (lines == 1 ? " line of " : " lines of ") + std::to_string(stories.size()) +
          (stories.size() == 1 ? " experiment, " : " experiments, ") + (wrong == 0 ? "all hold" : bad + " do not hold"),
      std::to_string(stories.size()) + " 个实验共 " + all + " 行，" + (wrong == 0 ? "全部成立" : bad + " 行不成立")};
  if (unknown != 0)
    sum = {sum.en + "; " + std::to_string(unknown) + " unknown", sum.zh + "；" + std::to_string(unknown) + " 行未知"};
  if (silent != 0)
    sum = {sum.en + "; " + std::to_string(silent) + " expect nothing",
           sum.zh + "；" + std::to_string(silent) + " 个没有期望"};
  context.print(text +
                context.painter().mark(context.said(sum), status == ExitStatus::done ? Tone::ok
                                                          : wrong != 0               ? Tone::bad
                                                                                     : Tone::warn) +
                "\n");
  return status;
}

}  // namespace

Command lab_check_command() {
  return {.path = "lab check",
          .about = {"holds what experiments expect against every schedule", "以全部调度核对实验所写的期望"},
          .positionals = {rows_positional()},
          .options = exploring_options(),
          .examples = {{.line = "payonce lab check 02"}, {.line = "payonce lab check --from scenarios/catalogue"}},
          .run = run,
          .more = {{"Ends with 0: all hold; 1: one does not; 2: one is unknown, or an experiment expects nothing. So "
                    "it can grade.",
                    "退出状态 0：全部成立；1：有不成立；2：有未知，或实验没有期望。可用于评分。"}}};
}

}  // namespace payonce
