#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "scenarios/script/experiment_reading.hpp"
#include "scenarios/script/printer.hpp"

namespace payonce::script {
namespace {

const std::vector<std::string_view> resumes = {"on", "off"};

/// Each has a letter of its own in the id of a schedule: a…z when it takes its turn, A…Z when it dies.
constexpr std::size_t most_actors = 26;

/// "via=balance": by no channel.
constexpr std::string_view from_balance = "balance";

/// Which of the words behind a verb is the name of a channel, or of an order that must be there; nothing where none is.
std::optional<std::size_t> channel_word_of(const Step& step) {
  switch (step.verb) {
    case Verb::script:
    case Verb::notices:
    case Verb::reconcile:
    case Verb::statement:
    case Verb::compare:
    case Verb::fee: return 0;
    case Verb::reserve:
    case Verb::fix:
    case Verb::payout: return 1;
    case Verb::suspense:
      return !step.words.empty() && (step.words[0] == "in" || step.words[0] == "out") ? std::optional<std::size_t>(1)
                                                                                      : std::nullopt;
    default: return std::nullopt;
  }
}

std::optional<std::size_t> order_word_of(const Step& step) {
  switch (step.verb) {
    case Verb::pay:
    case Verb::refund:
    case Verb::authorise:
    case Verb::capture:
    case Verb::void_hold:
    case Verb::cancel:
    case Verb::ship:
    case Verb::take_back:
    case Verb::goods_back: return 0;
    case Verb::dispute:
      return !step.words.empty() && step.words[0] == "open" ? std::optional<std::size_t>(1) : std::nullopt;
    default: return std::nullopt;
  }
}

/// Whatever a process of its own can do, what turns the clock or tells a channel how to behave, and the power that fails.
bool does(const VerbRule& rule) {
  switch (rule.verb) {
    case Verb::advance:
    case Verb::jump:
    case Verb::script:
    case Verb::token:
    case Verb::reboot:
    case Verb::reconcile: return true;
    default: return rule.at_once;
  }
}

std::vector<std::string_view> verbs_of_actors() {
  std::vector<std::string_view> names = verb_names();
  names.erase(std::remove_if(names.begin(), names.end(), [](std::string_view one) { return !does(*verb_named(one)); }),
              names.end());
  return names;
}

class ActorsReader {
 public:
  explicit ActorsReader(ExperimentReading& reading) : reading_(reading), verbs_(verbs_of_actors()) {}

  void read(const Section& section) {
    for (const Line& line : section.lines) entry(line);
    bool known = true;
    for (const auto& [name, place] : waited_for_)
      known = reading_.known(reading_.actors, actor_word, place, name) && known;
    if (known) waits_for_itself();
    speaks_of_what_is_there();
  }

 private:
  void add(Place place, Text why) { reading_.complaints.add(place, std::move(why)); }

  void entry(const Line& line) {
    const Word& first = line.words.front();
    const bool named = first.kind == Word::Kind::bare && first.text.ends_with(':') &&
                       good_name(std::string_view(first.text).substr(0, first.text.size() - 1));
    if (!named) {
      return add(first.place, {"an actor is written NAME: VERB …, its name of a-z A-Z 0-9 _ -",
                               "参与者须写作“名称: 动词 …”，名称由 a-z A-Z 0-9 _ - 组成"});
    }
    const std::string name = first.text.substr(0, first.text.size() - 1);
    const auto [found, fresh] = reading_.actors.emplace(name, reading_.made.actors.size());
    if (fresh && found->second >= most_actors) {
      reading_.actors.erase(found);
      return add(first.place, {"an experiment has 26 actors at the most: each is a letter in the id of a schedule",
                               "一个实验最多 26 个参与者：调度编号中每人占一个字母"});
    }
    if (fresh) {
      reading_.made.actors.push_back({});
      reading_.made.actors.back().name = name;
      reading_.made.actors.back().place = line.place;
    }
    step(line, reading_.made.actors[found->second], fresh);
  }

