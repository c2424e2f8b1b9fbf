#include "app/schedule_view.hpp"

#include <algorithm>
#include <array>

#include "app/handout/sequence.hpp"
#include "app/print/table.hpp"
#include "app/print/wrap.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

using handout::Sequence;
using handout::Turn;
using laboratory::Event;
using laboratory::Trace;

/// As long as a page of a diagram is readable, and below the limit of those who draw it (laboratory.md 5.4).
constexpr std::size_t most_in_a_diagram = 200;

/// The columns of a plain terminal that a schedule fits into (laboratory.md 5.1).
constexpr std::size_t screen = 100;

/// What of them each actor has: the number, the time and some thirty for what changes stand beside.
std::size_t column_of(std::size_t actors) {
  constexpr std::size_t beside = 41;
  const std::size_t each = (screen - beside) / std::max<std::size_t>(actors, 1);
  return std::max<std::size_t>(each > 2 ? each - 2 : 0, 12);
}

/// What an actor did in a turn, in lines no wider than its column; "key.claim…key.finish" is parted at its gap.
std::vector<std::string> within(const Context& context, const Turn& turn, std::size_t room) {
  std::vector<std::string> lines;
  for (const Text& text : handout::lines_of(turn)) {
    const std::string whole = context.said(text);
    const std::size_t gap = whole.find("…");
    const bool parted = gap != std::string::npos && display_width(whole) > room;
    for (const std::string& part : {whole.substr(0, parted ? gap : whole.size()), parted ? whole.substr(gap) : ""}) {
      for (std::string& line : lines_of(part, room)) lines.push_back(std::move(line));
    }
  }
  return lines;
}

/// Where each actor had a column of its own nothing would be left for what changes.
bool crowded(std::size_t actors) {
  constexpr std::size_t most_columns = 4;
  return actors > most_columns;
}

/// One column says who it was instead.
std::string one_column_table(const Context& context, const Sequence& sequence, std::size_t from) {
  constexpr std::size_t room = 30;
  constexpr std::size_t name_room = 20;
  Table table({{"#", Align::right},
               {context.said({"time", "时刻"}), Align::right},
               {context.said({"actor", "参与者"}), Align::left, name_room},
               {context.said({"does", "动作"}), Align::left, room},
               {context.said({"what changes", "状态变化"})}});
  for (std::size_t i = from; i < sequence.turns.size(); ++i) {
    const Turn& turn = sequence.turns[i];
    tall_row(table, {{std::to_string(turn.number)},
                     {turn.time},
                     {sequence.actors[turn.actor]},
                     within(context, turn, room),
                     turn.changes});
  }
  return table.fit(screen).text(context.painter());
}

std::string colon(const Context& context) { return context.language() == Language::zh ? "：" : ": "; }

std::string title_of(const Context& context, const Text& title) { return context.said(title) + colon(context); }

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
    const std::string about = context.said(laboratory::words(harm));
    text += (text.empty() ? "" : "\n") + context.painter().mark(std::string(name(harm)), Tone::bad) + colon(context) +
            about;
  }
  return text;
}

std::string turns_table(const Context& context, const Trace& trace, std::size_t from) {
  const Sequence sequence = handout::sequence_of(trace);
  if (crowded(sequence.actors.size())) return one_column_table(context, sequence, from);
  std::vector<Column> columns = {{"#", Align::right}, {context.said({"time", "时刻"}), Align::right}};
  const std::size_t room = column_of(sequence.actors.size());
  for (const std::string& actor : sequence.actors) columns.push_back({actor, Align::left, room});
  columns.push_back({context.said({"what changes", "状态变化"})});
  Table table(columns);
  for (std::size_t i = from; i < sequence.turns.size(); ++i) {
    const Turn& turn = sequence.turns[i];
    const std::vector<std::string> left = within(context, turn, room);
    for (std::size_t line = 0; line < std::max(left.size(), turn.changes.size()); ++line) {
      std::vector<payonce::Cell> cells = {line == 0 ? std::to_string(turn.number) : "", line == 0 ? turn.time : ""};
      for (std::size_t actor = 0; actor < sequence.actors.size(); ++actor) {
        cells.emplace_back(actor == turn.actor && line < left.size() ? left[line] : std::string());
      }
      cells.emplace_back(line < turn.changes.size() ? turn.changes[line] : std::string());
      table.row(std::move(cells));
    }
  }
  return table.fit(screen).text(context.painter());
}

