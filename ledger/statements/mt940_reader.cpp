#include <algorithm>

#include "ledger/statements/mt940_messages.hpp"
#include "ledger/statements/reader.hpp"

namespace payonce::statements {
namespace {

using mt940::Balance;
using mt940::Field;
using mt940::Messages;

/// One statement at a time. A page that ends in :62M: leaves its statement open, and the next message goes on with it.
class Mt940Reader {
 public:
  Mt940Reader(std::istream& in, const Sink& sink) : messages_(in), sink_(sink) { reading_.format = Format::mt940; }

  Reading run() {
    Field field;
    for (auto got = messages_.next(field); !stopped_ && got != Messages::Got::end; got = messages_.next(field)) {
      if (got == Messages::Got::too_long) {
        broke(FileBreak::file_over_bounds, messages_.line(), {"a field is longer than 64 KiB", "字段超过 64 KiB"});
        stopped_ = true;
        break;
      }
      if (got == Messages::Got::end_of_message) {
        end_message();
      } else {
        take(field);
      }
    }
    if (!stopped_) {
      end_message();
      if (open_) cut_off();
    }
    if (reading_.statements == 0 && reading_.trusted()) {
      broke(FileBreak::file_unknown_layout, 1, {"holds no statement", "没有对账单"});
    }
    return std::move(reading_);
  }

 private:
  void broke(FileBreak code, std::uint64_t line, Text why) { reading_.broke(code, line, std::move(why)); }

  void take(const Field& field) {
    if (field.tag != "86") flush();
    if (stopped_) return;
    if (field.tag == "20") {
      end_message();  // a message before it had no "-"
      message_ = {};
      message_.begun = true;
      message_.line = field.line;
      message_.reference = field.text;
    } else if (field.tag == "25" || field.tag == "25P") {
      message_.account = field.text.substr(0, field.text.find('\n'));
    } else if (field.tag == "28C" || field.tag == "28") {
      message_.number = mt940::number_of(field.text);
      if (!message_.number) corrupted(field);
    } else if (field.tag == "60F" || field.tag == "60M") {
      opening(field);
    } else if (field.tag == "61") {
      line(field);
    } else if (field.tag == "86") {
      if (pending_) mt940::describe(*pending_, field.text);
      if (pending_) pending_->raw += '\n' + field.raw;
      flush();
    } else if (field.tag == "62F" || field.tag == "62M") {
      closing(field);
    }  // :64:, :65: and fields of the bank's own say nothing about the booked balance
  }

  void corrupted(const Field& field) {
    const std::string said = ":" + field.tag + ":" + field.text.substr(0, 60);
    broke(FileBreak::file_corrupted, field.line, {"cannot be read: " + said, "无法读取：" + said});
  }

  void opening(const Field& field) {
    message_.balanced = true;
    const auto balance = mt940::balance_of(field.text);
    if (!balance) {
      corrupted(field);
      return;
    }
    const bool same = open_ && field.tag == "60M" && head_.account == message_.account &&
                      (!message_.number || !head_.number || message_.number->number == *head_.number);
    if (open_ && !same) cut_off();
    if (same) {
      ++head_.pages;
      const bool follows = !message_.number || !message_.number->page || *message_.number->page == head_.pages;
      if (!follows) broke(FileBreak::file_truncated, field.line, {"a page is missing before this one", "此页之前缺页"});
      if (!(running_ == balance->amount)) chain(field.line, running_, balance->amount);
    } else {
      begin(*balance, field);
    }
    running_ = balance->amount;
    in_message_ = true;
  }

