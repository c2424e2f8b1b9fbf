// The journal of Beancount. Its five roots leave no place outside the statements, so memo lines are no postings: they are told
// as custom directives, which its reports pass over. What a voucher has besides them balances without them.

#include <algorithm>
#include <array>

#include "ledger/formats/form.hpp"
#include "ledger/formats/names.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce::formats {
namespace {

using journal::AccountClass;

bool is_memo(const AccountName& account) { return account.kind == AccountClass::memo; }

std::string amount(const Money& money) { return money.decimal() + " " + std::string(money.currency().code()); }

std::string day_after(const std::string& date) {
  const auto at = parse_time("date", date);
  invariant(at.has_value(), "the book holds only days that exist");
  return iso_date(*at + days(1).ns);
}

class Beancount : public Form {
 public:
  void title(std::string& out, const Title& title) override {
    first_day_ = title.first_day;
    day_after_ = day_after(title.last_day);
    out += "; payonce ledger " + title.ledger_id + ", " + title.first_day + " to " + title.last_day + ", " +
           std::to_string(title.vouchers) + " vouchers\n\n";
    out += "option \"title\" " + beancount_text("payonce ledger " + title.ledger_id) + "\n";
    for (const Currency& currency : title.currencies) {
      out += "option \"operating_currency\" \"" + std::string(currency.code()) + "\"\n";
    }
    out += "\n";
    for (const Currency& currency : title.currencies) {
      out += first_day_ + " commodity " + std::string(currency.code()) + "\n";
      out += "  digits: " + std::to_string(currency.exponent()) + "\n";
    }
    out += "\n";
  }

  void account(std::string& out, const AccountName& account, const Currency& currency) override {
    if (is_memo(account)) return;
    out += first_day_ + " open " + beancount_account(account) + " " + std::string(currency.code()) + "\n";
    out += "  code: " + beancount_text(account.code) + "\n";
  }

  void opening(std::string& out, const Balance& balance) override {
    if (is_memo(balance.account)) return;
    if (!opened_) out += "\n" + first_day_ + " * \"opening balances\"\n";
    opened_ = true;
    out += "  " + beancount_account(balance.account) + "  " + amount(balance.net) + "\n";
  }

  void voucher(std::string& out, const Voucher& voucher) override {
    out += "\n";
    if (std::any_of(voucher.lines.begin(), voucher.lines.end(),
                    [](const Line& one) { return !is_memo(one.account); })) {
      out += voucher.date + " * " + beancount_text(voucher.kind + " " + voucher.business_key) + "\n";
      metadata(out, voucher);
      for (const Line& line : voucher.lines) {
        if (!is_memo(line.account)) out += "  " + beancount_account(line.account) + "  " + amount(line.net()) + "\n";
      }
    }
    bool first = true;
    for (const Line& line : voucher.lines) {
      if (!is_memo(line.account)) continue;
      out += voucher.date + " custom \"memo\" " + beancount_text(line.account.code) + " " +
             (line.debit ? "\"debit\" " : "\"credit\" ") + amount(line.amount) + "\n";
      if (first) metadata(out, voucher);
      first = false;
    }
  }

  void closing(std::string& out, const Balance& balance) override {
    if (is_memo(balance.account)) return;
    if (!closed_) out += "\n";
    closed_ = true;
    // The tolerance is written down, since the one Beancount would infer lets a last digit pass.
    out += day_after_ + " balance " + beancount_account(balance.account) + "  " + balance.net.decimal() + " ~ " +
           amount(Money(0, balance.net.currency())) + "\n";
  }

 private:
  static void metadata(std::string& out, const Voucher& voucher) {
    const auto add = [&](std::string_view key, const std::optional<std::string>& value) {
      if (value) out += "  " + std::string(key) + ": " + beancount_text(*value) + "\n";
    };
    add("voucher", voucher.number);
    add("order", voucher.order);
    if (voucher.attempt) out += "  attempt: " + std::to_string(*voucher.attempt) + "\n";
    add("refund", voucher.refund);
    add("channel", voucher.channel);
    add("reference", voucher.reference);
    add("reason", voucher.reason);
    add("hash", voucher.hash.substr(0, 12));
  }

  bool opened_ = false;
  bool closed_ = false;
  std::string first_day_;
  std::string day_after_;
};

}  // namespace

std::unique_ptr<Form> make_beancount() { return std::make_unique<Beancount>(); }

}  // namespace payonce::formats
