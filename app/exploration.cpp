#include "app/exploration.hpp"

#include "app/experiments.hpp"

namespace payonce {
namespace {

std::size_t cells_of(const std::vector<const script::Story*>& stories, bool naive) {
  std::size_t total = 0;
  for (const script::Story* one : stories) total += laboratory::layer_sets_for(*one, naive).size();
  return total;
}

}  // namespace

Exploration::Exploration(Context& context, const Arguments& given, const std::vector<const script::Story*>& stories)
    : progress_(context.world(), context.said({"cells", "格"}), cells_of(stories, given.given("naive"))),
      options_{.naive = given.given("naive"), .grain = grain_from(given), .budget = budget_from(given)} {
  options_.threads = threads_from(given);
  options_.one_more = [this] { progress_.advance(); };
  options_.broken_off = [this] { return interruption_.wished(); };
}

void Exploration::finish() {
  if (broken_off()) interruption_.end();
  progress_.finish();
}

}  // namespace payonce
