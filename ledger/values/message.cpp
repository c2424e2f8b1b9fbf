#include "ledger/values/message.hpp"

#include <algorithm>

#include "ledger/values/duration.hpp"
#include "ledger/values/json.hpp"

namespace payonce {

Result<std::string> parse_event(std::string_view field, std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
  };
  if (text.empty() || text.size() > 64 || text.front() < 'a' || text.front() > 'z' ||
      !std::all_of(text.begin(), text.end(), fits)) {
    return Fault{std::string(field),
                 {"is no name of an event: 1 to 64 of a-z 0-9 . _ -, a letter first, as order.paid",
                  "不是事件名：1 到 64 个 a-z 0-9 . _ -，以字母开头，如 order.paid"}};
  }
  return std::string(text);
}

std::string body_of(const Message& message) {
  std::string out;
  JsonWriter json(out);
  json.object();
  if (message.amount) json.member("amount", *message.amount);
  if (message.buyer) json.member("buyer", message.buyer->text());
  if (message.channel) json.member("channel", message.channel->text());
  if (message.channel_txn) json.member("channel_txn", message.channel_txn->text());
  if (message.payee) json.member("payee", message.payee->text());
  if (message.reference) json.member("reference", message.reference->text());
  json.end();
  return out;
}

std::string to_json(const Message& message, bool addressed) {
  std::string out;
  JsonWriter json(out);
  json.object()
      .member("event", message.event)
      .member("order", message.order.text())
      .member("version", message.version)
      .member("event_id", message.id.text());
  if (addressed) json.member("consumer", message.consumer.text());
  if (message.at_ns) json.member("at", iso_time(*message.at_ns));
  json.name("data").raw(message.body).end();
  return out;
}

}  // namespace payonce
