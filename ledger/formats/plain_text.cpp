// The journal of hledger and of ledger-cli. They share a grammar and differ in what a directive may say: hledger takes the type
// of an account and an assertion that nothing else stands there (==), ledger-cli wants every tag declared.

#include <algorithm>
#include <array>

#include "ledger/formats/form.hpp"
#include "ledger/formats/names.hpp"

namespace payonce::formats {
namespace {

using journal::AccountClass;

constexpr std::array<std::string_view, 7> tags{"order", "attempt", "refund", "channel", "reference", "reason", "hash"};

/// Twelve hexadecimal digits tell the vouchers of any book apart; the whole of it is in the JSON.
constexpr std::size_t hash_shown = 12;

/// "1000.00": a number with exactly the digits of the currency, which both programs then show.
std::string sample(const Currency& currency, bool with_point) {
  std::string text = Money(1, currency).decimal();
  const std::size_t point = text.find('.');
  return "1000" + (point == std::string::npos ? std::string(with_point ? "." : "")
                                              : "." + std::string(text.size() - point - 1, '0'));
}

std::string amount(const Money& money) { return money.decimal() + " " + std::string(money.currency().code()); }

std::string_view type_of(AccountClass kind) {
  switch (kind) {
    case AccountClass::asset: return "  ; type:A";
    case AccountClass::liability: return "  ; type:L";
    case AccountClass::equity: return "  ; type:E";
    case AccountClass::income: return "  ; type:R";
    case AccountClass::expense: return "  ; type:X";
    case AccountClass::memo: break;  // of no type: in no statement
  }
  return "";
}

class PlainText : public Form {
 public:
  explicit PlainText(bool for_hledger) : for_hledger_(for_hledger) {}

  void title(std::string& out, const Title& title) override {
    first_day_ = title.first_day;
    last_day_ = title.last_day;
    out += "; payonce ledger " + title.ledger_id + ", " + title.first_day + " to " + title.last_day + ", " +
           std::to_string(title.vouchers) + " vouchers\n\n";
    if (for_hledger_) out += "decimal-mark .\n";
    for (const Currency& currency : title.currencies) {
      const std::string code(currency.code());
      out += "commodity ";
      if (!for_hledger_) out.append(code).append("\n    format ");
      out.append(sample(currency, for_hledger_)).append(" ").append(code).append("\n");
    }
    for (const std::string_view tag : tags) out += "tag " + std::string(tag) + "\n";
    out += "\n";
  }

  void account(std::string& out, const AccountName& account, const Currency&) override {
    out += "account " + plain_account(account);
    if (for_hledger_) out += type_of(account.kind);
    out += "\n";
  }

  void opening(std::string& out, const Balance& balance) override {
    if (!opened_) out += "\n" + first_day_ + " * opening balances\n";
    opened_ = true;
    out += "    " + plain_account(balance.account) + "  " + amount(balance.net) + "\n";
  }

  void voucher(std::string& out, const Voucher& voucher) override {
    out += "\n" + voucher.date + " * (" + plain_text(voucher.number) + ") " + plain_text(voucher.kind) + " " +
           plain_text(voucher.business_key) + "\n";
    tag(out, "order", voucher.order);
    if (voucher.attempt) tag(out, "attempt", std::to_string(*voucher.attempt));
    tag(out, "refund", voucher.refund);
    tag(out, "channel", voucher.channel);
    tag(out, "reference", voucher.reference);
    tag(out, "reason", voucher.reason);
    tag(out, "hash", voucher.hash.substr(0, hash_shown));
    for (const Line& line : voucher.lines) {
      out += "    " + plain_account(line.account) + "  " + amount(line.net()) + "\n";
    }
  }

  void closing(std::string& out, const Balance& balance) override {
    if (!closed_) out += "\n" + last_day_ + " * closing balances\n";
    closed_ = true;
    out += "    " + plain_account(balance.account) + "  " + amount(Money(0, balance.net.currency())) +
           (for_hledger_ ? " == " : " = ") + amount(balance.net) + "\n";
  }

 private:
  static void tag(std::string& out, std::string_view tag, const std::optional<std::string>& value) {
    if (value && !value->empty()) out += "    ; " + std::string(tag) + ": " + plain_text(*value) + "\n";
  }

  bool for_hledger_;
  bool opened_ = false;
  bool closed_ = false;
  std::string first_day_;
  std::string last_day_;
};

}  // namespace

std::unique_ptr<Form> make_plain_text(bool for_hledger) { return std::make_unique<PlainText>(for_hledger); }

}  // namespace payonce::formats
