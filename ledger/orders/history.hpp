#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ledger/store/store.hpp"

namespace payonce::orders {

/// One step in the life of an order, of the order itself or of something that belongs to it, or a voucher that no step names.
struct LifeStep {
  std::int64_t at_ns = 0;
  std::string machine;  // order, attempt, operation, refund, reservation, coupon_use, dispute, parcel, goods (that came
                        // back); "journal" for a voucher alone
  std::int64_t entity_id = 0;
  std::string
      which;  // the attempt's number, the operation, the refund's cause, the dispute's number …; empty for the order
  std::string from;                   // empty where it begins
  std::string to;                     // for a voucher alone, its kind
  std::optional<std::string> cause;   // why it was taken: pay, cancel, query …
  std::optional<std::string> source;  // of the evidence it rests on
  std::optional<std::string> said;    // and what that said
  std::optional<std::string> voucher;
};

/// The life of an order as its histories have it (ledger.md 2), oldest first. Nothing of it can be changed afterwards.
[[nodiscard]] std::vector<LifeStep> life_of(View& view, std::int64_t order_id);

/// One row of legal_step: what the file lets happen.
struct LegalStep {
  std::string machine;
  std::string from;
  std::string to;
};
[[nodiscard]] std::vector<LegalStep> legal_steps(View& view);

}  // namespace payonce::orders
