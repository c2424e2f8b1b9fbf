#include "ledger/messages/outbox.hpp"

#include <utility>

#include "ledger/values/invariant.hpp"
#include "schema/queries/outbox.hpp"

namespace payonce::outbox {
namespace {

Money stored(std::int64_t minor, std::string_view code) {
  const auto currency = Currency::parse("currency", code);
  invariant(currency.has_value(), "a currency that is stored is one we know");
  return {minor, *currency};
}

template <class T>
T kept(Result<T> result) {
  invariant(result.has_value(), "a name that is stored was read by the same rules");
  return std::move(result).value();
}

}  // namespace

std::vector<Event> events(View& view, std::int64_t after, std::int64_t at_most,
                          const std::optional<std::string>& order) {
  std::vector<Event> all;
  view.each(sql::outbox::events{.after = after, .order_no = order, .at_most = at_most}, [&](const Row& row) {
    all.push_back({.number = row.integer(0),
                   .order = std::string(row.text(1)),
                   .version = row.integer(2),
                   .event = std::string(row.text(3)),
                   .buyer = std::string(row.text(4)),
                   .payee = std::string(row.text(5)),
                   .amount = stored(row.integer(7), row.text(6)),
                   .at_ns = row.integer(8)});
  });
  return all;
}

std::int64_t published(View& view) {
  std::int64_t upto = 0;
  invariant(view.one(sql::outbox::published{}, [&](const Row& row) { upto = row.integer(0); }),
            "the outbox knows how far it was told");
  return upto;
}

bool publish(Tx& tx, std::int64_t upto, std::int64_t now_ns) {
  return tx.change(sql::outbox::publish{.upto = upto, .now_ns = now_ns}) == 1;
}

Message message_of(const Event& event, std::string_view ledger_id) {
  Message message{.consumer = kept(AccountId::parse("consumer", orders_consumer)),
                  .event = event.event,
                  .order = kept(OrderId::parse("order", event.order)),
                  .version = event.version,
                  .id = kept(Reference::parse("event_id", std::string(ledger_id) + "." + std::to_string(event.number))),
                  .at_ns = event.at_ns};
  message.amount = event.amount;
  message.buyer = kept(AccountId::parse("buyer", event.buyer));
  message.payee = kept(AccountId::parse("payee", event.payee));
  message.body = body_of(message);
  return message;
}

}  // namespace payonce::outbox
