#include "app/commands/explain.hpp"

#include <algorithm>
#include <filesystem>

#include "app/commands/explain_http.hpp"
#include "app/commands/explain_postings.hpp"
#include "app/commands/explain_words.hpp"
#include "app/context.hpp"
#include "app/record.hpp"
#include "app/states.hpp"
#include "app/story_place.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/json.hpp"
#include "ledger/values/layer.hpp"
#include "schema/checks.hpp"
#include "schema/migrations.hpp"
#include "schema/statements.hpp"

namespace payonce {
namespace {

struct Shown {
  std::string name;
  Text why;
  std::string sql;
};

/// A statement of the schema as it stands in the migrations: the one in whose first line the words are.
Shown of_schema(std::string_view words) {
  for (const Migration& step : ledger_migrations()) {
    const auto found = step.text.find(words);
    if (found == std::string_view::npos) continue;
    const auto begin = step.text.rfind('\n', found) + 1;
    // A table holds comments and a trigger statements: their ends are told by more than a semicolon.
    const std::string_view last = words.substr(0, 5) == "TABLE"     ? ") STRICT"
                                  : words.substr(0, 7) == "TRIGGER" ? "END"
                                                                    : ";";
    const auto end = step.text.find(';', step.text.find(last == "END" ? "END;" : last, found)) + 1;
    const std::string_view name = words.substr(words.find_first_of(' ') + 1);
    return {"schema: " + std::string(name),
            {"a rule of the file itself, whoever writes it", "文件自身的规则，无论由谁写入"},
            std::string(step.text.substr(begin, end - begin))};
  }
  throw Broken("the schema has what explain shows of it: " + std::string(words));
}

std::vector<Shown> sql_of(Layer layer) {
  std::vector<Shown> all;
  for (const std::string_view what : in_schema(layer)) all.push_back(of_schema(what));
  const std::string room = std::string(name(layer)) + ".";
  for (const Sql& sql : all_statements()) {
    if (sql.name.substr(0, room.size()) != room) continue;
    all.push_back({std::string(sql.name), {std::string(sql.why), std::string(sql.why)}, sql.text});
  }
  if (layer == Layer::reconciliation) {
    for (const Check& law : all_checks()) {
      all.push_back({std::string(law.name), {std::string(law.en), std::string(law.zh)}, std::string(law.text)});
    }
  }
  return all;
}

/// The stories of scenarios/<layer>/ that were there when the program was built, and can be played from here.
std::vector<std::string> stories_of(Layer layer) {
  std::vector<std::string> all;
  std::string_view rest = PAYONCE_STORIES;
  const std::string folder = std::string(name(layer)) + "/";
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find('|'));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    if (one.substr(0, folder.size()) != folder) continue;
    if (const auto place = story_place(one)) all.push_back(place->string());
  }
  return all;
}

std::string indented(std::string_view text) {
  std::string out = "    ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "    ";
  }
  return out + "\n";
}

std::string text_of(const Context& context, Layer layer) {
  const LayerWords words = words_of(layer);
  std::string out = context.painter().mark(name(layer), Tone::plain) + "\n";
  const auto paragraph = [&](const Text& title, const Text& text) {
    out += "\n" + context.painter().paint(context.said(title), Tone::dim) + "\n  " + context.said(text) + "\n";
  };
  paragraph({"The rule", "规则"}, words.rule);
  paragraph({"It stops", "能拦住"}, words.stops);
  paragraph({"It lets through", "拦不住"}, words.lets_through);
  for (const Text& one : words.schedules) paragraph({"Schedules", "次序"}, one);
  out += "\n" + context.painter().paint(context.said({"Its SQL, as it is run", "实际执行的 SQL"}), Tone::dim) + "\n";
  for (const Shown& each : sql_of(layer)) {
    out += "\n  -- " + each.name + "\n  -- " + context.said(each.why) + "\n" + indented(each.sql);
  }
  const auto stories = stories_of(layer);
  if (stories.empty()) return out;
  out += "\n" +
         context.painter().paint(context.said({"Its stories: payonce play FILE", "相关故事：payonce play FILE"}),
                                 Tone::dim) +
         "\n";
  for (const std::string& story : stories) out += "  " + story + "\n";
  return out;
}

void write(JsonWriter& json, std::string_view member, const Text& text) {
  json.name(member).object().member("en", text.en).member("zh", text.zh).end();
}

