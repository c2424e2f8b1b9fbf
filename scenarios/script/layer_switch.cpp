#include <algorithm>
#include <string_view>
#include <vector>

#include "scenarios/script/reader.hpp"

namespace payonce::script {

void read_layer_switch(const Word& word, std::string_view letters, std::vector<LayerSwitch>& switches,
                       Complaints& complaints) {
  static const std::vector<std::string_view> settings = {"on", "naive", "off"};
  const std::vector<std::string_view> known = parted_by_blanks(letters);
  if (word.kind != Word::Kind::pair || std::find(known.begin(), known.end(), word.name) == known.end()) {
    complaints.unknown(word.place, {"layer", "层"}, word.kind == Word::Kind::pair ? word.name : word.text, known);
    return;
  }
  const auto setting = std::find(settings.begin(), settings.end(), word.text);
  if (setting == settings.end()) {
    complaints.unknown(word.place, {"setting of a layer", "层的开关值"}, word.text, settings);
    return;
  }
  const char letter = word.name.front();
  if (std::any_of(switches.begin(), switches.end(), [&](const LayerSwitch& s) { return s.layer == letter; })) {
    complaints.add(word.place, {"this layer is switched twice", "此层设置了两次"});
    return;
  }
  switches.push_back({letter, static_cast<Setting>(setting - settings.begin()), word.place});
}

}  // namespace payonce::script
