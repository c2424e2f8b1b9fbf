#include "app/reason_view.hpp"

#include <algorithm>

#include "app/handout/sequence.hpp"
#include "app/lesson_view.hpp"

namespace payonce {
namespace {

using handout::Sequence;
using handout::Turn;
using laboratory::Reason;

std::string number_of(std::size_t turn) { return std::to_string(turn + 1); }

/// What a turn wrote, as its line of the table has it; of many changes the first few.
std::string wrote(const Turn& turn) {
  constexpr std::size_t most = 3;
  std::vector<std::string> changes = turn.changes;
  // What moved outside or was booked says most, the keys and the two sides of a booking least.
  const auto weight = [](const std::string& one) {
    if (one.find("movement ") != std::string::npos || one.starts_with("+voucher ")) return 0;
    const bool side = one.find(" dr ") != std::string::npos || one.find(" cr ") != std::string::npos;
    return side || one.starts_with("key ") || one.starts_with("+window ") ? 2 : 1;
  };
  std::stable_sort(changes.begin(), changes.end(),
                   [&](const std::string& left, const std::string& right) { return weight(left) < weight(right); });
  std::string text;
  for (std::size_t i = 0; i < std::min(most, changes.size()); ++i) text += (i == 0 ? "" : ", ") + changes[i];
  return changes.size() > most ? text + ", …" : text;
}

Text at_point(const Context& context, const Turn& turn) {
  const std::string does = context.said(turn.does);
  return {" (" + does + ")", "（" + does + "）"};
}

Text plus(Text left, const Text& right) { return {left.en + right.en, left.zh + right.zh}; }

/// "turn 5: click2 (book.entries) writes +voucher o1.pay.2: from there on DOUBLE".
Text the_act(const Context& context, const Reason& reason, const Sequence& sequence) {
  const Turn& turn = sequence.turns[reason.turn];
  const std::string& who = sequence.actors[turn.actor];
  const std::string harm(name(reason.harm));
  const std::string number = number_of(reason.turn);
  const std::string written = wrote(turn);
  const Text point = turn.crash ? Text{} : at_point(context, turn);
  Text text{"turn " + number + ": " + who + point.en, "第 " + number + " 步：" + who + point.zh};
  if (turn.crash) text = plus(std::move(text), {" dies", " 死亡"});
  if (!written.empty()) text = plus(std::move(text), {" writes " + written, " 写入 " + written});
  if (!turn.told.empty()) text = plus(std::move(text), {", is told " + turn.told, "，得到答复 " + turn.told});
  return plus(std::move(text), {"; from there on it is " + harm, "；从此即为 " + harm});
}

Text what_it_met(const Context& context, const Reason& reason, const Sequence& sequence) {
  const Turn& act = sequence.turns[reason.turn];
  const Turn& other = sequence.turns[*reason.other];
  const std::string& who = sequence.actors[act.actor];
  const std::string& whose = sequence.actors[other.actor];
  const std::string at = number_of(*reason.other);
  const std::string rows = reason.both_wrote.front();
  const std::string written = wrote(other);
  const Text done =
      written.empty()
          ? Text{whose + " wrote " + rows + " in turn " + at, whose + " 在第 " + at + " 步写入 " + rows}
          : Text{whose + " wrote " + written + " in turn " + at, whose + " 在第 " + at + " 步写入 " + written};
  if (act.actor == other.actor) {
    return {"it had done so itself before: " + done.en + ", and nothing that is on asked for that",
            "它自己先前已做过：" + done.zh + "，而开启的层都没有查问"};
  }
  if (reason.looked) {
    const std::string looked = number_of(*reason.looked);
    const Text point = at_point(context, sequence.turns[*reason.looked]);
    return {"what " + who + " knew it had read by turn " + looked + point.en + ", before " + done.en +
                "; nothing that is on asked again",
            who + " 所知止于第 " + looked + " 步" + point.zh + "，其后 " + done.zh + "；开启的层没有再查"};
  }
  return {done.en + ", before " + who + " began; nothing that is on asked for it",
          done.zh + "，其后 " + who + " 才开始；开启的层都没有查问"};
}

Text with(const Reason::Tried& one) {
  const std::string letter(1, one.layer);
  Text text{"with " + letter + " on, the same turns: ", "开启 " + letter + "，同样的步骤："};
  if (one.turn) {
    const std::string turn = number_of(*one.turn);
    const Text behind = one.points.empty() ? Text{} : Text{" behind " + one.points, "在 " + one.points + " 之后"};
    text = plus(std::move(text), {one.actor + " is stopped" + behind.en + " and told " + one.told + " in turn " + turn,
                                  one.actor + " " + behind.zh + "被拦下，第 " + turn + " 步得到答复 " + one.told});
    return plus(std::move(text), one.leaks ? Text{"; and it leaks all the same", "；但仍然泄漏"}
                                           : Text{"; nothing leaks", "；没有泄漏"});
  }
  return plus(std::move(text), one.leaks ? Text{"nobody is stopped, it leaks as before", "无人被拦下，照样泄漏"}
                                         : Text{"nobody is stopped, and nothing leaks", "无人被拦下，也没有泄漏"});
}

}  // namespace

std::string reason_said(const Context& context, const Reason& reason, const laboratory::Trace& trace) {
  const Sequence sequence = handout::sequence_of(trace);
  std::string text = told_of(context, {"why: ", "原因："}, the_act(context, reason, sequence));
  if (reason.other) text += told(context, what_it_met(context, reason, sequence), "     ");
  if (reason.died && *reason.died != reason.turn) {
    const std::string who = sequence.actors[sequence.turns[reason.turn].actor];
    const std::string turn = number_of(*reason.died);
    text += told(
        context,
        {who + " died in turn " + turn + " and ends nothing any more", who + " 在第 " + turn + " 步死亡，无法了结"},
        "     ");
  }
  for (const Reason::Tried& one : reason.tried) text += told(context, with(one), "     ");
  return text;
}

void write_reason(JsonWriter& json, const Reason& reason, const laboratory::Trace& trace) {
  const auto actor = [&](std::size_t turn) { return trace.actors[trace.events[turn].actor]; };
  const auto turn = [&](std::string_view called, const std::optional<std::size_t>& at) {
    json.name(called);
    at ? (void)json.value(*at + 1) : (void)json.null();
  };
  json.object().member("harm", name(reason.harm)).member("turn", reason.turn + 1).member("actor", actor(reason.turn));
  turn("other_turn", reason.other);
  json.name("other_actor");
  reason.other ? (void)json.value(actor(*reason.other)) : (void)json.null();
  turn("read_by_turn", reason.looked);
  turn("died_in_turn", reason.died);
  json.name("both_wrote").array();
  for (const std::string& row : reason.both_wrote) json.value(row);
  json.end().name("with").array();
  for (const Reason::Tried& one : reason.tried) {
    json.object().member("layer", std::string(1, one.layer)).member("leaks", one.leaks);
    turn("stopped_in_turn", one.turn);
    json.member("stopped_actor", one.actor).member("told", one.told).member("behind", one.points).end();
  }
  json.end().end();
}

}  // namespace payonce
