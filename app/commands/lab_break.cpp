#include "app/commands/lab_break.hpp"

#include "app/challenge_game.hpp"
#include "app/experiments.hpp"
#include "app/lesson_view.hpp"
#include "scenarios/lessons/level.hpp"
#include "scenarios/lessons/words.hpp"

namespace payonce {
namespace {

using laboratory::LayerSet;
using lessons::Challenge;

/// Those that --layers names, or those under which it matters most whose turn it is, less those of --without.
LayerSet layers_of(Context& context, const script::Story& story, const Arguments& given) {
  LayerSet layers;
  if (const auto text = given.maybe("layers")) {
    layers = taken(LayerSet::parse("layers", *text));
  } else if (!given.given("without")) {
    const auto rows = rows_of(context, given, {&story});
    const auto* const hardest = lessons::hardest_leak(rows.front());
    const auto puzzle = playing([&] { return lessons::puzzle_of(rows.front(), cells_from(given)); });
    if (puzzle) {
      layers = puzzle->layers;
    } else if (hardest != nullptr) {
      layers = hardest->layers;
    }
  }
  for (const std::string& text : given.all("without")) {
    for (const char letter : text) {
      const std::string upper(1, letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter);
      const std::size_t at = LayerSet::letters.find(upper);
      if (upper == "X") {
        layers.channel_memory = script::Setting::off;
      } else if (at == std::string_view::npos) {
        const std::string shown = lessons::quoted(text);
        throw Problem(ExitStatus::usage, {"without",
                                          {"\"" + shown + "\" names no layers; they are K W S V, and X for the channel",
                                           "“" + shown + "”不是层；可写 K W S V，渠道为 X"}});
      } else {
        layers.layers[at] = script::Setting::off;
      }
    }
  }
  return layers;
}

ExitStatus run(Context& context, const Arguments& given) {
  if (given.given("layers") && given.given("without"))
    throw Problem(ExitStatus::usage, {"without",
                                      {"and --layers exclude each other: both say which layers stand",
                                       "与 --layers 不能同时使用：二者都指定各层"}});
  const Experiments experiments(context, given);
  const script::Story& story = experiments.named(given.text("experiment"));
  Learner learner(context, given.maybe("keys"));
  const LayerSet layers = layers_of(context, story, given);
  return playing([&] {
    Challenge level(story, layers, grain_from(given), budget_from(given));
    return play_challenge(context, level, learner);
  });
}

}  // namespace

Command lab_break_command() {
  std::vector<Option> options = exploring_options();
  options.insert(options.begin(),
                 {{.name = "without",
                   .value = "KWSV",
                   .about = {"layers that are taken away; X: the channel forgets", "去掉的层；X 表示渠道不记忆"},
                   .repeated = true},
                  chosen_layers_option(),
                  script_option("keys")});
  return {
      .path = "lab break",
      .about = {"a game: you are the scheduler; make it leak", "游戏：由您调度，设法让它泄漏"},
      .positionals = {experiment_positional()},
      .options = std::move(options),
      .examples = {{.line = "payonce lab break 17 --without WSV",
                    .about = {"the keys are read from the terminal", "按键取自终端"}},
                   {.line = "payonce lab break 02 --without WSV --keys keys.txt --json"}},
      .run = run,
      .more = {
          {"Without --layers or --without: the most layers that still leak, one of them naive where else it would not "
           "matter whose turn it is. Keys are words, several a line or "
           "one; # begins a comment. A turn that cannot be taken changes nothing and says why.",
           "未给 --layers 或 --without "
           "时，取仍会泄漏的最多的层；若次序无关紧要，则其中一层取朴素。按键为词，一行可有多个；# "
           "起为注释。不能走的一步会说明原因，不改变任何东西。"},
          {"Ends with 1: it leaked; 0: nothing leaked, and from where it stands nothing can; 2: it was left "
           "before that is known. With --json keys come from --keys alone.",
           "退出状态 1：已泄漏；0：没有泄漏，且由此不会再泄漏；2：在此之前离开。用 --json 时，按键只取自 --keys。"}}};
}

}  // namespace payonce
