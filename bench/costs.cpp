#include <fmt/format.h>

#include <memory>

#include "bench/bare.hpp"
#include "bench/measures.hpp"
#include "ledger/fingerprint.hpp"
#include "ledger/journal/seal.hpp"

namespace payonce::bench {
namespace {

/// A promise, and the SQL that takes it out of a file.
struct Promise {
  std::string name;
  std::string without;
};

std::string drop(std::initializer_list<const char*> triggers) {
  std::string sql;
  for (const char* trigger : triggers) sql += fmt::format("DROP TRIGGER {};", trigger);
  return sql;
}

/// Takes the words out of the stored schema: there is no statement that drops a foreign key.
std::string without_foreign_keys() {
  std::string sql = "sql";
  for (const char* words :
       {" DEFERRABLE INITIALLY DEFERRED", " REFERENCES currency (code)", " REFERENCES account (account_id)",
        " REFERENCES series (series)", " REFERENCES voucher (voucher_id)", " REFERENCES orders (order_id)",
        " REFERENCES attempt (attempt_id)", " REFERENCES channel (name)"}) {
    sql = fmt::format("replace({}, '{}', '')", sql, words);
  }
  return fmt::format(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = {} WHERE type = 'table';"
      "PRAGMA writable_schema = RESET; VACUUM",
      sql);
}

std::vector<Promise> promises() {
  return {{"nothing (the noise)", ""},
          {"the seal: complete and balanced at its voucher", drop({"voucher_seals"})},
          {"an entry follows from its account", drop({"entry_follows"})},
          {"a balance follows its entries", drop({"balance_follows_entries"})},
          {"numbers without gaps", drop({"series_counts_vouchers"})},
          {"orders step legally and keep their terms", drop({"orders_step_legally", "orders_keep_their_terms"})},
          {"REPLACE rewrites no voucher, no key", drop({"voucher_business_key_is_new", "idempotency_key_is_new"})},
          {"append-only guards (no change, no delete)",
           drop({"entry_is_never_changed", "entry_is_kept", "voucher_is_never_changed", "voucher_is_kept",
                 "balance_is_kept", "series_is_kept", "orders_are_kept"})},
          {"a payment and its order name each other", drop({"orders_await_their_voucher", "voucher_pays_its_order"})},
          {"foreign keys", without_foreign_keys()},
          {"all of these triggers together",
           drop({"voucher_seals", "entry_follows", "balance_follows_entries", "series_counts_vouchers",
                 "orders_step_legally", "orders_keep_their_terms", "voucher_business_key_is_new",
                 "idempotency_key_is_new", "entry_is_never_changed", "entry_is_kept", "voucher_is_never_changed",
                 "voucher_is_kept", "balance_is_kept", "series_is_kept", "orders_are_kept",
                 "orders_await_their_voucher", "voucher_pays_its_order"})}};
}

struct Variant {
  std::unique_ptr<Shop> shop;
  std::vector<double> cpu;
  Pairs against_whole;
};

/// What is computed beside SQL, measured by itself.
Measure computed(Bench& bench, const std::string& name, const Pairs& whole,
                 const std::function<void(const Request&)>& work, Shop& shop) {
  const auto requests = shop.order(bench.sizes.together);
  std::vector<double> cpu;
  for (std::int64_t round = 0; round < bench.sizes.rounds; ++round) {
    cpu.push_back(timed([&] {
                    for (const Request& request : requests) work(request);
                  })
                      .per(bench.sizes.together)
                      .cpu_us);
  }
  const Spent all = whole.bare_median();
  const double cost = median(cpu);
  return {.name = name,
          .operations = bench.sizes.together * bench.sizes.rounds,
          .ours = {all.wall_us - cost, all.cpu_us - cost},
          .bare = all,
          .cpu_ratio = (all.cpu_us - cost) / all.cpu_us,
          .wall_ratio = (all.wall_us - cost) / all.wall_us,
          .note = fmt::format("costs {:.2f} us, measured by itself", cost)};
}

}  // namespace

std::vector<Measure> costs(Bench& bench) {
  const std::filesystem::path path = bench.folder / "costs.db";
  { const Shop made(path, bench.world, {.durable = false}); }
  std::vector<Variant> variants;
  Shop whole(path, bench.world, bench.durable, 1);
  for (const Promise& promise : promises()) {
    const auto copy = whole.copy(fmt::format(".{}", variants.size()));
    if (!promise.without.empty()) Bare(copy, Bare::Pragmas::reader).run(promise.without);
    variants.push_back({std::make_unique<Shop>(copy, bench.world, bench.durable, 1), {}, {}});
  }
  const std::int64_t count = bench.sizes.together;
  const auto round_of = [&](Shop& shop) {
    const auto requests = shop.order(count);
    return timed([&] { shop.pay_together(requests, 100); }).per(count);
  };
  for (std::int64_t round = 0; round <= bench.sizes.rounds; ++round) {
    const Spent all = round_of(whole);
    for (Variant& variant : variants) {
      const Spent without = round_of(*variant.shop);
      if (round > 0) variant.against_whole.add(without, all);
    }
  }
  std::vector<Measure> measures;
  for (std::size_t at = 0; at < variants.size(); ++at) {
    const Pairs& pairs = variants[at].against_whole;
    const double cost = pairs.bare_median().cpu_us * (1 - pairs.cpu_ratio());
    measures.push_back({.name = "without: " + promises()[at].name,
                        .operations = count * bench.sizes.rounds,
                        .ours = pairs.our_median(),
                        .bare = pairs.bare_median(),
                        .cpu_ratio = pairs.cpu_ratio(),
                        .wall_ratio = pairs.wall_ratio(),
                        .note = fmt::format("costs {:.2f} us of CPU", cost)});
  }
  const Pairs& pairs = variants[0].against_whole;
  std::uint64_t kept = 0;  // so that nothing computed here can be left out by the compiler
  measures.push_back(computed(
      bench, "without: key hash and fingerprint", pairs,
      [&](const Request& request) {
        kept += key_hash(request.tenant.text(), request.key.text())[0];
        kept += fingerprint(whole.ledger().secret(), request)[0];
      },
      whole));
  const Digest previous{};
  measures.push_back(computed(
      bench, "without: the hash chain's digest", pairs,
      [&](const Request& request) {
        const journal::SealedLine line{7, "CNY", "debit", 12345, 3, 12345, 678};
        const journal::SealedHead head{.voucher_id = 9,
                                       .kind = "pay",
                                       .series = "PAY-2026",
                                       .seq = 9,
                                       .business_key = request.target,
                                       .order_id = 9,
                                       .business_date = "2026-01-31",
                                       .recorded_at_ns = 1};
        kept += journal::seal(previous, head, std::array{line, line})[0];
      },
      whole));
  if (kept == 0) throw std::runtime_error("bench: digests are not all zero");
  return measures;
}

}  // namespace payonce::bench