std::string schedule_end(const Context& context, const Trace& trace) {
  const Sequence sequence = handout::sequence_of(trace);
  std::string text;
  if (sequence.whole) {
    text += verdict_words(context, trace.verdict) + "\n";
    for (const Text& one : sequence.moved) text += paragraph(context.said(one), screen, "  ");
    for (const Text& one : sequence.blames) text += paragraph(context.said(one), screen, "  ");
    text += paragraph(context.said(sequence.found), screen, "  " + title_of(context, {"reconciliation", "对账"}));
  }
  return text + "  " + title_of(context, {"schedule", "调度"}) + sequence.id + "\n";
}

std::string schedule_table(const Context& context, const Trace& trace) {
  return turns_table(context, trace) + (trace.whole ? "\n" : "") + schedule_end(context, trace);
}

std::string schedule_mermaid(const Context& context, const Trace& trace) {
  const Sequence sequence = handout::sequence_of(trace);
  std::string text = "sequenceDiagram\n  autonumber\n";
  for (const std::string& actor : sequence.actors) text += "  participant " + actor + "\n";
  text += "  participant ledger\n";
  for (const std::string& channel : sequence.channels) text += "  participant " + channel + "\n";
  for (const Turn& turn : sequence.turns) {
    if (turn.number > most_in_a_diagram) {
      const std::string left = std::to_string(sequence.turns.size() - most_in_a_diagram);
      text += "  Note over " + sequence.actors.front() +
              ",ledger: " + context.said({left + " more turns are not drawn", "另有 " + left + " 步未画出"}) + "\n";
      break;
    }
    const std::string& actor = sequence.actors[turn.actor];
    if (turn.crash) {
      text += "  Note over " + actor + ",ledger: " + context.said(turn.does) + "\n";
      continue;
    }
    text += "  " + actor + "->>ledger: " + plain(context.said(turn.does)) + "\n";
    for (const std::string& channel : turn.channels)
      text += "  ledger->>" + channel + ": " + context.said({"it moves", "资金划转"}) + "\n";
    std::string changes;
    for (const std::string& one : turn.changes) changes += (changes.empty() ? "" : "<br/>") + plain(one);
    if (!changes.empty()) text += "  Note over " + actor + ",ledger: " + changes + "\n";
    if (!turn.told.empty()) text += "  ledger-->>" + actor + ": " + plain(turn.told) + "\n";
  }
  if (sequence.whole) {
    std::string end = sequence.leaks ? "✖ " : "✓";
    for (const std::string& harm : sequence.harms) end += (harm == sequence.harms.front() ? "" : ", ") + harm;
    text += "  Note over " + sequence.actors.front() + ",ledger: " + end + "\n";
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
    const bool answered = event.response && event.response->kind == player::Response::Kind::answered;
    if (answered) json.member("told", player::spelled(*event.response));
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
  json.end().name("moved").array();
  for (const laboratory::Moved& one : trace.verdict.moved) {
    json.object().member("intent", one.intent).member("wanted", one.wanted).member("at_most", one.at_most);
    json.member("in_the_book", one.in_the_book).name("at_channel").object();
    for (const auto& [channel, times] : one.at_channel) json.member(channel, times);
    json.end().end();
  }
  json.end().name("blames").array();
  for (const laboratory::Blame& one : trace.verdict.blames) {
    json.object().member("harm", name(one.harm)).member("en", one.what.en).member("zh", one.what.zh).end();
  }
  json.end().name("findings").array();
  for (const std::string& code : trace.verdict.findings) json.value(code);
  json.end().end();
}

}  // namespace payonce
