#pragma once

#include <cstdint>
#include <vector>

#include "ledger/world/step.hpp"
#include "scenarios/laboratory/choice.hpp"
#include "scenarios/laboratory/verdict.hpp"

namespace payonce::laboratory {

/// Every state that an experiment can come to, each once, and how one leads to another: what exploring leaves behind, and what all
/// counting, searching and showing is done on. Time never runs backwards in it: it has no circles.
struct Graph {
  using NodeId = std::uint32_t;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Edge {
    Choice choice;
    NodeId to = none;
    Step label = Step::reply_send;  // the first named point that was passed
    bool named = false;             // whether one was
  };
  struct Node {
    std::uint64_t state = 0;
    std::uint32_t leaf = none;  // of `leaves`, where the schedule ends here
    bool cut = false;           // the budget was over before it was looked at
    std::vector<Edge> edges;
  };

  std::vector<Node> nodes;  // the first is the beginning
  std::vector<Verdict> leaves;
  bool complete = true;     // no budget cut anything off
  std::uint64_t runs = 0;   // how often the play was begun
  std::uint64_t turns = 0;  // and how many turns were taken in all
};

}  // namespace payonce::laboratory
