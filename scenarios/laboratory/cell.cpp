#include "scenarios/laboratory/cell.hpp"

#include <algorithm>
#include <set>

namespace payonce::laboratory {
namespace {

constexpr unsigned channel_bit = 1u << LayerSet::letters.size();

std::string letters_of(unsigned mask) {
  std::string text;
  for (std::size_t i = 0; i < LayerSet::letters.size(); ++i) {
    if ((mask >> i & 1u) != 0) text += LayerSet::letters[i];
  }
  if ((mask & channel_bit) != 0) text += 'X';
  return text;
}

bool on_and_off_alone(const LayerSet& set) {
  return std::none_of(set.layers.begin(), set.layers.end(), [](auto one) { return one == script::Setting::naive; });
}

/// Those of `good` that contain no other of them.
std::vector<unsigned> smallest(const std::vector<unsigned>& good) {
  std::vector<unsigned> least;
  std::copy_if(good.begin(), good.end(), std::back_inserter(least), [&](unsigned set) {
    return std::none_of(good.begin(), good.end(),
                        [&](unsigned other) { return other != set && (other & set) == other; });
  });
  // Few layers first, then in the order a payment meets them.
  std::sort(least.begin(), least.end(), [](unsigned left, unsigned right) {
    const int a = __builtin_popcount(left);
    const int b = __builtin_popcount(right);
    return a != b ? a < b : left < right;
  });
  return least;
}

}  // namespace

Cell cell_of(const LayerSet& layers, const Graph& graph) {
  Cell cell{.layers = layers, .tally = tally(graph), .states = graph.nodes.size(), .turns = graph.turns};
  const bool leaks = !cell.tally.leaking.zero();
  // Where the program met a mistake of its own nobody was harmed yet, and nobody can say that nothing leaks either.
  const bool mistaken = std::any_of(graph.leaves.begin(), graph.leaves.end(), [](const Verdict& one) {
    return std::find(one.findings.begin(), one.findings.end(), "broken") != one.findings.end();
  });
  const bool seen = graph.complete && !mistaken;
  cell.answer = leaks ? Cell::Answer::leaks : seen ? Cell::Answer::safe : Cell::Answer::unknown;
  cell.all_found = leaks && graph.complete && cell.tally.unseen_by_reconciliation.zero();
  return cell;
}

Cell look_at(const script::Story& story, const LayerSet& layers, Grain grain, const Budget& budget) {
  Play play(story, layers, grain);
  return cell_of(layers, explore(play, budget));
}

std::vector<std::string> guards_of(const std::vector<Cell>& cells) {
  std::vector<unsigned> safe;
  std::vector<unsigned> found;
  // The channel's memory is one of the letters where somebody looked at what is without it.
  const bool channel = std::any_of(cells.begin(), cells.end(),
                                   [](const Cell& cell) { return cell.layers.channel_memory != script::Setting::on; });
  for (const Cell& cell : cells) {
    if (!on_and_off_alone(cell.layers)) continue;
    const bool remembers = cell.layers.channel_memory == script::Setting::on;
    const unsigned mask = cell.layers.mask() | (channel && remembers ? channel_bit : 0u);
    if (cell.answer == Cell::Answer::safe) safe.push_back(mask);
    if (cell.all_found) found.push_back(mask);
  }
  std::vector<std::string> guards;
  for (const unsigned mask : smallest(safe)) guards.push_back(letters_of(mask));
  if (!guards.empty()) return guards;
  for (const unsigned mask : smallest(found)) guards.push_back(letters_of(mask) + "R");
  return guards;
}

std::string cures_of(const std::vector<Cell>& cells, const LayerSet& layers) {
  std::vector<Cell> safe;
  for (const Cell& cell : cells) {
    const bool more =
        cell.layers.channel_memory == layers.channel_memory && (cell.layers.mask() & layers.mask()) == layers.mask();
    if (more && cell.answer == Cell::Answer::safe) safe.push_back(cell);
  }
  std::set<std::string> added;
  for (const std::string& set : guards_of(safe)) {
    std::string letters;
    for (const char letter : set) {
      const std::size_t at = LayerSet::letters.find(letter);
      if (at == std::string_view::npos || layers.on(at)) continue;
      letters += (letters.empty() ? "" : "+") + std::string(1, letter);
    }
    added.insert(letters);
  }
  std::string text;
  for (const std::string& one : added) text += (text.empty() ? "" : " | ") + one;
  return text;
}

std::string spelled(const std::vector<std::string>& guards) {
  if (guards.empty()) return "none";
  if (guards.size() == 1 && guards.front().empty()) return "nothing needed";
  std::string text;
  for (const std::string& one : guards) {
    if (!text.empty()) text += " | ";
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (i != 0) text += '+';
      text += one[i];
    }
  }
  return text;
}

}  // namespace payonce::laboratory
