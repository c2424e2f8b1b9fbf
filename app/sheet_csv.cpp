#include <algorithm>
#include <initializer_list>

#include "app/out_file.hpp"
#include "app/sheet.hpp"
#include "ledger/layers/reconciliation_pairs.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

/// What a spreadsheet takes for a number that is none: an id of so many digits that it is rounded, one that begins with 0, one that
/// looks like a power of ten ("12E5") or has a comma for thousands.
bool looks_like_a_number(std::string_view text) {
  constexpr std::size_t longest_whole = 11;  // longer ones are shown as 1.23E+11
  if (text.empty() || text.find_first_not_of("0123456789.,eE+") != std::string_view::npos) return false;
  const bool digits = text.find_first_not_of("0123456789") == std::string_view::npos;
  return !digits || text.size() > longest_whole || (text.front() == '0' && text.size() > 1);
}

/// An id such as "3-4" or "12/11" becomes a day there. What is written as a day of the calendar is one.
bool looks_like_a_day(std::string_view text) {
  if (text.find_first_not_of("0123456789-/:.") != std::string_view::npos) return false;
  const bool calendar = text.size() == 10 && text[4] == '-' && text[7] == '-';
  return !calendar && text.find_first_of("-/:") != std::string_view::npos;
}

/// What it takes for a formula, also behind blanks and in the wide letters of a Chinese keyboard.
bool looks_like_a_formula(std::string_view text) {
  if (!text.empty() && (text.front() == '\t' || text.front() == '\r' || text.front() == '\n')) return true;
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  for (const std::string_view sign : {"=", "+", "-", "@", "＝", "＋", "－", "＠"}) {
    if (text.starts_with(sign)) return true;
  }
  return false;
}

/// A cell that a spreadsheet takes for what it says: quoted, and what it would take for something else is marked as text.
std::string cell(std::string_view text) {
  std::string out = "\"";
  if (looks_like_a_number(text) || looks_like_a_day(text) || looks_like_a_formula(text)) out += '\'';
  for (const char c : text) {
    if (c == '"') out += '"';
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x20 || byte == 0x7F ? ' ' : c;
  }
  return out + '"';
}

/// An amount is a number and stays one, with its sign.
std::string amount(const std::optional<std::int64_t>& minor, const std::string& currency) {
  return minor && !currency.empty() ? decimal(*minor, currency) : std::string();
}

/// One table of the folder: its rows go out in large pieces, and only a few of them are ever in memory.
class CsvFile {
 public:
  CsvFile(const std::filesystem::path& place, bool mark, std::string_view header) : file_("csv", place) {
    if (mark) waiting_ = "\xEF\xBB\xBF";
    waiting_ += std::string(header) + "\n";
  }
  void row(std::initializer_list<std::string> cells) {
    bool first = true;
    for (const std::string& one : cells) {
      if (!first) waiting_ += ',';
      waiting_ += one;
      first = false;
    }
    waiting_ += '\n';
    constexpr std::size_t piece = 64UL * 1024;  // a call of the system for some hundred rows
    if (waiting_.size() >= piece) flush();
  }
  void finish() {
    flush();
    file_.finish();
  }

 private:
  void flush() {
    file_.write(waiting_);
    waiting_.clear();
  }
  OutFile file_;
  std::string waiting_;
};

void write_breaks(Context& context, const rec::Sheet& sheet, CsvFile file) {
  context.ledger().store().reading([&](View& view) {
    rec::each_break(view, sheet.run_id, [&](const rec::SheetBreak& one) {
      file.row({cell(one.id), cell(name(one.code)), cell(one.movement), cell(one.day), cell(one.currency),
                amount(one.ours, one.currency), amount(one.theirs, one.currency), amount(one.difference, one.currency),
                amount(one.remaining, one.currency), std::to_string(one.days), std::to_string(one.first_run),
                cell(one.state), cell(one.our_id), cell(one.channel_id), cell(one.order)});
    });
  });
  file.finish();
}

void write_matches(Context& context, const rec::Sheet& sheet, CsvFile file) {
  context.ledger().store().reading([&](View& view) {
    rec::each_pair(view, sheet.run_id, [&](const rec::Pair& one) {
      file.row({cell(one.part), cell(one.pass), cell(one.actor), cell(one.reason), cell(one.line_key),
                one.nth == 0 ? std::string() : std::to_string(one.nth), cell(one.channel_id), cell(one.our_id),
                cell(one.order), cell(one.voucher), cell(one.movement), cell(one.their_currency),
                amount(one.theirs, one.their_currency), cell(one.their_day), cell(one.our_currency),
                amount(one.ours, one.our_currency), cell(one.our_day)});
    });
  });
  file.finish();
}

void write_timing(Context& context, const rec::Sheet& sheet, CsvFile file) {
  context.ledger().store().reading([&](View& view) {
    rec::each_uncleared(view, sheet.run_id, [&](const rec::Uncleared& one) {
      file.row({cell(one.line ? "channel" : "book"), cell(one.why), cell(one.day), cell(one.movement),
                cell(one.currency), amount(one.amount, one.currency), cell(one.our_id), cell(one.channel_id),
                cell(one.order), cell(one.voucher)});
    });
  });
  file.finish();
}

void write_adjustments(const rec::Sheet& sheet, CsvFile file) {
  for (const rec::Adjustment& one : sheet.adjustments) {
    file.row({cell(one.break_id), std::to_string(one.version), cell(one.action), cell(one.currency),
              amount(one.amount, one.currency), cell(one.proposed_by), cell(one.approved_by), cell(one.reason),
              cell(one.voucher)});
  }
  file.finish();
}

void write_figures(const rec::Sheet& sheet, CsvFile file) {
  for (const rec::Figure& one : sheet.figures) {
    file.row({cell(one.sheet), cell(one.currency), cell(one.name), cell(one.kind), std::to_string(one.count),
              amount(one.amount, one.currency)});
  }
  file.finish();
}

}  // namespace

void write_sheet_files(Context& context, const rec::Sheet& sheet, const std::filesystem::path& folder, bool mark) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    throw Problem(ExitStatus::storage, {"csv", {folder.string() + " cannot be made", "无法创建 " + folder.string()}});
  }
  write_breaks(context, sheet,
               {folder / "breaks.csv", mark,
                "break,code,movement,day,currency,ours,theirs,difference,remaining,days,first_run,state,our_id,"
                "channel_id,order"});
  write_matches(context, sheet,
                {folder / "matches.csv", mark,
                 "part,pass,by,reason,line_key,nth,channel_id,our_id,order,voucher,movement,their_currency,theirs,"
                 "their_day,our_currency,ours,our_day"});
  write_timing(context, sheet,
               {folder / "timing.csv", mark, "side,why,day,movement,currency,amount,our_id,channel_id,order,voucher"});
  write_adjustments(sheet, {folder / "adjustments.csv", mark,
                            "break,version,action,currency,amount,proposed_by,approved_by,reason,voucher"});
  write_figures(sheet, {folder / "figures.csv", mark, "sheet,currency,name,kind,count,amount"});
  // The summary tells as many breaks as a report does by itself, whatever --limit said: it is the same whenever it is written.
  const auto whole =
      context.ledger().store().reading([&](View& view) { return rec::read_sheet(view, sheet.run_id, told_breaks); });
  OutFile summary("csv", folder / "summary.json");
  summary.write(sheet_json(whole.value_or(sheet)));
  summary.finish();
}

}  // namespace payonce
