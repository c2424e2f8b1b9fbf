#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bills/chinese.hpp"
#include "ledger/statements/bills/layouts.hpp"

namespace payonce::statements {
namespace {

using enum alipay_personal::Of;

/// The export of the app, which small shops use (reconciliation.md 2.2): a preamble of two dozen lines that holds the totals,
/// amounts without a sign, and rows of 交易关闭, which moved no money and are no lines.
class AlipayPersonal {
 public:
  AlipayPersonal(std::istream& in, const Sink& sink) : sheet_(in, Format::alipay_personal, sink) {
    sheet_.head.zone = china;
    sheet_.head.currency = yuan();
  }

  Reading run() {
    bool header = false;
    while (!header && sheet_.next()) {
      header = sheet_.is_header(alipay_personal::layout());
      if (!header) before();
    }
    if (!header) return sheet_.no_header();
    while (sheet_.next()) {
      // Some exports draw a line below their rows.
      if (!sheet_.first_cell().starts_with("-----") && sheet_.is_whole()) take();
    }
    if (stated_.all.empty()) {
      sheet_.broke(FileBreak::file_truncated, 1, {"the preamble with its totals is missing", "缺少含合计的文件头"});
    } else {
      sheet_.compare_count({"rows", "记录数"}, stated_.all, rows_);
      stated("income", "收入", stated_.in, in_);
      stated("expense", "支出", stated_.out, out_);
    }
    return sheet_.finish();
  }

 private:
  struct Side {
    std::uint64_t rows = 0;
    Exact sum{0, yuan()};
  };

  void before() {
    bool padded = false;
    const std::string_view note = note_of(sheet_.row(), padded);
    if (padded) sheet_.resaved(note);
    if (const auto account = between(note, "支付宝账户：", ""); !account.empty()) sheet_.head.account = account;
    if (note.starts_with("起始时间")) {
      const auto from = bracketed_time(note, "起始时间");
      const auto to = bracketed_time(note, "终止时间");
      if (from && to) sheet_.period(from, to, false);
    }
    if (note.starts_with("共") && note.ends_with("笔记录")) stated_.all = between(note, "共", "笔");
    if (note.starts_with("收入：")) stated_.in = note;
    if (note.starts_with("支出：")) stated_.out = note;
  }

  void take() {
    const Currency currency = yuan();
    Line line{.currency = currency, .fee = Exact(0, currency)};
    Exact said;
    if (!sheet_.amount(amount, currency, said) || !sheet_.time(time, seconds_, line.at)) return;
    if (!sheet_.id(trade, line.channel_id) || !sheet_.id(order, line.our_id)) return;
    const std::string_view way = sheet_.cell(direction);
    line.status = sheet_.cell(status);
    line.kind = sheet_.cell(kind);
    const bool back = line.status.find("退款") != std::string::npos;
    ++rows_;
    if (way == "收入") {
      ++in_.rows;
      add(in_.sum, said);
      line.gross = said;
      line.movement = back ? Movement::refund : Movement::sale;
    } else if (way == "支出") {
      ++out_.rows;
      add(out_.sum, said);
      line.gross = said.negated();
      line.movement = Movement::other;
    } else if (way == "不计收支" || way == "/" || way == "其他") {
      // A refund comes back to the account; of anything else here the file does not say which way it went.
      line.gross = back ? said : Exact(0, currency);
      line.movement = back ? Movement::refund : Movement::unidentified;
    } else {
      sheet_.corrupted(direction, way);
      return;
    }
    if (line.status.find("关闭") != std::string::npos) return;
    line.key = "alipay_app:" + line.channel_id + ":" + std::string(name(line.movement));
    line.account = sheet_.head.account;
    line.counterparty = sheet_.cell(other_side);
    line.details = sheet_.cell(subject);
    sheet_.give(std::move(line));
  }

  /// "收入：2笔 30.00元"
  void stated(std::string_view en, std::string_view zh, std::string_view note, const Side& side) {
    if (note.empty()) return;
    const Text what{std::string(en), std::string(zh)};
    if (count_of(between(note, "：", "笔")) != side.rows) {
      sheet_.broke(FileBreak::file_control_total,
                   {what.en + ": the file says " + std::string(between(note, "：", "").substr(0, 40)) + ", it holds " +
                        std::to_string(side.rows) + " rows",
                    what.zh + "：文件载 " + std::string(between(note, "：", "").substr(0, 40)) + "，明细为 " +
                        std::to_string(side.rows) + " 笔"});
    }
    sheet_.compare(what, between(note, "笔", "元"), side.sum);
  }

  struct Stated {
    std::string all;
    std::string in;
    std::string out;
  };

  Sheet sheet_;
  const DatePattern seconds_ = *DatePattern::parse("yyyy-MM-dd HH:mm:ss");
  Stated stated_;
  std::uint64_t rows_ = 0;
  Side in_;
  Side out_;
};

}  // namespace

Reading read_alipay_personal(std::istream& in, const Sink& sink) { return AlipayPersonal(in, sink).run(); }

}  // namespace payonce::statements
