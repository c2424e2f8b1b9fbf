#include "ledger/statements/plain_reader.hpp"

#include <algorithm>
#include <istream>
#include <string>

#include "ledger/statements/bank/bank.hpp"
#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bytes/charset.hpp"
#include "ledger/statements/reader.hpp"

namespace payonce::statements {
namespace {

Reading refused(Text why) {
  Reading reading;
  reading.broke(FileBreak::file_unknown_layout, 1, std::move(why));
  return reading;
}

/// What a channel answers in place of a bill, saved as if it were one (reconciliation.md 2.1, 2.3): that there was no business
/// that day, which is an empty and complete bill, or that the bill is not ready.
std::optional<Reading> answer_instead(std::string_view beginning) {
  if (beginning.empty() || (beginning.front() != '{' && beginning.front() != '<')) return std::nullopt;
  const auto says = [&](std::string_view word) { return beginning.find(word) != std::string_view::npos; };
  Reading reading;
  reading.format = Format::wechat_trade;
  if (says("NO_BILL_EXIST") || says("NO_STATEMENT_EXIST") || says("No Bill Exist")) return reading;
  if (says("BILL_CREATING") || says("STATEMENT_CREATING")) {
    reading.broke(FileBreak::file_not_final, 1, {"the channel is still making the bill", "渠道仍在生成账单"});
    return reading;
  }
  reading.format = Format::alipay_trade;
  if (says("BILL_NOT_EXIST") || says("bill_not_exist")) return reading;
  return std::nullopt;
}

/// Without the byte order mark and blanks before the first character.
std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// A reader of UTF-8 over bytes of a known charset.
template <class Read>
Reading through(std::streambuf& bytes, Charset charset, const Read& read) {
  if (charset == Charset::utf8) {
    std::istream in(&bytes);
    return read(in);
  }
  Utf8Buffer text(bytes, charset);
  std::istream in(&text);
  Reading reading = read(in);
  if (text.first_bad_line()) {
    reading.broke(FileBreak::file_corrupted, *text.first_bad_line(),
                  {"holds bytes that are not of the file's charset", "含有不属于文件编码的字节"});
  }
  return reading;
}

}  // namespace

Reading read_plain(std::streambuf& bytes, std::string_view beginning, const FieldMap* map, const Sink& sink) {
  const Format format = detect(beginning);
  const bool mapped = map != nullptr && (format == Format::csv || is_bill(format));
  if (mapped) {
    const bool marked = beginning.starts_with("\xFF\xFE") || beginning.starts_with("\xFE\xFF");
    const Charset charset = marked ? *charset_of(beginning) : map->charset;
    return through(bytes, charset, [&](std::istream& in) { return read_csv(in, *map, sink); });
  }
  if (is_bill(format)) {
    const Charset charset = charset_of(beginning).value_or(Charset::utf8);
    return through(bytes, charset, [&](std::istream& in) { return read_bill(format, in, sink); });
  }
  std::istream in(&bytes);
  switch (format) {
    case Format::mt940: return read_mt940(in, sink);
    case Format::camt052:
    case Format::camt053:
    case Format::camt054: return read_camt(bytes, sink);
    case Format::ofx: {
      const auto charset = charset_of(beginning).value_or(Charset::utf8);
      const bool wide = charset == Charset::utf16_little || charset == Charset::utf16_big;
      const std::string text = wide ? in_utf8(beginning, charset) : std::string(beginning);
      const std::string_view start = without_mark(text);
      // XML says its charset itself; SGML says what is not so, value by value.
      if (!wide || start.starts_with("<?")) return read_ofx(bytes, start, sink);
      return through(bytes, charset, [&](std::istream& utf8) { return read_ofx(*utf8.rdbuf(), start, sink); });
    }
    case Format::csv:
      return refused({"is a separated file of no known layout; a map of its columns explains it (--map)",
                      "未知版式的 CSV 文件；须以 --map 给出列映射"});
    default: break;
  }
  if (auto answer = answer_instead(beginning)) return std::move(*answer);
  return refused({"is empty, or of no known format", "文件为空，或格式未知"});
}

}  // namespace payonce::statements
