#include "scenarios/laboratory/layer_set.hpp"

#include <algorithm>

namespace payonce::laboratory {
namespace {

using script::Setting;

char lower(char capital) { return static_cast<char>(capital - 'A' + 'a'); }

Text wrong(std::string_view text) {
  const std::string shown(text.substr(0, 40));
  return {"\"" + shown + "\" is no set of layers; it is written like KWSV, K-S- or KWs- (small: naive, dash: off)",
          "“" + shown + "”不是层的组合；写作 KWSV、K-S- 或 KWs-（小写：朴素；短横：关闭）"};
}

}  // namespace

std::string LayerSet::name() const {
  std::string text;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    text += layers[i] == Setting::on ? letters[i] : layers[i] == Setting::naive ? lower(letters[i]) : '-';
  }
  if (channel_memory != Setting::on) text += "-X";
  return text;
}

Result<LayerSet> LayerSet::parse(std::string_view field, std::string_view text) {
  LayerSet set;
  set.layers.fill(Setting::off);
  std::string_view left = text;
  if (left.ends_with("-X")) {
    set.channel_memory = Setting::off;
    left.remove_suffix(2);
  }
  std::size_t next = 0;  // letters come in their order, so that one set has one spelling
  for (const char c : left) {
    if (c == '-') continue;
    const char capital = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    const std::size_t at = letters.find(capital);
    if (at == std::string_view::npos || at < next) return Fault{std::string(field), wrong(text)};
    set.layers[at] = c == capital ? Setting::on : Setting::naive;
    next = at + 1;
  }
  if (text.empty()) return Fault{std::string(field), wrong(text)};
  return set;
}

std::vector<script::LayerSwitch> LayerSet::switches() const {
  std::vector<script::LayerSwitch> all;
  all.reserve(letters.size() + 1);
  for (std::size_t i = 0; i < letters.size(); ++i) all.push_back({letters[i], layers[i], {}});
  all.push_back({'X', channel_memory, {}});
  return all;
}

unsigned LayerSet::mask() const {
  unsigned bits = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) bits |= on(i) ? 1u << i : 0u;
  return bits;
}

LayerSet layer_set_of(unsigned mask) {
  LayerSet set;
  for (std::size_t i = 0; i < LayerSet::letters.size(); ++i) {
    set.layers[i] = (mask >> i & 1u) != 0 ? Setting::on : Setting::off;
  }
  return set;
}

std::vector<LayerSet> every_layer_set(bool naive, bool channel) {
  std::vector<LayerSet> all;
  const unsigned states = naive ? 3 : 2;
  unsigned count = 1;
  for (std::size_t i = 0; i < LayerSet::letters.size(); ++i) count *= states;
  for (unsigned n = 0; n < count; ++n) {
    LayerSet set;
    unsigned left = n;
    // V changes first, so that sets that differ in the last layers stand side by side.
    for (std::size_t i = LayerSet::letters.size(); i-- > 0;) {
      const unsigned digit = left % states;
      left /= states;
      set.layers[i] = digit == 0 ? Setting::on : digit + 1 == states ? Setting::off : Setting::naive;
    }
    all.push_back(set);
  }
  if (!channel) return all;
  for (unsigned n = 0; n < count; ++n) {
    all.push_back(all[n]);
    all.back().channel_memory = Setting::off;
  }
  return all;
}

}  // namespace payonce::laboratory
