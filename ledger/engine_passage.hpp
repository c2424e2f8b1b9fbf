#pragma once

#include "ledger/channel/channel.hpp"
#include "ledger/layer.hpp"
#include "ledger/orders/operation.hpp"

/// What the engine does around the layers: small questions to the book and the list of channels. Not for layers.
namespace payonce {

/// Are the books of today open? What has happened already is booked in any case, what has not is asked here. Reads only.
Verdict dated(Tx& tx, Passage& pay);
/// Are the books open, and do the accounts of the draft cover it? Reads only.
Verdict covered(Tx& tx, Passage& pay);
/// Is the channel of the request one the ledger knows? Reads only.
Verdict known_channel(Tx& tx, Passage& pay);
/// The draft of a top-up, a transfer or an adjustment; answers where an account is unknown or of another currency, or where
/// an adjustment finds nothing to change.
Verdict drafted(Tx& tx, Passage& pay);
/// The same of what is booked beside payments; a step of a row is left in the passage.
Verdict drafted_booking(Tx& tx, Passage& pay);
[[nodiscard]] std::string fact_of_booking(const Request& request, const KeyHash& key);
/// What an order may have besides its amount.
struct OrderExtras {
  std::optional<std::int64_t> expires_at_ns = std::nullopt;
  std::optional<Money> tax = std::nullopt;
};
/// A new order, once: by a command or by a message.
Verdict create_order(Tx& tx, Passage& pay, const OrderId& number, const AccountId& buyer, const AccountId& payee,
                     const Money& due, const OrderExtras& extras = {});
/// May this cost be booked with goods that leave, under this fact? Behind their leaving only the one that was. Reads only.
Verdict takes_cost(Tx& tx, Passage& pay, const std::string& fact, const Money& cost, bool has_left);
/// Goods left: cost of sales / inventory, in the transaction that ships them.
void book_goods(Tx& tx, Passage& pay, const std::string& fact, const Money& cost);
/// The business key of the fact a request is about (product.md decision 5).
[[nodiscard]] std::string fact_of(const Request& request, const KeyHash& key);

/// What a channel is asked for by an operation.
[[nodiscard]] Movement movement_of(orders::OperationKind kind);

}  // namespace payonce