  void step(const Line& line, Actor& actor, bool first_line) {
    const std::vector<Word>& words = line.words;
    if (words.size() < 2) return add(words[0].place, {"this actor does nothing here", "此参与者在此没有动作"});
    const Word& verb = words[1];
    const VerbRule* const rule = verb.kind == Word::Kind::bare ? verb_named(verb.text) : nullptr;
    if (rule == nullptr || !does(*rule)) {
      return reading_.complaints.unknown(verb.place, {"step of an actor", "参与者的步骤"},
                                         verb.kind == Word::Kind::pair ? verb.name : verb.text, verbs_);
    }
    for (const Word& word : words) {
      if (word.kind == Word::Kind::arrow) {
        return add(word.place, {"an actor's step has no =>; what must come of it stands under \"expect\"",
                                "参与者的步骤没有 =>；结果写在 expect 中"});
      }
      if (&word > &verb && (word.is("crash") || word.is("stall"))) {
        return add(word.place, {"what breaks an actor off stands under \"faults\": crash " + actor.name + " at=any",
                                "中断参与者的故障写在 faults 中：crash " + actor.name + " at=any"});
      }
    }
    Entry entry =
        read_entry(words, 2, words.size(), std::string(rule->keys) + " after for resume", reading_.complaints);
    const auto own = std::stable_partition(entry.arguments.begin(), entry.arguments.end(), [](const Argument& one) {
      return one.name != "after" && one.name != "for" && one.name != "resume";
    });
    std::vector<Argument> pairs(std::make_move_iterator(own), std::make_move_iterator(entry.arguments.end()));
    entry.arguments.erase(own, entry.arguments.end());
    Step made;
    made.verb = rule->verb;
    made.place = verb.place;
    made.text = text_of(line);
    std::vector<Place> places;
    places.reserve(entry.words.size());
    for (const Word& word : entry.words) places.push_back(word.place);
    fill_step(std::move(entry), verb.place, *rule, false, reading_.vocabulary, reading_.complaints, made);
    mention(made, places);
    actor.steps.push_back(std::move(made));
    for (const Argument& one : pairs) pair(one, actor, first_line);
  }

  /// What a step speaks of and must be there; whether it is can be said when all of them are read.
  void mention(const Step& step, const std::vector<Place>& places) {
    const auto word = [&](std::optional<std::size_t> at, std::vector<std::pair<std::string, Place>>& list) {
      if (at && *at < step.words.size() && *at < places.size()) list.emplace_back(step.words[*at], places[*at]);
    };
    word(channel_word_of(step), channels_);
    word(order_word_of(step), orders_);
    for (const Argument& one : step.arguments) {
      const bool channel = one.name == "channel" || (one.name == "via" && one.value != from_balance);
      if (channel) channels_.emplace_back(one.value, one.place);
      if (one.name == "order") orders_.emplace_back(one.value, one.place);
    }
  }

  /// An order is there from the beginning, or somebody places it, or a message brings it.
  void speaks_of_what_is_there() {
    const World& world = reading_.world;
    // Without an account there is no order, and without either no world to hold a name against.
    const bool peopled = !world.accounts.empty() || !world.orders.empty();
    if (peopled || !world.acquirers.empty()) {
      for (const auto& [name, place] : channels_) (void)reading_.known(reading_.channels, channel_word, place, name);
    }
    if (!peopled) return;
    Names orders;
    for (const WorldOrder& one : reading_.world.orders) orders.emplace(one.id.text(), 0);
    for (const Actor& actor : reading_.made.actors) {
      for (const Step& step : actor.steps) {
        if (step.verb == Verb::order && !step.words.empty()) orders.emplace(step.words[0], 0);
        if (step.verb == Verb::deliver && step.words.size() > 1) orders.emplace(step.words[1], 0);
      }
    }
    for (const auto& [name, place] : orders_) (void)reading_.known(orders, order_word, place, name);
  }

  /// The step alone, without the actor's name and pairs.
  static std::string text_of(const Line& line) {
    Line step;
    std::copy_if(line.words.begin() + 1, line.words.end(), std::back_inserter(step.words), [](const Word& word) {
      return word.kind != Word::Kind::pair || (word.name != "after" && word.name != "for" && word.name != "resume");
    });
    return print(step);
  }

