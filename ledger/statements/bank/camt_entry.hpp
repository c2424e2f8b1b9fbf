#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ledger/statements/file_break.hpp"
#include "ledger/statements/line.hpp"

namespace payonce::statements::camt {

/// "2026-11-29", or with a time and perhaps a zone behind it, which is dropped: days stay those of the bank.
[[nodiscard]] std::optional<Moment> moment_of(std::string_view text);
/// A decimal point and no grouping.
[[nodiscard]] std::optional<Exact> amount_of(std::string_view text, std::string_view currency);

/// One Ntry while it is read, element by element. Its details may be thousands, of which it keeps sums and the first texts.
class Entry {
 public:
  explicit Entry(std::uint64_t line) : line_number_(line) {}

  /// An element below Ntry has ended: "Amt", "NtryDtls/TxDtls/Refs/EndToEndId". `currency` is its attribute Ccy, if it has one.
  void take(std::string_view path, std::string_view text, std::string_view currency);
  /// A TxDtls has begun, or ended.
  void begin_details();
  void end_details();

  /// Only booked entries move money. Of a status that is neither that nor one of those to come, line() complains.
  [[nodiscard]] bool pending() const { return status_ == "PDNG" || status_ == "INFO" || status_ == "FUTR"; }
  [[nodiscard]] bool reversal() const { return reversal_; }

  /// What it does to the balance; nothing where its amount or mark cannot be read.
  [[nodiscard]] std::optional<Exact> net() const;

  /// The line, or nothing where it cannot be one. `broken` gets what does not hold of it.
  [[nodiscard]] std::optional<Line> line(std::string_view account, std::vector<Broken>& broken) const;

 private:
  struct Details {
    std::optional<Exact> amount{};
    std::string currency{};
    std::optional<bool> debit{};
  };

  bool take_own(std::string_view path, std::string_view text, std::string_view currency);
  void take_details(std::string_view path, std::string_view text, std::string_view currency);
  [[nodiscard]] std::string kind() const;
  void reconcile_details(Line& line, std::vector<Broken>& broken) const;

  std::uint64_t line_number_;
  std::string amount_;
  std::string currency_;
  std::string mark_;  // CRDT or DBIT
  std::string status_;
  bool reversal_ = false;
  std::optional<Moment> booked_{};
  std::optional<Moment> value_{};
  bool bad_day_ = false;
  std::string reference_;
  std::string codes_[4];  // domain, family, sub-family, the bank's own
  std::string info_;
  std::optional<Exact> charges_{};  // of the records, or their total where it is said
  bool charges_total_ = false;
  std::uint64_t details_ = 0;
  std::optional<std::uint64_t> stated_details_{};
  Details current_;
  std::optional<Exact> details_sum_{};
  bool summable_ = true;  // each detail so far had an amount in the entry's currency
  std::string end_to_end_;
  std::string debtor_;
  std::string creditor_;
  std::string text_;
};

}  // namespace payonce::statements::camt
