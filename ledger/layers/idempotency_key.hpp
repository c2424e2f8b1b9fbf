#pragma once

#include "ledger/layer.hpp"
#include "ledger/store/store.hpp"

/// First layer. One intent, one key: the first answer is stored with it and given again, byte for byte.
/// Stops: every repeat that carries its key, also while the first is under way, also with other content (refused).
/// Lets through: the same wish under another key. The state machine and the unique constraint stand behind.
/// Source: idempotency.md R5-R23; article A, "Idempotency-Key".
namespace payonce::idempotency_key {

/// Looks the key up. New: passes. Done: replays. Another request's: refused, told before "in progress". Held by a living lease:
/// in progress. Held by a dead one, or left open: taken over, with a higher fence. Writes only where it takes over.
Verdict claim(Tx& tx, Passage& pay);

/// Replays a stored answer without asking for the right to write, so that repeats wait for no writer. False for everything
/// else, also where only claim() can say why: nothing is told and nothing is noted then.
[[nodiscard]] bool recall(View& view, Passage& pay);

/// What claim() would say now, without writing: a laboratory's naive layer looks first, in a transaction of its own, and claims in
/// another. Passes also for a key that nobody holds any longer, which whoever claims takes over (and marks the passage as resumed).
Verdict look(View& view, Passage& pay);

/// Writes the claim of a new key, with a lease, to be committed before the call outside.
void reserve(Tx& tx, Passage& pay);

/// Takes over, for a completer, a key that was left open or whose lease is dead; answers (in progress) where it is alive.
/// `by_operator` also takes a key that was given up after too many tries.
Verdict take_over(Tx& tx, Passage& pay, bool by_operator);

/// Still mine? Throws ClaimLost where somebody has taken over. Called first in every phase that writes under a claim.
void hold(Tx& tx, const Passage& pay);
/// The holder is alive: moves the lease on. False where somebody has taken over.
[[nodiscard]] bool extend(Tx& tx, const Passage& pay);

/// What this answer means for its key: `keeping` of its outcome, unless a laboratory file stores more.
[[nodiscard]] Keeping keeping_of(const Passage& pay);

/// Stores the answer in this transaction, or gives the claim back, or leaves the key open, as the outcome demands (R13).
/// Throws ClaimLost where somebody has taken over.
void finish(Tx& tx, Passage& pay);

}  // namespace payonce::idempotency_key
