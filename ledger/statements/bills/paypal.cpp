#include <algorithm>
#include <vector>

#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bills/paypal_words.hpp"
#include "ledger/statements/bills/sheet.hpp"

namespace payonce::statements {
namespace {

using enum paypal::Of;
using paypal::Sums;

/// STL and TRR (reconciliation.md 2.6): each row says by its first cell what it is. A section is one account's statement; its
/// footers hold sums and a count, and so do the report's. What is pending or was denied moved no money and is no line.
class Paypal {
 public:
  Paypal(Format format, std::istream& in, const Sink& sink)
      : sheet_(in, format, sink), all_rows_(format == Format::paypal_trr), sink_(sink) {}

  Reading run() {
    while (!file_ended_ && sheet_.next()) take();
    if (file_ended_ && sheet_.next()) {
      sheet_.broke(FileBreak::file_corrupted, {"rows stand behind the end of the file", "文件结尾之后还有内容"});
    }
    if (!file_ended_ && !sheet_.stopped()) {
      sheet_.broke(FileBreak::file_truncated, {"the row FF, which ends the file, is missing", "缺少文件结尾行 FF"});
    }
    if (open_) end_section();
    if (sections_ == 0) return sheet_.no_header();
    return std::move(sheet_.reading());
  }

 private:
  [[nodiscard]] std::string_view at(std::size_t place) const {
    const auto& cells = sheet_.row().cells;
    return place < cells.size() ? trimmed(cells[place]) : std::string_view{};
  }

  void take() {
    const std::string_view tag = sheet_.first_cell();
    if (tag == "RH") {
      account_ = at(3);
    } else if (tag == "FH") {
      file_number_ = count_of(at(1));
    } else if (tag == "SH") {
      begin_section();
    } else if (tag == "CH") {
      columns_ = sheet_.is_header(paypal::layout());
      if (!columns_) sheet_.broke(FileBreak::file_unknown_layout, {"lacks a column that is needed", "缺少必需的列"});
    } else if (tag == "SB") {
      body();
    } else if (tag == "SF") {
      check_sums(section_);
      has_footer_ = true;
    } else if (tag == "RF") {
      check_sums(report_);
    } else if (tag == "SC") {
      has_footer_ = true;
      sheet_.compare_count({"rows of the section", "分段行数"}, at(1), rows_);
      end_section();
    } else if (tag == "RC") {
      // The report may go on from another file, whose rows it counts as well.
      if (file_number_.value_or(1) == 1) check_count({"rows of the report", "报告行数"}, all_body_rows_);
    } else if (tag == "FF") {
      file_ended_ = true;
      check_count({"rows of the file", "文件行数"}, all_body_rows_);
    } else {
      sheet_.broke(FileBreak::file_corrupted, {"is a row of no known kind", "行类型未知"});
    }
  }

  void begin_section() {
    if (open_) end_section();
    open_ = true;
    ++sections_;
    sheet_.head = {.line = sheet_.row().line,
                   .account = std::string(at(3).empty() ? std::string_view(account_) : at(3))};
    if (file_number_) sheet_.head.number = static_cast<std::int64_t>(*file_number_);
    const auto from = paypal::time_of(at(1));
    const auto to = paypal::time_of(at(2));
    if (from && to) {
      sheet_.head.zone = from->zone;
      from_ = from->at;
      to_ = to->at;
      sheet_.head.from = from_->day;
      sheet_.head.to = to_->day;
    } else {
      sheet_.broke(FileBreak::file_corrupted, {"the period cannot be read", "无法读取期间"});
    }
  }

  void end_section() {
    if (!has_footer_ && !sheet_.stopped()) {
      sheet_.broke(FileBreak::file_truncated, {"the section has no footer", "分段没有结尾"});
    }
    ++sheet_.reading().statements;
    sink_.head(sheet_.head);
    sheet_.head = {};
    open_ = false;
    has_footer_ = false;
    rows_ = 0;
    section_.clear();
    from_.reset();
    to_.reset();
  }

  void body() {
    ++rows_;
    ++all_body_rows_;
    if (!columns_ || !open_) {
      sheet_.broke(FileBreak::file_corrupted, {"stands before its section and columns", "出现在分段与列名之前"});
      return;
    }
    if (!sheet_.is_whole()) return;
    const auto money = sheet_.currency(currency);
    if (!money) return;
    Line line{.currency = *money, .fee = Exact(0, *money)};
    if (!signed_amount(gross, direction, *money, line.gross) || !costs(*money, line)) return;
    std::string transaction;
    if (!sheet_.id(id, transaction) || !sheet_.id(invoice, line.our_id) || !sheet_.id(reference, line.parent_id))
      return;
    const auto done = paypal::time_of(sheet_.cell(completed));
    const auto begun = paypal::time_of(sheet_.cell(initiated));
    if (!done && !begun) {
      sheet_.corrupted(completed, sheet_.cell(completed));
      return;
    }
    line.at = done ? done->at : begun->at;
    line.kind = sheet_.cell(event);
    line.movement = paypal::movement_of(line.kind, line.gross.units() < 0);
    line.status = sheet_.cell(status);
    const bool moved = line.status.empty() || line.status == "S" || line.status == "V";
    // The footers of a TRR are held against what was completed and against all rows: which they mean is not said.
    count_in(section_, line, moved);
    count_in(report_, line, moved);
    if (!moved) return;
    line.channel_id = transaction;
    if (line.our_id.empty()) line.our_id = sheet_.cell(custom);
    line.account = sheet_.head.account;
    line.key = "paypal:" + transaction + ":" + line.kind;
    outside(*line.at);
    sheet_.give(std::move(line));
  }

