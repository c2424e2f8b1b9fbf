#include "ledger/statements/bank/camt_statement.hpp"

#include "ledger/statements/bills/sheet.hpp"

namespace payonce::statements::camt {
namespace {

Text should_be(const std::string& ours, std::string_view theirs) {
  const std::string said(theirs.substr(0, 40));
  return {"the entries give " + ours + ", the file says " + said, "明细为 " + ours + "，文件载 " + said};
}

}  // namespace

void Statement::corrupted(std::uint64_t line, std::string_view what, std::string_view text) {
  const std::string said = std::string(what) + " " + std::string(text.substr(0, 40));
  broke(FileBreak::file_corrupted, line, {"cannot be read: " + said, "无法读取：" + said});
}

void Statement::take(std::string_view path, std::string_view text, std::string_view currency, std::uint64_t line) {
  const auto day = [&](std::optional<Day>& into) {
    const auto read = moment_of(text);
    if (read) into = read->day;
    if (!read) corrupted(line, path, text);
  };
  if (path == "Id") {
    head_.reference = text;
  } else if (path == "ElctrncSeqNb" || (path == "LglSeqNb" && !head_.number)) {
    const auto number = count_of(text);
    if (number) head_.number = static_cast<std::int64_t>(*number);
  } else if (path == "FrToDt/FrDtTm") {
    day(from_);
  } else if (path == "FrToDt/ToDtTm") {
    day(to_);
  } else if (path.ends_with("Pgntn/PgNb")) {
    page_ = static_cast<std::int64_t>(count_of(text).value_or(1));
  } else if (path.ends_with("Pgntn/LastPgInd")) {
    last_page_ = text != "false" && text != "0";
  } else if (path == "Acct/Id/IBAN" || path == "Acct/Id/Othr/Id") {
    head_.account = text;
  } else if (path == "Acct/Ccy") {
    account_currency_ = text;
  } else if (path == "Bal/Tp/CdOrPrtry/Cd") {
    balance_.code = text;
  } else if (path == "Bal/Amt") {
    balance_.text = text;
    balance_.currency = currency;
  } else if (path == "Bal/CdtDbtInd") {
    balance_.mark = text;
  } else if (path == "Bal/Dt/Dt" || path == "Bal/Dt/DtTm") {
    balance_.day = text;
  } else if (path.starts_with("TxsSummry/")) {
    summary(path.substr(10), text, line);
  }
}

void Statement::summary(std::string_view path, std::string_view text, std::uint64_t line) {
  const auto side = [&](std::string_view name, Side& into) {
    if (!path.starts_with(name)) return;
    const std::string_view what = path.substr(name.size());
    if (what == "/NbOfNtries") {
      into.count = count_of(text);
      if (!into.count) corrupted(line, path, text);
    }
    if (what == "/Sum") into.sum = text;
  };
  side("TtlNtries", all_);
  side("TtlCdtNtries", credits_);
  side("TtlDbtNtries", debits_);
}

void Statement::end_balance(std::uint64_t line) {
  const std::string& code = balance_.code;
  const bool opens = code == "OPBD" || code == "PRCD";
  if (!opens && code != "CLBD" && code != "ITBD") return;  // available balances say nothing about what was booked
  const auto read = amount_of(balance_.text, balance_.currency);
  if (!read || (balance_.mark != "CRDT" && balance_.mark != "DBIT")) return corrupted(line, code, balance_.text);
  const Exact amount = balance_.mark == "DBIT" ? read->negated() : *read;
  const auto money = Currency::parse("currency", balance_.currency);
  if (!head_.currency) head_.currency = *money;
  if (!(*head_.currency == *money)) {
    broke(FileBreak::file_mixed_currency, line, {"balances are in several currencies", "余额币种不一"});
    return;
  }
  const auto day = moment_of(balance_.day);
  if (code == "ITBD") {
    intermediate_.push_back(amount);
    if (intermediate_.size() > 2) intermediate_.pop_back();
  } else if (opens) {
    if (code == "PRCD" && opening_is_own_) return;
    opening_is_own_ = code == "OPBD";
    head_.opening = amount;
    if (day && !head_.from) head_.from = day->day;
  } else {
    head_.closing = amount;
    if (day && !head_.to) head_.to = day->day;
  }
}

void Statement::check_period(const Line& line) {
  const auto day = line.booked_day ? line.booked_day : line.value_day;
  if (!day || (!(from_ && *day < *from_) && !(to_ && *day > *to_))) return;
  broke(FileBreak::file_rows_outside_period, line.line, {"is of " + day->text(), "日期为 " + day->text()});
}

void Statement::Met::count(const Exact& net) {
  const bool debit = net.units() < 0;
  ++(debit ? debits : credits);
  add(debit ? debit_sum : credit_sum, debit ? net.negated() : net);
}

bool Statement::entry(const Entry& entry, std::string raw) {
  if (const auto net = entry.net()) entries_.count(*net);
  if (entry.pending()) return true;
  std::vector<Broken> broken;
  auto line = entry.line(head_.account, broken);
  for (Broken& one : broken) reading_.broke(one.code, one.line, std::move(one.why));
  if (!line) return true;
  line->raw = std::move(raw);
  if (!head_.currency) {
    const auto money = Currency::parse("currency", account_currency_);
    head_.currency = money ? *money : line->currency;
  }
  if (!(*head_.currency == line->currency)) {
    broke(FileBreak::file_mixed_currency, line->line, {"is in another currency than the account", "与账户币种不同"});
  } else {
    booked_.count(line->net);
    const auto sum = Exact::sum(sum_, line->net);
    over_ = over_ || !sum;
    sum_ = sum.value_or(sum_);
    if (line->reversal) add(reversed_, line->net);
  }
  check_period(*line);
  const bool decidable = head_.opening && head_.closing;
  if (line->reversal && decidable && waiting_bytes_ == 0) waiting_ = true;
  if (!waiting_) return give(std::move(*line));
  waiting_bytes_ += line->raw.size() + line->details.size() + sizeof(Line);
  waiting_lines_.push_back(std::move(*line));
  if (waiting_lines_.size() < most_waiting && waiting_bytes_ < most_waiting_bytes) return true;
  return release(false);
}

bool Statement::give(Line line) {
  line.ordinal = head_.lines + 1;
  line.key = content_key(line);
  if (!reading_.count(line)) return false;
  ++head_.lines;
  sink_.line(line);
  return true;
}

bool Statement::release(bool turned) {
  waiting_ = false;
  std::deque<Line> lines = std::move(waiting_lines_);
  waiting_lines_.clear();
  for (Line& line : lines) {
    if (turned && line.reversal) {
      line.gross = line.gross.negated();
      line.net = line.net.negated();
      line.fee = line.fee.negated();
    }
    if (!give(std::move(line))) return false;
  }
  return true;
}

/// The equation opening + entries = closing, as marked or with the reversals the other way round. False where reading must stop.
bool Statement::check_balance(Format format) {
  if (!head_.opening && !intermediate_.empty()) {
    head_.opening = intermediate_.front();
    intermediate_.pop_front();
  }
  if (!head_.closing && !intermediate_.empty()) head_.closing = intermediate_.back();
  if (!head_.opening || !head_.closing) {
    if (format == Format::camt053) {
      broke(FileBreak::file_truncated, head_.line,
            {"the statement lacks its opening or closing balance", "对账单缺少期初或期末余额"});
    }
    return !waiting_ || release(false);
  }
  const auto ours = Exact::sum(*head_.opening, sum_);
  const bool holds = !over_ && ours && *ours == *head_.closing;
  const auto other = Exact::sum(sum_, reversed_.negated());
  const auto turned_sum = other ? Exact::sum(*other, reversed_.negated()) : std::nullopt;
  const auto turned = turned_sum ? Exact::sum(*head_.opening, *turned_sum) : std::nullopt;
  const bool turned_holds = !holds && waiting_ && turned && *turned == *head_.closing;
  if (!holds && !turned_holds) {
    broke(FileBreak::file_balance_chain, head_.line,
          should_be(ours ? ours->text() : std::string("…"), head_.closing->text()));
  }
  return !waiting_ || release(turned_holds);
}

void Statement::check_summary() {
  const auto differs = [&](std::string_view what, const std::string& ours, std::string_view theirs) {
    Text why = should_be(ours, theirs);
    why.en.insert(0, std::string(what) + ": ");
    why.zh.insert(0, std::string(what) + "：");
    broke(FileBreak::file_control_total, head_.line, std::move(why));
  };
  // Whether pending entries are counted is not said: either is believed.
  if (all_.count) head_.stated_lines = static_cast<std::int64_t>(*all_.count);
  const auto count = [&](std::string_view what, const Side& stated, std::uint64_t ours, std::uint64_t too) {
    if (stated.count && *stated.count != ours && *stated.count != too)
      differs(what, std::to_string(ours), std::to_string(*stated.count));
  };
  const auto sum = [&](std::string_view what, const Side& stated, const Exact& ours, const Exact& too) {
    if (stated.sum.empty() || !head_.currency) return;
    const auto read = amount_of(stated.sum, head_.currency->code());
    if (!read || !(*read == ours || *read == too)) differs(what, ours.text(), stated.sum);
  };
  const auto whole = [](Exact credits, const Exact& debits) {
    add(credits, debits);
    return credits;
  };
  count("TtlNtries", all_, booked_.credits + booked_.debits, entries_.credits + entries_.debits);
  sum("TtlNtries", all_, whole(booked_.credit_sum, booked_.debit_sum), whole(entries_.credit_sum, entries_.debit_sum));
  count("TtlCdtNtries", credits_, booked_.credits, entries_.credits);
  sum("TtlCdtNtries", credits_, booked_.credit_sum, entries_.credit_sum);
  count("TtlDbtNtries", debits_, booked_.debits, entries_.debits);
  sum("TtlDbtNtries", debits_, booked_.debit_sum, entries_.debit_sum);
}

void Statement::check_before(const Statement& before) {
  if (before.head_.account != head_.account || !(before.head_.currency == head_.currency)) {
    if (page_ > 1) broke(FileBreak::file_truncated, head_.line, {"its first page is missing", "缺少首页"});
    return;
  }
  if (page_ > 1 && page_ != before.page_ + 1) {
    broke(FileBreak::file_truncated, head_.line, {"a page is missing before this one", "此页之前缺页"});
  }
  if (before.head_.closing && head_.opening && !(*before.head_.closing == *head_.opening)) {
    broke(FileBreak::file_balance_chain, head_.line,
          {"opens with " + head_.opening->text() + ", the one before closed with " + before.head_.closing->text(),
           "期初为 " + head_.opening->text() + "，而前一份期末为 " + before.head_.closing->text()});
  }
  // Numbers begin again with the year.
  if (before.head_.number && head_.number && *head_.number > *before.head_.number + 1) {
    const std::string here = std::to_string(*head_.number);
    const std::string there = std::to_string(*before.head_.number);
    broke(FileBreak::file_missing_day, head_.line,
          {"statement " + here + " follows " + there, "第 " + there + " 号之后是第 " + here + " 号"});
  }
}

bool Statement::finish(Format format, const Statement* before) {
  const bool go_on = check_balance(format);
  check_summary();
  if (before != nullptr) {
    check_before(*before);
  } else if (page_ > 1) {
    broke(FileBreak::file_truncated, head_.line, {"its first page is missing", "缺少首页"});
  }
  end();
  return go_on;
}

void Statement::cut() {
  if (waiting_ && !release(false)) return;
  end();
}

void Statement::end() {
  if (from_) head_.from = from_;
  if (to_) head_.to = to_;
  ++reading_.statements;
  sink_.head(head_);
}

}  // namespace payonce::statements::camt
