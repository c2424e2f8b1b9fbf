#include "app/money.hpp"

#include <algorithm>

#include "app/print/progress.hpp"
#include "app/problem.hpp"
#include "app/reply.hpp"

namespace payonce {
namespace {

// Short enough that a payment by a quick channel is told without a noticeable wait, and at most once a second behind that.
constexpr Duration first_pause = milliseconds(100);
constexpr Duration longest_pause = seconds(1);

/// What passes by itself while one waits; an unknown outcome or a channel that is down does not.
bool passes_by_itself(const Reply& reply) {
  return (reply.outcome == Outcome::in_progress || reply.outcome == Outcome::later) && reply.retry_after_ms.has_value();
}

}  // namespace

std::vector<Option> with_money_options(std::vector<Option> own) {
  own.push_back({.name = "token",
                 .value = "TOKEN",
                 .about = {"only with this one-time token, taken together with the work; see payonce token issue",
                           "须持此一次性令牌，令牌与处理同时生效；见 payonce token issue"}});
  own.push_back({.name = "lease",
                 .value = "NAME",
                 .about = {"only while this lease is still yours; with --owner and --fence, see payonce lease acquire",
                           "仅当租约仍归您；须与 --owner、--fence 同用，见 payonce lease acquire"}});
  own.push_back({.name = "owner", .value = "OWNER", .about = {"of --lease: who holds it", "--lease 的持有者"}});
  own.push_back({.name = "fence",
                 .value = "N",
                 .about = {"of --lease: the number that acquire told", "--lease：acquire 给出的栅栏号"}});
  own.push_back(
      {.name = "key",
       .value = "KEY",
       .about = {"the idempotency key: the same again on every repetition; 16 to 255 bytes, see payonce --help",
                 "幂等键：每次重试都用同一个；16 到 255 字节，见 payonce --help"},
       .required = true});
  own.push_back(wait_option());
  own.push_back({.name = "crash-at",
                 .value = "LABEL[:N]",
                 .about = {"die at this step (laboratory files only)", "在此步骤崩溃（仅限实验账本）"},
                 .hidden = true});
  return own;
}

Option wait_option() {
  // Longer than the dedup window's five seconds: who comes second then learns what the first did.
  return {.name = "wait",
          .value = "DURATION",
          .about = {"how long to wait for another request that is under way, as 250ms or 10s",
                    "为进行中的另一请求最多等待多久，如 250ms 或 10s"},
          .fallback = "6s"};
}

Option amount_option(bool required, Text about) {
  return {.name = "amount", .value = "MONEY", .about = std::move(about), .required = required};
}

Option reference_option() {
  return {.name = "ref",
          .value = "REF",
          .about = {"your own or the provider's number for the fact: it is booked once, whatever the key",
                    "您或服务方给此事实的编号：无论用什么键，只入账一次"}};
}

std::vector<Option> with_version_option(std::vector<Option> own, Text about) {
  own.push_back({.name = "if-version", .value = "N", .about = std::move(about)});
  return own;
}

HeldLease held_lease(const Arguments& given) {
  for (const std::string_view one : {"lease", "owner", "fence"}) {
    if (given.given(one)) continue;
    throw Problem(ExitStatus::usage, {std::string(one),
                                      {"is needed: --lease, --owner and --fence go together",
                                       "缺失：--lease、--owner 与 --fence 须一同给出"}});
  }
  return {.name = taken(LeaseName::parse("lease", given.text("lease"))),
          .owner = taken(LeaseOwner::parse("owner", given.text("owner"))),
          .fence = taken(parse_count("fence", given.text("fence"), 1))};
}

Request request_from(Context& context, const Arguments& given, Verb verb, std::string target) {
  std::optional<Money> amount;
  if (const auto text = given.maybe("amount")) amount = taken(Money::parse("amount", *text));
  std::optional<Reference> reference;
  if (const auto text = given.maybe("ref")) reference = taken(Reference::parse("ref", *text));
  std::optional<std::int64_t> version;
  // Orders begin with version 1, accounts with 0.
  const std::int64_t least = verb == Verb::pay || verb == Verb::refund ? 1 : 0;
  if (const auto text = given.maybe("if-version")) version = taken(parse_count("if-version", *text, least));
  std::optional<TokenText> token;
  if (const auto text = given.maybe("token")) token = taken(TokenText::parse("token", *text));
  std::optional<HeldLease> lease;
  if (given.given("lease") || given.given("owner") || given.given("fence")) lease = held_lease(given);
  const Tenant tenant = context.tenant();
  const auto shortest = static_cast<std::size_t>(context.ledger().settings().key_min_bytes);
  return {.verb = verb,
          .tenant = tenant,
          .key = taken(IdempotencyKey::parse("key", given.text("key"), shortest)),
          .target = std::move(target),
          .amount = amount,
          .if_version = version,
          .reference = reference,
          .token = token,
          .lease = lease};
}

Reply ask_patiently(Context& context, const Request& request, Duration wait) {
  World& world = context.world();
  const std::int64_t begin_ns = world.boot_ns();
  // It may be another request, a channel or a locked file that is waited for: here nobody can tell.
  Progress progress(world, context.said({"waiting for an answer, times asked", "等待应答，已询问次数"}));
  Duration pause = first_pause;
  for (;;) {
    Reply reply = context.engine().ask(request);
    progress.advance();
    const std::int64_t left_ns = wait.ns - (world.boot_ns() - begin_ns);
    if (!passes_by_itself(reply) || left_ns <= 0) {
      progress.finish();
      return reply;
    }
    // The window ends when it says. Whoever is at it may be done at any moment, long before its lease would end.
    const bool known = reply.outcome == Outcome::later;
    world.pass({std::min(known ? milliseconds(*reply.retry_after_ms).ns : pause.ns, left_ns)});
    pause = std::min(Duration{pause.ns * 2}, longest_pause);
  }
}

ExitStatus ask(Context& context, const Arguments& given, const Request& request) {
  if (auto fault = fault_in(request)) throw Problem(ExitStatus::usage, *std::move(fault));
  const Duration wait = taken(Duration::parse("wait", given.text("wait")));
  if (const auto spec = given.maybe("crash-at")) context.crash_at(*spec);
  return tell(context, ask_patiently(context, request, wait));
}

}  // namespace payonce