std::string json_of(Layer layer) {
  const LayerWords words = words_of(layer);
  std::string out;
  JsonWriter json(out);
  json.object().member("layer", name(layer));
  write(json, "rule", words.rule);
  write(json, "stops", words.stops);
  write(json, "lets_through", words.lets_through);
  if (!words.schedules.empty()) {
    json.name("schedules").array();
    for (const Text& one : words.schedules) json.object().member("en", one.en).member("zh", one.zh).end();
    json.end();
  }
  json.name("sql").array();
  for (const Shown& each : sql_of(layer)) {
    json.object().member("name", each.name);
    write(json, "why", each.why);
    json.member("text", each.sql).end();
  }
  json.end().name("stories").array();
  for (const std::string& story : stories_of(layer)) json.value(story);
  json.end().member("exit", number(ExitStatus::done)).end();
  return out + "\n";
}

ExitStatus list(Context& context) {
  std::vector<Record> rows;
  for (const Layer layer : explained_layers) {
    rows.push_back(Record()
                       .text("layer", {"layer", "层"}, std::string(name(layer)))
                       .words("rule", {"rule", "规则"}, words_of(layer).rule));
  }
  return tell_list(context, "layers", rows, {});
}

/// The steps of the ledger that is named or lies here; where there is none, those of a new one.
std::vector<orders::LegalStep> steps_of(Context& context) {
  std::error_code ignored;
  std::vector<orders::LegalStep> steps;
  const auto look = [&](Ledger& ledger) {
    steps = ledger.store().reading([](View& view) { return orders::legal_steps(view); });
  };
  if (context.globals().db_named || std::filesystem::exists(context.globals().db, ignored)) {
    look(context.ledger());
  } else {
    with_new_ledger(false, {}, look);
  }
  return steps;
}

ExitStatus states(Context& context, bool as_diagram) {
  if (as_diagram && context.json()) {
    throw Problem(ExitStatus::usage, {"mermaid", {"is a form of its own, as --json is", "与 --json 只能择一"}});
  }
  const auto steps = steps_of(context);
  context.print(as_diagram ? mermaid_of(steps) : context.json() ? states_json(steps) : states_text(context, steps));
  return ExitStatus::done;
}

ExitStatus run(Context& context, const Arguments& given) {
  const auto wanted = given.maybe("layer");
  if (wanted == "states") return states(context, given.given("mermaid"));
  if (given.given("mermaid")) {
    throw Problem(ExitStatus::usage,
                  {"mermaid", {"draws states: explain states --mermaid", "只用于状态机：explain states --mermaid"}});
  }
  if (!wanted) return list(context);
  if (*wanted == "http") return explain_http(context);
  if (*wanted == "postings") return explain_postings(context);
  std::vector<Layer> all(explained_layers.begin(), explained_layers.end());
  all.insert(all.end(), explained_permits.begin(), explained_permits.end());
  for (const Layer layer : all) {
    if (name(layer) != *wanted) continue;
    context.print(context.json() ? json_of(layer) : text_of(context, layer));
    return ExitStatus::done;
  }
  std::string known = "states, http, postings";
  for (const Layer layer : all) known += ", " + std::string(name(layer));
  throw Problem(ExitStatus::usage, {"layer", {"is none of " + known, "只能是 " + known + " 之一"}});
}

}  // namespace

Command explain_command() {
  return {
      .path = "explain",
      .about = {"a layer: its rule, its SQL, what it stops and lets through",
                "讲解某一层：规则、SQL、能拦与不能拦什么"},
      .positionals =
          {{.name = "layer",
            .about = {"idempotency_key, dedup_window, state_machine, unique_constraint, reconciliation; token, lease; "
                      "states, http or postings",
                      "idempotency_key、dedup_window、state_machine、unique_constraint、reconciliation；token、lease；"
                      "states、http 或 postings"},
            .required = false}},
      .options = {{.name = "mermaid",
                   .about = {"states as a Mermaid diagram (stateDiagram-v2)",
                             "以 Mermaid 图（stateDiagram-v2）输出状态机"}}},
      .examples = {{.line = "payonce explain state_machine"},
                   {.line = "payonce explain states",
                    .about = {"every legal step, from the file's own table", "文件中登记的全部合法步骤"}},
                   {.line = "payonce explain states --mermaid"},
                   {.line = "payonce explain lease", .about = {"and what a lock cannot do", "以及锁做不到什么"}},
                   {.line = "payonce explain http",
                    .about = {"which methods may be sent twice", "哪些 HTTP 方法可以发送两次"}},
                   {.line = "payonce explain postings",
                    .about = {"the posting rules of the ledger: event, debit, credit",
                              "账本的记账规则：事件、借、贷"}}},
      .run = run,
      .more = {{"Without a layer: the five, in the order a payment meets them.",
                "不给出层名：按支付经过的顺序列出五层。"}},
      .reads = true};
}

}  // namespace payonce
