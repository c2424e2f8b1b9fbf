#include "ledger/statements/reader.hpp"

#include <algorithm>
#include <string>

#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bytes/charset.hpp"
#include "ledger/statements/bytes/continued.hpp"
#include "ledger/statements/plain_reader.hpp"

namespace payonce::statements {
namespace {

bool is_zip(std::string_view beginning) {
  return beginning.starts_with("PK\x03\x04") || beginning.starts_with("PK\x05\x06");
}

bool says(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// XML by the elements that hold its statements, whatever their namespace is called; OFX by its own marks.
Format marked_up(std::string_view beginning) {
  if (says(beginning, "BkToCstmrStmt")) return Format::camt053;
  if (says(beginning, "BkToCstmrAcctRpt")) return Format::camt052;
  if (says(beginning, "BkToCstmrDbtCdtNtfctn")) return Format::camt054;
  if (says(beginning, "OFXHEADER") || says(beginning, "<OFX>")) return Format::ofx;
  return Format::unknown;
}

}  // namespace

Format detect(std::string_view bytes) {
  if (is_zip(bytes)) return Format::unknown;
  const auto charset = charset_of(bytes);
  const std::string converted = charset && *charset != Charset::utf8 ? in_utf8(bytes, *charset) : "";
  std::string_view beginning = converted.empty() ? bytes : converted;
  if (beginning.starts_with("\xEF\xBB\xBF")) beginning.remove_prefix(3);
  beginning.remove_prefix(std::min(beginning.find_first_not_of(" \t\r\n"), beginning.size()));
  if (beginning.empty()) return Format::unknown;
  // Some banks put lines of their own before the first message, so the tags count and not the first byte.
  const bool begins = beginning.starts_with(":20:") || says(beginning, "\n:20:");
  if (begins && says(beginning, "\n:25")) return Format::mt940;
  if (beginning.front() == '{') return Format::unknown;
  if (beginning.starts_with("OFXHEADER") || beginning.starts_with("<")) return marked_up(beginning);
  const Format bill = bill_of(beginning);
  return bill == Format::unknown ? Format::csv : bill;
}

Reading read(std::istream& in, const FieldMap* map, const Sink& sink) {
  Continued bytes(*in.rdbuf(), enough_to_detect);
  if (is_zip(bytes.beginning())) return read_zip(bytes, map, sink);
  return read_plain(bytes, bytes.beginning(), map, sink);
}

}  // namespace payonce::statements
