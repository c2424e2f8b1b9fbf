#pragma once

#include "ledger/layer.hpp"
#include "ledger/store/store.hpp"

/// What a request may need besides its key: a lease that is still held, a one-time token. Asked behind the key, so that a repeat
/// is told what it was told before. Not for layers.
namespace payonce {

/// The doors in front of the third layer, in the order the file asks for: the key and the permits, known channel, the window.
Verdict let_in(Tx& tx, Passage& pay);
/// Stores the answer with the work (idempotency_key::finish); or, where a laboratory stores it apart, only the claim.
void end(Tx& tx, Passage& pay);
/// Passes where every permit the request carries is good. What was begun under this key before goes on without being asked again.
Verdict permitted(Tx& tx, Passage& pay);
/// Takes the token with the work: where the answer is final, in the transaction that stores it.
void spend(Tx& tx, const Passage& pay);

}  // namespace payonce
