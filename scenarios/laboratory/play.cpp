#include "scenarios/laboratory/play.hpp"

#include <algorithm>
#include <utility>

#include "ledger/values/invariant.hpp"
#include "scenarios/laboratory/oracle.hpp"
#include "scenarios/script/vocabulary.hpp"

namespace payonce::laboratory {
namespace {

/// Where no power can fail, nothing waits for a disk.
player::Place in(MemoryFiles& files, MemoryFiles& outside, bool flushed) {
  return {.folder = {},
          .ledger = {.durable = flushed, .files = &files},
          .acquirers = {.durable = false, .files = &outside}};
}

bool has_power_failure(const script::Experiment& experiment) {
  return std::any_of(experiment.actors.begin(), experiment.actors.end(), [](const script::Actor& one) {
    return std::any_of(one.steps.begin(), one.steps.end(),
                       [](const script::Step& step) { return step.verb == script::Verb::reboot; });
  });
}

bool flushed_by(const script::Story& story) {
  return std::none_of(story.knobs.begin(), story.knobs.end(), [](const script::Knob& knob) {
    return knob.name == script::knob_of_the_disk && knob.value == "off";
  });
}

script::Story under(const script::Story& story, const LayerSet& layers) {
  script::Story set = story;
  // What the experiment itself says of a layer is its own world; the set says the rest.
  for (const script::LayerSwitch& one : layers.switches()) {
    const auto found = std::find_if(set.world.layers.begin(), set.world.layers.end(),
                                    [&](const script::LayerSwitch& own) { return own.layer == one.layer; });
    if (found == set.world.layers.end()) {
      set.world.layers.push_back(one);
    } else if (one.setting != script::Setting::on) {
      found->setting = one.setting;
    }
  }
  return set;
}

const script::Experiment& experiment_of(const script::Story& story) {
  invariant(story.experiment.has_value(), "only an experiment can be played in every order");
  return *story.experiment;
}

}  // namespace

Play::Play(const script::Story& story, const LayerSet& layers, Grain grain)
    : story_(story),
      layers_(layers),
      set_(under(story, layers)),
      power_may_fail_(has_power_failure(experiment_of(story))) {
  const script::Experiment& experiment = experiment_of(story_);
  const player::Place place = in(files_, outside_, power_may_fail_ && flushed_by(story_));
  {
    player::Stage stage(place, set_);
    if (auto wrong = stage.set_up()) throw Unplayable{story_.name, *std::move(wrong)};
    first_ = {.wall_ns = stage.world().wall_ns(), .boot_ns = stage.world().boot_ns(), .jumped_ns = 0};
    first_permits_ = stage.permits();
  }
  clock_ = first_;
  const Currency currency = *Currency::parse("currency", story_.world.currency);
  std::uint64_t seed = 0;
  for (const script::Actor& one : experiment.actors) {
    actors_.push_back(std::make_unique<Actor>(one.name, one.steps, currency, place, clock_, ++seed, grain, permits_,
                                              [this] { power_fails(); }));
  }
  judge_world_ = std::make_unique<ActorWorld>(clock_, 0, grain, [] {});
  judge_.emplace(place, *judge_world_, nullptr, permits_);
  crashes_.assign(experiment.crashes.size(), 0);
  image_ = files_.image();
  outside_image_ = outside_.image();
}

Play::~Play() = default;

bool Play::can_become(const LayerSet& layers) const {
  // Rules of the file's own stand for these two, and leave it with them.
  for (const Layer ruled : {Layer::state_machine, Layer::unique_constraint}) {
    const auto at = static_cast<std::size_t>(ruled);
    if (layers.layers[at] != layers_.layers[at]) return false;
  }
  return layers.channel_memory == layers_.channel_memory;
}

void Play::become(const LayerSet& layers) {
  invariant(can_become(layers), "who becomes another set of layers has asked whether it can");
  begin();
  layers_ = layers;
  set_ = under(story_, layers);
  player::Stage stage({}, set_);
  invariant(!stage.choose_settings(), "layers that were set up once can be switched");
  judge_->ledger().store().atomically([&](Tx& tx) { save_settings(tx, stage.settings()); });
  judge_->ledger().read_settings_again();
  for (const auto& actor : actors_) actor->read_settings_again();
  image_ = files_.image();
}

void Play::begin() {
  for (const auto& actor : actors_) actor->begin();
  files_.restore(*image_);
  outside_.restore(*outside_image_);
  if (power_may_fail_) files_.flush();
  clock_ = first_;
  permits_ = first_permits_;
  std::fill(crashes_.begin(), crashes_.end(), 0u);
  last_.reset();
}

void Play::power_fails() {
  // Whoever's turn it is stands for the power itself; all others that are at work on this machine are gone with it.
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    Actor& other = *actors_[i];
    if (last_ != i && other.begun() && other.state() == Actor::State::waiting) other.crash();
  }
  files_.restore(*files_.after_power_failure());
}

