#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ledger/formats/format.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/values/money.hpp"

namespace payonce::formats {

/// What stands above everything.
struct Title {
  std::string ledger_id;
  std::string first_day;  // of what is written
  std::string last_day;
  std::int64_t vouchers = 0;
  std::vector<Currency> currencies;
};

struct AccountName {
  std::string code;
  journal::AccountClass kind = journal::AccountClass::liability;
};

/// An account and what stands on it: debits minus credits, so that a debit balance is positive.
struct Balance {
  AccountName account;
  Money net;
};

struct Line {
  AccountName account;
  bool debit = true;
  Money amount;

  /// Positive on the left, negative on the right.
  [[nodiscard]] Money net() const { return debit ? amount : Money(-amount.minor(), amount.currency()); }
};

struct Voucher {
  std::string number;
  std::string kind;
  std::string business_key;
  std::string date;
  std::int64_t recorded_at_ns = 0;
  std::optional<std::string> reason;
  std::string previous_hash;  // in hex
  std::string hash;
  std::optional<std::string> order;
  std::optional<std::int64_t> attempt;  // its number within the order
  std::optional<std::string> refund;    // its cause
  std::optional<std::string> channel;
  std::optional<std::string> reference;  // the one the channel knows
  std::vector<Line> lines;
};

/// One form of the book. The calls come in the order in which they stand here, and each appends its text to `out`. A form says
/// nothing where it has no place for something: a table has no opening balances.
class Form {
 public:
  virtual ~Form() = default;
  virtual void title(std::string& out, const Title& title) = 0;
  virtual void account(std::string& out, const AccountName& account, const Currency& currency) = 0;
  /// What stood on an account before the first day.
  virtual void opening(std::string& out, const Balance& balance) = 0;
  virtual void voucher(std::string& out, const Voucher& voucher) = 0;
  /// What the ledger says stands on an account behind the last day.
  virtual void closing(std::string& out, const Balance& balance) = 0;
};

[[nodiscard]] std::unique_ptr<Form> make_plain_text(bool for_hledger);
[[nodiscard]] std::unique_ptr<Form> make_beancount();
[[nodiscard]] std::unique_ptr<Form> make_csv();
[[nodiscard]] std::unique_ptr<Form> make_json();

}  // namespace payonce::formats
