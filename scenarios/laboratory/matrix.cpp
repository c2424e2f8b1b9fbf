#include "scenarios/laboratory/matrix.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace payonce::laboratory {
namespace {

struct Place {
  std::size_t row;
  std::size_t cell;
};

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
  std::vector<Place> places;
  for (std::size_t row = 0; row < stories.size(); ++row) {
    rows.push_back({.story = stories[row], .cells = {}, .guards = {}});
    for (const LayerSet& set : layer_sets_for(*stories[row], options.naive)) {
      places.push_back({row, rows[row].cells.size()});
      rows[row].cells.push_back({.layers = set, .tally = {}});
    }
  }
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    for (;;) {
      const std::size_t at = next.fetch_add(1);
      if (at >= places.size()) return;
      try {
        if (options.broken_off()) return;
        const auto [row, column] = places[at];
        Cell& cell = rows[row].cells[column];
        Play play(*stories[row], cell.layers, options.grain);
        const Graph graph = explore(play, options.budget);
        cell = cell_of(cell.layers, graph);
        if (options.looked) options.looked(row, column, cell, play, graph);
        const std::lock_guard lock(mutex);
        options.one_more();
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next.store(places.size());
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
