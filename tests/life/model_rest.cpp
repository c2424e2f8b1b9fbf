#include "tests/life/model.hpp"

// What may be left when everything has come to light, and what a law may say meanwhile.
namespace payonce::life {

Wrong Model::at_rest(const Sight& sight, const std::vector<ChannelLine>& statement) const {
  std::set<std::string> moved;
  for (const ChannelLine& line : statement) moved.insert(line.reference);
  const auto left_open = [&](const auto& item) {
    return item.open() && !(item.review && !moved.contains(item.reference));
  };
  for (const Sight::Attempt& attempt : sight.attempts) {
    // What the channel knows nothing of, behind its memory for references, is left to a person and says so.
    if (left_open(attempt)) return attempt.reference + " is still open";
    if (attempt.status == "failed" && moved.contains(attempt.reference)) {
      return attempt.reference + " was charged, and nobody found out";
    }
    if (attempt.holding() && sight.orders.at(attempt.order).status != "paying") {
      return attempt.reference + " still holds money, for nothing";
    }
  }
  for (const Sight::Operation& operation : sight.operations) {
    if (left_open(operation)) return operation.reference + " is still open";
    if (operation.status == "failed" && moved.contains(operation.reference)) {
      return operation.reference + " was captured, and nobody found out";
    }
  }
  for (const Sight::Refund& refund : sight.refunds) {
    if (left_open(refund)) return refund.reference + " is still open";
  }
  return std::nullopt;
}

bool Model::explains(const std::string& finding) const {
  if (finding.starts_with("key_stuck")) return !in_doubt_.empty();
  if (finding.starts_with("hold_past_end")) return true;
  constexpr std::string_view twice = "order_paid_back_twice: ";
  if (finding.starts_with(twice)) return paid_back_twice(finding.substr(twice.size()));
  if (finding.starts_with("contradiction_open")) return in_vain_;
  if (finding.starts_with("refund_owed_and_refused")) return refused_returns_ > 0;
  return false;
}

}  // namespace payonce::life
