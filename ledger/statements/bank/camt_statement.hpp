#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/statements/bank/camt_entry.hpp"
#include "ledger/statements/reading.hpp"

namespace payonce::statements::camt {

/// One Stmt, Rpt or Ntfctn while it is read: its balances and summary come first and are held against its entries.
///
/// The mark of an entry, CRDT or DBIT, shows its effect, also where RvslInd says that it takes another back. Some banks write
/// the mark of the entry that is taken back instead (public-faults.md B136). Where a statement has a reversal and both
/// balances, these decide: from its first reversal on its lines wait for its end.
class Statement {
 public:
  /// As many lines, and bytes of them, wait at most; beyond, the mark is believed.
  static constexpr std::size_t most_waiting = 20000;
  static constexpr std::size_t most_waiting_bytes = 16U << 20U;

  Statement(Reading& reading, const Sink& sink, std::uint64_t line) : reading_(reading), sink_(sink) {
    head_.line = line;
  }

  /// An element that is no entry has ended.
  void take(std::string_view path, std::string_view text, std::string_view currency, std::uint64_t line);
  void begin_balance() { balance_ = {}; }
  void end_balance(std::uint64_t line);
  /// An entry has ended. False where reading must stop.
  [[nodiscard]] bool entry(const Entry& entry, std::string raw);
  /// All checks, against the statement before it in the file as well, and the head. False where reading must stop. One that
  /// the file cuts is only ended: that its sums do not hold says nothing more.
  [[nodiscard]] bool finish(Format format, const Statement* before);
  void cut();

  [[nodiscard]] bool last_page() const { return last_page_; }

 private:
  struct Balance {
    std::string code{};
    std::string text{};
    std::string currency{};
    std::string mark{};
    std::string day{};
  };
  struct Side {
    std::optional<std::uint64_t> count{};
    std::string sum{};
  };

  void broke(FileBreak code, std::uint64_t line, Text why) { reading_.broke(code, line, std::move(why)); }
  void corrupted(std::uint64_t line, std::string_view what, std::string_view text);
  void summary(std::string_view path, std::string_view text, std::uint64_t line);
  bool give(Line line);
  bool release(bool turned);
  void check_period(const Line& line);
  void check_summary();
  void end();
  bool check_balance(Format format);
  void check_before(const Statement& before);

  Reading& reading_;
  const Sink& sink_;
  Head head_{};
  Balance balance_;
  std::deque<Exact> intermediate_;
  bool opening_is_own_ = false;  // OPBD, and not the closing of the day before
  std::optional<Day> from_{};
  std::optional<Day> to_{};
  std::int64_t page_ = 1;
  bool last_page_ = true;
  std::string account_currency_;
  Side all_;
  Side credits_;
  Side debits_;
  /// What was met.
  struct Met {
    std::uint64_t credits = 0;
    std::uint64_t debits = 0;
    Exact credit_sum{};
    Exact debit_sum{};
    void count(const Exact& net);
  };
  Met booked_;
  Met entries_;  // with those that are pending
  Exact sum_;
  Exact reversed_;  // the part of sum_ that reversals are
  bool over_ = false;
  bool waiting_ = false;
  std::deque<Line> waiting_lines_;
  std::size_t waiting_bytes_ = 0;
};

}  // namespace payonce::statements::camt
