#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "bench/measures.hpp"
#include "ledger/layers/reconciliation_matching.hpp"
#include "ledger/values/duration.hpp"

// A channel's file against the book: stored, compared, compared again, and a hundredth more behind it.
namespace payonce::bench {
namespace {

constexpr std::string_view map_text =
    "payonce map 1\ndecimal = point\nzone = UTC\ndate = yyyy-MM-dd HH:mm:ss\ncurrency = CNY\ncolumn.time = time\n"
    "column.channel_id = id\ncolumn.our_id = ref\ncolumn.kind = kind\ncolumn.gross = amount\nkind.sale = sale\n";

/// One row in so many is wrong: another amount, or none at all.
constexpr std::int64_t wrong_every = 1000;

void pay_by_channel(Shop& shop, std::int64_t count) {
  constexpr std::int64_t part = 1000;
  for (std::int64_t done = 0; done < count; done += part) shop.pay(shop.order(std::min(part, count - done), true));
}

/// Every payment behind the mark as its channel would list it. Gives how many breaks were planted.
std::int64_t write_file(Shop& shop, const std::filesystem::path& path, std::int64_t behind, const std::string& day) {
  std::ofstream out(path, std::ios::binary);
  out << "id,ref,time,kind,amount\n";
  std::int64_t planted = 0;
  std::int64_t n = 0;
  shop.ledger().store().reading([&](View& view) {
    const std::string text = "SELECT channel_txn, reference, amount FROM attempt WHERE attempt_id > " +
                             std::to_string(behind) + " ORDER BY attempt_id";
    view.each_of(text, [&](const Row& row) {
      const bool wrong = ++n % wrong_every == 0;
      planted += wrong ? 1 : 0;
      if (wrong && n % (2 * wrong_every) == 0) return;
      const std::int64_t minor = row.integer(2) + (wrong ? 1 : 0);
      out << row.text(0) << ',' << row.text(1) << ',' << day << " 12:00:00,sale,"
          << fmt::format("{}.{:02}", minor / 100, minor % 100) << '\n';
    });
  });
  return planted;
}

struct Desk {
  Bench& bench;
  Shop& shop;
  std::int64_t size;
  std::vector<Measure>& all;
  std::int64_t planted = 0;

  void import(const std::filesystem::path& path, std::int64_t lines, const std::string& first_day) {
    std::istringstream map_in{std::string(map_text)};
    const auto map = must(statements::FieldMap::parse(map_in));
    std::ifstream in(path, std::ios::binary);
    const auto from = statements::DatePattern::parse("yyyy-MM-dd")->read(first_day);
    reset_peak_memory();
    const Spent spent = timed([&] {
      const auto stored = reconciliation::import(
          shop.ledger().store(), bench.world,
          {.in = in, .name = path.filename(), .channel = "quick", .map = &map, .from = from->day, .actor = "bench"});
      if (!stored.trusted) throw std::runtime_error("bench: the file is not trusted");
    });
    tell("import", spent, lines);
  }

  void match(const std::string& what, std::int64_t lines) {
    reset_peak_memory();
    std::int64_t found = 0;
    const Spent spent = timed([&] {
      const auto sheet = reconciliation::match(shop.ledger().store(), bench.world,
                                               {.channel = "quick", .grace_days = 0, .actor = "bench", .at_most = 0});
      found = sheet->break_count;
      for (const reconciliation::Figure& figure : sheet->figures) {
        if (figure.name == "unexplained" && figure.amount != 0)
          throw std::runtime_error("bench: something is unexplained");
      }
    });
    if (found != planted) throw std::runtime_error(fmt::format("bench: {} breaks of {}", found, planted));
    tell(what, spent, lines);
  }

  void tell(const std::string& what, const Spent& spent, std::int64_t lines) {
    all.push_back({.name = fmt::format("{} lines: {}", size, what),
                   .operations = lines,
                   .ours = spent.per(lines),
                   .note = fmt::format("{:.2f} s, peak {:.0f} MiB", spent.wall_us / 1e6, peak_memory_mib())});
  }
};

}  // namespace

std::vector<Measure> statement_files(Bench& bench) {
  std::vector<Measure> all;
  for (const std::int64_t size : bench.sizes.statements) {
    Shop shop(bench.folder / fmt::format("statements-{}.db", size), bench.world, {.durable = false});
    Desk desk{bench, shop, size, all};
    const std::string today = iso_date(bench.world.wall_ns());
    pay_by_channel(shop, size);
    const auto first = bench.folder / "first.csv";
    desk.planted = write_file(shop, first, 0, today);
    desk.import(first, size, today);
    desk.match("compare", size);
    desk.match("compare again", size);
    const std::int64_t more = std::max<std::int64_t>(size / 100, 1);
    pay_by_channel(shop, more);
    const auto second = bench.folder / "second.csv";
    desk.planted += write_file(shop, second, size, today);
    desk.import(second, more, iso_date(bench.world.wall_ns() - days(1).ns));
    desk.match("compare a hundredth more", more);
  }
  return all;
}

}  // namespace payonce::bench
