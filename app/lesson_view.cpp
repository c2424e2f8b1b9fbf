#include "app/lesson_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/exploration.hpp"
#include "app/print/table.hpp"
#include "app/print/wrap.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

using laboratory::LayerSet;
using Looked = laboratory::Cell;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& one : words) text += (text.empty() ? "" : ", ") + one;
  return text;
}

std::string harms_of(const Looked& cell) {
  std::string text;
  for (const laboratory::Harm harm : script::every_harm) {
    if (cell.tally.by_harm[static_cast<std::size_t>(harm)].zero()) continue;
    text += (text.empty() ? "" : ", ") + std::string(name(harm));
  }
  return text;
}

Text faults_of(const script::Experiment& experiment) {
  Text text;
  for (const script::CrashFault& crash : experiment.crashes) {
    const bool anywhere = crash.at == script::CrashFault::anywhere;
    text.en +=
        (text.en.empty() ? "" : "; ") + crash.actor + " may die " + (anywhere ? "anywhere" : "before " + crash.at);
    text.zh += (text.zh.empty() ? "" : "；") + crash.actor +
               (anywhere ? " 可在任意处崩溃" : " 可在 " + crash.at + " 之前崩溃");
  }
  for (const script::ReplyFault& lost : experiment.lost_replies) {
    text.en += (text.en.empty() ? "" : "; ") + std::string("what ") + lost.actor + " is answered is lost";
    text.zh += (text.zh.empty() ? "" : "；") + std::string("给 ") + lost.actor + " 的答复会丢失";
  }
  return text;
}

}  // namespace

std::string told(const Context& context, const Text& text, std::string_view first) {
  return paragraph(context.said(text), lesson_columns, first);
}

std::string told_of(const Context& context, const Text& title, const Text& text) {
  std::string out;
  if (context.language() != Language::zh) out += paragraph(text.en, lesson_columns, title.en);
  if (context.language() != Language::en) out += paragraph(text.zh, lesson_columns, title.zh);
  return out;
}

std::string corrections_said(const Context& context, const script::Story& story) {
  std::string text;
  for (const script::Correction& one : story.corrections) {
    text += told_of(context, {"the article says:  ", "文章说："}, one.says.text());
    text += told_of(context, {"the lab shows:     ", "实验室："}, one.shows.text());
  }
  return text;
}

std::string situation(const Context& context, const script::Story& story) {
  const script::Experiment& experiment = *story.experiment;
  std::string text = story.name + "\n" + told(context, {story.en, story.zh});
  std::size_t names = display_width(context.said({"actor", "参与者"}));
  for (const script::Actor& actor : experiment.actors) names = std::max(names, display_width(actor.name));
  Table table({{context.said({"actor", "参与者"})}, {context.said({"does, in this order", "依次做"})}});
  for (const script::Actor& actor : experiment.actors) {
    bool first = true;
    for (const script::Step& step : actor.steps) {
      const std::string after = first && !actor.after.empty()
                                    ? context.said({" — when " + joined(actor.after) + " has ended",
                                                    "（待 " + joined(actor.after) + " 结束）"})
                                    : "";
      bool line_of_name = first;
      for (const std::string& line : lines_of(step.text + after, lesson_columns - names - 2)) {
        table.row({line_of_name ? actor.name : "", line});
        line_of_name = false;
      }
      first = false;
    }
  }
  text += table.text(context.painter());
  const Text faults = faults_of(experiment);
  if (!faults.en.empty()) text += told_of(context, {"faults: ", "故障："}, faults);
  return text;
}

void write_situation(JsonWriter& json, const script::Story& story) {
  json.member("row", story.row).member("experiment", story.name).member("en", story.en).member("zh", story.zh);
  json.name("actors").array();
  for (const script::Actor& actor : story.experiment->actors) {
    json.object().member("actor", actor.name).name("steps").array();
    for (const script::Step& step : actor.steps) json.value(step.text);
    json.end().name("after").array();
    for (const std::string& before : actor.after) json.value(before);
    json.end().end();
  }
  json.end();
}

std::string layers_said(const Context& context, const LayerSet& layers) {
  constexpr std::array<std::string_view, 4> en = {"idempotency key", "dedup window", "state machine", "unique voucher"};
  constexpr std::array<std::string_view, 4> zh = {"幂等键", "去重窗口", "状态机", "唯一凭证号"};
  std::array<Text, 3> settings;  // on, naive, off
  for (std::size_t i = 0; i < LayerSet::letters.size(); ++i) {
    Text& list = settings[static_cast<std::size_t>(layers.layers[i])];
    const std::string letter = std::string(1, LayerSet::letters[i]) + " ";
    list.en += (list.en.empty() ? "" : ", ") + letter + std::string(en[i]);
    list.zh += (list.zh.empty() ? "" : "、") + letter + std::string(zh[i]);
  }
  std::string text;
  const auto add = [&](const Text& title, const Text& list) {
    if (list.en.empty()) return;
    text += (text.empty() ? "" : " · ") + context.said({title.en + list.en, title.zh + list.zh});
  };
  add({"on: ", "开启："}, settings[static_cast<std::size_t>(script::Setting::on)]);
  add({"naive: ", "朴素："}, settings[static_cast<std::size_t>(script::Setting::naive)]);
  add({"off: ", "关闭："}, settings[static_cast<std::size_t>(script::Setting::off)]);
  if (layers.channel_memory != script::Setting::on) {
    text += " · " + context.said({"the channel forgets references", "渠道不记参考号"});
  }
  return text;
}

