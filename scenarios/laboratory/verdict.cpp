#include "scenarios/laboratory/verdict.hpp"

namespace payonce::laboratory {
namespace {

const std::array<Text, harms>& sentences() {
  static const std::array<Text, harms> all = {{
      {"moved more often than it was wanted", "同一意愿发生了多次"},
      {"told that it is done, and it has not moved", "告知已完成，实际并未发生"},
      {"nobody knows how it ended", "悬而未决，无人了结"},
      {"somebody was told what is not so", "答复与事实不符"},
      {"more was given away than there was", "给出的超过所有"},
      {"an order stands where it must not", "订单处于不该有的状态"},
      {"an honest wish was turned away", "正当请求被拒"},
  }};
  return all;
}

}  // namespace

const Text& words(Harm harm) { return sentences()[static_cast<std::size_t>(harm)]; }

bool Harms::money() const {
  for (const Harm one : {Harm::double_moved, Harm::lost, Harm::stuck, Harm::over, Harm::zombie}) {
    if (has(one)) return true;
  }
  return false;
}

bool Harms::replies() const { return has(Harm::false_reply) || has(Harm::blocked); }

std::string Harms::text() const {
  std::string out;
  for (std::size_t i = 0; i < harms; ++i) {
    if (!has(static_cast<Harm>(i))) continue;
    if (!out.empty()) out += ", ";
    out += script::name(static_cast<Harm>(i));
  }
  return out;
}

}  // namespace payonce::laboratory
