#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ledger/settings.hpp"

/// The table behind the settings: how each is spelled, and where its whole number lives. Not for others than settings.cpp.
namespace payonce {

/// A word a setting takes, and the number it is kept as.
struct SettingWord {
  std::string_view word;
  std::int64_t number;
};

struct SettingSlot {
  enum class Takes { duration, number, word };

  std::string_view name;
  Takes takes;
  std::span<const SettingWord> words;  // where it takes one of them
  std::string_view en;                 // what it is
  std::string_view zh;
  std::int64_t (*get)(const Settings&);
  void (*put)(Settings&, std::int64_t);
  bool laboratory = false;  // other than usual in a laboratory alone
};

[[nodiscard]] std::span<const SettingSlot> setting_slots();

}  // namespace payonce
