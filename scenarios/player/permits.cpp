#include "scenarios/player/permits.hpp"

#include "ledger/defences/lease.hpp"
#include "ledger/defences/token.hpp"
#include "scenarios/player/malformed.hpp"
#include "scenarios/player/stage.hpp"

namespace payonce::player {
namespace {

/// A page is shown for as long as a person takes to fill it in; a worker's lease is the ledger's own.
constexpr Duration usual_ttl = minutes(10);

const std::string& needed(const script::Step& step, std::string_view name) {
  const std::string* given = step.argument(name);
  if (given == nullptr) throw Malformed{{std::string(name), {"is missing", "缺失"}}};
  return *given;
}

Duration ttl_of(const script::Step& step, Duration otherwise) {
  const std::string* given = step.argument("ttl");
  const Duration ttl = given == nullptr ? otherwise : taken(Duration::parse("ttl", *given));
  if (ttl.ns <= 0) throw Malformed{{"ttl", {"must be more than zero", "必须大于零"}}};
  return ttl;
}

Verb verb_of(const script::Step& step) {
  const std::string* given = step.argument("to");
  for (const Verb verb : {Verb::pay, Verb::refund, Verb::topup, Verb::transfer, Verb::adjust}) {
    if (name(verb) == (given == nullptr ? "pay" : *given)) return verb;
  }
  throw Malformed{{"to", {"is no money command", "不是涉及款项的命令"}}};
}

Response said(Outcome outcome, Layer layer) {
  Response made;
  made.kind = Response::Kind::answered;
  made.outcome = name(outcome);
  made.by = name(layer);
  return made;
}

/// This step is done on another machine, or under a clock that stands elsewhere: only for as long as it takes.
class Elsewhere {
 public:
  Elsewhere(StageWorld& world, const script::Step& step) : world_(world), home_(world.host()) {
    if (const std::string* host = step.argument("host")) world.move_to_host(*host);
    const std::string* clock = step.argument("clock");
    if (clock == nullptr) return;
    const bool back = clock->starts_with('-');
    const bool sign = back || clock->starts_with('+');
    const Duration off = taken(Duration::parse("clock", std::string_view(*clock).substr(sign ? 1 : 0)));
    world.jump_wall(off_ns_ = back ? -off.ns : off.ns);
  }
  Elsewhere(const Elsewhere&) = delete;
  Elsewhere& operator=(const Elsewhere&) = delete;
  ~Elsewhere() {
    world_.jump_wall(-off_ns_);
    world_.move_to_host(home_);
  }

 private:
  StageWorld& world_;
  const std::string home_;
  std::int64_t off_ns_ = 0;
};

HeldLease held_by(Hands& hands, const std::string& lease, const std::string& owner) {
  const auto known = hands.permits().fences.find({lease, owner});
  // Whoever never had a turn has no fence to show: no turn has the number 0.
  return {taken(LeaseName::parse("lease", lease)), taken(LeaseOwner::parse("owner", owner)),
          known == hands.permits().fences.end() ? 0 : known->second};
}

}  // namespace

Response issue_token(Hands& hands, const script::Step& step) {
  const std::string* tenant = step.argument("tenant");
  token::Terms terms{.tenant = taken(Tenant::parse("tenant", tenant == nullptr ? "main" : *tenant)),
                     .verb = verb_of(step),
                     .target = taken(OrderId::parse("order", step.words[1])).text(),
                     .owner = std::nullopt,
                     .ttl = ttl_of(step, usual_ttl)};
  if (const std::string* owner = step.argument("owner")) terms.owner = taken(AccountId::parse("owner", *owner));
  const std::string& called = needed(step, "as");
  const token::Issued issued = hands.ledger().store().atomically(
      [&](Tx& tx) { return token::issue(tx, hands.stage_world(), hands.ledger().settings(), terms); });
  hands.permits().tokens[called] = issued.text.text();
  return said(Outcome::issued, Layer::token);
}

Response hold_lease(Hands& hands, const script::Step& step) {
  const Elsewhere elsewhere(hands.stage_world(), step);
  StageWorld& world = hands.stage_world();
  Store& store = hands.ledger().store();
  const std::string& owner = needed(step, "owner");
  const Duration ttl = ttl_of(step, hands.ledger().settings().lease);
  if (step.words[0] == "acquire") {
    const auto name = taken(LeaseName::parse("lease", step.words[1]));
    const auto who = taken(LeaseOwner::parse("owner", owner));
    const lease::Turn turn = store.atomically([&](Tx& tx) { return lease::acquire(tx, world, name, who, ttl); });
    if (turn.held) hands.permits().fences[{step.words[1], owner}] = turn.held->fence;
    return said(turn.held ? Outcome::acquired : Outcome::lease_held, Layer::lease);
  }
  const HeldLease held = held_by(hands, step.words[1], owner);
  if (step.words[0] == "renew") {
    const bool ours = store.atomically([&](Tx& tx) { return lease::renew(tx, world, held, ttl); });
    return said(ours ? Outcome::renewed : Outcome::lease_lost, Layer::lease);
  }
  const auto how = store.atomically([&](Tx& tx) { return lease::release(tx, world, held); });
  return said(how == lease::Release::lost ? Outcome::lease_lost : Outcome::released, Layer::lease);
}

void add_permits(Hands& hands, const script::Step& step, Request& request) {
  if (const std::string* called = step.argument("token")) {
    const auto known = hands.permits().tokens.find(*called);
    request.token = taken(TokenText::parse("token", known == hands.permits().tokens.end() ? *called : known->second));
  }
  const std::string* lease = step.argument("lease");
  if ((lease != nullptr) != (step.argument("owner") != nullptr)) {
    throw Malformed{{"lease", {"goes with owner=, and owner= with it", "须与 owner= 一同给出"}}};
  }
  if (lease != nullptr) request.lease = held_by(hands, *lease, needed(step, "owner"));
}

}  // namespace payonce::player
