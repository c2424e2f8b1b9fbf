#include "app/schedule_view.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/print/table.hpp"

namespace payonce {
namespace {

using laboratory::Event;
using laboratory::Trace;

/// As long as a page of a diagram is readable, and below the limit of those who draw it (laboratory.md 5.4).
constexpr std::size_t most_in_a_diagram = 200;

std::string seconds_of(std::int64_t ns) { return fmt::format("{}.{:03}", ns / 1'000'000'000, ns / 1'000'000 % 1'000); }

std::string points_of(const Event& event) {
  if (event.passed.empty()) return "";
  std::string text(label(event.passed.front()));
  if (event.passed.size() > 1) text += "…" + std::string(label(event.passed.back()));
  return text;
}

std::string told(const Event& event) {
  if (!event.response) return "";
  if (event.response->kind != player::Response::Kind::answered) return "";
  return player::spelled(*event.response);
}

std::vector<std::string> done(const Context& context, const Event& event) {
  if (event.crash) return {context.said({"✖ the process dies", "✖ 进程死亡"})};
  std::vector<std::string> lines;
  const std::string points = points_of(event);
  if (!points.empty()) lines.push_back(points);
  if (points.empty() && !event.response) lines.push_back(context.said({"looks", "查看"}));
  if (event.response) {
    const std::string answer = told(event);
    lines.push_back(answer.empty() ? event.doing : "→ " + answer);
  }
  return lines;
}

std::vector<std::string> changed(const Event& event) {
  std::vector<std::string> lines;
  for (const laboratory::Change& change : event.changes) {
    std::string line = laboratory::in_short(change);
    if (!line.empty()) lines.push_back(std::move(line));
  }
  return lines;
}

std::string plain(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ';' || c == '#' || c == '\n' || c == '"'; }, ',');
  return text;
}

}  // namespace

std::string verdict_words(const Context& context, const laboratory::Verdict& verdict) {
  if (!verdict.harms.any()) return context.painter().mark(context.said({"nothing leaked", "没有泄漏"}), Tone::ok);
  std::string text;
  for (const laboratory::Harm harm : script::every_harm) {
    if (!verdict.harms.has(harm)) continue;
    const Text about{": " + laboratory::words(harm).en, "：" + laboratory::words(harm).zh};
    text +=
        (text.empty() ? "" : "  ") + context.painter().mark(std::string(name(harm)), Tone::bad) + context.said(about);
  }
  return text;
}

std::string schedule_table(const Context& context, const Trace& trace) {
  std::vector<Column> columns = {{"#", Align::right}, {context.said({"time", "时刻"}), Align::right}};
  const std::size_t room = std::max<std::size_t>(18, 58 / std::max<std::size_t>(trace.actors.size(), 1));
  for (const std::string& actor : trace.actors) columns.push_back({actor, Align::left, room});
  columns.push_back({context.said({"what changes", "状态变化"})});
  Table table(columns);
  std::size_t number = 0;
  for (const Event& event : trace.events) {
    const std::vector<std::string> left = done(context, event);
    const std::vector<std::string> right = changed(event);
    ++number;
    for (std::size_t line = 0; line < std::max<std::size_t>({left.size(), right.size(), 1}); ++line) {
      std::vector<payonce::Cell> cells = {line == 0 ? std::to_string(number) : "",
                                          line == 0 ? seconds_of(event.at_ns) : ""};
      for (std::size_t actor = 0; actor < trace.actors.size(); ++actor) {
        cells.emplace_back(actor == event.actor && line < left.size() ? left[line] : std::string());
      }
      cells.emplace_back(line < right.size() ? right[line] : std::string());
      table.row(std::move(cells));
    }
  }
  std::string text = table.text(context.painter());
  if (trace.whole) {
    text += "\n" + verdict_words(context, trace.verdict) + "\n";
    for (const laboratory::Moved& one : trace.verdict.moved) {
      std::string places = context.said({"in the book ", "账本 "}) + std::to_string(one.in_the_book);
      for (const auto& [channel, times] : one.at_channel) places += ", " + channel + " " + std::to_string(times);
      text += "  " + one.intent + ": " + places + context.said({", wanted ", "，应为 "}) + std::to_string(one.wanted) +
              "\n";
    }
    std::string found;
    for (const std::string& code : trace.verdict.findings) found += (found.empty() ? "" : ", ") + code;
    text += "  " + context.said({"reconciliation: ", "对账："}) +
            (found.empty() ? context.said({"finds nothing", "无发现"}) : found) + "\n";
  }
  return text + "  " + context.said({"schedule: ", "调度："}) + trace.schedule.id() + "\n";
}

