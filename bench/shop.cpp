#include "bench/shop.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "ledger/journal/account.hpp"
#include "ledger/journal/book.hpp"
#include "ledger/orders/order.hpp"

namespace payonce::bench {
namespace {

const Currency cny = must(Currency::parse("currency", "CNY"));

std::string buyer(std::int64_t n) { return fmt::format("buyer_{:04}", n % Shop::buyers); }
std::string payee(std::int64_t n) { return fmt::format("payee_{:02}", n % Shop::payees); }

}  // namespace

Folder::Folder(const std::filesystem::path& parent) {
  std::string name = (parent / "payonce-bench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("bench: no folder can be made in " + parent.string());
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ChannelAnswer QuickChannel::move(const ChannelRequest& request, const std::function<bool()>&) {
  return {.said = Said::approved, .channel_txn = "txn-" + std::to_string(++moved_), .amount = request.amount};
}

Shop::Shop(const std::filesystem::path& path, World& world, const Options& options)
    : path_(path), world_(world), seed_(1) {
  Ledger::Options made;
  made.store.durable = options.durable;
  made.settings.layers = options.layers;
  made.laboratory =
      std::any_of(options.layers.begin(), options.layers.end(), [](Guard one) { return one != Guard::on; });
  (void)must(Ledger::create(path, world, made));
  open(options.durable);
  ledger_->store().atomically([&](Tx& tx) {
    const std::int64_t now_ns = world.wall_ns();
    (void)add_channel(tx, {"quick", "nowhere", seconds(1), hours(24)}, now_ns);
    for (std::int64_t n = 0; n < payees; ++n) {
      (void)journal::open_account(tx, payee(n), journal::AccountClass::liability, cny, journal::Limit::no_debit,
                                  now_ns);
    }
    for (std::int64_t n = 0; n < buyers; ++n) {
      (void)journal::open_account(tx, buyer(n), journal::AccountClass::liability, cny, journal::Limit::no_debit,
                                  now_ns);
    }
  });
  for (std::int64_t n = 0; n < buyers; ++n) {
    const Reply reply = engine_->ask({.verb = Verb::topup,
                                      .tenant = must(Tenant::parse("tenant", "shop")),
                                      .key = must(IdempotencyKey::parse("key", random_key(), 16)),
                                      .target = buyer(n),
                                      .amount = Money(1'000'000'000, cny)});
    if (reply.outcome != Outcome::booked) throw std::runtime_error("bench: a top-up was not booked: " + reply.answer);
  }
  pay(order(1));  // opens the series of payments
}

Shop::Shop(const std::filesystem::path& path, World& world, bool durable, std::int64_t orders)
    : path_(path), world_(world), orders_(orders), seed_(static_cast<std::uint64_t>(orders) + 2) {
  open(durable);
}

void Shop::open(bool durable) {
  ledger_ = std::make_unique<Ledger>(must(Ledger::open(path_, {.durable = durable})));
  engine_ = std::make_unique<Engine>(*ledger_, world_, [this](const std::string&) { return &channel_; });
}

std::string Shop::random_key() {
  std::string key;
  for (int half = 0; half < 2; ++half) {
    // SplitMix64: the same keys on every machine and in every run.
    seed_ += 0x9E3779B97F4A7C15u;
    std::uint64_t mixed = seed_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    key += fmt::format("{:016x}", mixed ^ (mixed >> 31));
  }
  for (const std::size_t at : {8UL, 13UL, 18UL, 23UL}) key.insert(at, "-");
  return key;
}

std::vector<Request> Shop::order(std::int64_t count, bool by_channel) {
  std::vector<Request> requests;
  requests.reserve(static_cast<std::size_t>(count));
  const Tenant tenant = must(Tenant::parse("tenant", "shop"));
  ledger_->store().atomically([&](Tx& tx) {
    requests.clear();
    std::vector<std::int64_t> from;
    std::vector<std::int64_t> to;
    for (std::int64_t n = 0; n < buyers; ++n) from.push_back(journal::find_account(tx, buyer(n))->id);
    for (std::int64_t n = 0; n < payees; ++n) to.push_back(journal::find_account(tx, payee(n))->id);
    for (std::int64_t n = orders_; n < orders_ + count; ++n) {
      const std::string number = fmt::format("ord_{:09}", n);
      // Neighbouring orders have buyers far apart, as customers who come at once do: 389 and 1000 share no factor.
      (void)orders::insert_order(tx, must(OrderId::parse("order", number)),
                                 {.buyer_id = from[static_cast<std::size_t>(n * 389 % buyers)],
                                  .payee_id = to[static_cast<std::size_t>(n * 7 % payees)],
                                  .due = Money(100 + n % 900, cny)},
                                 world_.wall_ns());
      requests.push_back({.verb = Verb::pay,
                          .tenant = tenant,
                          .key = must(IdempotencyKey::parse("key", random_key(), 16)),
                          .target = number});
      if (by_channel) requests.back().via = must(ChannelId::parse("channel", "quick"));
    }
  });
  orders_ += count;
  return requests;
}

void Shop::pay(const std::vector<Request>& requests) {
  for (const Request& request : requests) {
    const Reply reply = engine_->ask(request);
    if (reply.outcome != Outcome::paid) throw std::runtime_error("bench: not paid: " + reply.answer);
  }
}

void Shop::replay(const std::vector<Request>& requests) {
  for (const Request& request : requests) {
    const Reply reply = engine_->ask(request);
    if (!reply.replayed) throw std::runtime_error("bench: not replayed: " + reply.answer);
  }
}

std::int64_t Shop::last_voucher() {
  return ledger_->store().atomically([](Tx& tx) { return journal::next_voucher_id(tx) - 1; });
}

std::filesystem::path Shop::copy(const std::string& suffix) {
  std::filesystem::path to = path_;
  to += suffix;
  if (const auto fault = ledger_->store().copy_to(to)) throw std::runtime_error("bench: " + fault->why.en);
  return to;
}

}  // namespace payonce::bench
