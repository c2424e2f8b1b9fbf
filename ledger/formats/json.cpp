// One JSON object a voucher, each on a line of its own (NDJSON): a reader needs no more memory than for one of them.

#include "ledger/values/json.hpp"
#include "ledger/formats/form.hpp"
#include "ledger/values/duration.hpp"

namespace payonce::formats {
namespace {

class Json : public Form {
 public:
  void title(std::string&, const Title&) override {}
  void account(std::string&, const AccountName&, const Currency&) override {}
  void opening(std::string&, const Balance&) override {}
  void closing(std::string&, const Balance&) override {}

  void voucher(std::string& out, const Voucher& voucher) override {
    JsonWriter json(out);
    json.object()
        .member("voucher", voucher.number)
        .member("kind", voucher.kind)
        .member("business_key", voucher.business_key)
        .member("business_date", voucher.date)
        .member("recorded_at", iso_time(voucher.recorded_at_ns));
    const auto maybe = [&](std::string_view name, const auto& value) {
      if (value) json.member(name, *value);
    };
    maybe("order", voucher.order);
    maybe("attempt", voucher.attempt);
    maybe("refund", voucher.refund);
    maybe("channel", voucher.channel);
    maybe("reference", voucher.reference);
    maybe("reason", voucher.reason);
    json.name("lines").array();
    for (const Line& line : voucher.lines) {
      json.object().member("account", line.account.code).member("class", name(line.account.kind));
      json.member("side", line.debit ? "debit" : "credit").member("amount", line.amount).end();
    }
    json.end().member("previous_hash", voucher.previous_hash).member("hash", voucher.hash).end();
    out += '\n';
  }
};

}  // namespace

std::unique_ptr<Form> make_json() { return std::make_unique<Json>(); }

}  // namespace payonce::formats
