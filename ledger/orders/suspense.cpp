#include "ledger/orders/suspense.hpp"

#include <array>

#include "ledger/orders/stored.hpp"
#include "schema/queries/suspense.hpp"

namespace payonce::orders {
namespace {

constexpr std::array statuses = {SuspenseStatus::open, SuspenseStatus::identified, SuspenseStatus::to_return,
                                 SuspenseStatus::returned};

Suspense suspense_of(const Row& row) {
  return {.id = row.integer(0),
          .channel = std::string(row.text(1)),
          .reference = std::string(row.text(2)),
          .in = row.text(3) == "in",
          .amount = stored_money(row.integer(4), row.text(5)),
          .status = stored_word(row.text(6), statuses),
          .booked_at_ns = row.integer(7)};
}

}  // namespace

std::string_view name(SuspenseStatus status) {
  switch (status) {
    case SuspenseStatus::open: return "open";
    case SuspenseStatus::identified: return "identified";
    case SuspenseStatus::to_return: return "to_return";
    case SuspenseStatus::returned: return "returned";
  }
  return "";
}

std::vector<Suspense> find_suspense(View& view, std::optional<std::string_view> channel, std::string_view reference) {
  std::vector<Suspense> all;
  view.each(sql::suspense::by_reference{.reference = reference, .channel = channel},
            [&](const Row& row) { all.push_back(suspense_of(row)); });
  return all;
}

bool moved_for_us(View& view, std::string_view channel, std::string_view number) {
  return view.one(sql::suspense::moved_for_us{.channel = channel, .number = number}, [](const Row&) {});
}

std::vector<Suspense> open_suspense(View& view) {
  std::vector<Suspense> all;
  view.each(sql::suspense::open_ones{}, [&](const Row& row) { all.push_back(suspense_of(row)); });
  return all;
}

void insert_suspense(Tx& tx, const Suspense& item, std::int64_t now_ns) {
  (void)tx.change(sql::suspense::insert{.channel = item.channel,
                                        .reference = item.reference,
                                        .direction = item.in ? "in" : "out",
                                        .amount = item.amount.minor(),
                                        .currency = item.amount.currency().code(),
                                        .now_ns = now_ns});
}

bool step(Tx& tx, const Suspense& item, SuspenseStatus to, std::int64_t now_ns) {
  return tx.change(sql::suspense::step{
             .to_status = name(to), .now_ns = now_ns, .suspense_id = item.id, .from_status = name(item.status)}) == 1;
}

}  // namespace payonce::orders
