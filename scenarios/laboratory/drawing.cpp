#include "scenarios/laboratory/drawing.hpp"

#include <algorithm>
#include <utility>

#include "scenarios/laboratory/chance.hpp"

namespace payonce::laboratory {
namespace {

using Hand = Draft::Hand;

/// Which faults are about in a run; most runs have few of them, so that each is met alone and in company.
struct Mix {
  bool crash = false;
  bool lost_reply = false;
  bool power = false;
  bool clock = false;        // set, either way
  bool time = false;         // passes in the middle
  bool unreliable = false;   // channels are late, silent or tell twice
  bool unreachable = false;  // or are down
  bool declining = false;    // or say no
  bool helpers = false;      // recover, reap, notices, reconcile while others are at it
  /// Whether a wish may come to nothing for a reason of its own, so that nobody may claim that it should have happened.
  [[nodiscard]] bool rough() const { return crash || power || clock || unreliable || unreachable || declining; }
};

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

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string line;
  for (const std::string_view part : parts) line.append(part);
  return line;
}

class Drawer {
 public:
  explicit Drawer(std::uint64_t seed) : chance_(seed), mix_(mix_of(chance_)) {
    draft_.name = "sim-" + std::to_string(seed);
    const std::string number = std::to_string(seed);
    draft_.about = {"Drawn by payonce lab sim from seed " + number + ".",
                    "由 payonce lab sim 按种子 " + number + " 抽取。"};
  }

  Drawn draw() {
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
    mop();
    Drawn drawn;
    // One in three takes turns as it likes, the others stay for a while with whoever is at it.
    drawn.restless = chance_.one_in(3) ? 1 : 2 + chance_.below(5);
    drawn.layers = layers();
    drawn.draft = std::move(draft_).tidied();
    return drawn;
  }

 private:
  std::string fresh(std::string_view what) { return std::string(what) + std::to_string(++number_); }
  /// An amount no other wish has, so that the judge can tell them apart.
  std::string amount() { return std::to_string(10 + ++amounts_) + ".00"; }

  std::string via() {
    if (banks_.empty() || chance_.one_in(3)) return "";
    return " via=" + banks_[chance_.below(banks_.size())];
  }

  Hand& hand(std::string_view role) {
    draft_.hands.push_back({.name = fresh(role), .steps = {}, .after = {}, .intent = {}});
    return draft_.hands.back();
  }

  std::string intent(const std::string& what, bool certain) {
    const std::string name = fresh("wish");
    draft_.intents.push_back(name + " = " + what + (certain && !mix_.rough() ? " once" : " at-most once"));
    return name;
  }

  /// Time that passes between two tries of one hand.
  void pause(Hand& of) {
    if (mix_.time && chance_.one_in(2))
      of.steps.push_back("advance " + std::string(chance_.of({"1s", "6s", "31s", "70s", "3m"})));
  }

  /// Several hands for one wish, each asking once or twice. `line` says what is asked without its key. With `numbered`, what is asked has a
  /// number of its own and may come under any key; else all of them share one.
  void ask(const std::string& line, const std::string& of, bool any_key, const std::vector<std::string>& after = {},
           const std::string& channel = {}) {
    const std::string shared = fresh("k");
    const std::uint64_t hands = 1 + chance_.below(3);
    const bool same = !any_key || chance_.one_in(2);
    for (std::uint64_t i = 0; i < hands; ++i) {
      const std::string key = same ? shared : fresh("k");
      // One key is one request: its channel belongs to it.
      const std::string route = same ? channel : via_of(channel);
      Hand& one = hand("h");
      one.intent = of;
      one.after = after;
      const std::string step = joined({line, route, " key=", key});
      one.steps.push_back(step);
      if (chance_.one_in(3)) {
        pause(one);
        one.steps.push_back(step);
      }
    }
  }

  std::string via_of(const std::string& channel) { return channel.empty() ? channel : via(); }

  void wish() {
    switch (chance_.below(8)) {
      case 0:
      case 1:
      case 2: return pay();
      case 3: return refund();
      case 4: return top_up();
      case 5: return chance_.one_in(2) ? transfer() : adjust();
      case 6: return banks_.empty() ? pay() : hold();
      default: return mix_.power || chance_.one_in(2) ? goods() : messages();
    }
  }

  std::string new_order() {
    const std::string order = fresh("o");
    draft_.world.push_back("order " + order + " buyer=alice payee=shop amount=100.00");
    return order;
  }

  void pay() {
    const std::string order = new_order();
    const bool cancelled = chance_.one_in(4);
    const std::string channel = via();
    // A channel that says no to one key and yes to the next has told the truth twice; the judge of a wish knows no such thing.
    ask("pay " + order, intent("pay " + order, !cancelled), !mix_.declining, {}, channel);
    if (cancelled) hand("c").steps.push_back("cancel " + order);
    if (!cancelled && chance_.one_in(4)) hand("s").steps.push_back("ship " + order);
  }

  /// An order that has been paid for certain before anything else is asked of it, so that no refusal is a matter of time.
  std::string paid_order(std::vector<std::string>& after) {
    const std::string order = new_order();
    Hand& buyer = hand("p");
    buyer.steps.push_back("pay " + order + " key=" + fresh("k"));
    after.push_back(buyer.name);
    steady_.push_back(buyer.name);
    return order;
  }

