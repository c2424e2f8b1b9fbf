#include "app/simulation_view.hpp"

#include "app/built_from.hpp"
#include "app/lesson_view.hpp"
#include "app/print/table.hpp"
#include "app/print/wrap.hpp"
#include "ledger/values/json.hpp"
#include "scenarios/laboratory/case.hpp"

namespace payonce {
namespace {

std::string program() {
  const std::string text = "payonce " PAYONCE_VERSION;
  return commit().empty() ? text : text + " (" + std::string(commit()) + ")";
}

std::uint64_t total(const std::map<std::string, std::uint64_t>& outcomes) {
  std::uint64_t sum = 0;
  for (const auto& [outcome, runs] : outcomes) sum += runs;
  return sum;
}

void write_outcomes(JsonWriter& json, std::string_view name, std::uint64_t runs,
                    const std::map<std::string, std::uint64_t>& outcomes) {
  json.name(name).object().member("runs", runs).member("leaking", total(outcomes)).name("outcomes").array();
  for (const auto& [outcome, many] : outcomes) json.object().member("outcome", outcome).member("runs", many).end();
  json.end().end();
}

}  // namespace

std::string simulation_digest(const SimulationSum& sum) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4)
    text += "0123456789abcdef"[sum.all >> static_cast<unsigned>(shift) & 15u];
  return text;
}

std::string simulation_bound(const Context& context, std::uint64_t seed, const std::string& mark, const Text& which) {
  const std::string number = std::to_string(seed);
  return told(context, {"seed " + number + " · " + program() + " · " + which.en + " experiment " + mark,
                        "种子 " + number + " · " + program() + " · " + which.zh + "实验 " + mark});
}

std::string simulation_table(const Context& context, const SimulationSum& sum) {
  Table table({{context.said({"layers", "层"})},
               {context.said({"runs", "次数"}), Align::right},
               {context.said({"came to", "结局"})}});
  const auto rows = [&](const Text& which, std::uint64_t runs, const auto& outcomes, Tone tone) {
    if (runs == 0) return;
    const std::uint64_t well = runs - total(outcomes);
    table.row({context.said(which), std::to_string(well), {context.said({"nothing leaked", "没有泄漏"}), Tone::ok}});
    for (const auto& [outcome, many] : outcomes) table.row({"", std::to_string(many), {outcome, tone}});
  };
  rows({"all on", "全部开启"}, sum.all_on, sum.with_all_on, Tone::bad);
  rows({"fewer", "有缺"}, sum.runs - sum.all_on, sum.with_fewer, Tone::warn);
  std::string text = table.text(context.painter());
  std::string met;
  for (const auto& [word, runs] : sum.met) met += (met.empty() ? "" : ", ") + word + " " + std::to_string(runs);
  text += paragraph(met, lesson_columns, context.said({"met in so many runs: ", "各在多少次运行中出现："}));
  for (const SimulatedLeak& kept : sum.kept) {
    text += "\n" + paragraph(kept.leak.outcome + "  " + context.said({"seed ", "种子 "}) + std::to_string(kept.seed),
                             lesson_columns, kept.leak.layers.name() + "  ");
    text += context.said({"made smaller: ", "已缩小："}) + kept.schedule + "\n";
    if (kept.file.empty()) {
      text += laboratory::case_text(kept.leak);
    } else {
      text += "  payonce lab replay " + kept.schedule + " --from " + kept.file + "\n";
    }
  }
  return text;
}

std::string simulation_json(std::uint64_t seed, const SimulationSum& sum, ExitStatus status) {
  std::string out;
  JsonWriter json(out);
  json.object().member("program", program()).member("seed", seed).member("last_seed", seed + sum.runs - 1);
  json.member("runs", sum.runs).member("first_experiment", sum.first).member("last_experiment", sum.last);
  json.member("everything", simulation_digest(sum));
  write_outcomes(json, "all_on", sum.all_on, sum.with_all_on);
  write_outcomes(json, "fewer", sum.runs - sum.all_on, sum.with_fewer);
  json.name("met").array();
  for (const auto& [word, runs] : sum.met) json.object().member("word", word).member("runs", runs).end();
  json.end().name("kept").array();
  for (const SimulatedLeak& kept : sum.kept) {
    json.object().member("seed", kept.seed).member("layers", kept.leak.layers.name());
    json.member("outcome", kept.leak.outcome).member("schedule", kept.schedule);
    if (!kept.file.empty()) json.member("file", kept.file);
    json.member("text", laboratory::case_text(kept.leak)).end();
  }
  json.end().member("exit", number(status)).end();
  return out + "\n";
}

}  // namespace payonce
