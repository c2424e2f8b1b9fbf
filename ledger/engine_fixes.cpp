#include "ledger/engine_fixes.hpp"

#include <cstdlib>

#include "ledger/orders/attempt.hpp"
#include "ledger/orders/stored.hpp"
#include "ledger/values/invariant.hpp"

// A fix of a break is booked like anything else that is booked: through the layers, under a key.
namespace payonce {
namespace {

namespace rec = reconciliation;

template <class T>
T sure(Result<T> result) {
  invariant(result.has_value(), "what a break is made of is well formed");
  return std::move(result).value();
}

/// The second step of a write-off: what is parked is called nobody's.
constexpr std::string_view nobodys = "-nobodys";
/// The currency that was paid, and the second step of each.
constexpr std::string_view other_currency = ".other";
constexpr std::string_view exchanged = "-exchanged";

Request request_of(const rec::Fix& fix, const rec::Break& of, Verb verb, const std::string& step) {
  const Money amount = orders::stored_money(std::abs(fix.amount), fix.currency);
  Request request{.verb = verb,
                  .tenant = sure(Tenant::parse("tenant", fix_tenant)),
                  .key = sure(IdempotencyKey::parse("key", fix.key() + step, 1)),
                  .target = of.channel,
                  .amount = amount,
                  .reference = sure(Reference::parse("ref", fix.reference))};
  return request;
}

/// Why nothing was booked; final: asking again would not help, and another fix may be proposed.
struct Refusal {
  Fault why;
  bool final = false;
};

std::optional<Refusal> refusal_of(const Reply& reply) {
  if (exit_code(reply.outcome) == 0) return std::nullopt;
  const std::string outcome(name(reply.outcome));
  if (reply.retryable) {
    return Refusal{{"fix", {"could not be booked yet: " + outcome, "暂未入账：" + outcome}}};
  }
  return Refusal{
      {"fix", {"cannot be booked: " + outcome + "; propose another", "无法入账：" + outcome + "；请另提方案"}}, true};
}

std::optional<Refusal> park(Engine& engine, const rec::Fix& fix, const rec::Break& of) {
  Request request = request_of(fix, of, Verb::suspense_book, "");
  request.how = fix.amount > 0 ? "in" : "out";
  return refusal_of(engine.ask(request));
}

std::optional<Refusal> write_off(Engine& engine, const rec::Fix& fix, const rec::Break& of) {
  if (auto refused = park(engine, fix, of)) return refused;
  Request request = request_of(fix, of, Verb::suspense_identify, std::string(nobodys));
  request.target = fix.reference;
  request.via = sure(ChannelId::parse("via", of.channel));
  request.amount = std::nullopt;
  request.reference = std::nullopt;
  request.how = "write_off";
  return refusal_of(engine.ask(request));
}

/// What was settled comes in, what was paid goes out (of a refund the other way round), and both become one exchange: each leg
/// stands against the position in its own currency, what was settled at the value of the booked rate.
std::optional<Refusal> convert(Engine& engine, const rec::Fix& fix, const rec::Break& of) {
  if (auto refused = park(engine, fix, of)) return refused;
  rec::Fix other = fix;
  other.amount = -of.item_amount;
  other.currency = of.item_currency;
  other.reference = fix.reference + std::string(other_currency);
  Request request = request_of(other, of, Verb::suspense_book, std::string(other_currency));
  request.how = other.amount > 0 ? "in" : "out";
  if (auto refused = refusal_of(engine.ask(request))) return refused;
  for (const bool settled : {true, false}) {
    const std::string step = std::string(settled ? "" : other_currency) + std::string(exchanged);
    Request identify = request_of(fix, of, Verb::suspense_identify, step);
    identify.target = settled ? fix.reference : other.reference;
    identify.via = sure(ChannelId::parse("via", of.channel));
    identify.amount = std::nullopt;
    identify.reference = std::nullopt;
    identify.how = "exchanged";
    if (settled && of.ours) identify.other_amount = orders::stored_money(std::abs(*of.ours), fix.currency);
    if (auto refused = refusal_of(engine.ask(identify))) return refused;
  }
  return std::nullopt;
}

/// The step that was not taken here, by what the channel's statement says.
std::optional<Refusal> replay(Engine& engine, Ledger& ledger, World& world, const rec::Break& of) {
  const bool charged =
      ledger.store().reading([&](View& view) { return orders::find_attempt(view, of.channel, of.our_id).has_value(); });
  ChannelLine line{.movement = of.movement == "refund" ? Movement::refund
                               : charged               ? Movement::charge
                                                       : Movement::capture,
                   .reference = of.our_id,
                   .channel_txn = of.channel_id.empty() ? "break-" + of.id : of.channel_id,
                   .amount = orders::stored_money(std::abs(of.theirs.value_or(0)), of.currency),
                   .at_ns = world.wall_ns()};
  if (of.closed_run || engine.take_statement_line(of.channel, line)) return std::nullopt;
  return Refusal{{"fix",
                  {"the step cannot be taken by this line; propose another, or a person decides (payonce review)",
                   "无法据此明细完成该步骤；请另提方案，或由人工处理（payonce review）"}},
                 true};
}

}  // namespace

std::vector<std::string> keys_of(const rec::Fix& fix) {
  switch (fix.action) {
    case rec::Action::park:
    case rec::Action::fee: return {fix.key()};
    case rec::Action::write_off: return {fix.key(), fix.key() + std::string(nobodys)};
    case rec::Action::convert: {
      const std::string other = fix.key() + std::string(other_currency);
      return {fix.key(), other, fix.key() + std::string(exchanged), other + std::string(exchanged)};
    }
    case rec::Action::replay:
    case rec::Action::accept: break;
  }
  return {};
}

std::optional<Fault> post_fix(Engine& engine, Ledger& ledger, World& world, const rec::Fix& fix) {
  const auto of = ledger.store().reading([&](View& view) { return rec::find_break(view, fix.break_id); });
  invariant(of.has_value(), "a fix is of a break");
  world.step(Step::recon_fix);
  std::optional<Refusal> refused;
  switch (fix.action) {
    case rec::Action::park: refused = park(engine, fix, *of); break;
    case rec::Action::write_off: refused = write_off(engine, fix, *of); break;
    case rec::Action::fee: refused = refusal_of(engine.ask(request_of(fix, *of, Verb::fee, ""))); break;
    case rec::Action::replay: refused = replay(engine, ledger, world, *of); break;
    case rec::Action::convert: refused = convert(engine, fix, *of); break;
    case rec::Action::accept: break;
  }
  if (refused && !refused->final) return std::move(refused->why);
  // What is refused for good is done with as well: nothing was booked, the break goes on, and is free for another fix.
  world.step(Step::recon_fix);
  ledger.store().atomically([&](Tx& tx) { rec::posted(tx, fix, world.wall_ns()); });
  if (refused) return std::move(refused->why);
  return std::nullopt;
}

}  // namespace payonce
