#pragma once

#include "scenarios/script/script.hpp"

namespace payonce::script_tests {

/// Words of the ledger as a caller would hand them in.
inline script::Vocabulary words() {
  return {{"paid", "already_paid", "in_progress", "later", "key_reused", "declined", "out_of_order", "refunded",
           "booked", "created", "cancelled", "outcome_unknown"},
          {"idempotency_key", "dedup_window", "state_machine", "unique_constraint", "reconciliation", "channel"},
          {"key.claim", "window.gate", "order.advance", "channel.charge", "book.tx", "key.finish", "reply.send"},
          {"channel.charge", "reply.send"},
          {},
          {"approve", "decline", "slow", "late", "lose", "twice", "down"},
          {"created", "paying", "paid", "cancelled"}};
}

/// An experiment of one actor and a channel, with these sections behind them, from line 6 on.
inline std::string experiment(const std::string& sections) {
  return "scenario s\nworld\n  acquirer bank\nactors\n  a: pay o1 key=k\n" + sections;
}

/// A story with these steps, in lines of their own from line 3 on.
inline std::string story(const std::string& steps) { return "scenario s\nsteps\n" + steps; }

}  // namespace payonce::script_tests
