#include <algorithm>

#include "tests/life/model.hpp"

// The book against everything known.
namespace payonce::life {
namespace {

using Moved = std::map<std::string, const ChannelLine*>;

std::string text(std::int64_t number) { return std::to_string(number); }

/// One line a reference; a finding where a channel moved the same money twice.
Wrong take(const std::vector<ChannelLine>& statement, Movement movement, Moved& moved) {
  for (const ChannelLine& line : statement) {
    if (line.movement != movement) continue;
    if (!moved.emplace(line.reference, &line).second) return line.reference + " was moved twice by the channel";
  }
  return std::nullopt;
}

/// What the book says of one movement outside against what the channel says of it.
template <class Movement>
Wrong true_to(const Movement& ours, const Moved& moved) {
  const auto found = moved.find(ours.reference);
  if (ours.status == "succeeded") {
    if (found == moved.end()) return ours.reference + " is booked, and the channel never moved it";
    if (found->second->amount.minor() != ours.amount || found->second->channel_txn != ours.channel_txn) {
      return ours.reference + " is booked otherwise than the channel moved it";
    }
  }
  return std::nullopt;
}

Wrong ours_alone(const Moved& moved, const std::set<std::string>& known) {
  for (const auto& [reference, line] : moved) {
    if (!known.contains(reference)) return reference + " was moved by the channel, and the book knows nothing of it";
  }
  return std::nullopt;
}

}  // namespace

Wrong Model::outside(const Sight& sight, const std::vector<ChannelLine>& statement) const {
  Moved charges;
  Moved returns;
  if (Wrong wrong = take(statement, Movement::charge, charges)) return wrong;
  if (Wrong wrong = take(statement, Movement::refund, returns)) return wrong;
  Moved captures;
  if (Wrong wrong = take(statement, Movement::capture, captures)) return wrong;
  std::set<std::string> charged;
  std::set<std::string> captured;
  std::set<std::string> returned;
  for (const Sight::Operation& operation : sight.operations) {
    if (operation.kind != "capture") continue;
    captured.insert(operation.reference);
    if (Wrong wrong = true_to(operation, captures)) return wrong;
    const bool denied = operation.status == "failed" && operation.decided_by != "silence";
    if (denied && captures.contains(operation.reference))
      return operation.reference + " is called failed, and it was captured";
  }
  if (Wrong wrong = ours_alone(captures, captured)) return wrong;
  for (const Sight::Attempt& attempt : sight.attempts) {
    if ((attempt.captured > 0) == attempt.role.empty()) return attempt.reference + " has no role, or a wrong one";
    if (attempt.purpose != "charge") continue;
    charged.insert(attempt.reference);
    if (Wrong wrong = true_to(attempt, charges)) return wrong;
    const bool denied = attempt.status == "failed" && attempt.decided_by != "silence";
    if (denied && charges.contains(attempt.reference))
      return attempt.reference + " is called failed, and it was charged";
  }
  for (const Sight::Refund& refund : sight.refunds) {
    if (!refund.outside) continue;
    returned.insert(refund.reference);
    if (Wrong wrong = true_to(refund, returns)) return wrong;
    const bool moved = returns.contains(refund.reference);
    if ((refund.status == "failed" || refund.status == "requested") && moved) {
      return refund.reference + " is " + refund.status + ", and it was given back";
    }
  }
  if (Wrong wrong = ours_alone(charges, charged)) return wrong;
  return ours_alone(returns, returned);
}

Wrong Model::refunds(const Sight& sight) const {
  std::map<std::string, int> rows;     // by the intent they stand for
  std::map<std::string, int> surplus;  // by order: money that settled nothing
  for (const Sight::Attempt& attempt : sight.attempts)
    surplus[attempt.order] += attempt.role == "duplicate" || attempt.role == "late" ? 1 : 0;
  std::vector<const Refund*> unnamed;
  for (const auto& [intent, refund] : refunds_) {
    if (intent.find(" ref ") == std::string::npos) unnamed.push_back(&refund);
  }
  for (const Sight::Refund& refund : sight.refunds) {
    if (refund.cause == "failed") continue;  // a refund that was sent again
    if (refund.cause != "customer") {
      surplus[refund.order] -= 1;
      continue;
    }
    const auto named = refund.cause_key.find(".refund.");
    if (named != std::string::npos) {
      const std::string intent = refund.order + " refund ref " + refund.cause_key.substr(named + 8);
      const auto asked = refunds_.find(intent);
      if (asked == refunds_.end()) return refund.cause_key + " was never asked for";
      if (!asked->second.amounts.contains(refund.amount) && !asked->second.amounts.contains(0)) {
        return refund.cause_key + " is of another amount than was asked for";
      }
      if (++rows[intent] > 1) return intent + " stands twice";
      continue;
    }
    // Which key a row belongs to is the ledger's own affair: any that asked for as much will do, and was not refused.
    const auto fits = [&](std::int64_t amount, bool refused) {
      return std::find_if(unnamed.begin(), unnamed.end(), [&](const Refund* asked) {
        return asked->order == refund.order && asked->amounts.contains(amount) && asked->refused == refused;
      });
    };
    const bool failed = refund.status == "failed";
    auto any = fits(refund.amount, failed);
    if (any == unnamed.end()) any = fits(0, failed);
    // Who died before it was told of a refusal has not been refused as far as anybody knows.
    if (any == unnamed.end() && failed) any = fits(refund.amount, false);
    if (any == unnamed.end() && failed) any = fits(0, false);
    if (any == unnamed.end()) return refund.cause_key + " was not asked for so often";
    unnamed.erase(any);
  }
  for (const auto& [order, left] : surplus) {
    if (left != 0) return order + ": money that settles nothing has no refund of its own, or too many";
  }
  for (const auto& [intent, refund] : refunds_) {
    if (!refund.refunded) continue;
    const bool stands = std::any_of(sight.refunds.begin(), sight.refunds.end(), [&](const Sight::Refund& row) {
      return row.order == refund.order && row.status == "succeeded" &&
             (refund.amounts.contains(row.amount) || refund.amounts.contains(0));
    });
    if (!stands) return intent + " was told as refunded, and it is not there";
  }
  return std::nullopt;
}

Model::Effects Model::expected(const Sight& sight) const {
  Effects all = wallets_;
  const auto add = [&](const char* account, std::int64_t change) { all[account] += change; };
  for (const Sight::Attempt& attempt : sight.attempts) {
    add("1200.bank.CNY", -attempt.captured);
    add(attempt.role == "settles" ? "shop" : "2160.CNY", attempt.captured);
    if (!attempt.holding()) continue;
    add("9100.CNY", attempt.captured - attempt.amount);
    add("9200.CNY", attempt.amount - attempt.captured);
  }
  for (const Sight::Refund& refund : sight.refunds) {
    if (!refund.outside || refund.status == "requested") continue;
    if (refund.status == "failed") {
      // It is owed to the customer: of money that settled nothing it always was.
      if (refund.cause == "customer") {
        add("shop", -refund.amount);
        add("2160.CNY", refund.amount);
      }
      continue;
    }
    add(refund.cause == "customer" ? "shop" : "2160.CNY", -refund.amount);
    add(refund.status == "succeeded" ? "1200.bank.CNY" : "2150.CNY", refund.amount);
  }
  std::erase_if(all, [](const auto& entry) { return entry.second == 0; });
  return all;
}

Wrong Model::accounts(const Sight& sight) {
  Effects actual = sight.accounts;
  std::erase_if(actual, [](const auto& entry) { return entry.second == 0; });
  Effects wanted = expected(sight);
  if (wanted != actual && pending_) {
    // Somebody died on the way: all of it happened, or nothing did.
    for (const auto& [account, change] : pending_->effects) wanted[account] += change;
    std::erase_if(wanted, [](const auto& entry) { return entry.second == 0; });
    if (wanted == actual) {
      happened(pending_->request, pending_->effects);
      done_untold_.insert(pending_->request.key.text());
    }
  }
  pending_.reset();
  if (wanted == actual) return std::nullopt;
  for (const auto& [account, value] : wanted) {
    const auto found = actual.find(account);
    if (found == actual.end() || found->second != value) {
      return account + " holds " + text(found == actual.end() ? 0 : found->second) + ", not " + text(value);
    }
  }
  for (const auto& [account, value] : actual) {
    if (!wanted.contains(account)) return account + " holds " + text(value) + ", not 0";
  }
  return std::nullopt;
}

Wrong Model::compare(const Sight& sight, const std::vector<ChannelLine>& statement) {
  if (Wrong wrong = outside(sight, statement)) return wrong;
  if (Wrong wrong = captures(sight)) return wrong;
  if (Wrong wrong = messages(sight)) return wrong;
  if (Wrong wrong = accounts(sight)) return wrong;
  settle_goods(sight);
  if (Wrong wrong = orders(sight)) return wrong;
  if (Wrong wrong = goods(sight)) return wrong;
  if (Wrong wrong = disputes(sight)) return wrong;
  if (Wrong wrong = resends(sight)) return wrong;
  if (Wrong wrong = refunds(sight)) return wrong;
  refused_returns_ = std::count_if(sight.refunds.begin(), sight.refunds.end(), [&](const Sight::Refund& refund) {
    return refund.status == "failed" && end_of(sight, refund) == &refund;
  });
  sight_ = sight;
  return std::nullopt;
}

}  // namespace payonce::life
