#include "app/challenge_view.hpp"

#include <algorithm>
#include <vector>

#include "app/lesson_view.hpp"
#include "app/print/table.hpp"
#include "app/print/wrap.hpp"

namespace payonce {
namespace {

using laboratory::Choice;
using lessons::Challenge;
using lessons::Keys;

}  // namespace

std::string level_said(const Context& context, const Challenge& level) {
  std::string text = situation(context, level.story());
  text += paragraph(layers_said(context, level.layers()), lesson_columns,
                    context.said({"layers ", "各层 "}) + level.layers().name() + "  ");
  const laboratory::Tally& all = level.all();
  const std::string schedules = all.schedules.text();
  if (level.par()) {
    const std::string more = all.complete ? "" : "+";
    const std::string leaking = all.leaking.text() + more;
    const std::string of = schedules + more;
    const Text so_far = all.complete ? Text{} : Text{" so far (the budget was over)", "（目前；预算用尽）"};
    const std::string par = std::to_string(*level.par());
    text +=
        told(context, {leaking + " of " + of + " schedules leak; find one. Par is " + par + " turns" + so_far.en + ".",
                       of + " 种调度中有 " + leaking + " 种泄漏，请找到一种。标准步数：" + par + so_far.zh + "。"});
  } else if (all.complete) {
    const bool one = schedules == "1";
    text += told(
        context,
        {(one ? std::string("The one schedule there is does not leak") : "None of " + schedules + " schedules leaks") +
             " under these layers: nobody can win here. Try all the same; "
             "lab why-ok shows who stops what, --without takes a layer away.",
         "在这些层之下，" + schedules +
             " 种调度无一泄漏：此关无人能赢。不妨一试；lab why-ok 说明由谁拦下，--without 可去掉一层。"},
        "✓ ");
  } else {
    text += told(context,
                 {"The budget was over before a leak was met: whether there is one is unknown.",
                  "预算用尽前未遇泄漏：是否存在尚属未知。"},
                 "⚠ ");
  }
  text +=
      told(context,
           {"You are the scheduler: a letter lets an actor take its turn, a capital one kills it; help lists the rest.",
            "您就是调度器：小写字母让参与者走一步，大写字母让它崩溃；help 列出其余按键。"});
  return text;
}

std::string board_said(const Context& context, const Challenge& level) {
  if (level.over()) return {};
  const auto choices = level.choices();
  const auto possible = [&](std::size_t actor, bool crash) {
    return std::find(choices.begin(), choices.end(), Choice{static_cast<std::uint8_t>(actor), crash}) != choices.end();
  };
  Table table({{context.said({"key", "键"})},
               {context.said({"actor", "参与者"})},
               {context.said({"stands", "位置"}), Align::left, 44},
               {context.said({"at the step", "所在步骤"})}});
  for (std::size_t i = 0; i < level.actors(); ++i) {
    const laboratory::Actor& actor = level.actor(i);
    const char letter = Keys::letter(i);
    std::string keys = possible(i, false) ? std::string(1, letter) : "·";
    if (possible(i, true)) keys += std::string(" ") + static_cast<char>(letter - 'a' + 'A');
    const bool waits = actor.state() == laboratory::Actor::State::waiting && actor.at_step() < actor.steps();
    table.row({keys, actor.name(), context.said(level.stands(i)), waits ? actor.step(actor.at_step()).text : ""});
  }
  return "\n" + table.fit(lesson_columns).text(context.painter());
}

std::string too_often_said(const Context& context, Challenge& level) {
  std::string text;
  for (const laboratory::Moved& one : level.too_often()) {
    std::int64_t outside = 0;
    for (const auto& [channel, times] : one.at_channel) outside += times;
    const std::string moved = std::to_string(std::max(one.in_the_book, outside));
    const std::string wanted = std::to_string(one.wanted);
    const Text most = one.at_most ? Text{"at most ", "至多 "} : Text{};
    const Text said{
        one.intent + " has moved " + moved + " times, wanted: " + most.en + wanted + "; finish plays the rest",
        one.intent + " 已发生 " + moved + " 次，应为 " + most.zh + wanted + "；finish 可走完余下各步"};
    text += paragraph(context.painter().mark(context.said(said), Tone::bad), lesson_columns);
  }
  return text;
}

std::string tables_said(const Context& context, Challenge& level) {
  Table table({{context.said({"table", "表"})},
               {context.said({"row", "行"}), Align::left, 24},
               {context.said({"column", "列"}), Align::left, 20},
               {context.said({"at the beginning", "起初"}), Align::left, 18},
               {context.said({"now", "现在"})}});
  for (const laboratory::Change& change : level.tables()) {
    bool first = true;
    for (const auto& field : change.fields) {
      if (field.before == field.after) continue;
      table.row({first ? change.table : "", first ? change.row : "", field.name, field.before, field.after});
      first = false;
    }
    table.rule();
  }
  if (table.empty()) {
    return told(context, {"nothing is otherwise than it was at the beginning", "与起初相同"}, "? ");
  }
  return "\n" + table.fit(lesson_columns).text(context.painter());
}

std::string keys_said(const Context& context) {
  struct Line {
    std::string_view key;
    Text about;
  };
  static const std::vector<Line> lines = {
      {"a b … · 1 2 …",
       {"this actor takes its turn; also step ACTOR, or its name", "该参与者走一步；也可写 step 名称，或直接写名称"}},
      {"A B …",
       {"it dies where it stands, if the experiment lets it; also crash ACTOR",
        "若实验允许，令其就地崩溃；也可写 crash 名称"}},
      {"tick t", {"time passes: the turn of who advances the clock", "时间推进：由拨动时钟者走一步"}},
      {"undo u", {"takes the last turn back", "撤回上一步"}},
      {"restart r", {"back to the beginning", "从头再来"}},
      {"hint h", {"whose turn leads to the nearest leak", "该由谁走才最快泄漏"}},
      {"finish", {"plays the rest, by the shortest way to a leak where there is one", "走完余下各步，能泄漏则取最短"}},
      {"par p", {"the shortest leak, from the beginning and from here", "最短的泄漏：自起点与自此处"}},
      {"trace", {"the turns so far, and their id", "至今各步及其编号"}},
      {"tables", {"what is otherwise in the tables than at the beginning", "各表与起初的差别"}},
      {"quit q", {"ends", "结束"}},
  };
  Table table({{context.said({"key", "键"})}, {context.said({"what it does", "作用"})}});
  for (const Line& line : lines) table.row({std::string(line.key), context.said(line.about)});
  return "\n" + table.fit(lesson_columns).text(context.painter());
}

std::string over_said(const Context& context, const lessons::Challenge& level) {
  const std::string tried = std::to_string(level.tried());
  const std::string whole = level.all().schedules.text();
  const Text all = level.all().complete
                       ? Text{" of " + whole, "，共 " + whole + " 种"}
                       : Text{"; how many there are is unknown, the budget was over", "，总数未知：预算用尽"};
  return told(context,
              {"The schedule is over, and nothing leaked. Schedules tried: " + tried + all.en +
                   ". undo takes a turn back, restart begins anew, quit ends.",
               "调度结束，没有泄漏。已试 " + tried + " 种" + all.zh + "。undo 撤回一步，restart 重来，quit 结束。"},
              "✓ ");
}

}  // namespace payonce
