#include "ledger/settings.hpp"

#include <charconv>
#include <string>

#include "ledger/values/invariant.hpp"
#include "schema/queries/ledger.hpp"

namespace payonce {
namespace {

enum class Takes { duration, number, window_by, on_off };

/// One row a setting: how it is spelled, and where its whole number lives.
struct Slot {
  std::string_view name;
  Takes takes;
  std::int64_t (*get)(const Settings&);
  void (*put)(Settings&, std::int64_t);
};

template <std::size_t index>
constexpr Slot layer_slot(std::string_view name) {
  return {name, Takes::on_off, [](const Settings& s) { return std::int64_t{s.off[index] ? 0 : 1}; },
          [](Settings& s, std::int64_t v) { s.off[index] = v == 0; }};
}

constexpr std::array slots = {
    Slot{"window", Takes::duration, [](const Settings& s) { return s.window.ns; },
         [](Settings& s, std::int64_t v) { s.window.ns = v; }},
    Slot{"lease", Takes::duration, [](const Settings& s) { return s.lease.ns; },
         [](Settings& s, std::int64_t v) { s.lease.ns = v; }},
    Slot{"retention", Takes::duration, [](const Settings& s) { return s.answer_retention.ns; },
         [](Settings& s, std::int64_t v) { s.answer_retention.ns = v; }},
    Slot{"tombstone", Takes::duration, [](const Settings& s) { return s.tombstone.ns; },
         [](Settings& s, std::int64_t v) { s.tombstone.ns = v; }},
    Slot{"clock-jump-limit", Takes::duration, [](const Settings& s) { return s.clock_jump_limit.ns; },
         [](Settings& s, std::int64_t v) { s.clock_jump_limit.ns = v; }},
    Slot{"key-min-bytes", Takes::number, [](const Settings& s) { return s.key_min_bytes; },
         [](Settings& s, std::int64_t v) { s.key_min_bytes = v; }},
    Slot{"answer-cap-bytes", Takes::number, [](const Settings& s) { return s.answer_cap_bytes; },
         [](Settings& s, std::int64_t v) { s.answer_cap_bytes = v; }},
    Slot{"max-tries", Takes::number, [](const Settings& s) { return s.max_tries; },
         [](Settings& s, std::int64_t v) { s.max_tries = v; }},
    Slot{"window-by", Takes::window_by, [](const Settings& s) { return static_cast<std::int64_t>(s.window_by); },
         [](Settings& s, std::int64_t v) { s.window_by = static_cast<WindowBy>(v); }},
    Slot{"heartbeat", Takes::on_off, [](const Settings& s) { return std::int64_t{s.heartbeat ? 1 : 0}; },
         [](Settings& s, std::int64_t v) { s.heartbeat = v != 0; }},
    layer_slot<0>("idempotency_key"),
    layer_slot<1>("dedup_window"),
    layer_slot<2>("state_machine"),
    layer_slot<3>("unique_constraint"),
};

const Slot* slot_named(std::string_view name) {
  for (const Slot& slot : slots) {
    if (slot.name == name) return &slot;
  }
  return nullptr;
}

Result<std::int64_t> parse_number(std::string_view field, std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 1) {
    return Fault{std::string(field), {"takes a whole number from 1", "须为不小于 1 的整数"}};
  }
  return number;
}

Result<std::int64_t> parse_value(const Slot& slot, std::string_view text) {
  switch (slot.takes) {
    case Takes::number: return parse_number(slot.name, text);
    case Takes::duration: {
      const auto duration = Duration::parse(slot.name, text);
      if (!duration) return duration.error();
      return duration->ns;
    }
    case Takes::window_by:
      for (const WindowBy by : {WindowBy::intent, WindowBy::key, WindowBy::content}) {
        if (name(by) == text) return static_cast<std::int64_t>(by);
      }
      return Fault{std::string(slot.name), {"takes intent, key or content", "须为 intent、key 或 content"}};
    case Takes::on_off: break;
  }
  if (text == "on") return std::int64_t{1};
  if (text == "off") return std::int64_t{0};
  return Fault{std::string(slot.name), {"takes on or off", "须为 on 或 off"}};
}

}  // namespace

std::string_view name(WindowBy by) {
  switch (by) {
    case WindowBy::intent: return "intent";
    case WindowBy::key: return "key";
    case WindowBy::content: return "content";
  }
  return "";
}

const std::vector<SettingName>& setting_names() {
  static const std::vector<SettingName> names = [] {
    std::vector<SettingName> all;
    for (const Slot& slot : slots) {
      switch (slot.takes) {
        case Takes::duration: all.push_back({slot.name, "a duration"}); break;
        case Takes::number: all.push_back({slot.name, "a whole number"}); break;
        case Takes::window_by: all.push_back({slot.name, "intent, key or content"}); break;
        case Takes::on_off: all.push_back({slot.name, "on or off"}); break;
      }
    }
    return all;
  }();
  return names;
}

Result<Settings> with_setting(const Settings& settings, std::string_view name, std::string_view value) {
  const Slot* slot = slot_named(name);
  if (slot == nullptr) return Fault{std::string(name), {"is no setting", "没有这个设置项"}};
  const auto number = parse_value(*slot, value);
  if (!number) return number.error();
  if (slot->name == "key-min-bytes" && *number > 255) {
    return Fault{std::string(name), {"is at most 255", "最大为 255"}};
  }
  Settings changed = settings;
  slot->put(changed, *number);
  return changed;
}

Settings load_settings(View& view) {
  Settings settings;
  view.each(sql::ledger::settings{}, [&](const Row& row) {
    const Slot* slot = slot_named(row.text(0));
    invariant(slot != nullptr, "the file holds only settings the program knows");
    slot->put(settings, row.integer(1));
  });
  return settings;
}

void save_settings(Tx& tx, const Settings& settings) {
  const Settings defaults;
  for (const Slot& slot : slots) {
    if (slot.get(settings) == slot.get(defaults)) continue;
    (void)tx.change(sql::ledger::put_setting{.name = slot.name, .value = slot.get(settings)});
  }
}

}  // namespace payonce
