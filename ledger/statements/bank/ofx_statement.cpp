#include "ledger/statements/bank/ofx_statement.hpp"

#include <algorithm>

#include "ledger/statements/map.hpp"

namespace payonce::statements::ofx {
namespace {

constexpr std::size_t most_values = 64;      // of a transaction, which has thirty at most
constexpr std::size_t longest_value = 4096;  // bytes

bool is_statement(std::string_view tag) { return tag == "STMTRS" || tag == "CCSTMTRS"; }
bool is_own_account(std::string_view tag) { return tag == "BANKACCTFROM" || tag == "CCACCTFROM"; }
bool is_other_account(std::string_view tag) { return tag == "BANKACCTTO" || tag == "CCACCTTO"; }

/// "[-5:EST]", "[5.5]": hours from UTC, perhaps with a fraction.
std::string zone_of(std::string_view text) {
  if (!text.starts_with('[') || !text.ends_with(']')) return {};
  text = text.substr(1, text.size() - 2);
  text = text.substr(0, text.find(':'));
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t mark = text.find('.');
  const std::string_view hours = text.substr(0, mark);
  if (hours.empty() || hours.size() > 2 || hours.find_first_not_of("0123456789") != std::string_view::npos) return {};
  std::string zone = minus ? "-" : "+";
  if (hours.size() == 1) zone += '0';
  zone += hours;
  const std::string_view part = mark == std::string_view::npos ? std::string_view{} : text.substr(mark + 1);
  return zone + (part == "5" || part == "50" ? ":30" : part == "75" ? ":45" : ":00");
}

}  // namespace

std::optional<Time> time_of(std::string_view text) {
  const std::size_t bracket = std::min(text.find('['), text.size());
  const std::string zone = zone_of(text.substr(bracket));
  std::string_view digits = text.substr(0, bracket);
  digits = digits.substr(0, digits.find('.'));
  const std::string_view pattern = digits.size() == 8    ? "yyyyMMdd"
                                   : digits.size() == 12 ? "yyyyMMddHHmm"
                                                         : "yyyyMMddHHmmss";
  const auto read = DatePattern::parse(pattern)->read(digits);
  if (!read) return std::nullopt;
  return Time{*read, zone};
}

std::optional<Exact> amount_of(std::string_view text, const Currency& currency) {
  const std::size_t comma = text.find(',');
  const bool alone = comma != std::string_view::npos && text.find('.') == std::string_view::npos;
  if (alone && text.size() - comma - 1 == 3 && currency.exponent() != 3) return std::nullopt;
  // With both marks the last is the decimal one, and the other can only part thousands.
  const std::size_t point = text.find('.');
  const bool both = comma != std::string_view::npos && point != std::string_view::npos;
  const bool by_comma = comma != std::string_view::npos && (!both || comma > point);
  const Marks marks{by_comma ? ',' : '.', both ? (by_comma ? '.' : ',') : '\0'};
  const auto read = Exact::parse("amount", text, currency, marks);
  if (!read) return std::nullopt;
  return *read;
}

void Statements::corrupted(std::uint64_t line, std::string_view what, std::string_view text) {
  const std::string said = std::string(what) + " " + std::string(text.substr(0, 40));
  reading_.broke(FileBreak::file_corrupted, line, {"cannot be read: " + said, "无法读取：" + said});
}

bool Statements::open(std::string_view tag, std::uint64_t line) {
  if (is_statement(tag)) {
    if (in_statement_) end_statement();
    in_statement_ = true;
    head_ = {.line = line};
  } else if (is_own_account(tag)) {
    in_own_account_ = true;
  } else if (is_other_account(tag)) {
    in_other_account_ = true;
  } else if (tag == "LEDGERBAL") {
    in_ledger_balance_ = true;
  } else if (tag == "ORIGCURRENCY") {
    in_original_ = true;
  } else if (tag == "STMTTRN" && in_statement_) {
    // One that was never closed ends where the next begins.
    const bool go_on = !in_transaction_ || give("<STMTTRN>");
    in_transaction_ = true;
    transaction_line_ = line;
    values_.clear();
    return go_on;
  }
  return true;
}

bool Statements::value(std::string_view tag, std::string_view text, std::uint64_t line) {
  if (in_transaction_) {
    const std::string name = (in_other_account_ ? "TO." : in_original_ ? "ORIGINAL." : "") + std::string(tag);
    if (values_.size() < most_values) values_.emplace(name, text.substr(0, longest_value));
    return true;
  }
  if (!in_statement_) return true;
  const auto day = [&](std::optional<Day>& into) {
    const auto read = time_of(text);
    if (!read) return corrupted(line, tag, text);
    into = read->at.day;
    if (head_.zone.empty()) head_.zone = read->zone;
  };
  if (tag == "CURDEF") {
    const auto read = Currency::parse("currency", text);
    if (read) head_.currency = *read;
    if (!read) corrupted(line, tag, text);
  } else if (in_own_account_ && (tag == "BANKID" || tag == "ACCTID")) {
    if (!head_.account.empty()) head_.account += '/';
    head_.account += text.substr(0, longest_value);
  } else if (tag == "DTSTART") {
    day(head_.from);
  } else if (tag == "DTEND") {
    day(head_.to);
  } else if (tag == "BALAMT" && in_ledger_balance_ && head_.currency) {
    const auto read = amount_of(text, *head_.currency);
    if (read) head_.closing = *read;
    if (!read) corrupted(line, tag, text);
  }
  return true;
}

bool Statements::close(std::string_view tag, std::uint64_t /*line*/, std::string raw) {
  if (is_own_account(tag)) in_own_account_ = false;
  if (is_other_account(tag)) in_other_account_ = false;
  if (tag == "LEDGERBAL") in_ledger_balance_ = false;
  if (tag == "ORIGCURRENCY") in_original_ = false;
  if (tag == "OFX") whole_ = true;
  if (tag == "STMTTRN" && in_transaction_) {
    in_transaction_ = in_other_account_ = in_original_ = false;
    return give(std::move(raw));
  }
  if (is_statement(tag) && in_statement_) end_statement();
  return true;
}

std::string Statements::said(std::string_view tag) const {
  const auto found = values_.find(tag);
  return found == values_.end() ? std::string() : found->second;
}

bool Statements::give(std::string raw) {
  const std::uint64_t at = transaction_line_;
  if (!head_.currency) {
    corrupted(at, "CURDEF", "");
    return true;
  }
  const std::string amount = said("TRNAMT");
  const auto net = amount_of(amount, *head_.currency);
  const auto posted = time_of(said("DTPOSTED"));
  if (!net || !posted) {
    corrupted(at, net ? "DTPOSTED" : "TRNAMT", net ? said("DTPOSTED") : amount);
    return true;
  }
  if (const std::string other = said("CURSYM"); !other.empty() && other != head_.currency->code()) {
    reading_.broke(FileBreak::file_mixed_currency, at, {"is in " + other, "币种为 " + other});
    return true;
  }
  Line line{.line = at, .movement = Movement::bank, .currency = *head_.currency, .fee = Exact(0, *head_.currency)};
  line.net = line.gross = *net;
  line.kind = said("TRNTYPE");
  if (line.kind == "FEE" || line.kind == "SRVCHG") line.movement = Movement::fee;
  line.channel_id = said("FITID");
  line.our_id = said("REFNUM").empty() ? said("CHECKNUM") : said("REFNUM");
  line.account = head_.account;
  line.counterparty = said("NAME");
  if (line.counterparty.empty()) line.counterparty = said("TO.ACCTID");
  line.details = said("MEMO");
  if (const std::string corrects = said("CORRECTFITID"); !corrects.empty()) {
    // It changes or takes back a line of an earlier file: for a person, not for a sum.
    line.movement = Movement::unidentified;
    line.parent_id = corrects;
    line.status = said("CORRECTACTION");
    line.reversal = line.status == "DELETE";
  }
  if (posted->at.second) line.at = posted->at;
  line.booked_day = posted->at.day;
  line.value_day = posted->at.day;
  if (const auto user = time_of(said("DTUSER"))) line.value_day = user->at.day;
  if (head_.zone.empty()) head_.zone = posted->zone;
  line.raw = std::move(raw);
  line.ordinal = head_.lines + 1;
  line.key = content_key(line);
  if ((head_.from && *line.booked_day < *head_.from) || (head_.to && *line.booked_day > *head_.to)) {
    reading_.broke(FileBreak::file_rows_outside_period, at,
                   {"is of " + line.booked_day->text(), "日期为 " + line.booked_day->text()});
  }
  if (!reading_.count(line)) return false;
  ++head_.lines;
  sink_.line(line);
  return true;
}

void Statements::end_statement() {
  in_statement_ = in_own_account_ = in_ledger_balance_ = in_transaction_ = false;
  ++reading_.statements;
  sink_.head(head_);
}

void Statements::finish() {
  const bool cut = in_statement_ || !whole_;
  if (in_statement_) end_statement();
  if (reading_.statements == 0 && reading_.trusted() && !cut) {
    reading_.broke(FileBreak::file_unknown_layout, 1, {"holds no statement of an account", "没有账户对账单"});
  } else if (cut && reading_.trusted()) {
    reading_.broke(FileBreak::file_truncated, 1, {"the end, </OFX>, is missing", "缺少结尾 </OFX>"});
  }
}

}  // namespace payonce::statements::ofx