Text none_leaks(const laboratory::Count& schedules) {
  const std::string all = schedules.text();
  if (all == "1") return {"the one schedule there is does not leak", "仅有一种调度，不泄漏"};
  return {"none of " + all + " schedules leaks", "共 " + all + " 种调度，无一泄漏"};
}

std::string cell_said(const Context& context, const Looked& cell) {
  const std::string all = cell.tally.schedules.text();
  const std::string more = cell.tally.complete ? "" : "+";
  if (cell.answer == Looked::Answer::safe) {
    return context.painter().mark(context.said(none_leaks(cell.tally.schedules)), Tone::ok);
  }
  if (cell.answer == Looked::Answer::unknown) {
    return context.painter().mark(context.said({"unknown: the budget was over after " + all + " schedules",
                                                "未知：看过 " + all + " 种调度后预算用尽"}),
                                  Tone::warn);
  }
  const std::string share =
      cell.tally.chance > 0 && cell.tally.chance < 0.001 ? "<0.1%" : fmt::format("{:.1f}%", cell.tally.chance * 100);
  const Text least = cell.tally.complete ? Text{} : Text{"at least ", "至少"};
  const std::string leaking = cell.tally.leaking.text();
  const std::string harms = harms_of(cell);
  return context.painter().mark(
      context.said({leaking + more + " of " + all + more + (all == "1" ? " schedule leaks" : " schedules leak") + " (" +
                        least.en + share + " by chance): " + harms,
                    all + more + " 种调度中有 " + leaking + more + " 种泄漏（随机概率" + least.zh + " " + share +
                        "）：" + harms}),
      Tone::bad);
}

Text guards_said(const laboratory::Guards& guards) {
  const std::string sets = laboratory::spelled(guards);
  if (!guards.known) {
    if (guards.sets.empty()) return {"unknown: the budget was over", "未知：预算用尽"};
    return {sets + " (the budget was over: there may be others)", sets + "（预算用尽：或许还有其他）"};
  }
  if (guards.sets.empty()) return {"none: something leaks whatever is on", "无：全开仍会泄漏"};
  if (guards.sets.size() == 1 && guards.sets.front().empty()) return {sets, "无需任何层"};
  if (guards.sets.front().ends_with('R'))
    return {sets + " (it leaks even so; reconciliation finds each leak)", sets + "（仍会泄漏，但对账能发现每一次）"};
  return {sets, sets};
}

void write_cell(JsonWriter& json, const Looked& cell) {
  constexpr std::array<std::string_view, 3> answers = {"safe", "leaks", "unknown"};
  json.object().member("layers", cell.layers.name());
  json.member("verdict", answers[static_cast<std::size_t>(cell.answer)]);
  json.member("schedules", cell.tally.schedules.text()).member("leaking", cell.tally.leaking.text());
  json.member("chance", fmt::format("{:.6f}", cell.tally.chance)).name("harms").array();
  for (const laboratory::Harm harm : script::every_harm) {
    if (!cell.tally.by_harm[static_cast<std::size_t>(harm)].zero()) json.value(name(harm));
  }
  json.end().end();
}

void write_text(JsonWriter& json, std::string_view name, const Text& text) {
  json.name(name).object().member("en", text.en).member("zh", text.zh).end();
}

std::vector<laboratory::MatrixRow> rows_of(Context& context, const Arguments& given,
                                           const std::vector<const script::Story*>& stories) {
  Exploration exploration(context, given, stories);
  std::vector<laboratory::MatrixRow> rows = playing([&] { return laboratory::matrix(stories, exploration.options()); });
  exploration.finish();
  return rows;
}

laboratory::MatrixOptions cells_from(const Arguments& given) {
  return {.grain = grain_from(given), .budget = budget_from(given)};
}

Option chosen_layers_option() {
  return {.name = "layers",
          .value = "KWSV",
          .about = {"K W S V that are on; small: naive, left out or a dash: off; -X: the channel forgets; else the "
                    "lesson chooses",
                    "开启的层 K W S V；小写为朴素，省略或短横为关闭；-X 表示渠道不记忆；默认由课程挑选"}};
}

}  // namespace payonce
