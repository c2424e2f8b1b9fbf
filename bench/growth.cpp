#include <fmt/format.h>

#include <algorithm>

#include "bench/floor.hpp"
#include "bench/measures.hpp"

namespace payonce::bench {
namespace {

constexpr std::int64_t fill = 1000;

/// What a payment costs in a file of this size, beside the floor in a copy of it.
void measure_here(Bench& bench, Shop& shop, std::int64_t size, std::vector<Measure>& all) {
  const auto floor_path = shop.copy(fmt::format(".floor-{}", size));
  {
    Floor floor(floor_path, balance_payment(), bench.durable);
    Bare reader(shop.path(), Bare::Pragmas::reader);
    for (const std::int64_t to_a_commit : {std::int64_t{1}, std::int64_t{100}}) {
      const std::int64_t count = to_a_commit == 1 ? bench.sizes.single : bench.sizes.together;
      Pairs pairs;
      for (std::int64_t round = 0; round <= bench.sizes.rounds; ++round) {
        const auto requests = shop.order(count);
        // The floor needs the new orders too; they are copied by hand.
        const std::int64_t last = shop.last_voucher();
        const Spent ours =
            timed([&] { to_a_commit == 1 ? shop.pay(requests) : shop.pay_together(requests, to_a_commit); });
        floor.take_orders(reader);
        floor.learn(reader, last + 1, last + count);
        const Spent bare = timed([&] { floor.pay(to_a_commit); });
        if (round > 0) pairs.add(ours.per(count), bare.per(count));
      }
      all.push_back({.name = fmt::format("behind {} payments, {} to a commit", size, to_a_commit),
                     .operations = count * bench.sizes.rounds,
                     .ours = pairs.our_median(),
                     .bare = pairs.bare_median(),
                     .cpu_ratio = pairs.cpu_ratio(),
                     .wall_ratio = pairs.wall_ratio(),
                     .goal = 2.0});
    }
  }
  std::filesystem::remove(floor_path);
}

}  // namespace

std::vector<Measure> growth(Bench& bench) {
  const std::filesystem::path path = bench.folder / "growth.db";
  std::vector<Measure> all;
  std::int64_t paid = Shop(path, bench.world, {.durable = false}).orders();
  for (const std::int64_t size : bench.sizes.growth) {
    {
      Shop shop(path, bench.world, false, paid);
      while (paid < size) {
        const std::int64_t part = std::min(fill, size - paid);
        shop.pay_together(shop.order(part), fill);
        paid += part;
      }
    }
    Shop shop(path, bench.world, bench.durable, paid);
    measure_here(bench, shop, size, all);
    paid += (bench.sizes.rounds + 1) * (bench.sizes.single + bench.sizes.together);
  }
  Shop shop(path, bench.world, false, paid);
  check_books(shop, {});
  return all;
}

}  // namespace payonce::bench
