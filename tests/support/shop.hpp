#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/engine.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/layer.hpp"
#include "scenarios/acquirer/acquirer.hpp"
#include "tests/support/temp_folder.hpp"

/// A whole shop for tests: a laboratory ledger, an acquirer with books of its own, and a clock turned by hand. The verbs are
/// those of the product. Accounts alice, bob and shop and the channel bank are there from the beginning.
namespace payonce::test {

[[nodiscard]] Money cny(std::int64_t minor);
[[nodiscard]] IdempotencyKey key_of(std::string_view text);

/// Requests, as a client would write them.
[[nodiscard]] Request paying(std::string_view order, std::string_view key, std::string_view tenant = "main");
[[nodiscard]] Request charging(std::string_view order, std::string_view key, std::string_view tenant = "main");
[[nodiscard]] Request refunding(std::string_view order, std::int64_t minor, std::string_view key,
                                std::string_view reference = {});
[[nodiscard]] Request authorising(std::string_view order, std::string_view key);
[[nodiscard]] Request capturing(std::string_view order, std::int64_t minor, std::string_view key,
                                std::string_view reference = {});
[[nodiscard]] Request voiding(std::string_view order, std::string_view key);
[[nodiscard]] Request topping_up(std::string_view account, std::int64_t minor, std::string_view key,
                                 std::string_view reference = {});
[[nodiscard]] Request transferring(std::string_view from, std::string_view to, std::int64_t minor,
                                   std::string_view key);

/// What one process has in its hands: its own connection to both files.
class Till {
 public:
  Till(const std::filesystem::path& folder, World& world, Duration busy_wait);
  Till(const Till&) = delete;
  Till& operator=(const Till&) = delete;

  Ledger ledger;
  Acquirer bank;
  Engine engine;
};

class Shop {
 public:
  struct Terms {
    Settings settings = laboratory();
    Acquirer::Settings bank{};
    Duration settle_delay = seconds(3);
    Duration key_window = hours(24);
    Duration busy_wait = seconds(20);
    std::uint64_t seed = 1;
    std::int64_t alice = 100'000;  // what alice has in her wallet
  };
  /// Keys of one byte are enough; everything else is as shipped.
  [[nodiscard]] static Settings laboratory();

  Shop() : Shop(Terms{}) {}
  explicit Shop(const Terms& terms);

  VirtualWorld world;

  Till& till();
  Engine& engine() { return till().engine; }
  Acquirer& bank() { return till().bank; }
  Ledger& ledger() { return till().ledger; }
  Store& store() { return till().ledger.store(); }
  /// A second connection, as another process would have it; a busy file is not waited for.
  [[nodiscard]] std::unique_ptr<Till> another_till(Duration busy_wait = {}) const;
  void close() { till_.reset(); }
  void reopen();
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

  void open_account(std::string_view code, std::int64_t minor = 0, journal::Limit limit = journal::Limit::no_debit,
                    std::string_view currency = "CNY", journal::AccountClass kind = journal::AccountClass::liability);
  Reply order(std::string_view number, std::int64_t minor = 10'000, std::string_view buyer = "alice",
              std::string_view payee = "shop");
  Reply ask(const Request& request);
  Reply pay(std::string_view order, std::string_view key) { return ask(paying(order, key)); }
  Reply charge(std::string_view order, std::string_view key) { return ask(charging(order, key)); }
  Reply refund(std::string_view order, std::int64_t minor, std::string_view key, std::string_view reference = {}) {
    return ask(refunding(order, minor, key, reference));
  }
  Reply topup(std::string_view account, std::int64_t minor, std::string_view key, std::string_view reference = {}) {
    return ask(topping_up(account, minor, key, reference));
  }
  Reply transfer(std::string_view from, std::string_view to, std::int64_t minor, std::string_view key) {
    return ask(transferring(from, to, minor, key));
  }
  /// The last request once more, unchanged.
  Reply retry();
  Reply cancel(std::string_view order);
  Reply ship(std::string_view order);
  Recovery recover() { return engine().recover(); }
  void wait(Duration duration) { world.pass(duration); }

  /// Asks in a process that is killed at the nth announcement of a step; what it was told before it died, if anything. A
  /// process that never comes to the step lives on, and tells everything.
  struct Crash {
    bool killed = false;
    std::optional<Outcome> acknowledged;
  };
  Crash crash_at(Step step, int nth, const std::function<Reply(Till&)>& work, std::uint64_t seed = 1);
  Crash crash_at(Step step, const Request& request);

  [[nodiscard]] std::int64_t balance(std::string_view account);
  [[nodiscard]] std::string status(std::string_view order);
  /// What the acquirer moved.
  [[nodiscard]] std::vector<ChannelLine> moved(Movement movement = Movement::charge);
  /// One number asked of the ledger's file.
  [[nodiscard]] std::int64_t number(const std::string& sql);
  [[nodiscard]] std::string text(const std::string& sql);
  /// Every law of schema/checks, a few of our own that are computed another way, and the acquirer's books against ours: each
  /// finding in words. Empty is as it must be.
  [[nodiscard]] std::vector<std::string> reconcile();

 private:
  TempFolder folder_;
  Duration busy_wait_;
  std::unique_ptr<Till> till_;
  std::optional<Request> last_;
};

/// The outcome the stored bytes of an answer name, and its voucher.
[[nodiscard]] std::string voucher_in(const Reply& reply);
[[nodiscard]] std::string reason_in(const Reply& reply);

}  // namespace payonce::test

namespace payonce {
/// So that a failed CHECK says the word and not a number.
inline doctest::String toString(Outcome outcome) { return name(outcome).data(); }
inline doctest::String toString(Layer layer) { return name(layer).data(); }
}  // namespace payonce
