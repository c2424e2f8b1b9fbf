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

/// By a bit a layer: the sets that are good, and those of which nobody knows whether they are.
struct Sets {
  std::vector<unsigned> good;
  std::vector<unsigned> open;
};

bool contains_one_of(unsigned set, const std::vector<unsigned>& sets) {
  return std::any_of(sets.begin(), sets.end(), [&](unsigned other) { return other != set && (other & set) == other; });
}

/// Those that are good and contain no other that is, or that might be. It is not known that these are all where one that might be
/// good contains none that is.
Guards smallest(const Sets& sets, const std::string& behind) {
  std::vector<unsigned> least;
  std::copy_if(sets.good.begin(), sets.good.end(), std::back_inserter(least),
               [&](unsigned set) { return !contains_one_of(set, sets.good) && !contains_one_of(set, sets.open); });
  // Few layers first, then in the order a payment meets them.
  std::sort(least.begin(), least.end(), [](unsigned left, unsigned right) {
    const int a = __builtin_popcount(left);
    const int b = __builtin_popcount(right);
    return a != b ? a < b : left < right;
  });
  Guards guards;
  for (const unsigned set : least) guards.sets.push_back(letters_of(set) + behind);
  guards.known =
      std::all_of(sets.open.begin(), sets.open.end(), [&](unsigned set) { return contains_one_of(set, sets.good); });
  return guards;
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

bool seen_whole(const Cell& cell) {
  return cell.answer == Cell::Answer::safe || (cell.answer == Cell::Answer::leaks && cell.tally.complete);
}

Guards guards_of(const std::vector<Cell>& cells) {
  Sets safe;
  Sets found;
  // The channel's memory is one of the letters where somebody looked at what is without it.
  const bool channel = std::any_of(cells.begin(), cells.end(),
                                   [](const Cell& cell) { return cell.layers.channel_memory != script::Setting::on; });
  for (const Cell& cell : cells) {
    if (!on_and_off_alone(cell.layers)) continue;
    const bool remembers = cell.layers.channel_memory == script::Setting::on;
    const unsigned mask = cell.layers.mask() | (channel && remembers ? channel_bit : 0u);
    if (cell.answer == Cell::Answer::safe) safe.good.push_back(mask);
    if (cell.answer == Cell::Answer::unknown) safe.open.push_back(mask);
    if (cell.all_found) found.good.push_back(mask);
    if (!seen_whole(cell) && cell.tally.unseen_by_reconciliation.zero()) found.open.push_back(mask);
  }
  // Reconciliation is asked only where it is known that nothing else stops it.
  const bool stopped = !safe.good.empty() || !safe.open.empty();
  return smallest(stopped ? safe : found, stopped ? "" : "R");
}

std::optional<bool> leaks_with_more(const std::vector<Cell>& cells) {
  using enum Cell::Answer;
  const auto more = [](const LayerSet& larger, const LayerSet& set) {
    const bool remembers = larger.channel_memory == set.channel_memory || larger.channel_memory == script::Setting::on;
    return remembers && larger != set && on_and_off_alone(larger) && (larger.mask() & set.mask()) == set.mask();
  };
  bool maybe = false;
  for (const Cell& fewer : cells) {
    if (fewer.answer == leaks || !on_and_off_alone(fewer.layers)) continue;
    for (const Cell& larger : cells) {
      if (larger.answer == safe || !more(larger.layers, fewer.layers)) continue;
      if (fewer.answer == safe && larger.answer == leaks) return true;
      maybe = true;
    }
  }
  return maybe ? std::nullopt : std::optional(false);
}

std::string cures_of(const std::vector<Cell>& cells, const LayerSet& layers) {
  std::vector<Cell> further;
  for (const Cell& cell : cells) {
    const bool more =
        cell.layers.channel_memory == layers.channel_memory && (cell.layers.mask() & layers.mask()) == layers.mask();
    if (more && cell.answer != Cell::Answer::leaks) further.push_back(cell);
  }
  const Guards cures = guards_of(further);
  std::set<std::string> added;
  for (const std::string& set : cures.sets) {
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
  if (cures.known) return text;
  return text.empty() ? std::string(unknown_word) : text + " | ?";
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

std::string spelled(const Guards& guards) {
  if (guards.known) return spelled(guards.sets);
  return guards.sets.empty() ? std::string(unknown_word) : spelled(guards.sets) + " | ?";
}

}  // namespace payonce::laboratory
