#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ledger/values/currency.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/ids.hpp"
#include "ledger/values/money.hpp"
#include "ledger/values/text.hpp"
#include "scenarios/script/complaints.hpp"
#include "scenarios/script/experiment.hpp"
#include "scenarios/script/layer_switch.hpp"
#include "scenarios/script/step.hpp"

namespace payonce::script {

struct WorldAccount {
  AccountId id;
  Money balance;
  std::optional<std::string> account_class;
  std::optional<Money> limit;
  Place place;
  friend bool operator==(const WorldAccount&, const WorldAccount&) = default;
};

struct WorldOrder {
  OrderId id;
  AccountId buyer;
  AccountId payee;
  std::optional<Money> amount;  // or lines
  std::optional<std::string> status;
  std::optional<Duration> expires;
  Place place;
  std::string lines{};  // "tea:2:15.00,cup:1:8.00"; read by the player
  std::string coupon{};
  friend bool operator==(const WorldOrder&, const WorldOrder&) = default;
};

struct WorldAcquirer {
  ChannelId id;
  bool dedup = true;  // dedup=ref, not dedup=none: does it know our reference again?
  std::optional<Duration> settle_delay;
  std::optional<Duration> key_window;
  Place place;
  friend bool operator==(const WorldAcquirer&, const WorldAcquirer&) = default;
};

struct WorldStock {
  Sku sku;
  std::int64_t on_hand = 0;
  Place place;
  friend bool operator==(const WorldStock&, const WorldStock&) = default;
};

struct WorldCoupon {
  CouponCode code;
  std::optional<Money> amount;  // or percent
  std::optional<std::uint32_t> percent;
  std::uint32_t limit = 1;
  Place place;
  friend bool operator==(const WorldCoupon&, const WorldCoupon&) = default;
};

/// What is there before the first step.
struct World {
  std::optional<std::int64_t> clock_utc_ns;
  std::string currency = "CNY";  // of every amount that names none
  std::vector<WorldAccount> accounts;
  std::vector<WorldOrder> orders;
  std::vector<WorldAcquirer> acquirers;
  std::vector<WorldStock> stock;
  std::vector<WorldCoupon> coupons;
  std::vector<LayerSwitch> layers;  // those that are not mentioned are on
  friend bool operator==(const World&, const World&) = default;
};

struct Knob {
  std::string name;
  std::string value;
  std::optional<Duration> duration;  // of the knobs that take one
  Place place;
  friend bool operator==(const Knob&, const Knob&) = default;
};

/// A sentence the scenario puts to the test: `tests A7 "one key per intent, kept over retries"`.
struct Claim {
  std::vector<std::string> numbers;
  std::string sentence;
  friend bool operator==(const Claim&, const Claim&) = default;
};

/// What a scenario says in its own words, in both languages.
struct Sentence {
  std::string en;
  std::string zh;

  [[nodiscard]] Text text() const { return {en, zh}; }
  friend bool operator==(const Sentence&, const Sentence&) = default;
};

/// Where running it corrects an article: what the article says, and what the laboratory shows.
struct Correction {
  Sentence says;
  Sentence shows;
  Place place;
  friend bool operator==(const Correction&, const Correction&) = default;
};

/// One scenario, understood: a story, which has steps, or an experiment, which has actors.
struct Story {
  std::string name;
  std::string en;
  std::string zh;
  std::vector<Claim> tests;
  std::string row;                      // its number in the catalogue, "02" or "46a", or empty
  Sentence rule;                        // what it teaches, in one sentence, or empty
  std::vector<Correction> corrections;  // of the articles
  std::string like;  // the earlier scenario of its file whose world, knobs and steps (or actors) come first, or empty
  World world;
  std::vector<Knob> knobs;
  std::vector<Step> steps;
  std::optional<Experiment> experiment;  // where it has actors instead of steps
  Place place;
  friend bool operator==(const Story&, const Story&) = default;
};

}  // namespace payonce::script
