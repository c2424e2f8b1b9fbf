#include "ledger/statements/bills/acquirer.hpp"

#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bills/layouts.hpp"
#include "ledger/statements/bills/sheet.hpp"

namespace payonce::statements {
namespace {

using enum acquirer::Of;

Movement movement_of(std::string_view word) {
  if (word == "charge" || word == "capture") return Movement::sale;
  if (word == "refund") return Movement::refund;
  return Movement::unidentified;
}

class AcquirerReader {
 public:
  AcquirerReader(std::istream& in, const Sink& sink) : sheet_(in, Format::acquirer, sink) {}

  Reading run() {
    bool header = false;
    while (!header && sheet_.next()) {
      header = sheet_.is_header(acquirer::layout());
      if (!header) before();
    }
    if (!header) return sheet_.no_header();
    while (!ended_ && sheet_.next()) take();
    if (ended_ && sheet_.next()) {
      sheet_.broke(FileBreak::file_corrupted, {"rows stand behind the end", "结尾之后还有内容"});
    }
    if (!ended_ && !sheet_.stopped()) {
      sheet_.broke(FileBreak::file_truncated, {"the row \"end\" is missing", "缺少 end 行"});
    }
    return sheet_.finish();
  }

 private:
  std::string_view at(std::size_t place) const {
    const auto& cells = sheet_.row().cells;
    return place < cells.size() ? trimmed(cells[place]) : std::string_view{};
  }

  void before() {
    if (sheet_.first_cell() == acquirer::mark) {
      sheet_.head.account = at(2);
      sheet_.head.zone = at(3);
      if (at(1) == "1") return;
      sheet_.broke(FileBreak::file_unknown_layout, {"is of a version that is not known", "版本未知"});
    } else if (sheet_.first_cell() == "period") {
      const auto pattern = DatePattern::parse("yyyy-MM-dd");
      const auto from = pattern->read(at(1));
      auto to = pattern->read(at(2));
      if (to) to->second = 86399;
      if (from && to) sheet_.period(from, to, false);
      if (from && to) return;
      sheet_.broke(FileBreak::file_corrupted, {"is no period", "不是期间"});
    } else {
      sheet_.broke(FileBreak::file_corrupted, {"does not belong before the rows", "不应出现在明细之前"});
    }
  }

  void take() {
    const std::string_view first = sheet_.first_cell();
    if (first == "total") return total();
    if (first == "end") {
      ended_ = true;
      sheet_.compare_count({"lines", "行数"}, at(1), sheet_.head.lines);
      return;
    }
    if (!sheet_.is_whole()) return;
    const auto code = sheet_.currency(currency);
    if (!code) return;
    Line line{.currency = *code, .fee = Exact(0, *code)};
    if (!sheet_.time(time, seconds_, line.at) || !sheet_.amount(amount, *code, line.gross)) return;
    if (!sheet_.id(reference, line.our_id) || !sheet_.id(channel_txn, line.channel_id)) return;
    if (!sheet_.id(original, line.parent_id)) return;
    line.kind = sheet_.cell(acquirer::movement);
    line.movement = movement_of(line.kind);
    line.account = sheet_.head.account;
    line.key = "id:" + line.channel_id + ":" + std::string(name(line.movement));
    sheet_.give(std::move(line));
  }

  void total() {
    std::uint64_t lines = 0;
    Exact sum;
    for (const Total& one : sheet_.reading().totals()) {
      if (one.currency.code() != at(1)) continue;
      lines = one.lines;
      sum = one.net;
    }
    const std::string code(at(1).substr(0, 40));
    const std::string counted(at(2).substr(0, 40));
    if (count_of(at(2)) != lines) {
      sheet_.broke(FileBreak::file_control_total,
                   {code + ": the file says " + counted + " lines, it holds " + std::to_string(lines),
                    code + "：文件载 " + counted + " 行，明细为 " + std::to_string(lines) + " 行"});
    }
    sheet_.compare({code, code}, at(3), sum);
  }

  Sheet sheet_;
  const DatePattern seconds_ = *DatePattern::parse("yyyy-MM-dd HH:mm:ss");
  bool ended_ = false;
};

}  // namespace

std::string csv_cell(std::string_view text) {
  if (text.find_first_of("\",\r\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + "\"";
}

Reading read_acquirer(std::istream& in, const Sink& sink) { return AcquirerReader(in, sink).run(); }

}  // namespace payonce::statements
