#include "scenarios/laboratory/drawing.hpp"

#include <algorithm>
#include <utility>

#include "scenarios/laboratory/drawer.hpp"

namespace payonce::laboratory {
namespace {

Mix mix_of(Chance& chance) {
  Mix mix;
  mix.crash = chance.one_in(3);
  mix.lost_reply = chance.one_in(4);
  mix.power = chance.one_in(8);
  mix.clock = chance.one_in(6);
  mix.time = chance.one_in(2);
  mix.unreliable = chance.one_in(3);
  mix.unreachable = chance.one_in(6);
  mix.declining = chance.one_in(8);
  mix.helpers = chance.one_in(3);
  return mix;
}

}  // namespace

Drawer::Drawer(std::uint64_t seed) : chance_(seed), mix_(mix_of(chance_)) {
  draft_.name = "sim-" + std::to_string(seed);
  const std::string number = std::to_string(seed);
  draft_.about = {"Drawn by payonce lab sim from seed " + number + ".",
                  "由 payonce lab sim 按种子 " + number + " 抽取。"};
}

Drawn Drawer::draw() {
  draft_.world = {"account alice CNY 1000.00", "account bob CNY 500.00", "account shop CNY 0.00"};
  const std::uint64_t banks = chance_.below(3);
  for (std::uint64_t i = 0; i < banks; ++i) {
    banks_.emplace_back(i == 0 ? "bank" : "other-bank");
    draft_.world.push_back("acquirer " + banks_.back());
  }
  const std::uint64_t wishes = 1 + chance_.below(3);
  for (std::uint64_t i = 0; i < wishes; ++i) wish();
  bystanders();
  faults();
  knobs();
  mop();
  Drawn drawn;
  // One in three takes turns as it likes, the others stay for a while with whoever is at it.
  drawn.restless = chance_.one_in(3) ? 1 : 2 + chance_.below(5);
  drawn.layers = layers();
  drawn.draft = std::move(draft_).tidied();
  return drawn;
}

std::string Drawer::fresh(std::string_view what) { return std::string(what) + std::to_string(++number_); }

std::string Drawer::amount() { return std::to_string(10 + ++amounts_) + ".00"; }

std::string Drawer::via() {
  if (banks_.empty() || chance_.one_in(3)) return "";
  return " via=" + banks_[chance_.below(banks_.size())];
}

Draft::Hand& Drawer::hand(std::string_view role) {
  draft_.hands.push_back({.name = fresh(role), .steps = {}, .after = {}, .intent = {}});
  return draft_.hands.back();
}

std::string Drawer::intent(const std::string& what, bool certain) {
  const std::string name = fresh("wish");
  draft_.intents.push_back(name + " = " + what + (certain && !mix_.rough() ? " once" : " at-most once"));
  return name;
}

void Drawer::bystanders() {
  if (mix_.helpers) {
    const std::uint64_t many = 1 + chance_.below(2);
    for (std::uint64_t i = 0; i < many; ++i) {
      Hand& one = hand("u");
      const std::uint64_t what = chance_.below(banks_.empty() ? 3 : 5);
      if (what == 0) one.steps.emplace_back("recover");
      if (what == 1) one.steps.emplace_back("reap");
      if (what == 2) one.steps.emplace_back("reconcile");
      if (what == 3) one.steps.push_back("notices " + banks_.front());
      if (what == 4)
        one.steps.push_back("fee " + banks_.front() + " key=" + fresh("k") + " amount=0.60 ref=" + fresh("f"));
    }
  }
  if (mix_.time) {
    Hand& timer = hand("t");
    timer.steps.push_back("advance " + std::string(chance_.of({"6s", "31s", "70s", "3m"})));
  }
  if (mix_.clock) hand("j").steps.push_back("jump " + std::string(chance_.of({"-1h", "-90s", "90s", "1h", "3d"})));
  if (mix_.power) hand("w").steps.emplace_back("reboot");
  for (const std::string& bank : banks_) {
    std::vector<std::string> moods;
    if (mix_.unreliable)
      moods.emplace_back(chance_.of({"lose", "twice", "late 5s", "late 90s", "slow 5s", "slow 40s"}));
    if (mix_.unreachable) moods.emplace_back("down");
    if (mix_.declining) moods.emplace_back("decline");
    if (moods.empty()) continue;
    hand("n").steps.push_back("script " + bank + " " + moods[chance_.below(moods.size())]);
  }
}

bool Drawer::steady(const Hand& one) const {
  return std::find(steady_.begin(), steady_.end(), one.name) != steady_.end();
}

void Drawer::faults() {
  for (const Hand& one : draft_.hands) {
    const std::string& verb = one.steps.front();
    const bool of_the_world =
        verb.starts_with("advance") || verb.starts_with("jump") || verb == "reboot" || verb.starts_with("script");
    if (of_the_world || steady(one)) continue;
    if (mix_.crash && chance_.one_in(2)) draft_.faults.push_back("crash " + one.name);
    if (mix_.lost_reply && chance_.one_in(2)) draft_.faults.push_back("lose " + one.name);
  }
}

void Drawer::knobs() {
  if (chance_.one_in(3)) draft_.knobs.push_back("window=" + std::string(chance_.of({"1s", "3s", "9s"})));
  if (chance_.one_in(3)) draft_.knobs.push_back("lease=" + std::string(chance_.of({"10s", "60s"})));
  if (chance_.one_in(6)) draft_.knobs.emplace_back("heartbeat=off");
  if (mix_.time && chance_.one_in(4)) draft_.knobs.emplace_back("late-success-after-expiry=refund");
}

void Drawer::mop() {
  Hand& last = hand("z");
  last.last = true;
  for (int round = 0; round < 2; ++round) {
    last.steps.emplace_back("advance 10m");
    for (const std::string& bank : banks_) last.steps.push_back("notices " + bank);
    last.steps.emplace_back("recover");
  }
}

LayerSet Drawer::layers() {
  LayerSet set;
  if (chance_.one_in(2)) return set;
  const std::vector<LayerSet> all = every_layer_set(true);
  set = all[chance_.below(all.size())];
  if (!banks_.empty() && chance_.one_in(4)) set.channel_memory = script::Setting::off;
  return set;
}

Drawn drawn(std::uint64_t seed) { return Drawer(seed).draw(); }

}  // namespace payonce::laboratory
