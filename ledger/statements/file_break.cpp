#include "ledger/statements/file_break.hpp"

namespace payonce::statements {

std::string_view name(FileBreak code) {
  switch (code) {
    case FileBreak::file_missing_day: return "file_missing_day";
    case FileBreak::file_not_final: return "file_not_final";
    case FileBreak::file_truncated: return "file_truncated";
    case FileBreak::file_control_total: return "file_control_total";
    case FileBreak::file_balance_chain: return "file_balance_chain";
    case FileBreak::file_rows_outside_period: return "file_rows_outside_period";
    case FileBreak::file_corrupted: return "file_corrupted";
    case FileBreak::file_changed: return "file_changed";
    case FileBreak::file_unknown_layout: return "file_unknown_layout";
    case FileBreak::file_mixed_currency: return "file_mixed_currency";
    case FileBreak::file_over_bounds: return "file_over_bounds";
  }
  return "";
}

Text sentence(FileBreak code) {
  switch (code) {
    case FileBreak::file_missing_day: return {"A statement between two others is missing.", "两份对账单之间缺少一份。"};
    case FileBreak::file_not_final:
      return {"The channel had not finished this file when it was fetched.", "取文件时渠道尚未出完账。"};
    case FileBreak::file_truncated: return {"The file ends before its end.", "文件不完整，提前结束。"};
    case FileBreak::file_control_total:
      return {"A total that the file states is not that of its rows.", "文件所载合计与明细不符。"};
    case FileBreak::file_balance_chain:
      return {"The balances do not follow from each other by the rows between them.", "余额与其间的明细不相衔接。"};
    case FileBreak::file_rows_outside_period:
      return {"A row lies outside the period of the file.", "有明细不在文件所属期间内。"};
    case FileBreak::file_corrupted:
      return {"A row cannot be what the channel wrote; perhaps a spreadsheet saved the file again.",
              "有明细不可能是渠道原样，可能曾被电子表格另存。"};
    case FileBreak::file_changed:
      return {"The same period was loaded before with other content.", "同一期间曾以不同内容载入。"};
    case FileBreak::file_unknown_layout: return {"No reader knows this layout.", "没有读取器认识这种格式。"};
    case FileBreak::file_mixed_currency:
      return {"The file holds more than one currency where it may hold one.", "只应有一种币种的文件含有多种币种。"};
    case FileBreak::file_over_bounds:
      return {"A row, a field or a sum is larger than any statement needs; reading stopped there.",
              "某行、某字段或某合计超出对账单所需的上限，读取到此为止。"};
  }
  return {};
}

}  // namespace payonce::statements
