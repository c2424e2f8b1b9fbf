#include "scenarios/acquirer/acquirer.hpp"

#include <algorithm>
#include <exception>
#include <limits>

#include "ledger/values/invariant.hpp"
#include "scenarios/acquirer/book.hpp"
#include "schema/migrations.hpp"
#include "schema/queries/acquirer.hpp"

namespace payonce {

namespace {

// The contract asks for a sign of life once a second; half of that leaves room for a slow machine.
constexpr Duration longest_silence = milliseconds(500);

FileKind kind() { return {0x70616371, acquirer_migrations(), {"an acquirer's book", "收单方的账簿"}}; }

Fault about_channel(Fault fault) {
  fault.field = "channel";
  return fault;
}

std::int64_t later(std::int64_t now_ns, Duration by) {
  constexpr std::int64_t end = std::numeric_limits<std::int64_t>::max();
  return by.ns > end - now_ns ? end : now_ns + by.ns;
}

bool same_request(const acquirer_book::Entry& entry, const ChannelRequest& request) {
  return entry.amount == request.amount && entry.original == request.original;
}

ChannelAnswer approved(const acquirer_book::Entry& entry) {
  return {Said::approved, entry.channel_txn, entry.amount, entry.acts_at_ns};
}

}  // namespace

Result<Acquirer> Acquirer::create(const std::filesystem::path& path, World& world, const Settings& settings,
                                  const Store::Options& options) {
  // The settings are in the file before it has its name, so that nobody ever calls an acquirer with other ones.
  auto made = Store::create(path, kind(), options, [&](Tx& tx) { acquirer_book::change(tx, settings); });
  if (!made) return about_channel(made.error());
  return Acquirer(std::move(made).value(), world);
}

Result<Acquirer> Acquirer::open(const std::filesystem::path& path, World& world, const Store::Options& options) {
  const FileKind books = kind();
  auto opened = Store::open(path, std::span<const FileKind>(&books, 1), options);
  if (!opened) return about_channel(opened.error());
  return Acquirer(std::move(opened).value(), world);
}

Acquirer::Settings Acquirer::settings() {
  return store_.reading([](View& view) { return acquirer_book::settings(view); });
}

void Acquirer::change(const Settings& settings) {
  store_.atomically([&](Tx& tx) { acquirer_book::change(tx, settings); });
}

void Acquirer::script(Behaviour behaviour, Duration argument, std::int64_t times) {
  invariant(times >= 1, "a behaviour is scripted for one call at least");
  invariant(argument.ns >= 0 && (takes_duration(behaviour) || argument.ns == 0), "only slow and late take a while");
  store_.atomically([&](Tx& tx) {
    tx.change(sql::acquirer::add_script{.behaviour = label(behaviour), .argument_ns = argument.ns, .times = times});
  });
}

std::vector<Acquirer::Turn> Acquirer::scripted() {
  std::vector<Turn> turns;
  store_.reading([&](View& view) {
    view.each(sql::acquirer::all_scripts{}, [&](const Row& row) {
      turns.push_back({behaviour_named(row.text(0)).value_or(Behaviour::approve), {row.integer(1)}, row.integer(2)});
    });
  });
  return turns;
}

ChannelAnswer Acquirer::move(const ChannelRequest& request, const std::function<bool()>& waiting) {
  invariant(!request.reference.empty(), "a request has a reference");
  invariant(request.amount.minor() > 0, "a request moves something");
  invariant(names_original(request.movement) == !request.original.empty(), "a request names what it belongs to");
  if (!wait(latency(), waiting)) return {.said = Said::no_answer};
  Decision decision;
  try {
    decision = store_.atomically([&](Tx& tx) { return decide(tx, request); });
  } catch (const StorageTrouble& met) {
    // Busy means that nothing was written. Of everything else only the book itself knows.
    return {.said = met.kind() == StorageTrouble::Kind::busy ? Said::not_sent : Said::no_answer};
  } catch (const std::exception&) {
    // Rows that make no sense are a damaged book, here and below: whoever asks is not to be stopped by another's file.
    return {.said = Said::no_answer};
  }
  if (!wait(decision.answers_after, waiting)) return {.said = Said::no_answer};
  return decision.answer;
}

Acquirer::Decision Acquirer::decide(Tx& tx, const ChannelRequest& request) {
  const Turn turn = acquirer_book::take_turn(tx);
  if (turn.behaviour == Behaviour::down) return {{.said = Said::not_sent}};

  const std::int64_t now = world_->wall_ns();
  auto entry = acquirer_book::remembered(tx, request, acquirer_book::settings(tx), now);
  if (entry) {
    // Another amount under a reference it knows is a mistake of the caller, and changes nothing for the first one.
    if (!same_request(*entry, request)) return {{.said = Said::declined}};
  } else {
    const bool willing = turn.behaviour != Behaviour::decline && acquirer_book::possible(tx, request, now);
    const std::int64_t acts_at = willing && turn.behaviour == Behaviour::late ? later(now, turn.argument) : now;
    entry = acquirer_book::write(tx, request, willing, now, acts_at);
    if (willing && turn.behaviour == Behaviour::late) acquirer_book::leave_notice(tx, *entry, acts_at);
  }

  const bool moved = !entry->channel_txn.empty();
  if (moved && turn.behaviour == Behaviour::twice) {
    acquirer_book::leave_notice(tx, *entry, std::max(now, entry->acts_at_ns));
  }
  const bool silent = turn.behaviour == Behaviour::lose || turn.behaviour == Behaviour::late;
  if (silent || entry->acts_at_ns > now) return {{.said = Said::no_answer}};
  const Duration after = turn.behaviour == Behaviour::slow ? turn.argument : Duration{0};
  return {moved ? approved(*entry) : ChannelAnswer{.said = Said::declined}, after};
}

ChannelAnswer Acquirer::query(Movement movement, const std::string& reference) {
  (void)wait(latency(), {});
  try {
    const std::int64_t now = world_->wall_ns();
    return store_.reading([&](View& view) { return acquirer_book::found(view, movement, reference, now); });
  } catch (const std::exception&) {
    return {.said = Said::no_answer};
  }
}

std::vector<ChannelLine> Acquirer::notices() {
  std::vector<ChannelLine> due;
  try {
    const std::int64_t now = world_->wall_ns();
    store_.reading([&](View& view) {
      view.each(sql::acquirer::due_notices{.now_ns = now},
                [&](const Row& row) { due.push_back(acquirer_book::line(row)); });
    });
  } catch (const std::exception&) {
    due.clear();  // they are delivered at least once, and come the next time
  }
  return due;
}

void Acquirer::acknowledge(const ChannelLine& notice) {
  try {
    const std::int64_t now = world_->wall_ns();
    store_.atomically(
        [&](Tx& tx) { tx.change(sql::acquirer::acknowledge{.now_ns = now, .channel_txn = notice.channel_txn}); });
  } catch (const std::exception&) {
    return;  // it comes again, which whoever reads notices must bear anyway
  }
}

void Acquirer::statement(const std::function<void(const ChannelLine&)>& take) {
  (void)wait(latency(), {});
  const std::int64_t now = world_->wall_ns();
  store_.reading([&](View& view) {
    view.each(sql::acquirer::done_so_far{.now_ns = now}, [&](const Row& row) { take(acquirer_book::line(row)); });
  });
}

Duration Acquirer::latency() {
  try {
    return settings().latency;
  } catch (const std::exception&) {
    return {};  // the call itself meets the same trouble, and answers for it
  }
}

bool Acquirer::wait(Duration duration, const std::function<bool()>& waiting) {
  while (duration.ns > 0) {
    const Duration piece = std::min(duration, longest_silence);
    world_->pass(piece);
    duration.ns -= piece.ns;
    if (waiting && !waiting()) return false;
  }
  return true;
}

}  // namespace payonce
