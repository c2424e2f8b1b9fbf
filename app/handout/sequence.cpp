#include "app/handout/sequence.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace payonce::handout {
namespace {

using laboratory::Event;

std::string seconds_of(std::int64_t ns) { return fmt::format("{}.{:03}", ns / 1'000'000'000, ns / 1'000'000 % 1'000); }

Text same(const std::string& text) { return {text, text}; }

std::string points_of(const Event& event) {
  if (event.passed.empty()) return "";
  std::string text(label(event.passed.front()));
  if (event.passed.size() > 1) text += "…" + std::string(label(event.passed.back()));
  return text;
}

Text does(const Event& event) {
  if (event.crash) return {"✖ the process dies", "✖ 进程死亡"};
  const std::string points = points_of(event);
  if (!points.empty()) return same(points);
  if (event.response) return same(event.doing);
  return event.changes.empty() ? Text{"looks", "查看"} : Text{"looks and writes", "查看并写入"};
}

std::string told(const Event& event) {
  const bool answered = event.response && event.response->kind == player::Response::Kind::answered;
  return answered ? player::spelled(*event.response) : "";
}

/// The tables of a channel's own machine are named for it: "bank.movement".
std::string channel_of(const laboratory::Change& change) {
  const std::size_t dot = change.table.find('.');
  const bool moved = dot != std::string::npos && change.table.substr(dot) == ".movement";
  return moved && change.kind == laboratory::Change::Kind::added ? change.table.substr(0, dot) : "";
}

void add_once(std::vector<std::string>& list, const std::string& item) {
  if (!item.empty() && std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

void add_once(std::vector<Text>& list, Text item) {
  const auto same = [&](const Text& one) { return one.en == item.en; };
  if (std::none_of(list.begin(), list.end(), same)) list.push_back(std::move(item));
}

Text moved_words(const laboratory::Moved& one) {
  const std::string book = std::to_string(one.in_the_book);
  const std::string wanted = std::to_string(one.wanted);
  std::string outside;
  for (const auto& [channel, times] : one.at_channel) outside += ", " + channel + " " + std::to_string(times);
  const Text most = one.at_most ? Text{"at most ", "至多 "} : Text{};
  return {one.intent + ": in the book " + book + outside + ", wanted " + most.en + wanted,
          one.intent + "：账本 " + book + outside + "，应为 " + most.zh + wanted};
}

void judge(Sequence& sequence, const laboratory::Verdict& verdict) {
  sequence.leaks = verdict.harms.any();
  for (const laboratory::Harm harm : script::every_harm) {
    if (!verdict.harms.has(harm)) continue;
    const std::string name(script::name(harm));
    const Text& about = laboratory::words(harm);
    sequence.harms.push_back(name);
    sequence.verdict.push_back({name + ": " + about.en, name + "：" + about.zh});
  }
  if (!sequence.leaks) sequence.verdict.push_back({"nothing leaked", "没有泄漏"});
  for (const laboratory::Moved& one : verdict.moved) sequence.moved.push_back(moved_words(one));
  for (const laboratory::Blame& one : verdict.blames)
    add_once(sequence.blames, {std::string(script::name(one.harm)) + ": " + one.what.en,
                               std::string(script::name(one.harm)) + "：" + one.what.zh});
  std::string codes;
  for (const std::string& code : verdict.findings) codes += (codes.empty() ? "" : ", ") + code;
  sequence.found = codes.empty() ? Text{"finds nothing", "无发现"} : same(codes);
}

}  // namespace

Sequence sequence_of(const laboratory::Trace& trace) {
  Sequence sequence{.id = trace.schedule.id(), .layers = trace.schedule.layers.name(), .actors = trace.actors};
  for (const Event& event : trace.events) {
    Turn turn{.number = sequence.turns.size() + 1,
              .time = seconds_of(event.at_ns),
              .actor = event.actor,
              .crash = event.crash,
              .named = !event.passed.empty(),
              .does = does(event),
              .step = event.doing,
              .ended = event.response.has_value(),
              .told = told(event)};
    for (const laboratory::Change& change : event.changes) {
      add_once(turn.channels, channel_of(change));
      std::string line = laboratory::in_short(change);
      if (!line.empty()) turn.changes.push_back(std::move(line));
    }
    for (const std::string& channel : turn.channels) add_once(sequence.channels, channel);
    sequence.turns.push_back(std::move(turn));
  }
  sequence.whole = trace.whole;
  if (trace.whole) judge(sequence, trace.verdict);
  return sequence;
}

std::vector<Text> lines_of(const Turn& turn) {
  std::vector<Text> lines = {turn.does};
  if (!turn.told.empty()) {
    lines.push_back(same("→ " + turn.told));
  } else if (turn.ended && !turn.crash && turn.does.en != turn.step) {
    lines.push_back(same(turn.step));
  }
  return lines;
}

}  // namespace payonce::handout
