#include "scenarios/laboratory/power.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "ledger/layers/reconciliation.hpp"
#include "ledger/store/turns.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/outcome.hpp"
#include "scenarios/player/stage.hpp"
#include "scenarios/player/vocabulary.hpp"
#include "scenarios/script/script.hpp"
#include "schema/queries/laboratory.hpp"

namespace payonce::laboratory {
namespace {

std::string order_of(std::uint32_t payment) { return "o" + std::to_string(payment); }

/// A shop with so many orders, each to be paid once.
script::Story shop_with(std::uint32_t payments) {
  std::string text =
      "scenario power\n  en \"Payments until the power fails\"\n  zh \"付款直到断电\"\n"
      "world\n  account alice CNY 100000.00\n  account shop CNY 0.00\n";
  for (std::uint32_t n = 1; n <= payments; ++n) {
    text += "  order " + order_of(n) + " buyer=alice payee=shop amount=100.00\n";
  }
  script::Script read = script::parse(text + "steps\n  reconcile => clean\n", player::vocabulary());
  invariant(read.errors.empty() && read.stories.size() == 1, "the shop of a power failure can be read");
  return std::move(read.stories.front());
}

struct Told {
  std::string order;
  std::size_t moment;  // of the tape: from here on its customer knows
};

/// What the product makes of a disk.
struct Found {
  bool damaged = false;
  std::set<std::string> laws;
  std::set<std::string> paid;
};

class Cutter {
 public:
  Cutter(const Writing& way, const PowerOptions& options)
      : options_(options), story_(shop_with(options.payments)), stage_(place(files_), story_) {
    cell_.way = way;
    files_.write_as(way);
  }

  PowerCell cut() {
    pay_all();
    for (std::size_t moment = 0; moment <= tape_.size() && !options_.broken_off(); ++moment) cut_at(moment);
    cell_.moments = tape_.size() + 1;
    cell_.disks = looked_at_.size();
    return std::move(cell_);
  }

 private:
  static player::Place place(MemoryFiles& files) {
    return {.folder = {}, .ledger = {.files = &files}, .acquirers = {.files = &files}};
  }

  void pay_all() {
    const auto wrong = stage_.set_up();
    invariant(!wrong, "the shop of a power failure can be set up");
    stage_.let_go();
    files_.record(&tape_);
    for (std::uint32_t n = 1; n <= options_.payments; ++n) {
      // The last one is paid behind a close, at which the log is moved into the file.
      if (n == options_.payments && n > 1) stage_.let_go();
      const Reply reply = stage_.hands().engine().ask({.verb = Verb::pay,
                                                       .tenant = *Tenant::parse("tenant", "main"),
                                                       .key = *IdempotencyKey::parse("key", "k" + std::to_string(n), 1),
                                                       .target = order_of(n)});
      invariant(reply.outcome == Outcome::paid, "each order of the shop is paid");
      told_.push_back({order_of(n), tape_.size()});
    }
    stage_.let_go();
    files_.record(nullptr);
  }

  void cut_at(std::size_t moment) {
    using Kind = Survivors::Kind;
    judge(moment, {Kind::nothing});
    judge(moment, {Kind::everything});
    judge(moment, {Kind::torn});
    const std::vector<std::string> waiting = tape_.waiting(moment);
    if (waiting.empty()) return;  // nothing is left to chance
    if (waiting.size() > 1) {
      for (const std::string& name : waiting) judge(moment, {Kind::one_file, name});
    }
    for (std::uint32_t n = 0; n < options_.draws; ++n) {
      judge(moment, {Kind::drawn, {}, folded(folded(options_.seed, moment), std::uint64_t{n})});
    }
  }

  void judge(std::size_t moment, const Survivors& survivors) {
    const auto disk = tape_.disk(moment, survivors);
    const auto [place, fresh] = looked_at_.try_emplace(content_of(*disk));
    if (fresh) place->second = look(*disk);
    const Found& found = place->second;
    const bool lost = std::any_of(told_.begin(), told_.end(), [&](const Told& one) {
      return one.moment <= moment && !found.paid.contains(one.order);
    });
    ++cell_.cuts;
    if (found.damaged) ++cell_.damaged;
    if (lost) ++cell_.lost;
    if (lost && survivors.kind == Survivors::Kind::nothing) ++cell_.lost_to_strictest;
    if (!found.laws.empty()) ++cell_.unlawful;
    cell_.laws.insert(found.laws.begin(), found.laws.end());
  }

  Found look(const MemoryFiles::Image& disk) {
    Found found;
    MemoryFiles later;
    later.copy_from(disk);
    later.write_as(cell_.way);
    const std::filesystem::path name = "ledger.db";
    if (!later.has(name.string())) return {.damaged = true, .laws = {}, .paid = {}};
    try {
      auto opened = Ledger::open(name, {.files = &later});
      if (!opened) return {.damaged = true, .laws = {}, .paid = {}};
      Ledger ledger = std::move(opened).value();
      Store& store = ledger.store();
      std::vector<reconciliation::Law> laws;
      store.reading([&](View& view) {
        for (std::uint32_t n = 1; n <= options_.payments; ++n) {
          const std::string order = order_of(n);
          (void)view.one(sql::laboratory::payments_of_order{.number = order}, [&](const Row& row) {
            if (row.integer(0) == 1) found.paid.insert(order);
          });
        }
        laws = reconciliation::judge_deeply(view);
      });
      // A whole file holds the rows of one of a few moments, and its laws are asked once for each.
      const auto [place, fresh] = lawful_.try_emplace(store.content());
      if (fresh) place->second = store.reading([](View& view) { return reconciliation::judge(view); });
      laws.insert(laws.end(), place->second.begin(), place->second.end());
      for (const reconciliation::Law& law : laws) {
        if (law.judged && law.broken == 0) continue;
        law.name == "file_damaged" ? void(found.damaged = true) : void(found.laws.insert(law.name));
      }
    } catch (const StorageTrouble&) {
      found.damaged = true;  // it can be opened, and not be read
    } catch (const Broken&) {
      found.damaged = true;  // it can be read, and holds what no program wrote
    }
    return found;
  }

  const PowerOptions& options_;
  const script::Story story_;
  MemoryFiles files_;
  player::Stage stage_;
  DiskTape tape_;
  std::vector<Told> told_;
  std::map<std::uint64_t, Found> looked_at_;
  std::map<std::uint64_t, std::vector<reconciliation::Law>> lawful_;  // by what the rows of a file say
  PowerCell cell_;
};

}  // namespace

PowerCell cut_everywhere(const Writing& way, const PowerOptions& options) { return Cutter(way, options).cut(); }

std::vector<PowerCell> power_table(const PowerOptions& options) {
  std::vector<PowerCell> cells;
  for (const std::string_view journal : journal_modes) {
    for (const std::string_view synchronous : synchronous_modes) cells.push_back({.way = {journal, synchronous}});
  }
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    for (std::size_t at = next.fetch_add(1); at < cells.size(); at = next.fetch_add(1)) {
      try {
        cells[at] = cut_everywhere(cells[at].way, options);
        const std::lock_guard lock(mutex);
        options.one_more();
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next.store(cells.size());
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < options.threads; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  return cells;
}

Writing shipped_way() {
  MemoryFiles files;
  VirtualWorld world;
  const auto made = Ledger::create("ledger.db", world, {.store = {.files = &files}});
  invariant(made.has_value(), "a ledger can be made in memory");
  return *files.last_opened();
}

}  // namespace payonce::laboratory
