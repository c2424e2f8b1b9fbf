#include "ledger/messages/gate.hpp"

#include "schema/queries/gate.hpp"

namespace payonce::gate {

std::optional<Newest> newest(View& view, std::string_view consumer, std::string_view order) {
  std::optional<Newest> found;
  (void)view.one(sql::gate::newest{.consumer = consumer, .subject = order}, [&](const Row& row) {
    found = Newest{row.integer(0), std::string(row.text(1)), std::string(row.text(2)), row.integer(3)};
  });
  return found;
}

bool follow(Tx& tx, const Message& message, std::int64_t now_ns) {
  return tx.change(sql::gate::follow{.consumer = message.consumer.text(),
                                     .subject = message.order.text(),
                                     .version = message.version,
                                     .action = message.event,
                                     .body = message.body,
                                     .now_ns = now_ns}) == 1;
}

bool has_tombstone(View& view, std::string_view order) {
  return view.one(sql::gate::tombstone{.order_no = order}, [](const Row&) {});
}

void lay_tombstone(Tx& tx, const Message& message, std::int64_t now_ns) {
  (void)tx.change(
      sql::gate::lay_tombstone{.order_no = message.order.text(), .version = message.version, .now_ns = now_ns});
}

}  // namespace payonce::gate