  /// A settlement report holds what was completed in its period; a TRR also what changed in it, which may be older.
  void outside(const Moment& moment) {
    if (all_rows_ || !from_ || !to_) return;
    const std::string text = moment.text();
    if (text >= from_->text() && text <= to_->text()) return;
    sheet_.broke(FileBreak::file_rows_outside_period, {"is of " + text, "时间为 " + text});
  }

  bool signed_amount(std::size_t column, std::size_t way, const Currency& money, Exact& into) {
    const std::string_view text = sheet_.cell(column);
    if (text.empty()) return true;
    const auto read = paypal::implied(text, money);
    if (!read) return sheet_.corrupted(column, text);
    const std::string_view said = sheet_.cell(way);
    if (said != "CR" && said != "DR" && read->units() != 0) return sheet_.corrupted(way, said);
    into = said == "DR" ? read->negated() : *read;
    return true;
  }

  bool costs(const Currency& money, Line& line) {
    const std::string_view other = sheet_.cell(fee_currency);
    Exact taken(0, money);
    if (!signed_amount(fee, fee_direction, money, taken)) return false;
    if (taken.units() != 0 && !other.empty() && other != money.code()) {
      sheet_.broke(FileBreak::file_mixed_currency, {"the fee is in another currency", "手续费为其他币种"});
      return false;
    }
    line.fee = taken.negated();
    return true;
  }

  static void count_in(std::vector<Sums>& sums, const Line& line, bool moved) {
    auto found = std::find_if(sums.begin(), sums.end(), [&](const Sums& one) { return one.currency == line.currency; });
    if (found == sums.end()) found = sums.insert(sums.end(), Sums(line.currency));
    found->all.count(line);
    if (moved) found->moved.count(line);
  }

  /// "SF","CNY",credits,debits,fee credits,fee debits,… in whole hundredths.
  void check_sums(const std::vector<Sums>& sums) {
    const auto money = Currency::parse("currency", at(1));
    if (!money) {
      sheet_.broke(FileBreak::file_corrupted, {"the footer names no currency", "结尾没有币种"});
      return;
    }
    const auto found = std::find_if(sums.begin(), sums.end(), [&](const Sums& one) { return one.currency == *money; });
    const Sums ours = found == sums.end() ? Sums(*money) : *found;
    const auto same = [&](const paypal::Sides& sides) {
      return paypal::implied(at(2), *money) == sides.credits && paypal::implied(at(3), *money) == sides.debits &&
             paypal::implied(at(4), *money) == sides.fee_credits && paypal::implied(at(5), *money) == sides.fee_debits;
    };
    if (same(ours.moved) || (all_rows_ && same(ours.all))) return;
    const std::string rows = ours.moved.text();
    const std::string code(money->code());
    std::string file;
    for (std::size_t n = 2; n <= 5; ++n) {
      const auto read = paypal::implied(at(n), *money);
      file += (n == 2 ? "" : " / ") + (read ? read->text() : std::string(at(n).substr(0, 40)));
    }
    sheet_.broke(FileBreak::file_control_total, {"credits / debits / fee credits / fee debits in " + code +
                                                     ": the file says " + file + ", the rows give " + rows,
                                                 code + " 贷 / 借 / 费贷 / 费借：文件载 " + file + "，明细为 " + rows});
  }

  void check_count(const Text& what, std::uint64_t ours) {
    if (at(1).empty() || count_of(at(1)) == ours) return;
    sheet_.broke(
        FileBreak::file_control_total,
        {what.en + ": the file says " + std::string(at(1).substr(0, 40)) + ", it holds " + std::to_string(ours),
         what.zh + "：文件载 " + std::string(at(1).substr(0, 40)) + "，实为 " + std::to_string(ours)});
  }

  Sheet sheet_;
  bool all_rows_;
  const Sink& sink_;
  std::string account_;
  std::optional<std::uint64_t> file_number_;
  std::optional<Moment> from_;
  std::optional<Moment> to_;
  std::vector<Sums> section_;
  std::vector<Sums> report_;
  std::uint64_t rows_ = 0;
  std::uint64_t all_body_rows_ = 0;
  std::uint64_t sections_ = 0;
  bool columns_ = false;
  bool open_ = false;
  bool has_footer_ = false;
  bool file_ended_ = false;
};

}  // namespace

Reading read_paypal(Format format, std::istream& in, const Sink& sink) { return Paypal(format, in, sink).run(); }

}  // namespace payonce::statements
