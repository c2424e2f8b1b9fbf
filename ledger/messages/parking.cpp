#include "ledger/messages/parking.hpp"

#include <span>

#include "schema/queries/parking.hpp"

namespace payonce::parking {
namespace {

Held held_of(const Row& row) {
  const auto content = row.bytes(4);
  return Held{.number = row.integer(0),
              .consumer = std::string(row.text(1)),
              .order = row.maybe_text(2),
              .version = row.maybe_integer(3),
              .content = std::string(content.begin(), content.end()),
              .state = std::string(row.text(5)),
              .reason = std::string(row.text(6)),
              .detail = std::string(row.text(7)),
              .tries = row.integer(8),
              .kept_at_ns = row.integer(9),
              .due_at_ns = row.integer(10),
              .changed_at_ns = row.integer(11),
              .note = row.maybe_text(12)};
}

std::span<const std::uint8_t> bytes_of(const std::string& content) {
  return {reinterpret_cast<const std::uint8_t*>(content.data()), content.size()};
}

}  // namespace

std::optional<Held> find(View& view, const Digest16& digest) {
  std::optional<Held> found;
  (void)view.one(sql::parking::by_digest{.digest = digest}, [&](const Row& row) { found = held_of(row); });
  return found;
}

std::optional<Held> find(View& view, std::int64_t number) {
  std::optional<Held> found;
  (void)view.one(sql::parking::by_id{.held_id = number}, [&](const Row& row) { found = held_of(row); });
  return found;
}

std::vector<Held> list(View& view, bool ended, std::int64_t after, std::int64_t at_most) {
  std::vector<Held> all;
  view.each(sql::parking::list{.after = after, .ended = ended ? 1 : 0, .at_most = at_most},
            [&](const Row& row) { all.push_back(held_of(row)); });
  return all;
}

std::vector<std::int64_t> waiting(View& view, const std::optional<std::string>& consumer,
                                  const std::optional<std::string>& order) {
  std::vector<std::int64_t> all;
  view.each(sql::parking::waiting{.consumer = consumer, .subject = order},
            [&](const Row& row) { all.push_back(row.integer(0)); });
  return all;
}

Count count(View& view) {
  Count count;
  (void)view.one(sql::parking::open_count{}, [&](const Row& row) { count = {row.integer(0), row.integer(1)}; });
  return count;
}

std::int64_t hold(Tx& tx, const Digest16& digest, const Held& held) {
  (void)tx.change(sql::parking::hold{.digest = digest,
                                     .consumer = held.consumer,
                                     .subject = held.order,
                                     .version = held.version,
                                     .content = bytes_of(held.content),
                                     .state = held.state,
                                     .reason = held.reason,
                                     .detail = held.detail,
                                     .now_ns = held.changed_at_ns,
                                     .due_at_ns = held.due_at_ns});
  return tx.last_id();
}

void again(Tx& tx, std::int64_t number, const Held& held, std::int64_t tries) {
  (void)tx.change(sql::parking::try_again{.state = held.state,
                                          .reason = held.reason,
                                          .detail = held.detail,
                                          .tries = tries,
                                          .now_ns = held.changed_at_ns,
                                          .held_id = number});
}

bool finish(Tx& tx, std::int64_t number, std::int64_t tries, std::int64_t now_ns) {
  return tx.change(sql::parking::done{.tries = tries, .now_ns = now_ns, .held_id = number}) == 1;
}

bool drop(Tx& tx, std::int64_t number, std::string_view note, std::int64_t now_ns) {
  return tx.change(sql::parking::drop{.note = note, .now_ns = now_ns, .held_id = number}) == 1;
}

}  // namespace payonce::parking
