#include "scenarios/laboratory/matrix.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>

namespace payonce::laboratory {
namespace {

/// Cells of one row that one play can be, one behind the other.
struct Batch {
  std::size_t row;
  std::vector<std::size_t> cells;
};

/// What a play cannot change: the rules of the file, and the channels.
auto fixed(const LayerSet& set) { return std::tuple(set.layers[2], set.layers[3], set.channel_memory); }

}  // namespace

bool asks_for_channel(const script::Story& story) {
  if (story.world.acquirers.empty() || !story.experiment) return false;
  const auto& expects = story.experiment->expects;
  return std::any_of(expects.begin(), expects.end(), [](const script::Expected& one) {
    return one.kind == script::Expected::Kind::guards &&
           std::any_of(one.guards.begin(), one.guards.end(),
                       [](const std::string& set) { return set.find('X') != std::string::npos; });
  });
}

std::vector<LayerSet> layer_sets_for(const script::Story& story, bool naive) {
  return every_layer_set(naive, asks_for_channel(story));
}

std::vector<MatrixRow> matrix(const std::vector<const script::Story*>& stories, const MatrixOptions& options) {
  std::vector<MatrixRow> rows;
  std::vector<Batch> batches;
  for (std::size_t row = 0; row < stories.size(); ++row) {
    rows.push_back({.story = stories[row], .cells = {}, .guards = {}});
    std::map<decltype(fixed(LayerSet{})), std::vector<std::size_t>> together;
    for (const LayerSet& set : layer_sets_for(*stories[row], options.naive)) {
      together[fixed(set)].push_back(rows[row].cells.size());
      rows[row].cells.push_back({.layers = set, .tally = {}});
    }
    for (auto& [what, cells] : together) batches.push_back({row, std::move(cells)});
  }
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    for (;;) {
      const std::size_t at = next.fetch_add(1);
      if (at >= batches.size()) return;
      const Batch& batch = batches[at];
      try {
        std::optional<Play> play;
        for (const std::size_t column : batch.cells) {
          if (options.broken_off()) return;
          Cell& cell = rows[batch.row].cells[column];
          play ? play->become(cell.layers) : (void)play.emplace(*stories[batch.row], cell.layers, options.grain);
          const Graph graph = explore(*play, options.budget);
          cell = cell_of(cell.layers, graph);
          if (options.looked) options.looked(batch.row, column, cell, *play, graph);
          const std::lock_guard lock(mutex);
          options.one_more();
        }
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next.store(batches.size());
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < options.threads; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  for (MatrixRow& row : rows) row.guards = guards_of(row.cells);
  return rows;
}

}  // namespace payonce::laboratory
