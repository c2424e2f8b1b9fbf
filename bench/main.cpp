#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/measures.hpp"

// payonce_bench: the ledger beside the floor, in one run. It prints what it measured and judges nothing: how a machine and its
// neighbours are on a given day is no test.
namespace {

constexpr const char* help =
    "payonce_bench [--quick | --tiny] [--only NAME] [--cost] [--json] [--dir FOLDER] [--no-sync]\n"
    "\n"
    "  --quick        smaller sizes, no million payments\n"
    "  --tiny         a second: whether it works; its times say nothing\n"
    "  --only NAME    one of single, together, replays, openings, channel, reconcile, growth, statements, costs; may "
    "be repeated\n"
    "  --lines N      of statements: one file of so many lines, instead of 10,000, 100,000 and a million\n"
    "  --cost         what each promise costs: the same as --only costs\n"
    "  --json         one JSON object instead of a table\n"
    "  --dir FOLDER   where the files lie while it runs (default: the current folder, so that they lie on a disk)\n"
    "  --no-sync      without waiting for the disk: for counting instructions, as in\n"
    "                 valgrind --tool=callgrind payonce_bench --tiny --no-sync --only together\n";

using namespace payonce;
using namespace payonce::bench;

struct Options {
  Sizes sizes;
  bool json = false;
  bool durable = true;
  std::string folder = ".";
  std::vector<std::string> only;
  [[nodiscard]] bool wanted(const std::string& name, bool usually) const {
    for (const std::string& each : only) {
      if (each == name) return true;
    }
    return only.empty() && usually;
  }
};

using Job = std::function<std::vector<Measure>(Bench&)>;

std::vector<std::pair<std::string, Job>> jobs() {
  const auto alone = [](Measure (*measure)(Bench&)) {
    return [measure](Bench& bench) { return std::vector{measure(bench)}; };
  };
  return {{"single", [](Bench& bench) { return std::vector{balance_payments(bench, 1)}; }},
          {"together", [](Bench& bench) { return std::vector{balance_payments(bench, 100)}; }},
          {"replays", alone(replays)},
          {"openings", alone(openings)},
          {"channel", alone(channel_payments)},
          {"reconcile", reconciliation},
          {"growth", growth},
          {"statements", statement_files},
          {"costs", costs}};
}

int run(const Options& options) {
  for (const std::string& each : options.only) {
    const auto all = jobs();
    if (std::none_of(all.begin(), all.end(), [&](const auto& job) { return job.first == each; })) {
      std::fprintf(stderr, "payonce_bench: nothing here is called %s\n%s", each.c_str(), help);
      return 64;
    }
  }
  const Folder folder(options.folder);
  const std::unique_ptr<World> world = real_world();
  Bench bench{folder, *world, options.sizes, options.durable};
  std::vector<Measure> all;
  std::vector<Measure> prices;
  for (const auto& [name, job] : jobs()) {
    if (!options.wanted(name, name != "costs" && name != "statements")) continue;
    std::fprintf(stderr, "%s …\n", name.c_str());
    for (Measure& measure : job(bench)) (name == "costs" ? prices : all).push_back(std::move(measure));
  }
  if (options.json) {
    all.insert(all.end(), prices.begin(), prices.end());
    std::fputs(as_json(all).c_str(), stdout);
    return 0;
  }
  if (!all.empty()) std::fputs(as_table(all, "floor").c_str(), stdout);
  if (!prices.empty()) std::fputs(as_table(prices, "whole").c_str(), stdout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int at = 1; at < argc; ++at) {
    const std::string word = argv[at];
    const bool more = at + 1 < argc;
    if (word == "--quick") {
      options.sizes = Sizes::quick();
    } else if (word == "--tiny") {
      options.sizes = Sizes::tiny();
    } else if (word == "--json") {
      options.json = true;
    } else if (word == "--no-sync") {
      options.durable = false;
    } else if (word == "--cost") {
      options.only.emplace_back("costs");
    } else if (word == "--only" && more) {
      options.only.emplace_back(argv[++at]);
    } else if (word == "--lines" && more) {
      options.sizes.statements = {std::max(std::atoll(argv[++at]), 1000LL)};
    } else if (word == "--dir" && more) {
      options.folder = argv[++at];
    } else {
      std::fputs(help, word == "--help" ? stdout : stderr);
      return word == "--help" ? 0 : 64;
    }
  }
  try {
    return run(options);
  } catch (const std::exception& met) {
    std::fprintf(stderr, "payonce_bench: %s\n", met.what());
    return 70;
  }
}
