#include "app/commands/lease.hpp"

#include <algorithm>

#include "app/context.hpp"
#include "app/money.hpp"
#include "app/record.hpp"
#include "ledger/defences/lease.hpp"
#include "ledger/values/outcome.hpp"
#include "ledger/values/reason.hpp"

namespace payonce {
namespace {

Record record_of(View& view, World& world, std::string_view name) {
  const auto row = lease::find(view, name);
  // By the clock that acquire judges by: however the wall clock was set meanwhile, it ends that long from now.
  const Duration left = row ? lease::left(view, world, *row) : Duration{0};
  Record record;
  record.text("lease", {"lease", "租约锁"}, std::string(name))
      .maybe("owner", {"owner", "持有者"}, row ? row->owner : std::nullopt)
      .number("fence", {"fence", "栅栏"}, row ? row->fence : 0)
      .time("acquired_at", {"since", "取得于"}, row && row->owner ? std::optional(row->acquired_at_ns) : std::nullopt)
      .time("until", {"until", "至"}, left.ns > 0 ? std::optional(world.wall_ns() + left.ns) : std::nullopt)
      .truth("held", {"held", "持有中"}, left.ns > 0);
  return record;
}

ExitStatus told(Context& context, const std::string& lease, Outcome outcome, std::string_view reason = {},
                std::optional<std::int64_t> retry_after_ms = {}) {
  Record record = context.ledger().store().reading([&](View& view) { return record_of(view, context.world(), lease); });
  record.text("outcome", {"outcome", "结果"}, std::string(name(outcome)));
  if (!reason.empty()) record.text("reason", {"reason", "原因"}, std::string(reason));
  if (retry_after_ms) record.number("retry_after_ms", {"ask again after, ms", "毫秒后再试"}, *retry_after_ms);
  Text more = reason_sentence(reason);
  if (more.en.empty()) more = sentence(outcome);
  const std::string word(name(outcome));
  const bool plain = more.en == word;
  const Tone tone = !succeeded(outcome) ? (outcome == Outcome::lease_held ? Tone::warn : Tone::bad)
                    : reason.empty()    ? Tone::ok
                                        : Tone::warn;
  return tell(context, {plain ? word : word + ": " + more.en, word + "：" + more.zh}, tone, record,
              exit_status(outcome));
}

ExitStatus acquire(Context& context, const Arguments& given) {
  const LeaseName lease = taken(LeaseName::parse("lease", given.text("lease")));
  const LeaseOwner owner = taken(LeaseOwner::parse("owner", given.text("owner")));
  const Duration ttl = lease_length(given);
  const Duration wait = taken(Duration::parse("wait", given.text("wait")));
  World& world = context.world();
  const std::int64_t begun = world.boot_ns();
  for (;;) {
    const lease::Turn turn =
        context.ledger().store().atomically([&](Tx& tx) { return lease::acquire(tx, world, lease, owner, ttl); });
    if (turn.held) return told(context, lease.text(), Outcome::acquired);
    const std::int64_t left = wait.ns - (world.boot_ns() - begun);
    if (left <= 0) return told(context, lease.text(), Outcome::lease_held, {}, turn.retry_after_ms);
    // Whoever holds it may give it back at any moment, long before its lease would end.
    world.pass({std::min({milliseconds(turn.retry_after_ms).ns, milliseconds(200).ns, left})});
  }
}

ExitStatus renew(Context& context, const Arguments& given) {
  const HeldLease held = held_lease(given);
  const Duration ttl = lease_length(given);
  const bool ours =
      context.ledger().store().atomically([&](Tx& tx) { return lease::renew(tx, context.world(), held, ttl); });
  return told(context, held.name.text(), ours ? Outcome::renewed : Outcome::lease_lost, ours ? "" : "fence");
}

ExitStatus release(Context& context, const Arguments& given) {
  const HeldLease held = held_lease(given);
  const auto how =
      context.ledger().store().atomically([&](Tx& tx) { return lease::release(tx, context.world(), held); });
  switch (how) {
    case lease::Release::released: break;
    case lease::Release::late: return told(context, held.name.text(), Outcome::released, "lease_had_ended");
    case lease::Release::lost: return told(context, held.name.text(), Outcome::lease_lost, "fence");
  }
  return told(context, held.name.text(), Outcome::released);
}

ExitStatus show(Context& context, const Arguments& given) {
  const LeaseName lease = taken(LeaseName::parse("lease", given.text("lease")));
  return context.ledger().store().reading([&](View& view) {
    if (!lease::find(view, lease.text())) {
      throw Problem(ExitStatus::refused, {"lease", {"was never held by anybody", "从未有人持有"}});
    }
    return tell(context, {lease.text(), lease.text()}, Tone::plain, record_of(view, context.world(), lease.text()));
  });
}

ExitStatus list(Context& context, const Arguments&) {
  return context.ledger().store().reading([&](View& view) {
    std::vector<Record> rows;
    for (const lease::Row& row : lease::list(view)) rows.push_back(record_of(view, context.world(), row.name));
    return tell_list(context, "leases", rows, {"nobody ever held a lease", "从未有人持有租约"});
  });
}

Positional name_positional() {
  return {.name = "lease", .about = {"its name: A-Z a-z 0-9 _ -", "锁名：A-Z a-z 0-9 _ -"}};
}

Option owner_option() {
  return {.name = "owner",
          .value = "OWNER",
          .about = {"who: one name for one worker, A-Z a-z 0-9 _ -", "持有者：一名一工，A-Z a-z 0-9 _ -"},
          .required = true};
}

Option fence_option() {
  return {.name = "fence",
          .value = "N",
          .about = {"the number that acquire told: whose turn it is", "acquire 给出的栅栏号：轮到谁"},
          .required = true};
}

Option ttl_option() {
  return {.name = "ttl",
          .value = "DURATION",
          .about = {"how long it lasts without being renewed, as 30s", "不续期时的时长，如 30s"},
          .fallback = "30s"};
}

}  // namespace

Duration lease_length(const Arguments& given) {
  const Duration ttl = taken(Duration::parse("ttl", given.text("ttl")));
  // Longer than that it is an appointment and no lock: whoever died with it would stop everybody until the next day.
  if (ttl.ns <= 0 || ttl > days(1)) {
    throw Problem(ExitStatus::usage, {"ttl", {"is more than 0 and at most 1d", "须大于 0，至多 1d"}});
  }
  return ttl;
}

Command lease_acquire_command() {
  return {.path = "lease acquire",
          .about = {"takes a lock that ends by itself, and tells its fence", "取得会自行到期的锁，并给出栅栏号"},
          .positionals = {name_positional()},
          .options = {owner_option(),
                      ttl_option(),
                      {.name = "wait",
                       .value = "DURATION",
                       .about = {"how long to wait for whoever holds it", "为现持有者最多等待多久"},
                       .fallback = "0s"}},
          .examples = {{.line = "payonce lease acquire nightly-settlement --owner worker-7 --ttl 1m",
                        .about = {"11 where somebody else holds it", "他人持有时退出状态为 11"}}},
          .run = acquire,
          .more = {{"A lock makes a double run unlikely; it does not make it harmless: payonce explain lease.",
                    "锁降低重复执行的概率，并不使重复无害：见 payonce explain lease。"}}};
}

Command lease_renew_command() {
  return {.path = "lease renew",
          .about = {"says that the holder is alive", "表明持有者仍存活"},
          .positionals = {name_positional()},
          .options = {owner_option(), fence_option(), ttl_option()},
          .examples = {{.line = "payonce lease renew nightly-settlement --owner worker-7 --fence 1",
                        .about = {"every third of its length; 10 where somebody else has had a turn since",
                                  "每三分之一时长一次；已转手时退出状态为 10"}}},
          .run = renew};
}

Command lease_release_command() {
  return {.path = "lease release",
          .about = {"gives a lock back, by owner and fence alone", "归还锁：只认持有者与栅栏号"},
          .positionals = {name_positional()},
          .options = {owner_option(), fence_option()},
          .examples = {{.line = "payonce lease release nightly-settlement --owner worker-7 --fence 1"}},
          .run = release,
          .more = {{"Too late is a warning and no failure: what was done under it stands.",
                    "归还过迟只是警告而非失败：其间所做仍然有效。"}}};
}

Command lease_show_command() {
  return {.path = "lease show",
          .about = {"who holds a lock, and its fence", "锁的持有者与栅栏号"},
          .positionals = {name_positional()},
          .examples = {{.line = "payonce lease show nightly-settlement"}},
          .run = show,
          .reads = true};
}

Command lease_list_command() {
  return {.path = "lease list",
          .about = {"every lock there ever was", "列出所有锁"},
          .examples = {{.line = "payonce lease list"}},
          .run = list,
          .reads = true};
}

}  // namespace payonce
