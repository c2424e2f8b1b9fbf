#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/statements/reading.hpp"

namespace payonce::statements::ofx {

/// "20261129", "20261129102030.123[-5:EST]": day and second as they are written, and the zone as "-05:00" where it is said.
struct Time {
  Moment at;
  std::string zone;
};
[[nodiscard]] std::optional<Time> time_of(std::string_view text);

/// A sign, and a point or comma before the decimals; of two marks the last. A lone comma before three digits is refused where
/// the currency has not three decimals: OFX knows no grouping, but too many banks mean thousands (public-faults.md B132).
[[nodiscard]] std::optional<Exact> amount_of(std::string_view text, const Currency& currency);

/// The statements of one file, told tag by tag. Which aggregates are open is remembered only for those that matter, because
/// an SGML file does not close its values and an empty one looks like an aggregate.
class Statements {
 public:
  Statements(Reading& reading, const Sink& sink) : reading_(reading), sink_(sink) {}

  /// Each is false where reading must stop. `tag` is in capitals; `raw` are the bytes of the transaction that ends.
  [[nodiscard]] bool open(std::string_view tag, std::uint64_t line);
  [[nodiscard]] bool value(std::string_view tag, std::string_view text, std::uint64_t line);
  [[nodiscard]] bool close(std::string_view tag, std::uint64_t line, std::string raw);
  /// The end of the file, or where it was cut.
  void finish();

 private:
  using Values = std::map<std::string, std::string, std::less<>>;

  void corrupted(std::uint64_t line, std::string_view what, std::string_view text);
  bool give(std::string raw);
  void end_statement();
  [[nodiscard]] std::string said(std::string_view tag) const;

  Reading& reading_;
  const Sink& sink_;
  bool in_statement_ = false;
  bool in_own_account_ = false;
  bool in_other_account_ = false;
  bool in_ledger_balance_ = false;
  bool in_original_ = false;  // the amount in the payer's currency, which says nothing about ours
  bool in_transaction_ = false;
  bool whole_ = false;  // </OFX> was met
  std::uint64_t transaction_line_ = 0;
  Values values_;  // of the transaction
  Head head_{};
};

}  // namespace payonce::statements::ofx
