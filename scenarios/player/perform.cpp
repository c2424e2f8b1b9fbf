#include "scenarios/player/perform.hpp"

#include <limits>

#include "ledger/journal/year_end.hpp"
#include "ledger/messages/parking.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/json.hpp"
#include "ledger/values/message.hpp"
#include "scenarios/player/arguments.hpp"
#include "scenarios/player/bookings.hpp"
#include "scenarios/player/goods.hpp"
#include "scenarios/player/malformed.hpp"
#include "scenarios/player/permits.hpp"
#include "scenarios/player/statements.hpp"

namespace payonce::player {
namespace {

Tenant tenant_of(const script::Step& step) {
  const std::string* given = step.argument("tenant");
  return taken(Tenant::parse("tenant", given != nullptr ? *given : "main"));
}

IdempotencyKey key_of(const std::string& text, Hands& hands) {
  return taken(IdempotencyKey::parse("key", text, static_cast<std::size_t>(hands.ledger().settings().key_min_bytes)));
}

Verb verb_of(const script::Step& step) {
  switch (step.verb) {
    case script::Verb::pay: return Verb::pay;
    case script::Verb::refund: return Verb::refund;
    case script::Verb::authorise: return Verb::authorise;
    case script::Verb::capture: return Verb::capture;
    case script::Verb::void_hold: return Verb::void_hold;
    case script::Verb::topup: return Verb::topup;
    case script::Verb::transfer: return Verb::transfer;
    case script::Verb::adjust: return Verb::adjust;
    default: break;
  }
  throw Broken("only money commands become requests");
}

Request request_of(Hands& hands, const script::Step& step, const Currency& currency) {
  const std::string* key = step.argument("key");
  if (key == nullptr)
    throw Malformed{{"key", {"is missing: a command that moves money carries one", "缺失：涉及款项的命令必须带键"}}};
  Request request{.verb = verb_of(step), .tenant = tenant_of(step), .key = key_of(*key, hands), .target = {}};
  request.target = about_order(request.verb) ? taken(OrderId::parse("order", step.words[0])).text()
                                             : taken(AccountId::parse("account", step.words[0])).text();
  if (request.verb == Verb::transfer) request.counterpart = taken(AccountId::parse("to", step.words[1]));
  for (const std::string_view name : {"amount", "by", "to"}) {
    if (const std::string* text = step.argument(name)) request.amount = money(name, *text, currency);
  }
  request.absolute = step.argument("to") != nullptr;
  if (const std::string* via = step.argument("via")) request.via = taken(ChannelId::parse("via", *via));
  request.if_version = version_of(step);
  if (const std::string* ref = step.argument("ref")) request.reference = taken(Reference::parse("ref", *ref));
  if (request.verb == Verb::refund) {
    if (const std::string* again = step.argument("again")) request.again = taken(Reference::parse("again", *again));
    // Behind a refund that is sent again stands the number of a bank transfer.
    request.by_bank = request.again && request.reference;
    request.despite_dispute = step.argument("despite-dispute") != nullptr;
    if (const std::string* reason = step.argument("reason")) request.reason = *reason;
  } else {
    refuse_unbuilt(step, {"reason"});
  }
  add_permits(hands, step, request);
  if (const std::string* hold = step.argument("hold")) request.hold = taken(Duration::parse("hold", *hold));
  if (const std::string* last = step.argument("last")) {
    if (*last != "yes") throw Malformed{{"last", {"takes yes", "须为 yes"}}};
    request.last = true;
  }
  if (auto fault = fault_in(request)) throw Malformed{*std::move(fault)};
  return request;
}

Request booking(Hands& hands, const script::Step& step, const Currency& currency) {
  const std::string* key = step.argument("key");
  if (key == nullptr)
    throw Malformed{{"key", {"is missing: a command that moves money carries one", "缺失：涉及款项的命令必须带键"}}};
  Request request =
      taken(booking_of(step, {.tenant = tenant_of(step), .key = key_of(*key, hands), .target = {}}, currency));
  add_permits(hands, step, request);
  return request;
}

Reply review(Engine& engine, const script::Step& step) {
  const std::string* as = step.argument("as");
  const std::string* reason = step.argument("reason");
  if (as == nullptr || (*as != "succeeded" && *as != "failed")) {
    throw Malformed{{"as", {"takes succeeded or failed", "须为 succeeded 或 failed"}}};
  }
  if (reason == nullptr || reason->empty()) throw Malformed{{"reason", {"is missing", "缺失"}}};
  return engine.review(step.words[1], *as == "succeeded", *reason);
}

/// 1 where the step was taken, 0 where nothing changed: it is so already, or may not be.
std::int64_t step_period(Hands& hands, const script::Step& step) {
  const journal::Days days = taken(journal::Days::parse("period", step.words[1]));
  const std::string* reason = step.argument("reason");
  const journal::Signed by{.actor = "story",
                           .reason = reason == nullptr ? std::nullopt : std::optional(*reason),
                           .now_ns = hands.world().wall_ns()};
  const std::string& word = step.words[0];
  if (word == "year-end") {
    const journal::Rules& rules = hands.ledger().rules();
    const auto closed =
        hands.ledger().store().atomically([&](Tx& tx) { return journal::close_year(tx, rules, days, by); });
    return closed == journal::PeriodAnswer::done ? 1 : 0;
  }
  auto* const take = word == "close"    ? journal::close_period
                     : word == "lock"   ? journal::lock_period
                     : word == "reopen" ? journal::reopen_period
                                        : nullptr;
  if (take == nullptr)
    throw Malformed{{"period", {"is close, year-end, lock or reopen", "应为 close、year-end、lock 或 reopen"}}};
  if (take == journal::reopen_period && reason == nullptr) throw Malformed{{"reason", {"is missing", "缺失"}}};
  const auto answer = hands.ledger().store().atomically([&](Tx& tx) { return take(tx, days, by); });
  return answer == journal::PeriodAnswer::done ? 1 : 0;
}

template <class T>
void take(std::optional<T>& member, const script::Step& step, std::string_view name) {
  if (const std::string* text = step.argument(name)) member = taken(T::parse(name, *text));
}

Message message_of(const script::Step& step, const Currency& currency) {
  const auto given = [&](std::string_view name) -> const std::string& {
    const std::string* text = step.argument(name);
    if (text == nullptr) throw Malformed{{std::string(name), {"is missing", "缺失"}}};
    return *text;
  };
  const std::string* const consumer = step.argument("consumer");
  Message message{.consumer = taken(AccountId::parse("consumer", consumer ? *consumer : std::string(orders_consumer))),
                  .event = taken(parse_event("event", step.words[0])),
                  .order = taken(OrderId::parse("order", step.words[1])),
                  .version = number("version", given("version")),
                  .id = taken(Reference::parse("id", given("id")))};
  if (message.version < 1) throw Malformed{{"version", {"is no whole number from 1 on", "须为不小于 1 的整数"}}};
  take(message.buyer, step, "buyer");
  take(message.payee, step, "payee");
  take(message.channel, step, "channel");
  take(message.reference, step, "ref");
  take(message.channel_txn, step, "channel-txn");
  if (const std::string* text = step.argument("amount")) message.amount = money("amount", *text, currency);
  message.body = body_of(message);
  if (const std::string* state = step.argument("state")) {
    message.body = "{\"state\":";
    append_json_string(message.body, *state);
    message.body += "}";
  }
  return message;
}

Response redrive(Hands& hands) {
  std::int64_t consumed = 0;
  const auto all = hands.ledger().store().reading(
      [](View& view) { return parking::list(view, false, 0, std::numeric_limits<std::int64_t>::max()); });
  for (const parking::Held& held : all) {
    const auto reply = hands.engine().redrive(held.number);
    consumed += reply && reply->outcome != Outcome::parked && reply->outcome != Outcome::early &&
                        reply->outcome != Outcome::altered
                    ? 1
                    : 0;
  }
  return handled(consumed);
}

Response perform_known(Hands& hands, const script::Step& step, const Currency& currency) {
  Engine& engine = hands.engine();
  if (is_booking(step.verb)) return answered(engine.ask(booking(hands, step, currency)));
  switch (step.verb) {
    case script::Verb::pay:
    case script::Verb::refund:
    case script::Verb::authorise:
    case script::Verb::capture:
    case script::Verb::void_hold:
    case script::Verb::topup:
    case script::Verb::transfer:
    case script::Verb::adjust: return answered(engine.ask(request_of(hands, step, currency)));
    case script::Verb::order: return answered(create(hands, step, currency));
    case script::Verb::cancel:
      refuse_unbuilt(step, {"key", "tenant"});
      return answered(engine.cancel_order(taken(OrderId::parse("order", step.words[0])), version_of(step)));
    case script::Verb::ship: return answered(ship(hands, step, currency));
    case script::Verb::take_back: return answered(take_back(hands, step));
    case script::Verb::stock: return answered(move_stock(hands, step));
    case script::Verb::notices: return handled(engine.take_notices(step.words[0]).notices_taken);
    case script::Verb::recover: {
      const Recovery done = engine.recover(!step.words.empty());
      return handled(done.notices_taken + done.settled + done.orders_expired + done.messages_applied);
    }
    case script::Verb::review: return answered(review(engine, step));
    case script::Verb::reap: {
      const Reaping done = engine.reap(false);
      return handled(done.answers + done.tombstones + done.tokens);
    }
    case script::Verb::period: return handled(step_period(hands, step));
    case script::Verb::token: return issue_token(hands, step);
    case script::Verb::lease: return hold_lease(hands, step);
    case script::Verb::deliver: return answered(engine.deliver(message_of(step, currency)));
    case script::Verb::redrive: return redrive(hands);
    case script::Verb::statement: return take_statement(hands, step);
    case script::Verb::compare: return compare(hands, step);
    case script::Verb::fix: return fix_break(hands, step);
    case script::Verb::key:
      refuse_unbuilt(step, {"as", "reason"});
      return answered(engine.resolve(tenant_of(step), key_of(step.words[1], hands)));
    default: break;
  }
  throw Broken("this step is the player's own");
}

}  // namespace

Response perform(Hands& hands, const script::Step& step, const Currency& currency) {
  try {
    return perform_known(hands, step, currency);
  } catch (const Malformed& malformed) {
    return refused(malformed.fault);
  } catch (const StorageTrouble& trouble) {
    return failed(std::string("storage: ") + trouble.what());
  } catch (const Broken& broken) {
    return failed(std::string("our own mistake: ") + broken.what());
  }
}

}  // namespace payonce::player
