#include "scenarios/laboratory/actor.hpp"

#include <utility>

#include "ledger/store/turns.hpp"
#include "ledger/values/invariant.hpp"
#include "scenarios/player/channel_script.hpp"
#include "scenarios/player/perform.hpp"

namespace payonce::laboratory {
namespace {

player::Place watched_place(player::Place place, ActorWorld& world, Watched& watched) {
  place.ledger.turns = &world;
  place.acquirers.turns = &watched;
  return place;
}

/// Everything a client can tell from a response.
std::uint64_t heard(const player::Response& response) {
  std::uint64_t value = folded(static_cast<std::uint64_t>(response.kind), response.outcome);
  value = folded(folded(value, response.by), response.answer);
  value = folded(value, static_cast<std::uint64_t>(response.replayed));
  return folded(value, static_cast<std::uint64_t>(response.handled));
}

}  // namespace

Actor::Actor(std::string name, std::vector<script::Step> steps, const Currency& currency, player::Place place,
             Clock& clock, std::uint64_t seed, Grain grain, player::Permits& permits, std::function<void()> power_fails)
    : name_(std::move(name)),
      steps_(std::move(steps)),
      currency_(currency),
      power_fails_(std::move(power_fails)),
      world_(clock, seed, grain, [this] { stop(); }),
      watched_(world_),
      hands_(watched_place(std::move(place), world_, watched_), world_, nullptr, permits),
      thread_([this] { live(); }) {}

Actor::~Actor() {
  // A run that was left half way: its process ends here.
  if (!fresh_ && state_ == State::waiting) crash();
  dismissed_ = true;
  handover_.dismiss();
  thread_.join();
}

void Actor::begin() {
  if (!fresh_ && state_ == State::waiting) crash();
  world_.begin();
  responses_.clear();
  state_ = State::waiting;
  at_step_ = 0;
  turns_ = 0;
  fresh_ = true;
  killed_ = false;
}

void Actor::go_on() {
  invariant(state_ == State::waiting, "who has ended takes no more turns");
  world_.begin_turn();
  fresh_ = false;
  ++turns_;
  handover_.go_on();
}

void Actor::crash() {
  invariant(state_ == State::waiting, "only who lives can die");
  if (fresh_) {
    state_ = State::dead;
    return;
  }
  killed_ = true;
  handover_.go_on();
}

std::uint64_t Actor::memory() const {
  const std::uint64_t place = folded(static_cast<std::uint64_t>(state_), std::uint64_t{at_step_});
  // Of one that has ended nothing is left but what it told its client; where it stopped on the way there no longer matters.
  std::uint64_t told = 0;
  for (const player::Response& one : responses_) told = folded(told, heard(one));
  if (state_ != State::waiting) return folded(place, told);
  return folded(folded(folded(place, turns_), told), world_.seen());
}

void Actor::stop() {
  handover_.hand_back();
  if (killed_) {
    world_.die();
    throw ActorKilled{};
  }
}

void Actor::live() {
  for (;;) {
    handover_.await();
    if (dismissed_) return;
    play();
    handover_.leave();
  }
}

void Actor::play() {
  try {
    hands_.begin_anew();  // a process looks around when it starts, before anybody can tell
    world_.at_work(true);
    for (; at_step_ < steps_.size(); ++at_step_) {
      player::Response response = done(steps_[at_step_]);
      if (killed_) throw ActorKilled{};  // it died while it waited for a lock, and tells nobody what it made of that
      responses_.push_back(std::move(response));
    }
    state_ = State::finished;
  } catch (const ActorKilled&) {
    state_ = State::dead;
  }
  world_.at_work(false);
}

player::Response Actor::done(const script::Step& step) {
  switch (step.verb) {
    case script::Verb::advance:
      world_.before_effect();
      world_.pass({step.shift_ns});
      return player::handled(0);
    case script::Verb::jump:
      world_.before_effect();
      world_.jump(step.shift_ns);
      return player::handled(0);
    case script::Verb::reconcile: {
      const auto found = player::audit(hands_, world_, step.words.empty() ? "" : step.words[0]);
      return player::handled(static_cast<std::int64_t>(found.size()));
    }
    case script::Verb::reboot:
      world_.before_effect();
      power_fails_();
      return player::handled(0);
    case script::Verb::script:
      world_.before_effect();
      if (player::instruct(hands_, step)) return player::handled(0);
      return player::refused({"script", {"fits no channel of this world", "与本场景的渠道不符"}});
    default: return player::perform(hands_, step, currency_);
  }
}

}  // namespace payonce::laboratory
