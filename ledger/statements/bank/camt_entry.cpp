#include "ledger/statements/bank/camt_entry.hpp"

#include <algorithm>
#include <vector>

#include "ledger/statements/map.hpp"

namespace payonce::statements::camt {
namespace {

constexpr std::size_t longest_details = 4096;  // bytes of text that a line keeps of all its details

void append(std::string& to, std::string_view text, std::string_view between) {
  if (text.empty() || to.size() > longest_details) return;
  if (!to.empty()) to += between;
  to += text.substr(0, longest_details);
}

/// The name of a party, which the newer versions put one element deeper.
bool is_name_of(std::string_view path, std::string_view party) {
  if (!path.starts_with("RltdPties/")) return false;
  path.remove_prefix(10);
  if (!path.starts_with(party)) return false;
  path.remove_prefix(party.size());
  return path == "/Nm" || path == "/Pty/Nm";
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  if (text.empty() || text.size() > 15 || text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  std::uint64_t number = 0;
  for (const char c : text) number = number * 10 + static_cast<std::uint64_t>(c - '0');
  return number;
}

}  // namespace

std::optional<Moment> moment_of(std::string_view text) {
  const std::size_t mark = text.find('T');
  const auto day = DatePattern::parse("yyyy-MM-dd")->read(text.substr(0, std::min<std::size_t>(mark, 10)));
  if (!day || mark == std::string_view::npos) return day;
  if (mark != 10 || text.size() < 19) return std::nullopt;
  return DatePattern::parse("yyyy-MM-ddTHH:mm:ss")->read(text.substr(0, 19));
}

std::optional<Exact> amount_of(std::string_view text, std::string_view currency) {
  const auto money = Currency::parse("currency", currency);
  if (!money) return std::nullopt;
  const auto read = Exact::parse("amount", text, *money, {'.', 0});
  if (!read) return std::nullopt;
  return *read;
}

void Entry::take(std::string_view path, std::string_view text, std::string_view currency) {
  constexpr std::string_view below = "NtryDtls/TxDtls/";
  if (path.starts_with(below)) {
    take_details(path.substr(below.size()), text, currency);
  } else if (path == "NtryDtls/Btch/NbOfTxs") {
    stated_details_ = number_of(text);
  } else {
    (void)take_own(path, text, currency);
  }
}

bool Entry::take_own(std::string_view path, std::string_view text, std::string_view currency) {
  const auto day = [&](std::optional<Moment>& into) {
    into = moment_of(text);
    bad_day_ = bad_day_ || !into;
  };
  if (path == "Amt") {
    amount_ = text;
    currency_ = currency;
  } else if (path == "CdtDbtInd") {
    mark_ = text;
  } else if (path == "RvslInd") {
    reversal_ = text == "true" || text == "1";
  } else if (path == "Sts" || path == "Sts/Cd") {
    // Of .08 the code lies in Sts, which then ends without a text of its own.
    if (!text.empty()) status_ = text;
  } else if (path == "BookgDt/Dt" || path == "BookgDt/DtTm") {
    day(booked_);
  } else if (path == "ValDt/Dt" || path == "ValDt/DtTm") {
    day(value_);
  } else if (path == "AcctSvcrRef" || (path == "NtryRef" && reference_.empty())) {
    if (!names_nothing(text)) reference_ = text;
  } else if (path == "BkTxCd/Domn/Cd") {
    codes_[0] = text;
  } else if (path == "BkTxCd/Domn/Fmly/Cd") {
    codes_[1] = text;
  } else if (path == "BkTxCd/Domn/Fmly/SubFmlyCd") {
    codes_[2] = text;
  } else if (path == "BkTxCd/Prtry/Cd") {
    codes_[3] = text;
  } else if (path == "AddtlNtryInf") {
    info_ = text.substr(0, longest_details);
  } else if (path == "Chrgs/TtlChrgsAndTaxAmt" || path == "Chrgs/Amt" || path == "Chrgs/Rcrd/Amt") {
    const auto one = amount_of(text, currency);
    const bool total = path == "Chrgs/TtlChrgsAndTaxAmt";
    if (!one || (charges_total_ && !total)) return true;
    charges_ = charges_ && !total ? Exact::sum(*charges_, *one) : one;
    charges_total_ = total;
  } else {
    return false;
  }
  return true;
}

void Entry::take_details(std::string_view path, std::string_view text, std::string_view currency) {
  if (path == "Amt" || (path == "AmtDtls/TxAmt/Amt" && !current_.amount)) {
    current_.amount = amount_of(text, currency);
    current_.currency = currency;
  } else if (path == "CdtDbtInd") {
    current_.debit = text == "DBIT";
  } else if (path == "Refs/EndToEndId" || (path == "Refs/InstrId" && end_to_end_.empty())) {
    if (!names_nothing(text)) end_to_end_ = text;
  } else if (path == "Refs/AcctSvcrRef" && reference_.empty()) {
    if (!names_nothing(text)) reference_ = text;
  } else if (path == "RmtInf/Ustrd" || path == "RmtInf/Strd/CdtrRefInf/Ref" || path == "RtrInf/Rsn/Cd") {
    append(text_, text, " ");
  } else if (is_name_of(path, "Dbtr")) {
    debtor_ = text;
  } else if (is_name_of(path, "Cdtr")) {
    creditor_ = text;
  }
}

void Entry::begin_details() {
  ++details_;
  current_ = {};
}

void Entry::end_details() {
  if (!current_.amount || current_.currency != currency_) {
    summable_ = false;
    return;
  }
  const bool debit = current_.debit.value_or(mark_ == "DBIT");
  const Exact one = debit ? current_.amount->negated() : *current_.amount;
  const auto sum = details_sum_ ? Exact::sum(*details_sum_, one) : std::optional(one);
  if (!sum) summable_ = false;
  details_sum_ = sum;
}

std::string Entry::kind() const {
  if (codes_[0].empty()) return codes_[3];
  return codes_[0] + "/" + codes_[1] + "/" + codes_[2];
}

/// What the bank took off inside the entry is the difference between it and its details, if the charges say so. Anything else
/// that differs is a detail too few or too many.
void Entry::reconcile_details(Line& line, std::vector<Broken>& broken) const {
  if (stated_details_ && details_ > 1 && *stated_details_ != details_) {
    broken.push_back(
        {FileBreak::file_control_total,
         line.line,
         {"the batch says " + std::to_string(*stated_details_) + " details and holds " + std::to_string(details_),
          "批次载 " + std::to_string(*stated_details_) + " 笔明细，实为 " + std::to_string(details_)}});
  }
  if (!summable_ || !details_sum_ || *details_sum_ == line.net) return;
  const auto difference = Exact::sum(*details_sum_, line.net.negated());
  if (difference && charges_ && *difference == *charges_) {
    line.fee = *charges_;
    line.gross = *details_sum_;
    return;
  }
  broken.push_back({FileBreak::file_control_total,
                    line.line,
                    {"the details sum to " + details_sum_->text() + ", the entry is " + line.net.text(),
                     "明细合计 " + details_sum_->text() + "，而该笔为 " + line.net.text()}});
}

std::optional<Exact> Entry::net() const {
  const auto amount = amount_of(amount_, currency_);
  if (!amount || (mark_ != "CRDT" && mark_ != "DBIT")) return std::nullopt;
  return mark_ == "DBIT" ? amount->negated() : *amount;
}

std::optional<Line> Entry::line(std::string_view account, std::vector<Broken>& broken) const {
  const auto corrupted = [&](const std::string& said) {
    broken.push_back({FileBreak::file_corrupted, line_number_, {"cannot be read: " + said, "无法读取：" + said}});
    return std::nullopt;
  };
  const auto money = Currency::parse("currency", currency_);
  if (!money) return corrupted("Amt Ccy=" + currency_.substr(0, 40));
  if (!amount_of(amount_, currency_)) return corrupted("Amt " + amount_.substr(0, 40));
  const auto moved = net();
  if (!moved) return corrupted("CdtDbtInd " + mark_.substr(0, 40));
  if (status_ != "BOOK") return corrupted("Sts " + status_.substr(0, 40));
  if (bad_day_) return corrupted("BookgDt, ValDt");
  Line line{.line = line_number_, .movement = Movement::bank, .currency = *money, .fee = Exact(0, *money)};
  line.net = line.gross = *moved;
  line.kind = kind();
  const std::string& sub = codes_[2];
  if (sub == "CHRG" || sub == "FEES" || sub == "COMM" || sub == "COME") line.movement = Movement::fee;
  line.reversal = reversal_;
  line.status = status_;
  line.channel_id = reference_;
  if (details_ <= 1) line.our_id = end_to_end_;
  line.account = account;
  line.counterparty = mark_ == "DBIT" ? creditor_ : debtor_;
  line.details = text_.empty() ? info_ : text_;
  if (booked_) line.booked_day = booked_->day;
  if (booked_ && booked_->second) line.at = booked_;
  if (value_) line.value_day = value_->day;
  if (!line.value_day) line.value_day = line.booked_day;
  reconcile_details(line, broken);
  return line;
}

}  // namespace payonce::statements::camt
