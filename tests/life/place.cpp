#include "tests/life/place.hpp"

#include "ledger/journal/account.hpp"
#include "ledger/orders/coupon.hpp"
#include "ledger/orders/stock.hpp"
#include "ledger/values/invariant.hpp"
#include "tests/support/shop.hpp"

namespace payonce::life {
namespace {

constexpr Store::Options throw_away{.busy_wait = seconds(5), .durable = false};
/// For how long the channel knows a reference again: as real ones do, and as the ledger is told.
constexpr Duration memory = hours(24);

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().field + ": " + result.error().why.en);
  return std::move(result).value();
}

}  // namespace

Ground::Ground(const Settings& settings) {
  MortalWorld world(1);
  Ledger ledger =
      must(Ledger::create(folder_ / "shop.db", world, {.store = throw_away, .laboratory = true, .settings = settings}));
  (void)must(Acquirer::create(folder_ / "bank.db", world, {.key_window = memory}, throw_away));
  ledger.store().atomically([&](Tx& tx) {
    invariant(add_channel(tx, {.name = "bank", .place = "bank.db", .settle_delay = seconds(3), .key_window = memory},
                          world.wall_ns()),
              "a new ledger has no channel");
    for (const char* code : {"alice", "bob", "shop"}) {
      invariant(journal::open_account(tx, code, journal::AccountClass::liability, test::cny(1).currency(),
                                      journal::Limit::no_debit, world.wall_ns())
                    .has_value(),
                "a new ledger has no such account");
    }
    for (const Sku& sku : {must(Sku::parse("sku", "tea")), must(Sku::parse("sku", "cup"))})
      invariant(orders::add_stock(tx, sku, world.wall_ns()), "a new ledger has no goods");
    invariant(orders::add_coupon(tx, must(CouponCode::parse("coupon", "TENTH")), std::nullopt, 10, 3, world.wall_ns()),
              "a new ledger has no coupon");
  });
  Engine engine(ledger, world, [](const std::string&) -> Channel* { return nullptr; });
  for (const auto& [sku, quantity] : {std::pair{"tea", 40}, std::pair{"cup", 15}}) {
    (void)engine.receive_stock(must(Sku::parse("sku", sku)), quantity, must(Reference::parse("reference", "first")));
  }
}

struct Place::Desk {
  Desk(const std::filesystem::path& book, World& world, Post& post)
      : ledger(must(Ledger::open(book, throw_away))),
        engine(ledger, world,
               [&post](const std::string& name) -> Channel* { return name == "bank" ? &post : nullptr; }) {}

  Ledger ledger;
  Engine engine;
};

void Place::Closing::operator()(Desk* desk) const { delete desk; }

Place::Place(const std::filesystem::path& from, std::uint64_t seed) : world(seed), seed_(seed) {
  for (const char* file : {"shop.db", "bank.db"}) std::filesystem::copy_file(from / file, folder_ / file);
  acquirer_ = std::make_unique<Acquirer>(must(Acquirer::open(folder_ / "bank.db", elsewhere_, throw_away)));
  post_ = std::make_unique<Post>(*acquirer_);
  (void)engine();
  watcher_ = std::make_unique<Watcher>(folder_ / "shop.db");
}

std::unique_ptr<Place> Place::copied() {
  // Whoever closes a file last moves its log into it: then the file alone is everything.
  close();
  watcher_.reset();
  post_.reset();
  acquirer_.reset();
  auto copy = std::make_unique<Place>(folder_.path(), seed_);
  copy->world = world;
  acquirer_ = std::make_unique<Acquirer>(must(Acquirer::open(folder_ / "bank.db", elsewhere_, throw_away)));
  post_ = std::make_unique<Post>(*acquirer_);
  watcher_ = std::make_unique<Watcher>(folder_ / "shop.db");
  copy->close();
  return copy;
}

Engine& Place::engine() {
  if (!desk_) desk_.reset(new Desk(folder_ / "shop.db", world, *post_));
  return desk_->engine;
}

std::vector<ChannelLine> Place::statement() {
  std::vector<ChannelLine> all;
  acquirer_->statement([&](const ChannelLine& line) { all.push_back(line); });
  return all;
}

}  // namespace payonce::life
