#include "scenarios/player/stage.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ledger/journal/account.hpp"
#include "ledger/journal/book.hpp"
#include "ledger/journal/chart.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layers/dedup_window.hpp"
#include "ledger/orders/coupon.hpp"
#include "ledger/orders/stock.hpp"
#include "ledger/values/invariant.hpp"
#include "scenarios/player/goods.hpp"
#include "scenarios/script/vocabulary.hpp"

namespace payonce::player {
namespace {

/// Behind it "not found" proves that a request never arrived: a minute is long for a channel on the same machine.
constexpr Duration usual_settle_delay = minutes(1);
/// How long channels usually know a reference again (idempotency.md R17).
constexpr Duration usual_key_window = hours(24);

std::filesystem::path ledger_in(const std::filesystem::path& folder) { return folder / "ledger.db"; }
std::string place_of(const std::string& acquirer) { return acquirer + ".acquirer.db"; }

Wrong wrong_world(script::Place place, Text got) {
  return {.place = place, .expected = {"a world that can be set up", "可以搭建的初始状态"}, .got = std::move(got)};
}

Wrong not_built(script::Place place, const std::string& what) {
  return wrong_world(place,
                     {"\"" + what + "\" belongs to experiments and is not built", "“" + what + "”属于实验，尚未实现"});
}

Text named(const Fault& fault) { return {fault.field + " " + fault.why.en, fault.field + " " + fault.why.zh}; }

template <class T>
T opened(Result<T> result) {
  invariant(result.has_value(), "a file that the stage has made can be opened");
  return std::move(result).value();
}

std::map<std::string, Acquirer> acquirers_of(const Place& place, World& world, Ledger& ledger) {
  std::map<std::string, Acquirer> all;
  for (const ChannelRow& row : ledger.store().reading([](View& view) { return list_channels(view); })) {
    all.emplace(row.name, opened(Acquirer::open(place.folder / row.place, world, place.acquirers)));
  }
  return all;
}

}  // namespace

Place place_on_disk(std::filesystem::path folder) {
  return {.folder = std::move(folder), .ledger = {.durable = false}, .acquirers = {.durable = false}};
}

Hands::Hands(const Place& place, StageWorld& world, const std::shared_ptr<WindowStore>& window, Permits& permits)
    : world_(world),
      permits_(permits),
      outside_(world),
      ledger_(opened(Ledger::open(ledger_in(place.folder), place.ledger))),
      acquirers_(acquirers_of(place, outside_, ledger_)) {
  if (window) ledger_.keep_window_in(window);
  begin_anew();
}

void Hands::begin_anew() {
  engine_.emplace(ledger_, world_, [this](const std::string& name) { return acquirer(name); });
}

Acquirer* Hands::acquirer(const std::string& name) {
  const auto found = acquirers_.find(name);
  return found == acquirers_.end() ? nullptr : &found->second;
}

Stage::Stage(Place place, const script::Story& story)
    : place_(std::move(place)),
      story_(story),
      world_(story.world.clock_utc_ns.value_or(VirtualWorld::default_start_ns)) {}

Hands& Stage::hands() {
  if (!hands_) hands_.emplace(place_, world_, window_, permits_);
  return *hands_;
}

std::optional<Wrong> Stage::set_up() {
  if (auto wrong = choose_settings()) return wrong;
  if (auto wrong = make_files()) return wrong;
  if (auto wrong = open_accounts()) return wrong;
  if (auto wrong = fill_shelves()) return wrong;
  return create_orders();
}

std::optional<Wrong> Stage::choose_settings() {
  settings_.key_min_bytes = 1;
  for (const script::Knob& knob : story_.knobs) {
    if (knob.name == "window-store" && (knob.value == "file" || knob.value == "memory")) {
      if (knob.value == "memory") window_ = std::make_shared<dedup_window::MemoryWindow>();
      continue;
    }
    if (knob.name == script::knob_of_the_disk) continue;  // where the files lie decides
    const std::string name = knob.name == "min-key" ? "key-min-bytes" : knob.name;
    const std::vector<SettingName>& known = setting_names();
    if (std::none_of(known.begin(), known.end(), [&](const SettingName& one) { return one.name == name; })) {
      return not_built(knob.place, knob.name);
    }
    const auto changed = with_setting(settings_, name, knob.value);
    if (!changed) return wrong_world(knob.place, named(changed.error()));
    settings_ = *changed;
  }
  for (const script::LayerSwitch& one : story_.world.layers) {
    constexpr std::string_view letters = "KWSV";  // in the order of Layer
    const bool naive = one.setting == script::Setting::naive;
    const bool off = one.setting == script::Setting::off;
    if (one.layer != 'X') {
      settings_.layers[letters.find(one.layer)] = naive ? Guard::naive : off ? Guard::off : Guard::on;
    } else if (naive) {
      return wrong_world(one.place, {"a channel knows our reference again or does not: X is on or off",
                                     "渠道要么识别我方编号，要么不识别：X 只能为 on 或 off"});
    } else {
      channels_know_again_ = !off;
    }
  }
  return std::nullopt;
}

std::optional<Wrong> Stage::make_files() {
  const auto made = Ledger::create(ledger_in(place_.folder), world_,
                                   {.store = place_.ledger, .laboratory = true, .settings = settings_});
  if (!made) return wrong_world(story_.place, named(made.error()));
  OutsideWorld outside(world_);
  for (const script::WorldAcquirer& one : story_.world.acquirers) {
    const std::string& name = one.id.text();
    const Duration key_window = one.key_window.value_or(usual_key_window);
    const auto acquirer = Acquirer::create(
        place_.folder / place_of(name), outside,
        {.dedup = one.dedup && channels_know_again_, .key_window = key_window, .latency = {}}, place_.acquirers);
    if (!acquirer) return wrong_world(one.place, named(acquirer.error()));
  }
  // The channels are written before the first connection looks for them.
  auto ledger = opened(Ledger::open(ledger_in(place_.folder), place_.ledger));
  ledger.store().atomically([&](Tx& tx) {
    for (const script::WorldAcquirer& one : story_.world.acquirers) {
      (void)add_channel(tx,
                        {.name = one.id.text(),
                         .place = place_of(one.id.text()),
                         .settle_delay = one.settle_delay.value_or(usual_settle_delay),
                         .key_window = one.key_window.value_or(usual_key_window)},
                        world_.wall_ns());
    }
  });
  return std::nullopt;
}

std::optional<Wrong> Stage::open_accounts() {
  std::optional<Wrong> wrong;
  const std::int64_t now = world_.wall_ns();
  hands().ledger().store().atomically([&](Tx& tx) {
    wrong.reset();
    opening_vouchers_ = 0;
    for (const script::WorldAccount& one : story_.world.accounts) {
      auto kind = journal::AccountClass::liability;
      if (one.limit) wrong = not_built(one.place, "limit");
      if (one.account_class) {
        const auto parsed = journal::parse_class("class", *one.account_class);
        parsed ? void(kind = *parsed) : void(wrong = wrong_world(one.place, named(parsed.error())));
      }
      if (one.balance.minor() < 0) {
        wrong = wrong_world(one.place, {"an account begins with 0 or more", "账户的初始余额不能为负"});
      }
      if (wrong) return;
      const auto limit = kind == journal::AccountClass::liability ? journal::Limit::no_debit : journal::Limit::none;
      const auto account = journal::open_account(tx, one.id.text(), kind, one.balance.currency(), limit, now);
      invariant(account.has_value(), "the names of a world's accounts are all different");
      if (one.balance.minor() == 0) continue;
      journal::Draft draft = journal::Pen(tx, hands_->ledger().rules(), now)
                                 .draft(journal::Event::topped_up, "opening." + one.id.text(),
                                        {{journal::Role::account, account->id}}, one.balance);
      draft.reason = "opening balance";  // no key asked for it, and the laws are told why
      (void)journal::book(tx, draft, now);
      ++opening_vouchers_;
    }
    const Currency currency = *Currency::parse("currency", story_.world.currency);
    for (const script::WorldOrder& one : story_.world.orders) {
      for (const AccountId& id : {one.buyer, one.payee}) {
        if (journal::find_account(tx, id.text())) continue;
        (void)journal::open_account(tx, id.text(), journal::AccountClass::liability,
                                    one.amount ? one.amount->currency() : currency, journal::Limit::no_debit, now);
      }
    }
  });
  return wrong;
}

std::optional<Wrong> Stage::fill_shelves() {
  const std::int64_t now = world_.wall_ns();
  hands().ledger().store().atomically([&](Tx& tx) {
    for (const script::WorldStock& one : story_.world.stock) {
      invariant(orders::add_stock(tx, one.sku, now), "the names of a world's goods are all different");
      if (one.on_hand == 0) continue;
      const orders::Movement opening{.kind = "receive",
                                     .business_key = "receive:" + one.sku.text() + ".opening",
                                     .quantity = one.on_hand,
                                     .asked = "+" + std::to_string(one.on_hand)};
      orders::move_stock(tx, *orders::find_stock(tx, one.sku.text()), opening, now);
    }
    for (const script::WorldCoupon& one : story_.world.coupons) {
      const auto percent = one.percent ? std::optional<std::int64_t>(*one.percent) : std::nullopt;
      if (!one.amount && !percent) continue;  // the reader has complained
      invariant(orders::add_coupon(tx, one.code, one.amount, percent, one.limit, now),
                "the codes of a world's coupons are all different");
    }
  });
  return std::nullopt;
}

std::optional<Wrong> Stage::create_orders() {
  constexpr std::array<std::string_view, 2> unpaid = {"unpaid", "created"};
  for (const script::WorldOrder& one : story_.world.orders) {
    if (one.status && std::find(unpaid.begin(), unpaid.end(), *one.status) == unpaid.end()) {
      return wrong_world(one.place,
                         {"an order begins unpaid; let a step bring it further", "订单初始为未支付；请用步骤推进"});
    }
    Reply reply;
    if (one.amount) {
      reply = hands().engine().create_order(one.id, one.buyer, one.payee, *one.amount, one.expires);
    } else {
      const auto basket = basket_of(one.lines, one.coupon, *Currency::parse("currency", story_.world.currency));
      if (!basket) return wrong_world(one.place, named(basket.error()));
      reply = hands().engine().create_order(one.id, one.buyer, one.payee, *basket, one.expires);
    }
    if (reply.outcome != Outcome::created) {
      return wrong_world(one.place, {std::string(name(reply.outcome)), std::string(name(reply.outcome))});
    }
  }
  return std::nullopt;
}

}  // namespace payonce::player
