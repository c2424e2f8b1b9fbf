#include <algorithm>

#include "ledger/values/duration.hpp"
#include "tests/life/model.hpp"

// What may be left when everything has come to light, and what a law may say meanwhile.
namespace payonce::life {
namespace {

constexpr std::int64_t lease_ns = seconds(30).ns;  // as a new ledger has it

}  // namespace

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

void Model::left_behind(std::int64_t wall_ns, std::int64_t true_ns) { left_behind_ = {wall_ns, true_ns}; }

void Model::looked_after(std::int64_t wall_ns, std::int64_t true_ns) {
  if (!left_behind_) return;
  // Whose lease is over by one clock alone may be taken for alive.
  const bool over = wall_ns >= left_behind_->wall_ns + lease_ns && true_ns >= left_behind_->true_ns + lease_ns;
  if (over) left_behind_.reset();
}

bool Model::explains(const std::string& finding) const {
  // Keys of the ledger's own belong to whoever frees a hold or sends money back, and may die at it like any client.
  if (finding.starts_with("key_stuck: ledger/")) return left_behind_.has_value();
  constexpr std::string_view stuck = "key_stuck: main/";
  if (finding.starts_with(stuck)) return in_doubt_.contains(finding.substr(stuck.size()));
  if (finding.starts_with("hold_past_end")) return true;
  constexpr std::string_view twice = "order_paid_back_twice: ";
  if (finding.starts_with(twice)) return paid_back_twice(finding.substr(twice.size()));
  if (finding.starts_with("contradiction_open")) return in_vain_;
  if (finding.starts_with("refund_owed_and_refused")) return refused_returns_ > 0;
  // A person looks at what is parked, and has not yet.
  if (finding.starts_with("message_parked"))
    return std::any_of(sight_.held.begin(), sight_.held.end(), [](const Sight::Held& held) { return held.parked; });
  return false;
}

}  // namespace payonce::life
