// A table, one row an entry, as RFC 4180 has it: commas, CRLF, quotes where they are needed.

#include <algorithm>

#include "ledger/formats/form.hpp"
#include "ledger/values/duration.hpp"

namespace payonce::formats {
namespace {

/// A spreadsheet takes a text that begins with one of these for a formula. An apostrophe in front stops it, and a text that
/// begins with an apostrophe gets one more, so that taking one away always gives the text back.
std::string tame(std::string_view text) {
  constexpr std::string_view begins_a_formula = "=+-@\t\r'";
  const bool wild = !text.empty() && begins_a_formula.find(text.front()) != std::string_view::npos;
  return (wild ? "'" : "") + std::string(text);
}

void field(std::string& out, std::string_view value) {
  if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += value;
    return;
  }
  out += '"';
  for (const char c : value) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

class Csv : public Form {
 public:
  void title(std::string& out, const Title&) override {
    out +=
        "voucher,business_date,recorded_at,kind,business_key,order,attempt,refund,channel,reference,reason,hash,"
        "line,account,class,side,amount,currency,minor,exponent\r\n";
  }
  void account(std::string&, const AccountName&, const Currency&) override {}
  void opening(std::string&, const Balance&) override {}
  void closing(std::string&, const Balance&) override {}

  void voucher(std::string& out, const Voucher& voucher) override {
    std::string head;
    field(head, tame(voucher.number));
    head += "," + voucher.date + "," + iso_time(voucher.recorded_at_ns);
    for (const std::string& text :
         {voucher.kind, voucher.business_key, voucher.order.value_or(""),
          voucher.attempt ? std::to_string(*voucher.attempt) : "", voucher.refund.value_or(""),
          voucher.channel.value_or(""), voucher.reference.value_or(""), voucher.reason.value_or(""), voucher.hash}) {
      head += ',';
      field(head, tame(text));
    }
    std::size_t n = 0;
    for (const Line& line : voucher.lines) {
      out += head + "," + std::to_string(++n) + ",";
      field(out, tame(line.account.code));
      out += "," + std::string(name(line.account.kind)) + (line.debit ? ",debit," : ",credit,");
      out += line.amount.decimal() + "," + std::string(line.amount.currency().code()) + ",";
      out += std::to_string(line.amount.minor()) + "," + std::to_string(line.amount.currency().exponent()) + "\r\n";
    }
  }
};

}  // namespace

std::unique_ptr<Form> make_csv() { return std::make_unique<Csv>(); }

}  // namespace payonce::formats