  void begin(const Balance& balance, const Field& field) {
    const Head before = head_;
    const bool first = reading_.statements == 0;
    head_ = {.line = message_.line, .account = message_.account, .reference = message_.reference};
    if (message_.number) head_.number = message_.number->number;
    head_.currency = balance.currency;
    head_.opening = balance.amount;
    head_.from = balance.day;
    open_ = true;
    if (field.tag == "60M") {
      broke(FileBreak::file_truncated, field.line, {"the first page of the statement is missing", "缺少对账单的首页"});
      return;
    }
    if (first || before.account != head_.account || !(before.currency == head_.currency)) return;
    if (before.closing && !(*before.closing == balance.amount)) chain(field.line, *before.closing, balance.amount);
    // Numbers begin again with the year.
    if (before.number && head_.number && *head_.number > *before.number + 1) {
      broke(FileBreak::file_missing_day, field.line,
            {"statement " + std::to_string(*head_.number) + " follows " + std::to_string(*before.number),
             "第 " + std::to_string(*before.number) + " 号之后是第 " + std::to_string(*head_.number) + " 号"});
    }
  }

  void chain(std::uint64_t line, const Exact& ours, const Exact& theirs) {
    broke(FileBreak::file_balance_chain, line,
          {"should be " + ours.text() + ", the file says " + theirs.text(),
           "应为 " + ours.text() + "，文件载 " + theirs.text()});
  }

  void line(const Field& field) {
    if (!in_message_) {
      broke(FileBreak::file_corrupted, field.line, {"stands before an opening balance", "出现在期初余额之前"});
      return;
    }
    pending_ = mt940::line_of(field, *head_.currency);
    if (!pending_) corrupted(field);
  }

  /// The pending line is complete once its :86: has been read, or another field begins.
  void flush() {
    if (!pending_) return;
    Line line = std::move(*pending_);
    pending_.reset();
    const auto sum = Exact::sum(running_, line.net);
    line.ordinal = head_.lines + 1;
    if (line.account.empty()) line.account = head_.account;
    line.key = "mt940:" + head_.account + ":" + head_.from->text() + ":" +
               (head_.number ? std::to_string(*head_.number) : head_.reference) + ":" + std::to_string(line.ordinal);
    if (!sum) {
      broke(FileBreak::file_over_bounds, line.line, {"the balance is too large", "余额过大"});
      stopped_ = true;
      return;
    }
    if (!reading_.count(line)) {
      stopped_ = true;
      return;
    }
    running_ = *sum;
    ++head_.lines;
    sink_.line(line);
  }

  void closing(const Field& field) {
    const auto balance = mt940::balance_of(field.text);
    if (!balance || !in_message_) {
      corrupted(field);
      return;
    }
    if (!(balance->currency == *head_.currency)) {
      broke(FileBreak::file_mixed_currency, field.line, {"opened in another currency", "与期初币种不同"});
    } else if (!(running_ == balance->amount)) {
      chain(field.line, running_, balance->amount);
    }
    running_ = balance->amount;
    closed_page_ = true;
    head_.closing = balance->amount;
    head_.to = balance->day;
    if (field.tag == "62F") end_statement();
  }

  void end_statement() {
    open_ = false;
    in_message_ = false;
    ++reading_.statements;
    sink_.head(head_);
  }

  void end_message() {
    flush();
    if (stopped_) return;
    if (open_ && in_message_ && !closed_page_) {
      cut_off();
    } else if (message_.begun && !message_.balanced) {
      broke(FileBreak::file_truncated, message_.line, {"the message has no balances", "该报文没有余额"});
    }
    in_message_ = false;
    closed_page_ = false;
    message_ = {};
  }

  void cut_off() {
    broke(FileBreak::file_truncated, head_.line,
          {"the statement that begins here has no closing balance (:62F:)", "此处开始的对账单没有期末余额（:62F:）"});
    end_statement();
  }

  struct Message {
    bool begun = false;
    bool balanced = false;  // it has an opening balance, readable or not
    std::uint64_t line = 0;
    std::string reference{};
    std::string account{};
    std::optional<mt940::Number> number{};
  };

  Messages messages_;
  const Sink& sink_;
  Reading reading_;
  Message message_;
  Head head_{};
  Exact running_;
  std::optional<Line> pending_;
  bool open_ = false;         // a statement waits for its :62F:
  bool in_message_ = false;   // an opening balance was read in this message
  bool closed_page_ = false;  // and a closing one
  bool stopped_ = false;
};

}  // namespace

Reading read_mt940(std::istream& in, const Sink& sink) { return Mt940Reader(in, sink).run(); }

}  // namespace payonce::statements
