#include "ledger/wire/json_money.hpp"

#include <fmt/format.h>

#include <optional>

#include "ledger/wire/decimal.hpp"
#include "ledger/wire/json_words.hpp"

namespace payonce {
namespace {

Fault fault(std::string_view field, std::string en, std::string zh) {
  return {std::string(field), {std::move(en), std::move(zh)}};
}

Result<Money> from_minor(const std::string& field, const JsonValue& value, const Currency& currency) {
  if (auto wrong = fault_unless(JsonValue::Kind::number, value, field)) return *std::move(wrong);
  const Result<Decimal> number = Decimal::parse(field, value.text);
  if (!number) return number.error();
  if (number->plain().find('.') != std::string::npos) {
    return fault(field, "is no whole number of minor units", "不是最小货币单位的整数");
  }
  const auto minor = number->whole();
  if (!minor || *minor > amount_cap_minor || *minor < -amount_cap_minor) {
    return fault(field, fmt::format("amount_overflow: {} is the most", amount_cap_minor),
                 fmt::format("amount_overflow：最大为 {}", amount_cap_minor));
  }
  return Money(*minor, currency);
}

std::optional<Fault> fault_in_exponent(const std::string& field, const JsonValue& value, const Currency& currency) {
  if (auto wrong = fault_unless(JsonValue::Kind::number, value, field)) return wrong;
  const Result<Decimal> number = Decimal::parse(field, value.text);
  if (!number) return number.error();
  if (number->whole() == currency.exponent()) return std::nullopt;
  return fault(field, fmt::format("{} has {}", currency.code(), currency.exponent()),
               fmt::format("{} 应为 {}", currency.code(), currency.exponent()));
}

}  // namespace

Result<Money> money_from(const JsonValue& value) {
  const std::string& field = value.name;
  if (value.kind == JsonValue::Kind::text) return Money::parse(field, value.text);
  if (value.kind != JsonValue::Kind::object) {
    return fault(field,
                 "must be written as \"CNY 100.00\" or {\"currency\":\"CNY\",\"value\":100.00} or with \"minor\":10000",
                 "应写作 \"CNY 100.00\" 或 {\"currency\":\"CNY\",\"value\":100.00}，或用 \"minor\":10000");
  }
  for (const JsonValue& member : value.members) {
    if (auto wrong = fault_unless_known(member.name, {"currency", "value", "minor", "exponent"}, field)) {
      return *std::move(wrong);
    }
  }
  const JsonValue* const code = value.member("currency");
  const JsonValue* const decimal = value.member("value");
  const JsonValue* const minor = value.member("minor");
  const JsonValue* const exponent = value.member("exponent");
  if (code == nullptr) return fault(field + ".currency", "is required", "必填");
  if (auto wrong = fault_unless(JsonValue::Kind::text, *code, field + ".currency")) return *std::move(wrong);
  const Result<Currency> currency = Currency::parse(field + ".currency", code->text);
  if (!currency) return currency.error();
  if ((decimal == nullptr) == (minor == nullptr)) {
    return fault(field, "one of value and minor is needed, and not both", "value 与 minor 须且只能给出一个");
  }
  if (exponent != nullptr) {
    if (minor == nullptr) return fault(field + ".exponent", "stands beside minor alone", "只能与 minor 同用");
    if (auto wrong = fault_in_exponent(field + ".exponent", *exponent, *currency)) return *std::move(wrong);
  }
  if (minor != nullptr) return from_minor(field + ".minor", *minor, *currency);
  if (auto wrong = fault_unless(JsonValue::Kind::number, *decimal, field + ".value")) return *std::move(wrong);
  const Result<Decimal> number = Decimal::parse(field + ".value", decimal->text);
  if (!number) return number.error();
  return Money::parse(field + ".value", number->plain(), *currency);
}

}  // namespace payonce