std::string schedule_mermaid(const Context& context, const Trace& trace) {
  std::string text = "sequenceDiagram\n  autonumber\n";
  for (const std::string& actor : trace.actors) text += "  participant " + actor + "\n";
  text += "  participant ledger\n";
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    if (i == most_in_a_diagram) {
      const std::string left = std::to_string(trace.events.size() - i);
      text += "  Note over " + trace.actors.front() +
              ",ledger: " + context.said({left + " more turns are not drawn", "另有 " + left + " 步未画出"}) + "\n";
      break;
    }
    const Event& event = trace.events[i];
    const std::string& actor = trace.actors[event.actor];
    if (event.crash) {
      text += "  Note over " + actor + ",ledger: ✖ " + context.said({"the process dies", "进程死亡"}) + "\n";
      continue;
    }
    std::string doing = points_of(event);
    if (doing.empty()) doing = event.response ? event.doing : context.said({"looks", "查看"});
    text += "  " + actor + "->>ledger: " + plain(doing) + "\n";
    std::string changes;
    for (const std::string& one : changed(event)) changes += (changes.empty() ? "" : "<br/>") + plain(one);
    if (!changes.empty()) text += "  Note over " + actor + ",ledger: " + changes + "\n";
    if (const std::string answer = told(event); !answer.empty())
      text += "  ledger-->>" + actor + ": " + plain(answer) + "\n";
  }
  if (trace.whole) {
    const std::string end = trace.verdict.harms.any() ? "✖ " + trace.verdict.harms.text() : "✓";
    text += "  Note over " + trace.actors.front() + ",ledger: " + end + "\n";
  }
  return text;
}

void write_schedule(JsonWriter& json, const Trace& trace) {
  json.object().member("schedule", trace.schedule.id()).member("layers", trace.schedule.layers.name());
  json.name("actors").array();
  for (const std::string& actor : trace.actors) json.value(actor);
  json.end().name("turns").array();
  for (const Event& event : trace.events) {
    json.object().member("actor", trace.actors[event.actor]).member("crash", event.crash).member("at_ns", event.at_ns);
    json.member("doing", event.doing).name("points").array();
    for (const Step step : event.passed) json.value(label(step));
    json.end();
    if (const std::string answer = told(event); !answer.empty()) json.member("told", answer);
    json.name("changes").array();
    for (const laboratory::Change& change : event.changes) {
      constexpr std::array<std::string_view, 3> kinds = {"added", "changed", "removed"};
      json.object().member("table", change.table).member("row", change.row);
      json.member("kind", kinds[static_cast<std::size_t>(change.kind)]).name("fields").array();
      for (const auto& field : change.fields) {
        json.object().member("name", field.name).member("before", field.before).member("after", field.after).end();
      }
      json.end().end();
    }
    json.end().end();
  }
  json.end().name("harms").array();
  for (const laboratory::Harm harm : script::every_harm) {
    if (trace.verdict.harms.has(harm)) json.value(name(harm));
  }
  json.end().name("findings").array();
  for (const std::string& code : trace.verdict.findings) json.value(code);
  json.end().end();
}

}  // namespace payonce
