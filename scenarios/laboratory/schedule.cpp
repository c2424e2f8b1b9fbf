#include "scenarios/laboratory/schedule.hpp"

#include <algorithm>

#include "ledger/store/turns.hpp"

namespace payonce::laboratory {
namespace {

constexpr std::string_view version = "L1";

std::string letters_of(const LayerSet& layers) {
  LayerSet set = layers;
  set.channel_memory = script::Setting::on;
  std::string text = set.name();
  std::replace(text.begin(), text.end(), '-', '0');
  if (layers.channel_memory != script::Setting::on) text += 'x';
  return text;
}

Result<LayerSet> layers_in(std::string_view field, std::string_view text) {
  const bool forgets = text.ends_with('x');
  if (forgets) text.remove_suffix(1);
  std::string plain(text);
  std::replace(plain.begin(), plain.end(), '0', '-');
  auto set = LayerSet::parse(field, plain);
  if (!set || set->name() != plain) {
    return Fault{std::string(field), {"names no set of layers: " + plain, "其中没有层的组合：" + plain}};
  }
  LayerSet found = *set;
  if (forgets) found.channel_memory = script::Setting::off;
  return found;
}

Fault unreadable(std::string_view field, std::string_view text) {
  const std::string shown(text.substr(0, 60));
  return {std::string(field),
          {"\"" + shown + "\" is no schedule; one is written like L1.3f9a2c.K0S0.aabbA",
           "“" + shown + "”不是调度编号；写作 L1.3f9a2c.K0S0.aabbA"}};
}

void fold(std::uint64_t& value, const std::string& text) { value = folded(value, std::string_view(text)); }

}  // namespace

std::string Schedule::id() const {
  std::string text = std::string(version) + (grain == Grain::statements ? "s" : "") + "." + experiment + "." +
                     letters_of(layers) + ".";
  for (const Choice choice : path) text += static_cast<char>((choice.crash ? 'A' : 'a') + choice.actor);
  return text;
}

Result<Schedule> Schedule::parse(std::string_view field, std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::string_view left = text;;) {
    const std::size_t dot = left.find('.');
    parts.push_back(left.substr(0, dot));
    if (dot == std::string_view::npos) break;
    left.remove_prefix(dot + 1);
  }
  if (parts.size() != 4 || !parts[0].starts_with('L')) return unreadable(field, text);
  Schedule schedule;
  if (parts[0] != version) {
    if (parts[0] != std::string(version) + "s") {
      return Fault{
          std::string(field),
          {"is written in another form (" + std::string(parts[0].substr(0, 8)) + ") than this program's, " +
               std::string(version),
           "的格式（" + std::string(parts[0].substr(0, 8)) + "）与本程序的 " + std::string(version) + " 不同"}};
    }
    schedule.grain = Grain::statements;
  }
  const auto digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  if (parts[1].size() != 6 || !std::all_of(parts[1].begin(), parts[1].end(), digit)) return unreadable(field, text);
  schedule.experiment = std::string(parts[1]);
  auto layers = layers_in(field, parts[2]);
  if (!layers) return layers.error();
  schedule.layers = *layers;
  for (const char c : parts[3]) {
    const bool crash = c >= 'A' && c <= 'Z';
    if (!crash && (c < 'a' || c > 'z')) return unreadable(field, text);
    schedule.path.push_back({static_cast<std::uint8_t>(c - (crash ? 'A' : 'a')), crash});
  }
  return schedule;
}

std::string mark_of(const script::Story& story) {
  std::uint64_t value = 0;
  const script::World& world = story.world;
  // What makes the run; neither its sentences nor what it expects.
  fold(value, world.currency);
  for (const auto& one : world.accounts) fold(value, one.id.text() + " " + one.balance.text());
  for (const auto& one : world.orders) {
    fold(value, one.id.text() + " " + one.buyer.text() + " " + one.payee.text() + " " +
                    (one.amount ? one.amount->text() : one.lines + one.coupon));
    value = folded(value, static_cast<std::uint64_t>(one.expires ? one.expires->ns : -1));
  }
  for (const auto& one : world.acquirers) {
    fold(value, one.id.text() + (one.dedup ? " dedup" : ""));
    value = folded(value, static_cast<std::uint64_t>(one.settle_delay ? one.settle_delay->ns : -1));
    value = folded(value, static_cast<std::uint64_t>(one.key_window ? one.key_window->ns : -1));
  }
  for (const auto& one : world.stock) fold(value, one.sku.text() + std::to_string(one.on_hand));
  for (const auto& one : world.coupons) fold(value, one.code.text() + std::to_string(one.limit));
  for (const auto& one : world.layers)
    value = folded(folded(value, std::uint64_t(one.layer)), std::uint64_t(one.setting));
  for (const auto& one : story.knobs) fold(value, one.name + "=" + one.value);
  if (story.experiment) {
    for (const auto& actor : story.experiment->actors) {
      fold(value, actor.name);
      for (const auto& before : actor.after) fold(value, before);
      for (const auto& step : actor.steps) fold(value, step.text);
    }
    for (const auto& crash : story.experiment->crashes) fold(value, crash.actor + crash.at + std::to_string(crash.max));
    for (const auto& lost : story.experiment->lost_replies) fold(value, lost.actor);
    value = folded(value, static_cast<std::uint64_t>(story.experiment->schedule));
  }
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (int i = 0; i < 6; ++i) text += digits[value >> (4 * i) & 15u];
  return text;
}

Schedule schedule_of(const script::Story& story, const LayerSet& layers, Grain grain, Path path) {
  return {.experiment = mark_of(story), .layers = layers, .grain = grain, .path = std::move(path)};
}

}  // namespace payonce::laboratory
