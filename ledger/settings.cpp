#include "ledger/settings.hpp"

#include <charconv>
#include <string>

#include "ledger/settings_slots.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/ledger.hpp"

namespace payonce {
namespace {

using Takes = SettingSlot::Takes;

/// A hundred years: two of them behind today still fit 64 bits of nanoseconds.
constexpr Duration longest = days(36500);

const SettingSlot* slot_named(std::string_view name) {
  for (const SettingSlot& slot : setting_slots()) {
    if (slot.name == name) return &slot;
  }
  return nullptr;
}

/// "on, naive or off"
Text listed(std::span<const SettingWord> words) {
  Text all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool last = i + 1 == words.size();
    all.en += std::string(i == 0 ? "" : last ? " or " : ", ") + std::string(words[i].word);
    all.zh += std::string(i == 0 ? "" : last ? " 或 " : "、") + std::string(words[i].word);
  }
  return all;
}

Result<std::int64_t> parse_number(std::string_view field, std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 1) {
    return Fault{std::string(field), {"takes a whole number from 1", "须为不小于 1 的整数"}};
  }
  return number;
}

Result<std::int64_t> parse_value(const SettingSlot& slot, std::string_view text) {
  if (slot.takes == Takes::number) return parse_number(slot.name, text);
  if (slot.takes == Takes::duration) {
    const auto duration = Duration::parse(slot.name, text);
    if (!duration) return duration.error();
    if (*duration > longest) return Fault{std::string(slot.name), {"is at most 36500d", "最大为 36500d"}};
    return duration->ns;
  }
  for (const SettingWord& one : slot.words) {
    if (one.word == text) return one.number;
  }
  const Text words = listed(slot.words);
  return Fault{std::string(slot.name), {"takes " + words.en, "须为 " + words.zh}};
}

Text what_it_takes(const SettingSlot& slot) {
  switch (slot.takes) {
    case Takes::duration: return {"a duration", "时长"};
    case Takes::number: return {"a whole number", "整数"};
    case Takes::word: break;
  }
  return listed(slot.words);
}

std::string spelled(const SettingSlot& slot, std::int64_t value) {
  switch (slot.takes) {
    case Takes::duration: return Duration{value}.text();
    case Takes::number: return std::to_string(value);
    case Takes::word: break;
  }
  for (const SettingWord& one : slot.words) {
    if (one.number == value) return std::string(one.word);
  }
  throw Broken("a setting has one of its words");
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

std::string_view name(TokenTaking taking) {
  switch (taking) {
    case TokenTaking::one_transaction: return "one-transaction";
    case TokenTaking::get_then_delete: return "get-then-delete";
    case TokenTaking::delete_first: return "delete-first";
    case TokenTaking::per_user: return "per-user";
  }
  return "";
}

std::string_view name(Inbox inbox) {
  switch (inbox) {
    case Inbox::on: return "on";
    case Inbox::marker_first: return "marker-first";
    case Inbox::process_first: return "process-first";
    case Inbox::message_id: return "message-id";
    case Inbox::off: return "off";
  }
  return "";
}

std::string_view name(Guard guard) {
  switch (guard) {
    case Guard::on: return "on";
    case Guard::naive: return "naive";
    case Guard::off: return "off";
  }
  return "";
}

const std::vector<SettingName>& setting_names() {
  static const std::vector<SettingName> names = [] {
    std::vector<SettingName> all;
    for (const SettingSlot& slot : setting_slots()) {
      all.push_back({slot.name,
                     what_it_takes(slot),
                     {std::string(slot.en) + (slot.laboratory ? "; in a laboratory alone" : ""),
                      std::string(slot.zh) + (slot.laboratory ? "；仅限实验账本" : "")},
                     spelled(slot, slot.get(Settings{}))});
    }
    return all;
  }();
  return names;
}

Result<Settings> with_setting(const Settings& settings, std::string_view name, std::string_view value) {
  const SettingSlot* slot = slot_named(name);
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

std::optional<Fault> laboratory_only(const Settings& settings) {
  const Settings usual;
  for (const SettingSlot& slot : setting_slots()) {
    if (!slot.laboratory || slot.get(settings) == slot.get(usual)) continue;
    const std::string word = spelled(slot, slot.get(usual));
    return Fault{std::string(slot.name),
                 {"can be other than " + word + " only in a laboratory file (init --lab)",
                  "除 " + word + " 外只能用于实验账本（init --lab）"}};
  }
  return std::nullopt;
}

Settings Settings::strict() const {
  Settings all = *this;
  for (Guard& guard : all.layers) {
    if (guard == Guard::naive) guard = Guard::on;
  }
  return all;
}

Settings load_settings(View& view) {
  Settings settings;
  view.each(sql::ledger::settings{}, [&](const Row& row) {
    const SettingSlot* slot = slot_named(row.text(0));
    invariant(slot != nullptr, "the file holds only settings the program knows");
    slot->put(settings, row.integer(1));
  });
  return settings;
}

void save_settings(Tx& tx, const Settings& settings) {
  const Settings now = load_settings(tx);
  for (const SettingSlot& slot : setting_slots()) {
    if (slot.get(settings) == slot.get(now)) continue;
    (void)tx.change(sql::ledger::put_setting{.name = slot.name, .value = slot.get(settings)});
  }
}

}  // namespace payonce
