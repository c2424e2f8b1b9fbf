#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "tests/support/shop.hpp"

/// A shop's life in a few maps: what every wallet holds and where every order stands, told from what callers were told. Where
/// a channel was silent the model waits for the acquirer's word, as the ledger does.
namespace payonce::test {

struct ModelOrder {
  std::string buyer;
  std::int64_t due = 0;
  std::string status = "created";
  bool outside = false;  // paid by the channel
  std::int64_t refunded = 0;
  std::int64_t reserved = 0;
};

class Model {
 public:
  std::map<std::string, std::int64_t> wallets{{"alice", 100'000}, {"bob", 0}, {"shop", 0}};
  std::map<std::string, ModelOrder> orders;

  /// What must be answered, where nothing unknown is in the way. `behaviour` is what the channel will do if it is asked.
  [[nodiscard]] std::optional<Outcome> predict(const Request& request, Behaviour behaviour, std::int64_t now_ns) const;
  /// What was answered becomes part of the model. `begun_ns` is when it was asked.
  void learn(const Request& request, const Reply& reply, std::int64_t begun_ns);
  /// What has come to light about calls outside; a finding in words where the ledger knows what did not happen.
  [[nodiscard]] std::optional<std::string> adopt(Shop& shop);
  /// The ledger against the model; a finding in words where they differ.
  [[nodiscard]] std::optional<std::string> compare(Shop& shop) const;

  /// The stored answer of a key, once it is final.
  std::map<std::string, std::string> answers;
  /// Keys whose call outside has no answer yet.
  std::set<std::string> unknown;

 private:
  void apply(const Request& request);
  [[nodiscard]] std::optional<Outcome> predict_payment(const Request& request, Behaviour behaviour,
                                                       std::int64_t now_ns) const;
  [[nodiscard]] std::optional<Outcome> predict_refund(const Request& request, Behaviour behaviour) const;

  struct Window {
    std::string key;
    std::int64_t until_ns = 0;
  };
  std::map<std::string, Window> window_;
  struct OpenRefund {
    std::string order;
    std::int64_t amount = 0;
  };
  std::map<std::string, OpenRefund> open_refunds_;  // by cause
  std::set<std::string> settled_;                   // causes that adopt() has counted
  std::set<std::string> open_attempts_;             // orders
};

[[nodiscard]] inline std::string cause_of(const Request& request) {
  return request.target + ".refund." + request.reference->text();
}

}  // namespace payonce::test
