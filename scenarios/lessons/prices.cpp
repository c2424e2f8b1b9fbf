#include "scenarios/lessons/prices.hpp"

#include <algorithm>

#include "ledger/values/invariant.hpp"
#include "scenarios/laboratory/play.hpp"
#include "scenarios/player/vocabulary.hpp"
#include "scenarios/script/script.hpp"

namespace payonce::lessons {
namespace {

/// The payment everything is measured on: of an order, from a balance, by one actor, and nobody else is there.
constexpr std::string_view one_payment = R"(scenario one-payment
  en "One payment of an order, and nobody else is there."
  zh "一笔订单付款，别无他人。"
world
  account alice CNY 1000.00
  account shop CNY 0.00
  order o1 buyer=alice payee=shop amount=100.00
  acquirer bank dedup=ref
intents
  buy = pay o1 once
actors
  buyer: pay o1 key=k1 for=buy
schedule all
)";

std::uint32_t statements_of(const script::Story& story, const laboratory::LayerSet& layers) {
  laboratory::Play play(story, layers, laboratory::Grain::statements);
  play.begin();
  std::uint32_t turns = 0;
  for (auto choices = play.choices(); !choices.empty(); choices = play.choices()) {
    play.take(choices.front());
    ++turns;
  }
  return turns;
}

Text name_of(char letter) {
  switch (letter) {
    case 'K': return {"idempotency key", "幂等键"};
    case 'W': return {"dedup window", "去重窗口"};
    case 'S': return {"state machine", "状态机"};
    case 'V': return {"unique voucher", "唯一凭证号"};
    case 'X': return {"the channel knows a reference again", "渠道认得参考号"};
    default: return {"reconciliation: finds, stops nothing", "对账：只发现，不拦截"};
  }
}

}  // namespace

std::vector<Good> price_list() {
  const script::Script read = script::parse(one_payment, player::vocabulary());
  invariant(read.errors.empty() && read.stories.size() == 1, "the payment that prices are measured on can be read");
  const script::Story& story = read.stories.front();
  const std::uint32_t bare = statements_of(story, laboratory::layer_set_of(0));
  std::vector<Good> goods;
  for (const char letter : goods_letters) {
    Good good{.letter = letter, .name = name_of(letter)};
    const std::size_t layer = laboratory::LayerSet::letters.find(letter);
    if (layer != std::string_view::npos) {
      const std::uint32_t with = statements_of(story, laboratory::layer_set_of(1u << layer));
      good.price = std::max(with, bare + 1) - bare;
    }
    goods.push_back(std::move(good));
  }
  return goods;
}

}  // namespace payonce::lessons
