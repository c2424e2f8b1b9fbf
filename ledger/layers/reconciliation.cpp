#include "ledger/layers/reconciliation.hpp"

#include <algorithm>

#include "ledger/orders/dispute.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/orders/payout.hpp"
#include "ledger/orders/stored.hpp"
#include "ledger/orders/suspense.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/checks.hpp"
#include "schema/queries/reconciliation.hpp"

namespace payonce::reconciliation {
namespace {

/// A report of a broken ledger stays readable; the count is whole.
constexpr std::size_t most_breaches = 100;

Law judged(View& view, const Check& check) {
  Law law{.name = std::string(check.name), .holds = {std::string(check.en), std::string(check.zh)}};
  law.of_business = check.of_business;
  try {
    view.each_of(std::string(check.text), [&](const Row& row) {
      law.broken += 1;
      if (law.breaches.size() < most_breaches) law.breaches.push_back({row.shown(0), row.shown(1)});
    });
  } catch (const StorageTrouble& met) {
    // A sum beyond 64 bits is refused by the database and never rounded: then nobody can say whether the law holds.
    if (met.kind() != StorageTrouble::Kind::other) throw;
    law.judged = false;
  }
  return law;
}

/// Attempts, operations and holds are listed by the same columns.
template <Statement S>
void add(View& view, const S& statement, std::string_view kind, std::vector<OpenItem>& items) {
  view.each(statement, [&](const Row& row) {
    items.push_back({.kind = std::string(kind),
                     .subject = std::string(row.text(0)),
                     .state = std::string(row.text(4)),
                     .order = std::string(row.text(1)),
                     .channel = std::string(row.text(3)),
                     .amount = orders::stored_money(row.integer(6), row.text(7)),
                     .needs_person = row.integer(5) != 0,
                     .since_ns = row.integer(8)});
  });
}

void add_refunds(View& view, std::vector<OpenItem>& items) {
  view.each(sql::reconciliation::open_refunds{}, [&](const Row& row) {
    items.push_back({.kind = "refund",
                     .subject = std::string(row.text(0)),
                     .state = std::string(row.text(4)),
                     .order = std::string(row.text(1)),
                     .channel = row.maybe_text(3).value_or(""),
                     .amount = orders::stored_money(row.integer(5), row.text(6)),
                     .needs_person = row.text(4) == "failed",  // the channel refused what is owed
                     .since_ns = row.integer(7)});
  });
}

void add_keys(View& view, std::vector<OpenItem>& items) {
  view.each(sql::reconciliation::open_keys{}, [&](const Row& row) {
    items.push_back({.kind = "key",
                     .subject = std::string(row.text(0)) + "/" + std::string(row.text(1)),
                     .state = std::string(row.text(2)),
                     .order = {},
                     .channel = {},
                     .needs_person = row.text(2) == "dead",
                     .since_ns = row.integer(4)});
  });
}

void add_books(View& view, std::vector<OpenItem>& items) {
  for (const orders::Suspense& item : orders::open_suspense(view)) {
    items.push_back({.kind = "suspense",
                     .subject = item.reference,
                     .state = std::string(name(item.status)),
                     .order = {},
                     .channel = item.channel,
                     .amount = item.in ? item.amount : Money(-item.amount.minor(), item.amount.currency()),
                     .needs_person = true,
                     .since_ns = item.booked_at_ns});
  }
  for (const orders::Payout& payout : orders::open_payouts(view)) {
    items.push_back({.kind = "payout",
                     .subject = payout.reference,
                     .state = std::string(name(payout.status)),
                     .order = {},
                     .channel = payout.channel,
                     .amount = payout.to_us ? payout.amount : Money(-payout.amount.minor(), payout.amount.currency()),
                     .since_ns = payout.announced_at_ns});
  }
  for (const orders::Dispute& dispute : orders::list_disputes(view, most_breaches)) {
    if (dispute.status != orders::DisputeStatus::opened) continue;
    const auto order = orders::find_order(view, dispute.order_id);
    items.push_back({.kind = "dispute",
                     .subject = dispute.reference,
                     .state = std::string(name(dispute.status)),
                     .order = order ? order->number : std::string(),
                     .channel = dispute.channel,
                     .amount = dispute.amount,
                     .needs_person = true,
                     .since_ns = dispute.opened_at_ns});
  }
}

void add_notices(const Source& source, std::vector<OpenItem>& items) {
  if (!source.notices) return;
  for (const ChannelLine& line : source.notices()) {
    items.push_back({.kind = "notice",
                     .subject = line.reference,
                     .state = "waiting",
                     .order = {},
                     .channel = source.channel,
                     .amount = line.amount,
                     .since_ns = line.at_ns});
  }
}

void append(std::vector<Law>& laws, std::vector<Law> more) {
  for (Law& law : more) laws.push_back(std::move(law));
}

}  // namespace

std::vector<Law> judge(View& view, const std::function<void(std::uint64_t)>& advanced) {
  std::vector<Law> laws;
  laws.reserve(all_checks().size());
  for (const Check& check : all_checks()) {
    laws.push_back(judged(view, check));
    if (advanced) advanced(1);
  }
  return laws;
}

Law judge_one(View& view, std::string_view name) {
  for (const Check& check : all_checks()) {
    if (check.name == name) return judged(view, check);
  }
  throw Broken("there is a law of the name " + std::string(name));
}

std::vector<OpenItem> open_items(View& view) {
  std::vector<OpenItem> items;
  add(view, sql::reconciliation::open_attempts{}, "attempt", items);
  add(view, sql::reconciliation::open_operations{}, "operation", items);
  add(view, sql::reconciliation::holds{}, "hold", items);
  add_refunds(view, items);
  add_keys(view, items);
  add_books(view, items);
  return items;
}

std::int64_t Report::findings() const {
  std::int64_t count = 0;
  for (const Law& law : laws) count += law.broken;
  for (const ChannelReport& channel : channels) {
    for (const Difference& difference : channel.differences) count += difference.finding() ? 1 : 0;
    for (const Total& total : channel.totals) count += total.unexplained() != 0 ? 1 : 0;
  }
  return count;
}

Conclusion Report::conclusion() const {
  if (findings() != 0) return Conclusion::findings;
  for (const Law& law : laws) {
    if (!law.judged) return Conclusion::cannot_say;
  }
  for (const ChannelReport& channel : channels) {
    if (!channel.reached || !channel.in_order) return Conclusion::cannot_say;
  }
  return Conclusion::clean;
}

bool Report::only_open_business() const {
  const bool all =
      std::all_of(laws.begin(), laws.end(), [](const Law& law) { return law.broken == 0 || law.of_business; });
  return findings() != 0 && all;
}

Report reconcile(Store& store, World& world, const Options& options) {
  world.step(Step::recon_scan);
  Report report;
  report.at_ns = world.wall_ns();
  store.reading([&](View& view) {
    (void)view.one(sql::reconciliation::position{}, [&](const Row& row) {
      report.vouchers = row.integer(0);
      report.last_voucher = std::string(row.text(1));
    });
    report.laws = judge(view, options.advanced);
    if (options.deep) append(report.laws, judge_deeply(view, options.advanced));
    report.open = open_items(view);
  });
  if (options.deep && !options.wanted_schema.empty()) {
    report.laws.push_back(compare_schema(store.schema_text(), options.wanted_schema));
    if (!options.wanted_order.empty()) compare_order(store.schema_order(), options.wanted_order, report.laws.back());
  }
  for (const Source& source : options.sources) {
    report.channels.push_back(compare(store, world, source, options.advanced));
    add_notices(source, report.open);
  }
  return report;
}

}  // namespace payonce::reconciliation
