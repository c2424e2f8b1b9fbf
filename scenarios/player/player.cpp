#include "scenarios/player/player.hpp"

#include <algorithm>
#include <list>
#include <utility>

#include "ledger/values/invariant.hpp"
#include "ledger/values/outcome.hpp"
#include "scenarios/player/channel_script.hpp"
#include "scenarios/player/child.hpp"
#include "scenarios/player/client.hpp"
#include "scenarios/player/expect.hpp"
#include "scenarios/player/look.hpp"
#include "scenarios/player/perform.hpp"
#include "scenarios/player/stage.hpp"

namespace payonce::player {
namespace {

Text same(const std::string& text) { return {text, text}; }

class Player {
 public:
  Player(const script::Story& story, const std::filesystem::path& folder)
      : story_(story),
        stage_(place_on_disk(folder), story),
        currency_(*Currency::parse("currency", story.world.currency)) {}

  Played play() {
    played_.wrong = stage_.set_up();
    for (std::size_t i = 0; i < story_.steps.size() && !played_.wrong; ++i) played_.wrong = step(story_.steps[i]);
    if (!played_.wrong) played_.wrong = end();
    played_.stops = client_.stops();
    if (reconciliation_found_) ++played_.stops[std::string(name(Layer::reconciliation))];
    return std::move(played_);
  }

 private:
  std::optional<Wrong> step(const script::Step& step) {
    switch (step.verb) {
      case script::Verb::repeat: return repeat(step);
      case script::Verb::together: return together(step, step.inside);
      case script::Verb::check: tell(step, ""); return look(stage_, step, currency_);
      case script::Verb::reconcile: return reconcile(step);
      case script::Verb::script: return instruct(step);
      case script::Verb::damage: return damage(step);
      case script::Verb::wake: return wake(step);
      case script::Verb::advance:
      case script::Verb::jump:
      case script::Verb::reboot: turn_clock(step); return std::nullopt;
      default: break;
    }
    if (step.at_once > 1) {
      std::vector<script::Step> all;
      for (std::uint32_t n = 1; n <= step.at_once; ++n) all.push_back(script::filled(step, n));
      return together(step, all);
    }
    if (!step.stall_at.empty()) return stall(step);
    if (!step.crash_at.empty()) return heard(step, at_the_same_moment(stage_, {step}, currency_).front());
    return heard(step, perform(stage_.hands(), step, currency_));
  }

  std::optional<Wrong> damage(const script::Step& step) {
    tell(step, "");
    damaged_ = true;
    if (break_law(stage_.hands().ledger(), step.words[0])) return std::nullopt;
    return Wrong{.place = step.place,
                 .step = step.text,
                 .expected = {"a law of schema/damages", "schema/damages 中的规则"},
                 .got = same(step.words[0])};
  }

  void turn_clock(const script::Step& step) {
    tell(step, "");
    if (step.verb == script::Verb::advance) return stage_.world().pass({step.shift_ns});
    if (step.verb == script::Verb::jump) return stage_.world().jump(step.shift_ns);
    stalled_.clear();  // no process lives through a reboot
    stage_.world().reboot();
  }

  std::optional<Wrong> repeat(const script::Step& step) {
    for (std::uint32_t n = 1; n <= step.times.value_or(0); ++n) {
      for (const script::Step& one : step.inside) {
        if (auto wrong = this->step(script::filled(one, n))) return wrong;
      }
    }
    return std::nullopt;
  }

  std::optional<Wrong> together(const script::Step& step, const std::vector<script::Step>& all) {
    const std::vector<Response> responses = at_the_same_moment(stage_, all, currency_);
    for (std::size_t i = 0; i < all.size(); ++i) {
      tell(all[i], spelled(responses[i]), responses[i].trace);
      if (auto wrong = client_.hear(all[i], responses[i])) return wrong;
    }
    return judge(step, responses);
  }

  std::optional<Wrong> stall(const script::Step& step) {
    Child child(stage_, step, currency_);
    if (!child.ready()) return heard(step, failed("the process did not start"));
    child.let_go(stage_.world());
    const Response response = child.response();
    stage_.world().pass({child.passed_ns()});
    const std::string* const key = step.argument("key");
    if (response.kind == Response::Kind::stalled) {
      stalled_.push_back({key != nullptr ? *key : step.words.empty() ? "" : step.words[0], step, std::move(child)});
    }
    return heard(step, response);
  }

