#include "scenarios/laboratory/verdict.hpp"

namespace payonce::laboratory {
namespace {

struct Named {
  std::string_view name;
  Text words;
};

const std::array<Named, troubles>& table() {
  static const std::array<Named, troubles> all = {{
      {"DOUBLE", {"moved more often than it was wanted", "同一意愿发生了多次"}},
      {"LOST", {"told that it is done, and nothing moved", "告知已完成，实际什么也没发生"}},
      {"STUCK", {"nobody knows how it ended", "悬而未决，无人了结"}},
      {"OVER", {"more was given away than there was", "给出的超过所有"}},
      {"ZOMBIE", {"an order stands where it must not", "订单处于不该有的状态"}},
      {"FALSE", {"somebody was told what is not so", "答复与事实不符"}},
      {"BLOCKED", {"an honest wish was turned away", "正当请求被拒"}},
  }};
  return all;
}

}  // namespace

std::string_view name(Trouble trouble) { return table()[static_cast<std::size_t>(trouble)].name; }
const Text& words(Trouble trouble) { return table()[static_cast<std::size_t>(trouble)].words; }

std::optional<Trouble> trouble_named(std::string_view text) {
  for (std::size_t i = 0; i < troubles; ++i) {
    if (table()[i].name == text) return static_cast<Trouble>(i);
  }
  return std::nullopt;
}

bool Troubles::money() const {
  for (const Trouble one : {Trouble::doubled, Trouble::lost, Trouble::stuck, Trouble::over, Trouble::zombie}) {
    if (has(one)) return true;
  }
  return false;
}

bool Troubles::replies() const { return has(Trouble::false_reply) || has(Trouble::blocked); }

std::string Troubles::text() const {
  std::string out;
  for (std::size_t i = 0; i < troubles; ++i) {
    if (!has(static_cast<Trouble>(i))) continue;
    if (!out.empty()) out += ", ";
    out += table()[i].name;
  }
  return out;
}

}  // namespace payonce::laboratory
