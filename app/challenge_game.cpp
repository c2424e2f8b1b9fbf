#include "app/challenge_game.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "app/challenge_view.hpp"
#include "app/conversation.hpp"
#include "app/lesson_view.hpp"
#include "app/schedule_view.hpp"

namespace payonce {
namespace {

using laboratory::Choice;
using lessons::Challenge;
using lessons::Key;
using lessons::Keys;
using lessons::Outlook;

Text turns(std::size_t number) {
  const std::string text = std::to_string(number);
  return {text + (number == 1 ? " turn" : " turns"), text + " 步"};
}

/// What the learner says is done, and told.
class Game {
 public:
  Game(Context& context, Challenge& level, Learner& learner)
      : context_(context), level_(level), learner_(learner), talk_(context, learner) {}

  ExitStatus play() {
    print(level_said(context_, level_));
    board();
    while (!leaked()) {
      const std::string at = std::to_string(level_.trace().events.size() + 1);
      const auto word = learner_.word(context_.said({"turn " + at + " > ", "第 " + at + " 步 > "}));
      if (!word) break;
      if (!obey(*word)) break;
    }
    if (context_.json()) {
      context_.print(json());
    } else {
      farewell();
    }
    return status();
  }

 private:
  [[nodiscard]] bool leaked() const { return level_.trace().whole && level_.trace().verdict.harms.any(); }

  [[nodiscard]] ExitStatus status() const {
    if (leaked()) return ExitStatus::findings;
    const Outlook outlook = level_.outlook();
    const bool cannot = (level_.over() && !unknown()) || (outlook.known && !outlook.to_leak);
    return cannot ? ExitStatus::done : ExitStatus::cannot_say;
  }
  /// The budget was over before any leak was met: that one schedule does not leak says nothing of the others.
  [[nodiscard]] bool unknown() const { return !level_.all().complete && !level_.par(); }

  void print(std::string_view text) const { talk_.print(text); }
  void tell(const Text& text, std::string_view first = {}) const { talk_.tell(text, first); }

  void board() const { print(board_said(context_, level_)); }

  /// After a turn: what it did, what has moved too often by now, and whether there is anything left to find.
  void after_turns(std::size_t from) {
    if (context_.json()) return;
    print("\n" + turns_table(context_, level_.trace(), from));
    if (leaked()) return;
    if (level_.over()) {
      print(over_said(context_, level_));
      return;
    }
    print(too_often_said(context_, level_));
    const Outlook outlook = level_.outlook();
    const bool lost = level_.par() && outlook.known && !outlook.to_leak;
    const bool newly = lost && !lost_;
    lost_ = lost;
    if (newly) {
      tell({"From here no schedule leaks any more; undo takes the last turn back.",
            "从这里起不会再泄漏；undo 可撤回上一步。"},
           "⚠ ");
    }
  }

  /// False: the learner has had enough.
  bool obey(const std::string& word) {
    std::string second;
    if (Keys::takes_an_actor(word)) second = learner_.word(context_.said({"  who? > ", "  谁？> "})).value_or("");
    const auto key = level_.keys().read(word, second);
    if (!key) {
      refuse(second.empty() ? word : word + " " + second, key.error().why);
      return true;
    }
    const std::string spelled = Keys::spelled(*key);
    const std::size_t from = level_.trace().events.size();
    switch (key->kind) {
      case Key::Kind::step: take(spelled, {static_cast<std::uint8_t>(key->actor), false}); return true;
      case Key::Kind::crash: take(spelled, {static_cast<std::uint8_t>(key->actor), true}); return true;
      case Key::Kind::tick: {
        const auto clock = level_.tick();
        if (!clock) {
          refuse(spelled, clock.error().why);
        } else {
          take(spelled, *clock);
        }
        return true;
      }
      case Key::Kind::undo:
        if (!level_.undo()) {
          refuse(spelled, {"there is no turn to take back", "没有可撤回的步"});
          return true;
        }
        talk_.done(spelled);
        lost_ = false;
        tell({"taken back", "已撤回"}, "↶ ");
        board();
        return true;
      case Key::Kind::restart:
        level_.restart();
        lost_ = false;
        talk_.done(spelled);
        board();
        return true;
      case Key::Kind::finish:
        while (!level_.over()) (void)level_.take(level_.hint().value_or(level_.choices().front()));
        talk_.done(spelled);
        after_turns(from);
        return true;
      case Key::Kind::hint: talk_.done(spelled); return hint();
      case Key::Kind::par: talk_.done(spelled); return par();
      case Key::Kind::trace:
        talk_.done(spelled);
        print("\n" + turns_table(context_, level_.trace()) + schedule_end(context_, level_.trace()));
        return true;
      case Key::Kind::tables:
        talk_.done(spelled);
        print(tables_said(context_, level_));
        return true;
      case Key::Kind::help:
        talk_.done(spelled);
        print(keys_said(context_));
        return true;
      case Key::Kind::quit: talk_.done(spelled); return false;
    }
    return true;
  }

  void refuse(const std::string& word, const Text& why) { talk_.refuse(word, why); }

  void take(const std::string& key, Choice choice) {
    const std::size_t from = level_.trace().events.size();
    if (const auto why = level_.take(choice)) {
      refuse(key, *why);
      return;
    }
    talk_.done(key);
    after_turns(from);
    if (!leaked()) board();
  }