  void pair(const Argument& one, Actor& actor, bool first_line) {
    if (one.name == "after") return after(one, actor, first_line);
    if (one.name == "for") {
      if (!reading_.known(reading_.intents, intent_word, one.place, one.value)) return;
      if (!actor.intent.empty() && actor.intent != one.value) {
        return add(one.place, {"all steps of \"" + actor.name + "\" are for one intent, which is " + actor.intent,
                               "“" + actor.name + "”的所有步骤属于同一意图：" + actor.intent});
      }
      actor.intent = one.value;
      return;
    }
    if (std::find(resumes.begin(), resumes.end(), one.value) == resumes.end()) {
      return reading_.complaints.unknown(one.place, {"value of resume", "resume 的值"}, one.value, resumes);
    }
    const std::string* const before = actor.setting(one.name);
    if (before == nullptr) {
      actor.settings.push_back(one);
    } else if (*before != one.value) {
      add(one.place, {"\"resume\" is said otherwise above", "“resume”与前面的值不同"});
    }
  }

  void after(const Argument& one, Actor& actor, bool first_line) {
    if (!first_line) {
      return add(one.place, {"after= stands on the first line of its actor", "after= 须写在该参与者的第一行"});
    }
    std::string_view rest = one.value;
    for (bool more = true; more;) {
      const std::size_t comma = rest.find(',');
      more = comma != std::string_view::npos;
      const std::string_view name = rest.substr(0, comma);
      rest.remove_prefix(more ? comma + 1 : rest.size());
      if (name.empty()) return add(one.place, {"this should read: after=ACTOR,ACTOR", "应写作：after=ACTOR,ACTOR"});
      actor.after.emplace_back(name);
      waited_for_.emplace_back(std::string(name), one.place);
    }
  }

  /// Lets everybody begin who waits for nobody, and those who waited for them, until nobody is left who can: who is left then
  /// waits for himself, or for somebody who does.
  void waits_for_itself() {
    std::vector<Actor>& actors = reading_.made.actors;
    std::vector<std::size_t> waits(actors.size());
    std::vector<std::vector<std::size_t>> followers(actors.size());
    std::vector<std::size_t> free;
    for (std::size_t i = 0; i < actors.size(); ++i) {
      for (const std::string& name : actors[i].after) {
        const auto first = reading_.actors.find(name);
        if (first == reading_.actors.end()) return;  // told where the experiment this one is like was read
        followers[first->second].push_back(i);
      }
      waits[i] = actors[i].after.size();
      if (waits[i] == 0) free.push_back(i);
    }
    std::size_t begun = 0;
    for (; !free.empty(); ++begun) {
      const std::size_t one = free.back();
      free.pop_back();
      for (const std::size_t next : followers[one]) {
        if (--waits[next] == 0) free.push_back(next);
      }
    }
    if (begun == actors.size()) return;
    const auto stuck = [&](std::size_t i) { return waits[i] != 0; };
    std::size_t at = 0;
    while (!stuck(at)) ++at;
    // From anyone left, the way back along those left comes to one who is on the circle.
    std::vector<bool> seen(actors.size());
    while (!seen[at]) {
      seen[at] = true;
      const auto next = std::find_if(actors[at].after.begin(), actors[at].after.end(), [&](const std::string& name) {
        return stuck(reading_.actors.find(name)->second);
      });
      at = reading_.actors.find(*next)->second;
    }
    add(actors[at].place, {"\"" + actors[at].name + "\" waits for itself to end: its after= comes back to it",
                           "“" + actors[at].name + "”在等待自己结束：after= 形成循环"});
  }

  ExperimentReading& reading_;
  std::vector<std::string_view> verbs_;
  std::vector<std::pair<std::string, Place>> waited_for_;
  std::vector<std::pair<std::string, Place>> channels_;  // that steps speak of
  std::vector<std::pair<std::string, Place>> orders_;
};

}  // namespace

void read_actors(const Section& section, ExperimentReading& reading) { ActorsReader(reading).read(section); }

}  // namespace payonce::script
