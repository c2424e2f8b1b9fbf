#pragma once

#include "ledger/layer.hpp"
#include "ledger/store/store.hpp"

/// A token as the permit of a request on its way. Not for layers: the engine asks it behind the key and before everything else.
namespace payonce::token {

/// Passes where the request's token permits it; where not, answers why: unknown, another user's, for something else, used (and
/// for which voucher), expired. A token that this very key has taken permits it again: a retry goes on.
Verdict admit(Tx& tx, Passage& pay);

/// Takes the token that admit() found good. Called where the work is written, in its transaction.
void take(Tx& tx, const Passage& pay);

/// The claim of this key was given back, since nothing happened: the token is good again.
void give_back(Tx& tx, const KeyHash& key);

}  // namespace payonce::token
