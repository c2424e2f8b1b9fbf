#include "scenarios/player/perform.hpp"

#include <algorithm>
#include <charconv>

#include "ledger/journal/period.hpp"
#include "ledger/values/invariant.hpp"
#include "scenarios/player/bookings.hpp"
#include "scenarios/player/malformed.hpp"
#include "scenarios/player/permits.hpp"

namespace payonce::player {
namespace {

Money money(std::string_view field, const std::string& text, const Currency& currency) {
  const bool bare = std::none_of(text.begin(), text.end(), [](char c) { return c == ' ' || (c >= 'A' && c <= 'Z'); });
  return taken(bare ? Money::parse(field, text, currency) : Money::parse(field, text));
}

std::int64_t number(std::string_view field, const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw Malformed{{std::string(field), {"takes a whole number", "须为整数"}}};
  }
  return value;
}

void refuse_unbuilt(const script::Step& step, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (step.argument(name) != nullptr) {
      throw Malformed{{std::string(name), {"is not taken by this command", "此命令不接受该参数"}}};
    }
  }
}

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
    case script::Verb::topup: return Verb::topup;
    case script::Verb::transfer: return Verb::transfer;
    case script::Verb::adjust: return Verb::adjust;
    default: break;
  }
  throw Broken("only money commands become requests");
}

std::optional<std::int64_t> version_of(const script::Step& step) {
  const std::string* version = step.argument("if-version");
  return version == nullptr ? std::nullopt : std::optional(number("if-version", *version));
}

Request request_of(Hands& hands, const script::Step& step, const Currency& currency) {
  const std::string* key = step.argument("key");
  if (key == nullptr)
    throw Malformed{{"key", {"is missing: a command that moves money carries one", "缺失：涉及款项的命令必须带键"}}};
  Request request{.verb = verb_of(step), .tenant = tenant_of(step), .key = key_of(*key, hands), .target = {}};
  request.target = request.verb == Verb::pay || request.verb == Verb::refund
                       ? taken(OrderId::parse("order", step.words[0])).text()
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
  if (auto fault = fault_in(request)) throw Malformed{*std::move(fault)};
  return request;
}

Request booking(Hands& hands, const script::Step& step, const Currency& currency) {
  const std::string* key = step.argument("key");
  if (key == nullptr)
    throw Malformed{{"key", {"is missing: a command that moves money carries one", "缺失：涉及款项的命令必须带键"}}};
  return taken(booking_of(step, {.tenant = tenant_of(step), .key = key_of(*key, hands), .target = {}}, currency));
}

Reply create(Hands& hands, const script::Step& step, const Currency& currency) {
  refuse_unbuilt(step, {"expires", "status", "key", "tenant"});
  const auto given = [&](std::string_view name) -> const std::string& {
    const std::string* text = step.argument(name);
    if (text == nullptr) throw Malformed{{std::string(name), {"is missing", "缺失"}}};
    return *text;
  };
  std::optional<Money> tax;
  if (const std::string* text = step.argument("tax")) tax = money("tax", *text, currency);
  return hands.engine().create_order(
      taken(OrderId::parse("order", step.words[0])), taken(AccountId::parse("buyer", given("buyer"))),
      taken(AccountId::parse("payee", given("payee"))), money("amount", given("amount"), currency), tax);
}

/// 1 where the step was taken, 0 where nothing changed: it is so already, or may not be.
std::int64_t step_period(Hands& hands, const script::Step& step) {
  const journal::Days days = taken(journal::Days::parse("period", step.words[1]));
  const std::string* reason = step.argument("reason");
  const journal::Signed by{.actor = "story",
                           .reason = reason == nullptr ? std::nullopt : std::optional(*reason),
                           .now_ns = hands.world().wall_ns()};
  const std::string& word = step.words[0];
  auto* const take = word == "close"    ? journal::close_period
                     : word == "lock"   ? journal::lock_period
                     : word == "reopen" ? journal::reopen_period
                                        : nullptr;
  if (take == nullptr) throw Malformed{{"period", {"is close, lock or reopen", "应为 close、lock 或 reopen"}}};
  if (take == journal::reopen_period && reason == nullptr) throw Malformed{{"reason", {"is missing", "缺失"}}};
  const auto answer = hands.ledger().store().atomically([&](Tx& tx) { return take(tx, days, by); });
  return answer == journal::PeriodAnswer::done ? 1 : 0;
}

Response perform_known(Hands& hands, const script::Step& step, const Currency& currency) {
  Engine& engine = hands.engine();
  if (is_booking(step.verb)) return answered(engine.ask(booking(hands, step, currency)));
  switch (step.verb) {
    case script::Verb::pay:
    case script::Verb::refund:
    case script::Verb::topup:
    case script::Verb::transfer:
    case script::Verb::adjust: return answered(engine.ask(request_of(hands, step, currency)));
    case script::Verb::order: return answered(create(hands, step, currency));
    case script::Verb::cancel:
      refuse_unbuilt(step, {"key", "tenant"});
      return answered(engine.cancel_order(taken(OrderId::parse("order", step.words[0])), version_of(step)));
    case script::Verb::ship: {
      refuse_unbuilt(step, {"key", "tenant"});
      std::optional<Money> cost;
      if (const std::string* text = step.argument("cost")) cost = money("cost", *text, currency);
      return answered(engine.ship_order(taken(OrderId::parse("order", step.words[0])), version_of(step), cost));
    }
    case script::Verb::notices: return handled(engine.take_notices(step.words[0]).notices_taken);
    case script::Verb::recover: {
      const Recovery done = engine.recover();
      return handled(done.notices_taken + done.settled);
    }
    case script::Verb::reap: {
      const Reaping done = engine.reap(false);
      return handled(done.answers + done.tombstones + done.tokens);
    }
    case script::Verb::period: return handled(step_period(hands, step));
    case script::Verb::token: return issue_token(hands, step);
    case script::Verb::lease: return hold_lease(hands, step);
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
