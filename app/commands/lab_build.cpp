#include "app/commands/lab_build.hpp"

#include "app/defence_game.hpp"
#include "app/experiments.hpp"
#include "app/learner.hpp"
#include "app/lesson_view.hpp"
#include "scenarios/lessons/defence.hpp"

namespace payonce {
namespace {

using laboratory::MatrixRow;
using lessons::Defence;

ExitStatus run(Context& context, const Arguments& given) {
  const Experiments experiments(context, given);
  const auto stories = experiments.chosen(given);
  Learner learner(context, given.maybe("keys"));
  const std::vector<MatrixRow> rows = rows_of(context, given, stories);
  return playing([&] {
    Defence defence(rows, lessons::price_list());
    return play_defence(context, defence, learner, cells_from(given));
  });
}

}  // namespace

Command lab_build_command() {
  std::vector<Option> options = exploring_options();
  options.insert(options.begin(), script_option("keys"));
  Positional which = experiment_positional();
  which.repeated = true;
  return {.path = "lab build",
          .about = {"a game: buy layers until nothing leaks, for as little as you can",
                    "游戏：逐层购买防线，直到不再泄漏，越省越好"},
          .positionals = {std::move(which)},
          .options = std::move(options),
          .examples = {{.line = "payonce lab build 10",
                        .about = {"one experiment, in which only one layer helps", "一个实验，只有一层有用"}},
                       {.line = "payonce lab build 02 10 --keys purchases.txt --json",
                        .about = {"one defence for two experiments", "一套防线，两个实验"}}},
          .run = run,
          .more = {{"It begins with every layer off. With several experiments one defence has to do for all of them. "
                    "Ends with 0: nothing leaks any more, or reconciliation finds each leak; 1: it still leaks; 2: "
                    "unknown. With --json purchases come "
                    "from --keys alone.",
                    "起初各层全关。给出多个实验时，一套防线须守住全部。退出状态 "
                    "0：不再泄漏，或对账能发现每次泄漏；1：仍会泄漏；2：未知。用 "
                    "--json 时，购买只取自 --keys。"}}};
}

}  // namespace payonce