  bool hint() {
    ++hints_;
    const auto choice = level_.hint();
    if (!choice) {
      tell(level_.all().complete ? Text{"none: no schedule leaks from here", "无：从这里起没有泄漏的调度"}
                                 : Text{"none is known: the budget was over", "未知：预算已用尽"},
           "? ");
      return true;
    }
    const std::string name = level_.actor(choice->actor).name();
    const char letter = Keys::letter(choice->actor);
    const std::string key(1, choice->crash ? static_cast<char>(letter - 'a' + 'A') : letter);
    const Text left = turns(level_.outlook().to_leak.value_or(0));
    tell({key + ": " + name + (choice->crash ? " dies" : " goes on") + "; the nearest leak is " + left.en + " away",
          key + "：" + name + (choice->crash ? " 崩溃" : " 走一步") + "；最近的泄漏还有 " + left.zh},
         "? ");
    return true;
  }

  bool par() {
    const Outlook outlook = level_.outlook();
    const Text taken = turns(level_.trace().events.size());
    if (!level_.par()) {
      tell({"no par: no schedule is known to leak", "无标准步数：没有已知会泄漏的调度"}, "? ");
    } else {
      const Text whole = turns(*level_.par());
      const Text left = outlook.to_leak ? turns(*outlook.to_leak) : Text{"–", "–"};
      const std::string more = outlook.known ? "" : "+";
      const std::string leaking = outlook.leaking.text() + more + "/" + outlook.schedules.text() + more;
      const Text so_far = level_.all().complete ? Text{} : Text{" (so far)", "（目前）"};
      tell({"par " + whole.en + so_far.en + ", taken " + taken.en + ", from here to the nearest leak " + left.en +
                "; " + leaking + " schedules leak from here",
            "标准 " + whole.zh + so_far.zh + "，已走 " + taken.zh + "，距最近的泄漏 " + left.zh + "；由此泄漏的调度 " +
                leaking},
           "? ");
    }
    return true;
  }

  void farewell() {
    const Text taken = turns(level_.trace().events.size());
    if (leaked()) {
      Text par = level_.par() ? turns(*level_.par()) : Text{"unknown", "未知"};
      if (level_.par() && !level_.all().complete) par = {par.en + " so far", "目前 " + par.zh};
      const std::string hints = std::to_string(hints_);
      print("\n" + schedule_end(context_, level_.trace()));
      tell({"Broken in " + taken.en + "; par is " + par.en + "; hints: " + hints + ". To see it again:",
            "用 " + taken.zh + "攻破；标准 " + par.zh + "；提示 " + hints + " 次。重放："},
           "★ ");
      print("  payonce lab replay " + level_.trace().schedule.id() + "\n");
      if (!level_.story().rule.en.empty())
        print(told_of(context_, {"the rule: ", "规律："}, level_.story().rule.text()));
      return;
    }
    if (level_.over() && unknown()) {
      tell({"This schedule leaks nothing; whether another does is unknown: the budget was over.",
            "此调度没有泄漏；其他调度是否泄漏未知：预算用尽。"},
           "\n? ");
    } else if (status() == ExitStatus::done) {
      tell({"Nothing leaked.", "没有泄漏。"}, "\n✓ ");
    } else {
      tell({"Left after " + taken.en + ", before the schedule was over; it could still leak.",
            "走了 " + taken.zh + "后离开，调度尚未结束，仍可能泄漏。"},
           "\n⚠ ");
    }
  }

  [[nodiscard]] std::string json() {
    std::string out;
    JsonWriter json(out);
    json.object();
    write_situation(json, level_.story());
    json.member("layers", level_.layers().name()).member("schedules", level_.all().schedules.text());
    json.member("leaking", level_.all().leaking.text()).member("complete", level_.all().complete).name("par");
    if (level_.par()) {
      json.value(*level_.par());
    } else {
      json.null();
    }
    talk_.write(json, "keys", "key");
    json.member("hints", hints_).name("choices").array();
    for (const Choice choice : level_.choices()) {
      json.value(Keys::spelled({choice.crash ? Key::Kind::crash : Key::Kind::step, choice.actor}));
    }
    json.end().name("hint");
    if (const auto hinted = level_.hint()) {
      json.value(Keys::spelled({hinted->crash ? Key::Kind::crash : Key::Kind::step, hinted->actor}));
    } else {
      json.null();
    }
    json.name("to_leak");
    if (const auto left = level_.outlook().to_leak) {
      json.value(*left);
    } else {
      json.null();
    }
    constexpr std::array<std::string_view, 3> ends = {"nothing", "leaked", "left"};
    const bool nobody_knows = status() == ExitStatus::cannot_say && level_.over();
    json.member("ended", nobody_knows ? "unknown" : ends[static_cast<std::size_t>(status())]).name("trace");
    write_schedule(json, level_.trace());
    json.member("exit", number(status())).end();
    return out + "\n";
  }

  Context& context_;
  Challenge& level_;
  Learner& learner_;
  Conversation talk_;
  std::size_t hints_ = 0;
  bool lost_ = false;  // it was said that from here nothing leaks
};

}  // namespace

ExitStatus play_challenge(Context& context, Challenge& level, Learner& learner) {
  return Game(context, level, learner).play();
}

}  // namespace payonce
