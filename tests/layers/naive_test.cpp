// Each layer the naive way, in a laboratory: looked at in one transaction, acted on in another. Two connections meet in the gap
// between the two, and what the layer stops in sequence happens twice.

#include <doctest/doctest.h>

#include <functional>

#include "schema/queries/ledger.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

/// A world in which something happens once, in the gap between a look and the act that trusts it.
class GapWorld : public VirtualWorld {
 public:
  std::function<void()> meanwhile;

  void step(Step step) override {
    if (step == Step::naive_gap && meanwhile) std::exchange(meanwhile, {})();
    VirtualWorld::step(step);
  }
};

struct Case {
  Layer naive;
  std::vector<Layer> off;
  Request first;
  Request second;
  Outcome told;  // the second, where it comes behind the first
};

std::vector<Case> cases() {
  return {
      {Layer::idempotency_key,
       {Layer::unique_constraint},
       topping_up("alice", 500, "k1"),
       topping_up("alice", 500, "k1"),
       Outcome::booked},
      {Layer::dedup_window, {}, topping_up("alice", 500, "k1"), topping_up("alice", 500, "k2"), Outcome::later},
      {Layer::state_machine,
       {Layer::dedup_window, Layer::unique_constraint},
       paying("o1", "k1"),
       paying("o1", "k2"),
       Outcome::already_paid},
      {Layer::state_machine,
       {Layer::dedup_window, Layer::unique_constraint},
       charging("o1", "k1"),
       charging("o1", "k2"),
       Outcome::already_paid},
      {Layer::unique_constraint,
       {Layer::dedup_window},
       topping_up("alice", 500, "k1", "prov:1"),
       topping_up("alice", 500, "k2", "prov:1"),
       Outcome::already_booked},
      {Layer::unique_constraint,
       {Layer::dedup_window, Layer::state_machine},
       paying("o1", "k1"),
       paying("o1", "k2"),
       Outcome::already_paid},
  };
}

Shop::Terms terms_of(const Case& one, Guard guard) {
  Shop::Terms terms;
  terms.settings.window_by = WindowBy::content;
  terms.settings.set(one.naive, guard);
  for (const Layer layer : one.off) terms.settings.set(layer, Guard::off);
  return terms;
}

std::int64_t effects(Shop& shop) {
  return shop.number("SELECT count(*) FROM voucher WHERE kind IN ('pay', 'topup') AND reason IS NULL");
}

}  // namespace

TEST_CASE("a naive layer stops what comes behind the first and lets through what meets it in the gap") {
  for (const Case& one : cases()) {
    CAPTURE(name(one.naive));
    CAPTURE(name(one.first.verb));
    Shop sequential(terms_of(one, Guard::naive));
    sequential.order("o1");
    const std::int64_t before = effects(sequential);
    CHECK(succeeded(sequential.ask(one.first).outcome));
    CHECK(sequential.ask(one.second).outcome == one.told);
    CHECK(effects(sequential) == before + 1);

    Shop shop(terms_of(one, Guard::naive));
    shop.order("o1");
    GapWorld slow;
    Till other(shop.folder(), slow, {});
    Reply meanwhile;
    slow.meanwhile = [&] { meanwhile = shop.ask(one.second); };
    const Reply told = other.engine.ask(one.first);
    CHECK(succeeded(meanwhile.outcome));
    CHECK(succeeded(told.outcome));
    CHECK(effects(shop) == before + 2);
  }
}

TEST_CASE("a layer that is on has no gap") {
  for (const Case& one : cases()) {
    CAPTURE(name(one.naive));
    Shop shop(terms_of(one, Guard::on));
    shop.order("o1");
    GapWorld slow;
    Till other(shop.folder(), slow, {});
    bool met = false;
    slow.meanwhile = [&] { met = true; };
    const std::int64_t before = effects(shop);
    CHECK(succeeded(other.engine.ask(one.first).outcome));
    CHECK(shop.ask(one.second).outcome == one.told);
    CHECK(effects(shop) == before + 1);
    CHECK_FALSE(met);
  }
}

TEST_CASE("a look leaves nothing behind") {
  Shop::Terms terms;
  terms.alice = 0;
  for (const Layer layer :
       {Layer::idempotency_key, Layer::dedup_window, Layer::state_machine, Layer::unique_constraint}) {
    terms.settings.set(layer, Guard::naive);
  }
  Shop shop(terms);
  const std::string rows =
      "SELECT (SELECT count(*) FROM account) + (SELECT count(*) FROM voucher) + (SELECT count(*) FROM idempotency_key) "
      "+ (SELECT count(*) FROM dedup_window)";
  const std::int64_t before = shop.number(rows);
  GapWorld slow;
  Till other(shop.folder(), slow, {});
  std::int64_t in_the_gap = -1;
  slow.meanwhile = [&] { in_the_gap = shop.number(rows); };
  CHECK(other.engine.ask(topping_up("alice", 500, "k1")).outcome == Outcome::booked);
  CHECK(in_the_gap == before);
  CHECK(shop.number(rows) > before);
}

TEST_CASE("only a laboratory may have a layer or a knob of experiments other than usual, and it is told which") {
  TempFolder folder;
  VirtualWorld world;
  struct Set {
    const char* name;
    const char* value;
  };
  for (const Set& set :
       {Set{"idempotency_key", "naive"}, Set{"dedup_window", "off"}, Set{"state_machine", "naive"},
        Set{"unique_constraint", "naive"}, Set{"stock", "naive"}, Set{"token", "per-user"}, Set{"inbox", "off"},
        Set{"finish", "split"}, Set{"fingerprint", "off"}, Set{"scope", "global"}, Set{"store", "all"},
        Set{"voucher", "random"}, Set{"window-place", "before-key"}, Set{"resume", "off"}, Set{"late", "drop"}}) {
    CAPTURE(set.name);
    const auto settings = with_setting(Settings{}, set.name, set.value);
    REQUIRE(settings);
    const auto made = Ledger::create(folder.path() / "real.db", world, {.settings = *settings});
    REQUIRE_FALSE(made);
    CHECK(made.error().field == set.name);
    CHECK(made.error().why.en.find("only in a laboratory file") != std::string::npos);
    const auto lab = Ledger::create(folder.path() / (std::string(set.name) + ".db"), world,
                                    {.store = {.durable = false}, .laboratory = true, .settings = *settings});
    REQUIRE(lab);
    CHECK_FALSE(laboratory_only(lab->settings()) == std::nullopt);
    CHECK(laboratory_only(lab->settings())->field == set.name);
    CHECK_FALSE(with_setting(Settings{}, set.name, "sometimes"));
  }
  CHECK_FALSE(laboratory_only(Settings{}));
}

TEST_CASE("a layer is read as older files have stored it") {
  Shop shop;
  const auto stored = [&](std::int64_t value) {
    shop.store().atomically(
        [&](Tx& tx) { (void)tx.change(sql::ledger::put_setting{.name = "state_machine", .value = value}); });
    return shop.store().reading([](View& view) { return load_settings(view); }).guard(Layer::state_machine);
  };
  CHECK(stored(0) == Guard::off);
  CHECK(shop.store().reading([](View& view) { return load_settings(view); }).on(Layer::dedup_window));
}
