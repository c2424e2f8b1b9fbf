#include "ledger/statements/bills/alipay_frame.hpp"

namespace payonce::statements {

std::string_view count_behind_colon(std::string_view note) {
  const std::string_view wide = between(note, "：", "笔");
  return wide.empty() ? between(note, ":", "笔") : wide;
}

AlipayFrame::AlipayFrame(std::istream& in, Format format, const Sink& sink) : sheet(in, format, sink) {
  sheet.head.zone = china;
  sheet.head.currency = yuan();
}

void AlipayFrame::before(std::string_view note) {
  if (note.starts_with("#账号")) sheet.head.account = bracketed(note, "账号");
  if (!note.starts_with("#起始日期")) return;
  const auto from = bracketed_time(note, "起始日期");
  const auto to = bracketed_time(note, "终止日期");
  if (from && to) {
    sheet.period(from, to, true);
  } else {
    sheet.broke(FileBreak::file_corrupted, {"the period cannot be read", "无法读取起止日期"});
  }
}

Reading AlipayFrame::run(const Layout& layout, const std::function<void()>& take,
                         const std::function<void(std::string_view)>& footnote) {
  bool header = false;
  while (sheet.next()) {
    const bool is_note = sheet.first_cell().starts_with('#') || sheet.first_cell().starts_with("\"#");
    if (is_note) {
      bool padded = false;
      const std::string_view note = note_of(sheet.row(), padded);
      if (!header) {
        // Behind the rows Alipay itself may pad its lines to their width.
        if (padded) sheet.resaved(note);
        before(note);
      } else {
        list_ended_ = true;
        footnote(note);
      }
    } else if (!header) {
      header = sheet.is_header(layout);
      if (!header) sheet.broke(FileBreak::file_corrupted, {"stands before the header", "出现在表头之前"});
    } else if (list_ended_) {
      sheet.broke(FileBreak::file_corrupted, {"stands behind the end of the list", "出现在列表结束之后"});
    } else if (sheet.is_whole()) {
      take();
    }
  }
  if (!header) return sheet.no_header();
  if ((!list_ended_ || totals_ < 2) && !sheet.stopped()) {
    sheet.broke(FileBreak::file_truncated, {"the totals behind the list are missing", "缺少列表之后的合计"});
  }
  return sheet.finish();
}

}  // namespace payonce::statements