bool Play::may_begin(std::size_t actor) const {
  const script::Actor& written = experiment_of(story_).actors[actor];
  const auto ended = [&](const std::string& name) {
    const auto found =
        std::find_if(actors_.begin(), actors_.end(), [&](const auto& one) { return one->name() == name; });
    return found == actors_.end() || (*found)->state() != Actor::State::waiting;
  };
  if (!std::all_of(written.after.begin(), written.after.end(), ended)) return false;
  if (experiment_of(story_).schedule == script::Schedule::all) return true;
  return std::all_of(actors_.begin(), actors_.begin() + static_cast<std::ptrdiff_t>(actor),
                     [](const auto& one) { return one->state() != Actor::State::waiting; });
}

bool Play::may_crash(std::size_t actor) const {
  const script::Experiment& experiment = experiment_of(story_);
  const Actor& one = *actors_[actor];
  if (!one.begun()) return false;  // a process that never began is no crash
  for (std::size_t i = 0; i < experiment.crashes.size(); ++i) {
    const script::CrashFault& fault = experiment.crashes[i];
    if (fault.actor != one.name() || crashes_[i] >= fault.max) continue;
    if (fault.at == script::CrashFault::anywhere) return true;
    if (one.pending() && label(*one.pending()) == fault.at) return true;
  }
  return false;
}

std::vector<Choice> Play::choices() const {
  std::vector<Choice> all;
  std::vector<Choice> deaths;
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    const Actor& actor = *actors_[i];
    if (actor.state() != Actor::State::waiting) continue;
    if (!actor.begun() && !may_begin(i)) continue;
    // Whoever waits for a lock tries again when somebody else has had a turn.
    if (!(actor.blocked() && last_ == i)) all.push_back({static_cast<std::uint8_t>(i), false});
    if (may_crash(i)) deaths.push_back({static_cast<std::uint8_t>(i), true});
  }
  all.insert(all.end(), deaths.begin(), deaths.end());
  return all;
}

void Play::take(Choice choice) {
  Actor& actor = *actors_[choice.actor];
  last_ = choice.actor;
  if (!choice.crash) return actor.go_on();
  const auto& crashes = experiment_of(story_).crashes;
  for (std::size_t i = 0; i < crashes.size(); ++i) {
    if (crashes[i].actor == actor.name()) ++crashes_[i];
  }
  actor.crash();
}

const std::vector<Step>& Play::passed() const {
  static const std::vector<Step> nothing;
  return last_ ? actors_[*last_]->passed() : nothing;
}

std::uint64_t Play::state() {
  std::uint64_t value = judge_->ledger().store().content();
  for (auto& [name, acquirer] : judge_->acquirers()) value = folded(value, acquirer.content());
  value = folded(folded(value, static_cast<std::uint64_t>(clock_.wall_ns)), static_cast<std::uint64_t>(clock_.boot_ns));
  for (const auto& actor : actors_) value = folded(value, actor->memory());
  for (const std::uint32_t count : crashes_) value = folded(value, std::uint64_t{count});
  // Who is blocked may not go on at once; nothing else depends on whose turn it was.
  const bool blocked = last_ && actors_[*last_]->state() == Actor::State::waiting && actors_[*last_]->blocked();
  return folded(value, blocked ? std::uint64_t{*last_ + 1} : std::uint64_t{0});
}

Verdict Play::judge() { return judged(*this); }

}  // namespace payonce::laboratory
