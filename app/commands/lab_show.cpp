#include "app/commands/lab_show.hpp"

#include "app/experiments.hpp"
#include "ledger/values/json.hpp"

namespace payonce {
namespace {

ExitStatus run(Context& context, const Arguments& given) {
  const Experiments experiments(context, given);
  const script::Story& story = experiments.named(given.text("experiment"));
  const std::string text = experiments.text_of(story);
  if (!context.json()) {
    context.print(text);
    return ExitStatus::done;
  }
  std::string out;
  JsonWriter json(out);
  json.object().member("row", story.row).member("experiment", story.name).member("en", story.en).member("zh", story.zh);
  json.name("actors").array();
  for (const script::Actor& actor : story.experiment->actors) {
    json.object().member("actor", actor.name).member("intent", actor.intent).name("steps").array();
    for (const script::Step& step : actor.steps) json.value(step.text);
    json.end().name("after").array();
    for (const std::string& before : actor.after) json.value(before);
    json.end().end();
  }
  json.end().name("expects").array();
  for (const script::Expected& one : story.experiment->expects) json.value(one.text);
  json.end().member("file", experiments.file_of(story).path.string()).member("text", text).member("exit", 0).end();
  context.print(out + "\n");
  return ExitStatus::done;
}

}  // namespace

Command lab_show_command() {
  return {.path = "lab show",
          .about = {"one experiment, as it is written", "显示一个实验的原文"},
          .positionals = {experiment_positional()},
          .options = {from_option()},
          .examples = {{.line = "payonce lab show 02"}, {.line = "payonce lab show 42-two-channels --json"}},
          .run = run};
}

}  // namespace payonce
