#include "ledger/wire/json_message.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ledger/values/duration.hpp"
#include "ledger/values/json.hpp"
#include "ledger/wire/decimal.hpp"
#include "ledger/wire/json_money.hpp"
#include "ledger/wire/json_reader.hpp"
#include "ledger/wire/json_words.hpp"

namespace payonce {
namespace {

/// Sorted by name and with exact numbers, so that one meaning is one text. What an array holds the reader does not keep, so that two
/// arrays could not be told apart: refused.
/// The amount of an order has one spelling, however it was written.
std::optional<Fault> write_canonical(JsonWriter& json, const JsonValue& value, const std::string& path,
                                     const std::optional<Money>& amount = std::nullopt) {
  switch (value.kind) {
    case JsonValue::Kind::text: json.value(value.text); return std::nullopt;
    case JsonValue::Kind::truth: json.value(value.text == "true"); return std::nullopt;
    case JsonValue::Kind::number: {
      const auto number = Decimal::parse(path, value.text);
      if (!number) return number.error();
      json.raw(number->plain());
      return std::nullopt;
    }
    case JsonValue::Kind::array: return Fault{path, {"is an array; data has none", "是数组；数据中不可有数组"}};
    case JsonValue::Kind::object: break;
  }
  std::vector<const JsonValue*> sorted;
  sorted.reserve(value.members.size());
  for (const JsonValue& member : value.members) sorted.push_back(&member);
  std::sort(sorted.begin(), sorted.end(), [](const JsonValue* a, const JsonValue* b) { return a->name < b->name; });
  json.object();
  for (const JsonValue* member : sorted) {
    json.name(member->name);
    if (amount && member->name == "amount") {
      json.value(*amount);
      continue;
    }
    if (auto wrong = write_canonical(json, *member, path + "." + shown(member->name))) return wrong;
  }
  json.end();
  return std::nullopt;
}

/// Members of data that an order knows are read by their own rules; the first fault stays.
class DataReader {
 public:
  DataReader(const JsonValue& data, Message& message) : data_(data), message_(message) {}

  std::optional<Fault> read() {
    if (const JsonValue* const amount = data_.member("amount")) {
      if (auto money = taken(money_from(*amount))) message_.amount = *money;
    }
    message_.buyer = maybe<AccountId>("buyer");
    message_.payee = maybe<AccountId>("payee");
    message_.channel = maybe<ChannelId>("channel");
    message_.reference = maybe<Reference>("reference");
    message_.channel_txn = maybe<Reference>("channel_txn");
    if (fault_) {
      fault_->field = "data." + fault_->field;
      return fault_;
    }
    std::string body;
    JsonWriter json(body);
    if (auto wrong = write_canonical(json, data_, "data", message_.amount)) return wrong;
    message_.body = std::move(body);
    return std::nullopt;
  }

 private:
  template <class T>
  std::optional<T> taken(Result<T> result) {
    if (result) return std::move(result).value();
    if (!fault_) fault_ = result.error();
    return std::nullopt;
  }
  template <class T>
  std::optional<T> maybe(std::string_view name) {
    const JsonValue* const member = data_.member(name);
    if (member == nullptr) return std::nullopt;
    if (auto wrong = fault_unless(JsonValue::Kind::text, *member, member->name)) {
      if (!fault_) fault_ = std::move(wrong);
      return std::nullopt;
    }
    return taken(T::parse(name, member->text));
  }

  const JsonValue& data_;
  Message& message_;
  std::optional<Fault> fault_;
};

template <class T>
Result<T> needed(const JsonValue& object, std::string_view name) {
  const JsonValue* const member = object.member(name);
  if (member == nullptr) return Fault{std::string(name), {"is required", "必填"}};
  if (auto wrong = fault_unless(JsonValue::Kind::text, *member, member->name)) return *std::move(wrong);
  return T::parse(name, member->text);
}

Result<std::string> event_of(const JsonValue& object) {
  const JsonValue* const member = object.member("event");
  if (member == nullptr) return Fault{"event", {"is required, as order.paid", "必填，如 order.paid"}};
  if (auto wrong = fault_unless(JsonValue::Kind::text, *member, "event")) return *std::move(wrong);
  return parse_event("event", member->text);
}

Result<std::int64_t> version_of(const JsonValue& object) {
  const JsonValue* const member = object.member("version");
  if (member == nullptr) return Fault{"version", {"is required", "必填"}};
  if (auto wrong = fault_unless(JsonValue::Kind::number, *member, "version")) return *std::move(wrong);
  const auto number = Decimal::parse("version", member->text);
  if (!number) return number.error();
  const auto whole = number->whole();
  if (!whole || *whole < 1) return Fault{"version", {"is no whole number from 1 on", "不是从 1 开始的整数"}};
  return *whole;
}

}  // namespace

std::optional<Fault> read_message_data(std::string_view json, Message& message) {
  const Result<JsonValue> data = read_json(json);
  if (!data) return Fault{"data", data.error().why};
  return DataReader(*data, message).read();
}

Result<Message> read_message(std::string_view json, const AccountId& consumer) {
  static const std::vector<std::string_view> known{"event", "order", "version", "event_id", "consumer", "at", "data"};
  const Result<JsonValue> object = read_json(json);
  if (!object) return object.error();
  for (const JsonValue& member : object->members) {
    if (auto wrong = fault_unless_known(member.name, known)) return *std::move(wrong);
  }
  const auto event = event_of(*object);
  if (!event) return event.error();
  const auto order = needed<OrderId>(*object, "order");
  if (!order) return order.error();
  const auto version = version_of(*object);
  if (!version) return version.error();
  const auto id = needed<Reference>(*object, "event_id");
  if (!id) return id.error();
  Message message{.consumer = consumer, .event = *event, .order = *order, .version = *version, .id = *id};
  if (object->member("consumer") != nullptr) {
    const auto named = needed<AccountId>(*object, "consumer");
    if (!named) return named.error();
    message.consumer = *named;
  }
  if (const JsonValue* const at = object->member("at")) {
    if (auto wrong = fault_unless(JsonValue::Kind::text, *at, "at")) return *std::move(wrong);
    const auto time = parse_time("at", at->text);
    if (!time) return time.error();
    message.at_ns = *time;
  }
  if (const JsonValue* const data = object->member("data")) {
    if (auto wrong = fault_unless(JsonValue::Kind::object, *data, "data")) return *std::move(wrong);
    if (auto wrong = DataReader(*data, message).read()) return *std::move(wrong);
  }
  return message;
}

}  // namespace payonce
