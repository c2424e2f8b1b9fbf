#pragma once

#include "ledger/layer.hpp"
#include "ledger/store/store.hpp"

/// Fourth layer. One business fact, one voucher, for ever: the business key follows from the fact and is UNIQUE.
/// Stops: a second booking of the same fact by any path, whatever its key, its time or its channel of arrival.
/// Lets through: what is booked under another fact, and money that moved outside without being booked. Reconciliation stands
/// behind. Source: article A, scheme one; product.md decision 5.
namespace payonce::unique_constraint {

/// Is the fact booked? Then its voucher is the answer: already_paid, already_booked. Reads only; inside a write transaction
/// nobody can book it between this look and our own booking.
Verdict look(Tx& tx, Passage& pay);

/// Whether a fact is booked, without answering.
[[nodiscard]] bool stands(View& view, const Settings& settings, std::string_view fact);

/// Books the passage's draft, if there is one, and puts the number into the answer.
Verdict book(Tx& tx, Passage& pay);

}  // namespace payonce::unique_constraint
