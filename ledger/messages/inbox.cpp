#include "ledger/messages/inbox.hpp"

#include <algorithm>

#include "schema/queries/inbox.hpp"

namespace payonce::inbox {
namespace {

Mark first_half(const Digest& digest) {
  Mark mark{};
  std::copy_n(digest.begin(), mark.size(), mark.begin());
  return mark;
}

bool equal(const Row& row, int column, const Mark& mark) { return std::ranges::equal(row.bytes(column), mark); }

}  // namespace

Mark mark_of(Mac& secret, const Message& message) {
  Parts parts;
  parts.text("message").text(message.consumer.text()).text(message.order.text()).text(message.event);
  parts.number(message.version).text(message.body);
  return first_half(secret.of(parts.bytes()));
}

Mark mark_of(Mac& secret, std::string_view consumer, std::string_view content) {
  Parts parts;
  parts.text("unreadable").text(consumer).text(content);
  return first_half(secret.of(parts.bytes()));
}

Known known_by_id(View& view, const Message& message, const Mark& mark) {
  Known known = Known::nothing;
  (void)view.one(sql::inbox::known_id{.consumer = message.consumer.text(), .sender_id = message.id.text()},
                 [&](const Row& row) { known = equal(row, 0, mark) ? Known::same_id : Known::altered; });
  return known;
}

Known known_by_mark(View& view, const Message& message, const Mark& mark) {
  Known known = Known::nothing;
  (void)view.one(sql::inbox::mark_of{.consumer = message.consumer.text(),
                                     .subject = message.order.text(),
                                     .action = message.event,
                                     .version = message.version},
                 [&](const Row& row) { known = equal(row, 0, mark) ? Known::same_event : Known::altered; });
  return known;
}

bool write_mark(Tx& tx, const Message& message, const Mark& mark, Outcome outcome,
                std::optional<std::int64_t> voucher_id, std::int64_t now_ns) {
  return tx.change(sql::inbox::mark{.consumer = message.consumer.text(),
                                    .subject = message.order.text(),
                                    .action = message.event,
                                    .version = message.version,
                                    .fingerprint = mark,
                                    .outcome = name(outcome),
                                    .voucher_id = voucher_id,
                                    .now_ns = now_ns}) == 1;
}

void log(Tx& tx, const Message& message, const Mark& mark, Outcome told, std::int64_t now_ns) {
  (void)tx.change(sql::inbox::log{.consumer = message.consumer.text(),
                                  .sender_id = message.id.text(),
                                  .subject = message.order.text(),
                                  .action = message.event,
                                  .version = message.version,
                                  .fingerprint = mark,
                                  .told = name(told),
                                  .now_ns = now_ns});
}

std::vector<Heard> heard(View& view, const std::optional<std::string>& order, std::int64_t after,
                         std::int64_t at_most) {
  std::vector<Heard> all;
  view.each(sql::inbox::heard{.after = after, .subject = order, .at_most = at_most}, [&](const Row& row) {
    all.push_back({.number = row.integer(0),
                   .consumer = std::string(row.text(1)),
                   .sender_id = std::string(row.text(2)),
                   .order = std::string(row.text(3)),
                   .event = std::string(row.text(4)),
                   .version = row.integer(5),
                   .told = std::string(row.text(6)),
                   .outcome = row.maybe_text(7),
                   .heard_at_ns = row.integer(8)});
  });
  return all;
}

}  // namespace payonce::inbox
