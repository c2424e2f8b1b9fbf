#include <fmt/format.h>

#include "bench/bare.hpp"
#include "bench/measures.hpp"
#include "schema/checks.hpp"

namespace payonce::bench {
namespace {

/// A thousand to a commit: filling is not what is measured.
constexpr std::int64_t fill = 1000;

}  // namespace

std::vector<Measure> reconciliation(Bench& bench) {
  Shop shop(bench.folder / "reconciled.db", bench.world, {.durable = false});
  const std::int64_t orders = bench.sizes.reconciled;
  for (std::int64_t done = 0; done < orders; done += fill) {
    shop.pay_together(shop.order(std::min(fill, orders - done)), fill);
  }
  Bare bare(shop.path());
  std::vector<Measure> all;
  double peak = 0;
  Pairs whole;
  // Two rounds: the laws read every row, so that a second time tells whether the first one was disturbed.
  for (int round = 0; round < 2; ++round) {
    Spent ours_sum;
    Spent bare_sum;
    std::vector<Measure> each_law;
    reset_peak_memory();
    for (const Check& law : all_checks()) {
      std::int64_t findings = 0;
      const Spent ours = timed([&] {
        shop.ledger().store().reading(
            [&](View& view) { view.each_of(std::string(law.text), [&](const Row&) { ++findings; }); });
      });
      const Spent theirs = timed([&] { findings += bare.count_rows(std::string(law.text)); });
      if (findings != 0) throw std::runtime_error(fmt::format("bench: {} findings of {}", findings, law.name));
      ours_sum = {ours_sum.wall_us + ours.wall_us, ours_sum.cpu_us + ours.cpu_us};
      bare_sum = {bare_sum.wall_us + theirs.wall_us, bare_sum.cpu_us + theirs.cpu_us};
      each_law.push_back({.name = fmt::format("  law {}", law.name),
                          .operations = orders,
                          .ours = ours.per(orders),
                          .bare = theirs.per(orders),
                          .cpu_ratio = ours.cpu_us / theirs.cpu_us,
                          .wall_ratio = ours.wall_us / theirs.wall_us});
    }
    peak = peak_memory_mib();
    whole.add(ours_sum.per(orders), bare_sum.per(orders));
    all = std::move(each_law);
  }
  if (all.empty()) return all;
  const Spent ours = whole.our_median();
  all.insert(all.begin(), {.name = "reconciling, an order",
                           .operations = orders,
                           .ours = ours,
                           .bare = whole.bare_median(),
                           .cpu_ratio = whole.cpu_ratio(),
                           .wall_ratio = whole.wall_ratio(),
                           .note = fmt::format("{} orders: {:.2f} s, {} laws, peak {:.0f} MiB", orders,
                                               ours.wall_us * static_cast<double>(orders) / 1e6, all.size(), peak)});
  check_books(shop, {});
  return all;
}

}  // namespace payonce::bench