  std::optional<Wrong> wake(const script::Step& step) {
    const auto found =
        std::find_if(stalled_.begin(), stalled_.end(), [&](const Stalled& one) { return one.name == step.words[0]; });
    if (found == stalled_.end()) {
      return Wrong{.place = step.place,
                   .step = step.text,
                   .expected = {"a process that has stalled with this key", "一个以此键停住的进程"},
                   .got = {"none", "没有"}};
    }
    stage_.let_go();
    found->child.let_go(stage_.world());
    const Response response = found->child.response();
    stage_.world().pass({found->child.passed_ns()});
    script::Step asked = found->step;
    asked.expects = step.expects;
    asked.text = step.text;
    asked.place = step.place;
    stalled_.erase(found);
    return heard(asked, response);
  }

  std::optional<Wrong> heard(const script::Step& step, const Response& response) {
    tell(step, spelled(response), response.trace);
    if (auto wrong = client_.hear(step, response)) return wrong;
    return judge(step, response);
  }

  std::optional<Wrong> instruct(const script::Step& step) {
    tell(step, "");
    if (player::instruct(stage_.hands(), step)) return std::nullopt;
    return Wrong{.place = step.place,
                 .step = step.text,
                 .expected = {"an acquirer of this world, and a duration behind slow and late alone",
                              "本场景中的收单方；仅 slow 与 late 之后写时长"},
                 .got = same(step.text)};
  }

  std::optional<Wrong> reconcile(const script::Step& step) {
    const std::vector<Found> found = audit(stage_.hands(), stage_.world(), step.words.empty() ? "" : step.words[0]);
    tell(step, found.empty() ? "clean" : "findings " + spelled(found));
    reconciliation_found_ = reconciliation_found_ || !found.empty();
    expected_at_end_ = step.expects.findings;
    return judge(step, found);
  }

  /// After each story: every law, whatever its last line was.
  std::optional<Wrong> end() {
    if (!stalled_.empty()) {
      const script::Step& step = stalled_.front().step;
      return Wrong{.place = step.place,
                   .step = step.text,
                   .expected = {"a wake for the process that stalled here", "对在此停住的进程执行 wake"},
                   .got = {"the end of the story", "故事已结束"}};
    }
    script::Step last;
    last.place = story_.steps.empty() ? story_.place : story_.steps.back().place;
    last.expects.place = last.place;
    last.text = "(the end of the story)";
    last.expects.findings = expected_at_end_;
    played_.findings = audit(stage_.hands(), stage_.world());
    reconciliation_found_ = reconciliation_found_ || !played_.findings.empty();
    if (auto wrong = judge(last, played_.findings)) return wrong;
    if (damaged_) return std::nullopt;  // what was told may be gone with the damage
    if (auto wrong = client_.look_back(stage_.hands(), last)) return wrong;
    return leftovers(last);
  }

  /// A story that leaves keys open says so, by a `check open` among its steps: the last one holds to the end.
  std::optional<Wrong> leftovers(const script::Step& last) {
    std::string expected = "0";
    for (const script::Step& one : story_.steps) {
      if (one.verb == script::Verb::check && one.check.what == "open") expected = one.check.expected;
    }
    const std::string open = std::to_string(open_keys(stage_.hands()));
    if (open == expected) return std::nullopt;
    return Wrong{.place = last.place,
                 .step = last.text,
                 .expected = {expected + (expected == "1" ? " key" : " keys") + " open (check open = …)",
                              "未了结的键 " + expected + " 个（check open = …）"},
                 .got = same(open)};
  }

  void tell(const script::Step& step, std::string came_to, std::vector<TraceLine> trace = {}) {
    played_.told.push_back({step.text, std::move(came_to), std::move(trace)});
  }

  struct Stalled {
    std::string name;  // by which it is woken
    script::Step step;
    Child child;
  };

  const script::Story& story_;
  Stage stage_;
  const Currency currency_;
  Client client_;
  std::list<Stalled> stalled_;
  std::vector<std::string> expected_at_end_;
  bool reconciliation_found_ = false;
  bool damaged_ = false;
  Played played_;
};

}  // namespace

Played play(const script::Story& story, const std::filesystem::path& folder) { return Player(story, folder).play(); }

}  // namespace payonce::player
