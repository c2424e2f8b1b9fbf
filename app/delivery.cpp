#include "app/delivery.hpp"

#include "app/print/json_members.hpp"
#include "app/problem.hpp"
#include "ledger/values/json.hpp"
#include "ledger/values/reason.hpp"
#include "ledger/wire/json_message.hpp"

namespace payonce {
namespace {

template <class T>
void take(std::optional<T>& member, const Arguments& given, std::string_view name) {
  if (const auto text = given.maybe(name)) member = taken(T::parse(name, *text));
}

void read_terms(const Arguments& given, Message& message) {
  take(message.buyer, given, "buyer");
  take(message.payee, given, "payee");
  take(message.amount, given, "amount");
  take(message.channel, given, "channel");
  take(message.reference, given, "ref");
  take(message.channel_txn, given, "channel-txn");
  message.body = body_of(message);
}

}  // namespace

AccountId consumer_of(const Arguments& given) { return taken(AccountId::parse("consumer", given.text("consumer"))); }

Message message_from(const Arguments& given) {
  Message message{.consumer = consumer_of(given),
                  .event = taken(parse_event("event", given.text("event"))),
                  .order = taken(OrderId::parse("order", given.text("order"))),
                  .version = taken(parse_count("version", given.text("version"), 1)),
                  .id = taken(Reference::parse("event-id", given.text("event-id")))};
  const auto data = given.maybe("data");
  for (const std::string_view name : {"buyer", "payee", "amount", "channel", "ref", "channel-txn"}) {
    if (data && given.given(name)) {
      throw Problem(ExitStatus::usage,
                    {std::string(name), {"stands in --data or by itself, not both", "--data 与此选项只能择一"}});
    }
  }
  if (!data) {
    read_terms(given, message);
  } else if (auto wrong = read_message_data(*data, message)) {
    throw Problem(ExitStatus::usage, *std::move(wrong));
  }
  return message;
}

Option consumer_option() {
  return {.name = "consumer",
          .value = "NAME",
          .about = {"who consumes it: orders applies it, any other name follows the newest state",
                    "由谁消费：orders 应用到订单，其他名字只跟踪最新状态"},
          .fallback = std::string(orders_consumer)};
}

std::vector<Option> message_options() {
  return {{.name = "version",
           .value = "N",
           .about = {"the version of the order behind the event", "事件之后的订单版本"},
           .required = true},
          {.name = "event-id",
           .value = "ID",
           .about = {"the sender's own number for the message", "发送方的消息号"},
           .required = true},
          consumer_option(),
          {.name = "data", .value = "JSON", .about = {"what it says, as an object", "消息内容，JSON 对象"}},
          {.name = "buyer", .value = "ACCOUNT", .about = {"of order.created", "用于 order.created：买方"}},
          {.name = "payee", .value = "ACCOUNT", .about = {"of order.created", "用于 order.created：收款方"}},
          {.name = "amount", .value = "MONEY", .about = {"as \"CNY 100.00\"", "金额，如 \"CNY 100.00\""}},
          {.name = "channel",
           .value = "CHANNEL",
           .about = {"a movement of this channel is the evidence", "以此渠道的划转为凭据"}},
          {.name = "ref",
           .value = "REF",
           .about = {"our reference at the channel; of a refund without one, the sender's number",
                     "我方在渠道的请求号；非渠道退款则为发送方编号"}},
          {.name = "channel-txn", .value = "TXN", .about = {"the channel's own number", "渠道流水号"}}};
}

std::string delivery_json(const Reply& reply, std::int64_t line, const Message* message) {
  std::string more;
  JsonWriter json(more);
  json.object().member("line", line);
  if (message != nullptr) {
    json.member("consumer", message->consumer.text())
        .member("event", message->event)
        .member("event_id", message->id.text())
        .member("version", message->version);
  }
  json.member("exit", number(exit_status(reply.outcome))).end();
  std::string out = to_json(reply);
  out.back() = ',';
  return out + more.substr(1) + "\n";
}

std::string delivery_text(const Context& context, const Reply& reply, std::int64_t line, const Message* message) {
  const ExitStatus status = exit_status(reply.outcome);
  const bool open = reply.outcome == Outcome::early;
  const Tone tone = status != ExitStatus::done ? Tone::bad : open ? Tone::warn : Tone::ok;
  std::string text = std::to_string(line) + "  " + std::string(name(reply.outcome));
  if (message != nullptr) {
    text += "  " + message->event + " " + message->order.text() + " v" + std::to_string(message->version) + "  " +
            message->id.text();
  }
  const JsonMembers members = json_members(reply.answer);
  const auto reason = members.find("reason");
  if (reason != members.end()) {
    const Text words = reason_sentence(reason->second);
    text += ": " + (words.en.empty() ? reason->second : context.said(words));
  }
  return context.painter().mark(text, tone) + "\n";
}

}  // namespace payonce
