#include "app/commands/lab_replay.hpp"

#include "app/experiments.hpp"
#include "app/schedule_view.hpp"
#include "scenarios/laboratory/tally.hpp"

namespace payonce {
namespace {

using laboratory::Choice;
using laboratory::Play;
using laboratory::Schedule;

ExitStatus told(Context& context, const script::Story& story, Play& play, const Schedule& schedule, bool mermaid) {
  const laboratory::Trace trace = traced_whole(play, schedule);
  const ExitStatus status = trace.verdict.harms.any() ? ExitStatus::findings : ExitStatus::done;
  if (context.json()) {
    std::string out;
    JsonWriter json(out);
    json.object().member("experiment", story.name).name("trace");
    write_schedule(json, trace);
    json.member("exit", number(status)).end();
    context.print(out + "\n");
  } else {
    context.print(mermaid ? schedule_mermaid(context, trace) : schedule_table(context, trace));
  }
  return status;
}

ExitStatus replay(Context& context, const Arguments& given) {
  const bool mermaid = mermaid_from(context, given);
  const Experiments experiments(context, given);
  const Schedule schedule = taken(Schedule::parse("schedule", given.text("schedule")));
  const script::Story& story = experiments.of(schedule);
  return playing([&] {
    Play play(story, schedule.layers, schedule.grain);
    return told(context, story, play, schedule, mermaid);
  });
}

/// One schedule: whose turn it is is drawn from the seed, each who can go on equally likely; without a seed the actors do not meet.
laboratory::Path drawn(Play& play, const std::optional<std::int64_t>& seed) {
  std::uint64_t state = static_cast<std::uint64_t>(seed.value_or(0));
  laboratory::Path path;
  play.begin();
  for (auto choices = play.choices(); !choices.empty(); choices = play.choices()) {
    state = folded(state, std::uint64_t{1});
    path.push_back(choices[seed ? state % choices.size() : 0]);
    play.take(path.back());
  }
  return path;
}

ExitStatus run(Context& context, const Arguments& given) {
  const bool mermaid = mermaid_from(context, given);
  const Experiments experiments(context, given);
  const script::Story& story = experiments.named(given.text("experiment"));
  const auto text = given.maybe("seed");
  const auto seed = text ? std::optional(taken(parse_count("seed", *text, 0))) : std::nullopt;
  return playing([&] {
    Play play(story, layers_from(given), grain_from(given));
    const Schedule schedule = laboratory::schedule_of(story, layers_from(given), grain_from(given), drawn(play, seed));
    return told(context, story, play, schedule, mermaid);
  });
}

}  // namespace

Command lab_replay_command() {
  return {
      .path = "lab replay",
      .about = {"plays one schedule again, step by step", "按编号逐步重放一个调度"},
      .positionals = {{.name = "schedule",
                       .about = {"as lab why and lab run tell it (L1.…)", "由 lab why 或 lab run 给出的编号（L1.…）"}}},
      .options = {from_option(), mermaid_option()},
      .examples = {{.line = "payonce lab replay L1.000000.K0S0.aabb"}},
      .run = replay,
      .more = {
          {"A schedule of an experiment that was changed since is refused, and told where it no longer fits; so is "
           "an id that was cut short. Ends with 0 where nothing leaked, with 1 where something did.",
           "实验若已改动，则拒绝重放，并指出不符之处；编号不完整亦然。无泄漏以 0 退出，有泄漏以 1 退出。"}}};
}

Command lab_run_command() {
  return {
      .path = "lab run",
      .about = {"one schedule of an experiment, step by step", "逐步运行实验的一个调度"},
      .positionals = {experiment_positional()},
      .options = {layers_option(),
                  from_option(),
                  {.name = "seed",
                   .value = "N",
                   .about = {"draws whose turn it is; else one actor after the other", "按种子抽取调度；默认依次执行"}},
                  {.name = "statements", .about = {"actors stop before every statement", "在每条语句前切换"}},
                  mermaid_option()},
      .examples = {{.line = "payonce lab run 02 --layers KS --seed 7"}, {.line = "payonce lab run 02 --mermaid"}},
      .run = run,
      .more = {
          {"Ends with 0 where nothing leaked, with 1 where something did.", "无泄漏以 0 退出，有泄漏以 1 退出。"}}};
}

}  // namespace payonce
