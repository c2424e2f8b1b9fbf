#include <fmt/format.h>

#include <stdexcept>

#include "bench/floor.hpp"
#include "bench/measures.hpp"
#include "ledger/fingerprint.hpp"
#include "schema/checks.hpp"

namespace payonce::bench {
namespace {

Measure measured(std::string name, const Pairs& pairs, std::int64_t operations, std::optional<double> goal) {
  return {.name = std::move(name),
          .operations = operations,
          .ours = pairs.our_median(),
          .bare = pairs.bare_median(),
          .cpu_ratio = pairs.cpu_ratio(),
          .wall_ratio = pairs.wall_ratio(),
          .goal = goal};
}

std::int64_t bytes_used(Bare& file) {
  return (file.number("PRAGMA page_count") - file.number("PRAGMA freelist_count")) * file.number("PRAGMA page_size");
}

}  // namespace

void check_books(Shop& shop, const std::filesystem::path& floor) {
  const std::int64_t paid = shop.orders();
  Bare ledger(shop.path(), Bare::Pragmas::reader);
  const std::int64_t found = ledger.number("SELECT count(*) FROM orders WHERE status = 'paid'");
  if (found != paid) throw std::runtime_error(fmt::format("bench: {} orders are paid, not {}", found, paid));
  if (ledger.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") != paid) {
    throw std::runtime_error("bench: not one voucher for each payment");
  }
  for (const Check& law : all_checks()) {
    std::int64_t findings = 0;
    shop.ledger().store().reading(
        [&](View& view) { view.each_of(std::string(law.text), [&](const Row&) { ++findings; }); });
    if (findings != 0) throw std::runtime_error(fmt::format("bench: {} findings of {}", findings, law.name));
  }
  if (floor.empty()) return;
  if (const std::string table = first_difference(ledger, floor); !table.empty()) {
    throw std::runtime_error("bench: the floor holds other rows in " + table);
  }
}

Measure balance_payments(Bench& bench, std::int64_t to_a_commit) {
  const std::int64_t count = to_a_commit == 1 ? bench.sizes.single : bench.sizes.together;
  Shop shop(bench.folder / fmt::format("balance-{}.db", to_a_commit), bench.world, {.durable = bench.durable});
  const auto requests = shop.order(count * (bench.sizes.rounds + 1));
  const auto floor_path = shop.copy(".floor");
  Floor floor(floor_path, balance_payment(), bench.durable);
  Bare reader(shop.path(), Bare::Pragmas::reader);
  const std::int64_t before = bytes_used(reader);
  Pairs pairs;
  for (std::int64_t round = 0; round <= bench.sizes.rounds; ++round) {
    const std::int64_t last = shop.last_voucher();
    const std::vector<Request> part(requests.begin() + round * count, requests.begin() + (round + 1) * count);
    const Spent ours = timed([&] { to_a_commit == 1 ? shop.pay(part) : shop.pay_together(part, to_a_commit); });
    floor.learn(reader, last + 1, last + count);
    const Spent bare = timed([&] { floor.pay(to_a_commit); });
    if (round > 0) pairs.add(ours.per(count), bare.per(count));  // the first round prepares statements and fills caches
  }
  const std::int64_t paid = count * (bench.sizes.rounds + 1);
  Measure measure = measured(to_a_commit == 1 ? "balance payment, one to a commit"
                                              : fmt::format("balance payment, {} to a commit", to_a_commit),
                             pairs, paid - count, 2.0);
  measure.note = fmt::format("{} bytes a payment beside its order", (bytes_used(reader) - before) / paid);
  check_books(shop, floor_path);
  return measure;
}

Measure channel_payments(Bench& bench) {
  const std::int64_t count = bench.sizes.single;
  Shop shop(bench.folder / "channel.db", bench.world, {.durable = bench.durable});
  shop.pay(shop.order(1, true));  // opens the account of what the channel owes us
  const auto requests = shop.order(count * (bench.sizes.rounds + 1), true);
  const auto floor_path = shop.copy(".floor");
  Floor floor(floor_path, channel_payment(), bench.durable);
  Bare reader(shop.path(), Bare::Pragmas::reader);
  Pairs pairs;
  for (std::int64_t round = 0; round <= bench.sizes.rounds; ++round) {
    const std::int64_t last = shop.last_voucher();
    const std::vector<Request> part(requests.begin() + round * count, requests.begin() + (round + 1) * count);
    const Spent ours = timed([&] { shop.pay(part); });
    floor.learn(reader, last + 1, last + count);
    const Spent bare = timed([&] { floor.pay(1); });
    if (round > 0) pairs.add(ours.per(count), bare.per(count));
  }
  check_books(shop, floor_path);
  return measured("channel payment, two commits", pairs, count * bench.sizes.rounds, std::nullopt);
}

Measure replays(Bench& bench) {
  const std::int64_t count = bench.sizes.replays;
  Shop shop(bench.folder / "replays.db", bench.world, {.durable = bench.durable});
  const auto requests = shop.order(count);
  shop.pay_together(requests, 100);
  Bare bare(shop.path());
  std::vector<Cells> keys;
  for (const Request& request : requests) {
    const KeyHash hash = key_hash(request.tenant.text(), request.key.text());
    keys.push_back({std::vector<std::uint8_t>(hash.begin(), hash.end())});
  }
  sqlite3_stmt* look_up = bare.prepare(
      "SELECT fingerprint, state, outcome, http_status, answer, answer_until_ns FROM idempotency_key WHERE key_hash = "
      "?");
  Pairs pairs;
  for (std::int64_t round = 0; round <= bench.sizes.rounds; ++round) {
    const Spent ours = timed([&] { shop.replay(requests); });
    std::int64_t bytes = 0;
    const Spent theirs = timed([&] {
      for (const Cells& key : keys) bytes += static_cast<std::int64_t>(bare.text_of(look_up, key, 4).size());
    });
    if (bytes == 0) throw std::runtime_error("bench: the look-up found no answer");
    if (round > 0) pairs.add(ours.per(count), theirs.per(count));
  }
  check_books(shop, {});
  return measured("replay, against a bare look-up", pairs, count * bench.sizes.rounds, 2.0);
}

Measure openings(Bench& bench) {
  const std::int64_t count = bench.sizes.openings;
  Shop shop(bench.folder / "openings.db", bench.world, {.durable = bench.durable});
  shop.pay_together(shop.order(count), 100);
  const std::filesystem::path path = shop.copy(".closed");
  Pairs pairs;
  for (std::int64_t round = 0; round <= bench.sizes.rounds; ++round) {
    const Spent ours = timed([&] {
      for (std::int64_t n = 0; n < count; ++n) {
        Ledger ledger = must(Ledger::open(path, {.durable = bench.durable}));
        const Engine engine(ledger, bench.world, {});
      }
    });
    const Spent bare = timed([&] {
      for (std::int64_t n = 0; n < count; ++n) {
        Bare file(path, Bare::Pragmas::same_as_store, bench.durable);
        (void)file.number("SELECT count(*) FROM meta");
      }
    });
    if (round > 0) pairs.add(ours.per(count), bare.per(count));
  }
  return measured("opening the file and closing it", pairs, count * bench.sizes.rounds, std::nullopt);
}

}  // namespace payonce::bench
