// Opens a ledger, fills a wallet, pays an order, and pays it again: with payonce as a library and nothing else.

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <payonce/engine.hpp>
#include <payonce/journal/account.hpp>

namespace {

template <class T>
T taken(payonce::Result<T> result) {
  if (result) return std::move(result).value();
  std::cerr << result.error().field << ": " << result.error().why.en << '\n';
  std::exit(1);
}

payonce::Reply told(payonce::Reply reply) {
  std::cout << name(reply.outcome) << (reply.replayed ? " (replayed)" : "") << '\n' << reply.answer << '\n';
  return reply;
}

}  // namespace

int main(int, char** argv) {
  using namespace payonce;
  const auto file = std::filesystem::path(argv[1]) / "shop.db";
  const auto world = real_world();
  Ledger ledger = taken(Ledger::create(file, *world, {}));
  Engine engine(ledger, *world, [](const std::string&) -> Channel* { return nullptr; });

  const auto alice = taken(AccountId::parse("account", "acc_alice"));
  const auto shop = taken(AccountId::parse("account", "acc_shop"));
  const auto order = taken(OrderId::parse("order", "ord_42"));
  const auto price = taken(Money::parse("amount", "CNY 100.00"));
  const auto tenant = taken(Tenant::parse("tenant", "downstream"));
  ledger.store().atomically([&](Tx& tx) {
    for (const AccountId& account : {alice, shop}) {
      journal::open_account(tx, account.text(), journal::AccountClass::liability, price.currency(),
                            journal::Limit::no_debit, world->wall_ns());
    }
  });

  const auto key = [](const char* text) { return taken(IdempotencyKey::parse("key", text, 16)); };
  Request topup{.verb = Verb::topup,
                .tenant = tenant,
                .key = key("top-up-of-alice-0001"),
                .target = alice.text(),
                .amount = price};
  Request pay{.verb = Verb::pay, .tenant = tenant, .key = key("payment-of-ord-42-01"), .target = order.text()};
  told(engine.ask(topup));
  told(engine.create_order(order, alice, shop, price));
  const Reply first = told(engine.ask(pay));
  const Reply again = told(engine.ask(pay));
  if (first.outcome != Outcome::paid || first.replayed || !again.replayed || first.answer != again.answer) return 1;

  ledger.store().reading([&](View& view) {
    std::cout << "alice " << journal::find_account(view, alice.text())->balance().text() << ", shop "
              << journal::find_account(view, shop.text())->balance().text() << '\n';
  });
}
