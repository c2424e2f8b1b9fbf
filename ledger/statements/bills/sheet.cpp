#include "ledger/statements/bills/sheet.hpp"

#include <algorithm>

#include "ledger/statements/bills/spoiled.hpp"
#include "ledger/values/utf8.hpp"

namespace payonce::statements {
namespace {

constexpr Marks marks{'.', ','};

/// Old bills write times with full-width colons and two blanks.
std::string plain_time(std::string_view text) {
  std::string plain = plain_name(text);
  for (std::size_t at = plain.find("  "); at != std::string::npos; at = plain.find("  ")) plain.erase(at, 1);
  return plain;
}

/// The amount with no more decimals than the other has, half away from zero.
std::string rounded_like(const Exact& amount, std::size_t decimals) {
  std::string text = amount.text();
  const std::size_t mark = text.find('.');
  if (mark == std::string::npos || text.size() - mark - 1 <= decimals) return text;
  const bool up = text[mark + 1 + decimals] >= '5';
  text.resize(mark + 1 + decimals);
  if (text.ends_with('.')) text.pop_back();
  for (std::size_t at = text.size(); up && at-- > 0;) {
    if (text[at] == '.' || text[at] == '-') continue;
    if (text[at]++ != '9') return text;
    text[at] = '0';
    if (at == 0 || text[at - 1] == '-') {
      text.insert(at, 1, '1');
      return text;
    }
  }
  return text;
}

}  // namespace

std::optional<std::uint64_t> count_of(std::string_view text) {
  text = trimmed(text);
  if (const std::size_t mark = text.find('.'); mark != std::string_view::npos) {
    if (text.find_first_not_of('0', mark + 1) != std::string_view::npos) return std::nullopt;
    text = text.substr(0, mark);
  }
  if (text.empty() || text.size() > 12 || text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  std::uint64_t count = 0;
  for (const char c : text) count = count * 10 + static_cast<std::uint64_t>(c - '0');
  return count;
}

Day day_before(const Day& day) {
  if (day.day > 1) return {day.year, day.month, day.day - 1};
  Day before = day.month > 1 ? Day{day.year, day.month - 1, 31} : Day{day.year - 1, 12, 31};
  while (!before.exists() && before.day > 28) --before.day;
  return before;
}

void add(Exact& sum, const Exact& amount) { sum = Exact::sum(sum, amount).value_or(sum); }

Sheet::Sheet(std::istream& in, Format format, const Sink& sink, CsvRows::Cells cells)
    : rows_(in, ',', cells), sink_(sink) {
  reading_.format = format;
}

bool Sheet::next() {
  using Got = CsvRows::Got;
  while (!stopped_) {
    const Got got = rows_.next(row_);
    if (got == Got::row) {
      if (short_row_) flush_short(FileBreak::file_corrupted);
      if (is_utf8(row_.raw)) return true;
      broke(FileBreak::file_corrupted, {"holds bytes of another charset", "含有其他编码的字节"});
      continue;
    }
    if (auto wrong = broken_row(got, row_.line)) broke(wrong->code, std::move(wrong->why));
    if (got != Got::loose_quote) {
      stopped_ = stopped_ || got == Got::too_long;
      return false;
    }
  }
  return false;
}

bool Sheet::is_header(const Layout& layout) {
  auto found = BillColumns::find(layout, row_);
  if (!found) return false;
  columns_ = std::move(found);
  return true;
}

bool Sheet::is_whole() {
  if (row_.cells.size() < columns_->width()) {
    short_row_ = row_.line;
    return false;
  }
  const auto spare = [](const std::string& cell) { return trimmed(cell).empty(); };
  if (std::all_of(row_.cells.begin() + static_cast<std::ptrdiff_t>(columns_->width()), row_.cells.end(), spare))
    return true;
  broke(FileBreak::file_corrupted, {"has more cells than the header", "格数多于表头"});
  return false;
}

bool Sheet::amount(std::size_t column, const Currency& currency, Exact& into) {
  into = Exact(0, currency);
  const std::string_view text = without_sign(cell(column));
  if (text.empty()) return true;
  const auto read = Exact::parse("amount", text, currency, marks);
  if (!read) return corrupted(column, text);
  into = *read;
  return true;
}

bool Sheet::id(std::size_t column, std::string& into) {
  into = cell(column);
  return !spoiled_id(into) || corrupted(column, into);
}

bool Sheet::time(std::size_t column, const DatePattern& pattern, std::optional<Moment>& into) {
  const std::string text = plain_time(cell(column));
  into = pattern.read(text);
  if (into) return true;
  into = spreadsheet_time(text);
  if (!into) return corrupted(column, text);
  resaved(text);
  return true;
}

std::optional<Currency> Sheet::currency(std::size_t column, std::string_view otherwise) {
  std::string code(cell(column));
  if (code.empty()) code = otherwise;
  for (char& c : code) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  const auto read = Currency::parse("currency", code);
  if (read) return *read;
  corrupted(column, code);
  return std::nullopt;
}

void Sheet::give(Line line) {
  const auto net = Exact::sum(line.gross, line.fee.negated());
  if (!net) {
    broke(FileBreak::file_over_bounds, {"an amount is too large", "金额过大"});
    return;
  }
  line.net = *net;
  line.line = row_.line;
  line.raw = row_.raw;
  line.ordinal = head.lines + 1;
  if (line.key.empty()) line.key = content_key(line);
  if (!reading_.count(line)) {
    stopped_ = true;
    return;
  }
  ++head.lines;
  if (line.at) {
    const std::string at = line.at->text();
    const bool late = !to_.empty() && (open_end_ ? at >= to_ : at > to_);
    if (late || (!from_.empty() && at < from_)) {
      broke(FileBreak::file_rows_outside_period, {"is of " + at, "时间为 " + at});
    }
    if (from_.empty() && (!head.from || line.at->day < *head.from)) head.from = line.at->day;
    if (to_.empty() && (!head.to || line.at->day > *head.to)) head.to = line.at->day;
  }
  sink_.line(line);
}

bool Sheet::corrupted(std::size_t column, std::string_view text) {
  const std::string said = columns_->name(column) + ": " + std::string(text.substr(0, 40));
  broke(FileBreak::file_corrupted, {"cannot be what the channel wrote: " + said, "不可能是渠道原样：" + said});
  return false;
}

void Sheet::resaved(std::string_view sign) {
  if (resaved_) return;
  resaved_ = true;
  const std::string said(sign.substr(0, 40));
  broke(FileBreak::file_corrupted, {"a spreadsheet has saved the file again: " + said, "曾被电子表格另存：" + said});
}

void Sheet::differs(const Text& what, std::string_view stated, const std::string& ours) {
  const std::string theirs(stated.substr(0, 40));
  broke(FileBreak::file_control_total, {what.en + ": the file says " + theirs + ", the rows give " + ours,
                                        what.zh + "：文件载 " + theirs + "，明细为 " + ours});
}

void Sheet::compare(const Text& what, std::string_view stated, const Exact& ours, bool rounded) {
  std::string text(without_sign(trimmed(stated)));
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  const std::size_t mark = text.find('.');
  const std::size_t decimals = mark == std::string::npos ? 0 : text.size() - mark - 1;
  // Read in the currency with the fewest decimals, so that the scale is the one that is written.
  static const Currency plain = Currency::parse("currency", "JPY").value();
  const auto read = Exact::parse("sum", text, plain, {});
  if (read && *read == ours) return;
  if (read && rounded) {
    const auto near = Exact::parse("sum", rounded_like(ours, decimals), plain, {});
    if (near && *near == *read) return;
  }
  differs(what, stated, ours.text());
}

void Sheet::compare_count(const Text& what, std::string_view stated, std::uint64_t ours) {
  const auto read = count_of(stated);
  if (read) head.stated_lines = head.stated_lines.value_or(0) + static_cast<std::int64_t>(*read);
  if (!read || *read != ours) differs(what, stated, std::to_string(ours));
}

void Sheet::period(const std::optional<Moment>& from, const std::optional<Moment>& to, bool open_end) {
  if (from) from_ = from->text();
  if (to) to_ = to->text();
  open_end_ = open_end;
  if (from) head.from = from->day;
  if (to) head.to = open_end && to->second.value_or(0) == 0 ? day_before(to->day) : to->day;
}

void Sheet::flush_short(FileBreak code) {
  broke(code, *short_row_, {"has fewer cells than the header", "格数少于表头"});
  short_row_.reset();
}

Reading Sheet::finish() {
  if (short_row_) flush_short(FileBreak::file_truncated);
  ++reading_.statements;
  sink_.head(head);
  return std::move(reading_);
}

Reading Sheet::no_header() {
  if (reading_.trusted()) {
    broke(FileBreak::file_truncated, 1, {"the file ends before the header of its rows", "文件在表头之前结束"});
  }
  return std::move(reading_);
}

}  // namespace payonce::statements