  void refund() {
    std::vector<std::string> after;
    const std::string order = paid_order(after);
    const std::uint64_t refunds = 1 + chance_.below(2);
    for (std::uint64_t i = 0; i < refunds; ++i) {
      const std::string size = amount();
      const std::string what = joined({"refund ", order, " amount=", size});
      ask(joined({what, " ref=", fresh("r")}), intent(what, false), !mix_.power, after);
    }
  }

  void top_up() {
    const std::string size = amount();
    const bool numbered = chance_.one_in(2);
    const std::string channel = mix_.declining ? "" : via();
    ask("topup alice amount=" + size + (numbered ? " ref=" + fresh("r") : ""),
        intent("topup alice amount=" + size, true), numbered && channel.empty(), {}, channel);
  }

  void transfer() {
    const std::string size = amount();
    const bool numbered = chance_.one_in(2);
    ask("transfer alice bob amount=" + size + (numbered ? " ref=" + fresh("r") : ""),
        intent("transfer alice bob amount=" + size, true), numbered);
  }

  void adjust() {
    const std::string size = (chance_.one_in(2) ? "-" : "") + amount();
    const bool numbered = chance_.one_in(2);
    ask("adjust bob by=" + size + (numbered ? " ref=" + fresh("r") : ""), intent("adjust bob by=" + size, true),
        numbered);
  }

  void hold() {
    const std::string order = new_order();
    Hand& holder = hand("a");
    holder.steps.push_back("authorise " + order + " key=" + fresh("k") +
                           " via=" + banks_[chance_.below(banks_.size())]);
    const std::vector<std::string> after = {holder.name};
    ask("capture " + order, intent("capture " + order, false), false, after);
    if (!chance_.one_in(3)) return;
    Hand& freer = hand("v");
    freer.steps.push_back("void " + order + " key=" + fresh("k"));
    freer.after = after;
  }

  void goods() {
    const std::string sku = fresh("sku");
    const std::uint64_t there = 1 + chance_.below(2);
    draft_.world.push_back("stock " + sku + " " + std::to_string(there));
    draft_.intents.push_back(fresh("wish") + " = stock " + sku + " keeps 0");
    const std::string coupon = chance_.one_in(2) ? fresh("CUT") : "";
    if (!coupon.empty()) draft_.world.push_back("coupon " + coupon + " amount=1.00 limit=1");
    const std::uint64_t buyers = 2 + chance_.below(2);
    for (std::uint64_t i = 0; i < buyers; ++i) {
      const std::string order = fresh("g");
      Hand& buyer = hand("b");
      const std::string cheaper = coupon.empty() ? "" : " coupon=" + coupon;
      buyer.steps.push_back(joined(
          {"order ", order, " buyer=", chance_.of({"alice", "bob"}), " payee=shop lines=", sku, ":1:8.00", cheaper}));
      if (chance_.one_in(2))
        buyer.steps.push_back("pay " + order + " key=" + fresh("k") + via());
      else if (chance_.one_in(2))
        buyer.steps.push_back("cancel " + order);
    }
  }

  void messages() {
    const std::string order = fresh("m");
    const std::string wish = fresh("wish");
    draft_.intents.push_back(wish + " = order " + order + " ends cancelled");
    const std::string made =
        "deliver order.created " + order + " version=1 id=" + fresh("e") + " buyer=alice payee=shop amount=50.00";
    const std::string gone = "deliver order.cancelled " + order + " version=2 id=" + fresh("e");
    // Whoever delivers goes on until it is acknowledged, so nobody dies of it.
    const std::uint64_t copies = 1 + chance_.below(2);
    for (std::uint64_t i = 0; i < copies; ++i) {
      for (const std::string& line : {made, gone}) {
        Hand& carrier = hand("d");
        carrier.steps.push_back(line);
        carrier.intent = wish;
        steady_.push_back(carrier.name);
      }
    }
  }

  void bystanders() {
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

  [[nodiscard]] bool steady(const Hand& one) const {
    return std::find(steady_.begin(), steady_.end(), one.name) != steady_.end();
  }

  void faults() {
    for (const Hand& one : draft_.hands) {
      const std::string& verb = one.steps.front();
      const bool of_the_world =
          verb.starts_with("advance") || verb.starts_with("jump") || verb == "reboot" || verb.starts_with("script");
      if (of_the_world || steady(one)) continue;
      if (mix_.crash && chance_.one_in(2)) draft_.faults.push_back("crash " + one.name);
      if (mix_.lost_reply && chance_.one_in(2)) draft_.faults.push_back("lose " + one.name);
    }
  }

  /// Behind everything: time passes, the channels' messages come, and what is open is ended.
  void mop() {
    Hand& last = hand("z");
    last.last = true;
    for (int round = 0; round < 2; ++round) {
      last.steps.emplace_back("advance 10m");
      for (const std::string& bank : banks_) last.steps.push_back("notices " + bank);
      last.steps.emplace_back("recover");
    }
  }

  LayerSet layers() {
    LayerSet set;
    if (chance_.one_in(2)) return set;
    const std::vector<LayerSet> all = every_layer_set(true);
    set = all[chance_.below(all.size())];
    if (!banks_.empty() && chance_.one_in(4)) set.channel_memory = script::Setting::off;
    return set;
  }

  Chance chance_;
  const Mix mix_;
  Draft draft_;
  std::vector<std::string> banks_;
  std::vector<std::string> steady_;  // hands that do not die
  std::uint64_t number_ = 0;
  std::uint64_t amounts_ = 0;
};

}  // namespace

Drawn drawn(std::uint64_t seed) { return Drawer(seed).draw(); }

}  // namespace payonce::laboratory
