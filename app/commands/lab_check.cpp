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

struct Sum {
  std::size_t experiments;
  std::size_t lines;
  std::size_t wrong;
  std::size_t unknown;
  std::size_t silent;  // experiments that expect nothing
};

/// What holds, what does not, what nobody knows: "all" is said only where it is all.
Text sum_of(const Sum& sum) {
  const auto count = [](std::size_t n) { return std::to_string(n); };
  Text text{count(sum.lines) + (sum.lines == 1 ? " line of " : " lines of ") + count(sum.experiments) +
                (sum.experiments == 1 ? " experiment" : " experiments"),
            count(sum.experiments) + " 个实验共 " + count(sum.lines) + " 行"};
  const std::size_t hold = sum.lines - sum.wrong - sum.unknown;
  const auto add = [&](const Text& part) { text = {text.en + ", " + part.en, text.zh + "，" + part.zh}; };
  if (sum.lines != 0 && hold == sum.lines && sum.silent == 0) {
    add({"all hold", "全部成立"});
  } else if (hold != 0) {
    add({count(hold) + (hold == 1 ? " holds" : " hold"), count(hold) + " 行成立"});
  }
  if (sum.wrong != 0)
    add({count(sum.wrong) + (sum.wrong == 1 ? " does not hold" : " do not hold"), count(sum.wrong) + " 行不成立"});
  if (sum.unknown != 0) add({count(sum.unknown) + " unknown", count(sum.unknown) + " 行未知"});
  if (sum.silent != 0) {
    add({count(sum.silent) + (sum.silent == 1 ? " experiment expects nothing" : " experiments expect nothing"),
         count(sum.silent) + " 个实验没有期望"});
  }
  return text;
}

Text unknown_said(const Checked& one) {
  Text text{"unknown: the budget was over", "未知：预算用尽"};
  if (!one.got.en.empty()) text = {text.en + "; so far  " + one.got.en, text.zh + "；目前  " + one.got.zh};
  return text;
}

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
      text +=
          paragraph(at + ": " + story->name, lesson_columns, fails ? "✖ " : "⚠ ") +
          paragraph(one.line, lesson_columns, "    ") +
          paragraph(fails ? context.said({"got  ", "实际  "}) + context.said(one.got) : context.said(unknown_said(one)),
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
  const Text sum = sum_of({stories.size(), lines, wrong, unknown, silent});
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
