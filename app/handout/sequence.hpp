#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ledger/values/text.hpp"
#include "scenarios/laboratory/trace.hpp"

namespace payonce::handout {

/// One turn of a schedule in the words that people read, the same whether it becomes a line of a table, an arrow of a diagram or a
/// step of a player.
struct Turn {
  std::size_t number = 0;  // from 1
  std::string time;        // "70.000": seconds of the experiment's clock
  std::size_t actor = 0;   // of Sequence::actors
  bool crash = false;
  bool named = false;                 // it passed named points of the product
  Text does;                          // these points, or its own step, or that it looks, or dies
  std::string step;                   // the actor's own step, as it is written
  bool ended = false;                 // that step came to its end here
  std::string told;                   // "paid by journal", or "" where nobody was told anything
  std::vector<std::string> changes;   // in short: what became of orders, keys, balances
  std::vector<std::string> channels;  // where something moved outside in this turn

  /// It did nothing that anybody could see.
  [[nodiscard]] bool looks() const { return !crash && !named && !ended && changes.empty(); }
};

/// A whole schedule as it is drawn (laboratory.md 5.4): terminal, Mermaid, SVG, slides and HTML are made from this alone.
struct Sequence {
  std::string id;
  std::string layers;
  std::vector<std::string> actors;
  std::vector<std::string> channels;  // that something moved at, in the order of their first move
  std::vector<Turn> turns;
  bool whole = false;  // it is the whole schedule, so that there is a verdict
  bool leaks = false;
  std::vector<std::string> harms;  // DOUBLE, …
  std::vector<Text> verdict;       // a sentence a harm; one alone where nothing leaked
  std::vector<Text> moved;         // "buy: in the book 2, wanted 1"
  std::vector<Text> blames;        // "ZOMBIE: order o9 ends paid, wanted cancelled"
  Text found;                      // what reconciliation says of it
};

[[nodiscard]] Sequence sequence_of(const laboratory::Trace& trace);

/// The lines that stand in an actor's column for its turn.
[[nodiscard]] std::vector<Text> lines_of(const Turn& turn);

}  // namespace payonce::handout
