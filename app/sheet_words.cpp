#include <array>
#include <cstdlib>

#include "app/sheet.hpp"
#include "ledger/orders/stored.hpp"

namespace payonce {
namespace {

struct Word {
  std::string_view code;
  std::string_view en;
  std::string_view zh;
};

constexpr std::array figures = {
    Word{"books", "balance per our books", "本地账面余额"},
    Word{"behind_the_day", "less: booked behind this day", "减：此日之后入账"},
    Word{"timing", "less: not told yet (timing)", "减：渠道尚未列出（时间差）"},
    Word{"not_at_channel", "less: in our books, not at the channel", "减：本地有、渠道无"},
    Word{"not_in_books", "plus: at the channel, not in our books", "加：渠道有、本地无"},
    Word{"amounts_differ", "pairs whose amounts differ", "配对金额不符"},
    Word{"rates_differ", "settled in another currency than was paid", "以其他币种结算"},
    Word{"currencies_differ", "pairs whose currencies differ", "配对币种不符"},
    Word{"standings_differ", "pairs the channel lists as failed or not final", "渠道列为失败或未终结"},
    Word{"pairs_differ", "pairs of earlier runs that differ", "先前配对不符"},
    Word{"fees_told", "less: fees the channel took", "减：渠道实扣手续费"},
    Word{"fees_booked", "plus: of these, booked", "加：其中已入账"},
    Word{"adjusted", "adjustments booked", "已入账调整"},
    Word{"statement", "balance per the statements", "对账单余额"},
    Word{"unexplained", "unexplained", "未解释"},
    Word{"opening", "open before", "期初未决"},
    Word{"new", "new", "新增"},
    Word{"changed", "changed", "变动"},
    Word{"cleared_by_file", "cleared by a later file or booking", "由后续文件或入账消除"},
    Word{"cleared_by_fix", "cleared by adjustment", "由调整消除"},
    Word{"written_off", "written off", "核销"},
    Word{"accepted", "accepted", "已确认"},
    Word{"closing", "open now", "期末未决"},
    Word{"ours", "ours", "本地"},
    Word{"theirs", "theirs", "渠道"},
    Word{"matched", "matched", "相符"},
    Word{"0", "0-1 days", "0-1 天"},
    Word{"2", "2-3 days", "2-3 天"},
    Word{"4", "4-7 days", "4-7 天"},
    Word{"8", "8-30 days", "8-30 天"},
    Word{"31", "over 30 days", "30 天以上"},
};
constexpr std::array sheets = {
    Word{"bridge", "From our books to the statements", "从本地账到对账单"},
    Word{"matrix", "By kind: number and sum", "按类型：笔数与金额"},
    Word{"roll_forward", "How the open breaks moved", "未决差异变动"},
    Word{"ageing", "Age of what is open", "未决差异账龄"},
    Word{"fees", "Fees of the period", "本期手续费"},
    Word{"payouts", "Payouts and the lines they were made of", "结算款及其明细"},
};
constexpr std::array movements = {
    Word{"sale", "sale", "收款"},
    Word{"refund", "refund", "退款"},
    Word{"fee", "fee", "手续费"},
    Word{"dispute", "dispute", "争议"},
    Word{"payout", "payout", "结算"},
    Word{"bank", "bank", "银行"},
    Word{"other", "other", "其他"},
    Word{"suspense", "suspense", "待查"},
    Word{"unidentified", "unidentified", "未知类型"},
};
constexpr std::array states = {
    Word{"new", "new", "新"},
    Word{"open", "open", "未决"},
    Word{"proposed", "proposed", "待批准"},
    Word{"approved", "approved", "已批准"},
    Word{"accepted", "accepted", "已确认"},
    Word{"closed", "over", "已了结"},
};

template <std::size_t n>
Text word_of(std::string_view code, const std::array<Word, n>& all) {
  for (const Word& word : all) {
    if (word.code == code) return {std::string(word.en), std::string(word.zh)};
  }
  return {std::string(code), std::string(code)};
}

}  // namespace

Text figure_words(std::string_view figure) { return word_of(figure, figures); }
Text sheet_words(std::string_view sheet) { return word_of(sheet, sheets); }
std::string rate_words(std::int64_t fee, std::int64_t amount) {
  if (amount == 0) return "-";
  std::int64_t base = std::abs(amount);
  std::int64_t left = std::abs(fee);
  constexpr std::int64_t most = std::int64_t{1} << 59;  // ten times as much fits
  for (; base >= most || left >= most; base /= 10) left /= 10;
  constexpr int digits = 5;  // two of the percent, three behind the point
  std::int64_t rate = left / base;
  left %= base;
  for (int n = 0; n < digits; ++n) {
    rate = rate * 10 + left * 10 / base;
    left = left * 10 % base;
  }
  if (left * 2 >= base) ++rate;
  std::string text = std::to_string(rate);
  if (text.size() < 4) text.insert(0, 4 - text.size(), '0');
  return text.substr(0, text.size() - 3) + "." + text.substr(text.size() - 3) + " %";
}

Text movement_words(std::string_view movement) { return word_of(movement, movements); }
Text state_words(std::string_view state) { return word_of(state, states); }

Text period_words(const reconciliation::Sheet& sheet) {
  if (sheet.from.empty() || sheet.from > sheet.as_of) return {"up to " + sheet.as_of, "截至 " + sheet.as_of};
  const std::string days = sheet.from == sheet.as_of ? sheet.as_of : sheet.from + " – " + sheet.as_of;
  return {days, days};
}

Text cut_off_words(const reconciliation::Sheet& sheet) {
  if (sheet.cut_off.empty()) return {};
  const std::string words = sheet.as_of + " 24:00 UTC" + sheet.zone() + " = " + sheet.cut_off;
  return {words, words};
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& one : words) all += (all.empty() ? "" : ", ") + one;
  return all;
}

std::string decimal(std::int64_t minor, const std::string& currency) {
  return orders::stored_money(minor, currency).decimal();
}

ExitStatus exit_status(const reconciliation::Sheet& sheet) {
  switch (sheet.verdict) {
    case reconciliation::Verdict::balanced:
    case reconciliation::Verdict::explained: return ExitStatus::done;
    case reconciliation::Verdict::open: return ExitStatus::findings;
    case reconciliation::Verdict::cannot_say: break;
  }
  return ExitStatus::cannot_say;
}

}  // namespace payonce
