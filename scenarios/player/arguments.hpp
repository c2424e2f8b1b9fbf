#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/values/money.hpp"
#include "scenarios/script/story.hpp"

/// The pairs of a step, read. What is not understood breaks off the command (Malformed).
namespace payonce::player {

/// "9.00" in the given currency, or "EUR 9.00".
[[nodiscard]] Money money(std::string_view field, const std::string& text, const Currency& currency);
[[nodiscard]] std::int64_t number(std::string_view field, const std::string& text);
/// From 1 on, and it must be there.
[[nodiscard]] std::int64_t number_given(const script::Step& step, std::string_view name);
[[nodiscard]] std::optional<std::int64_t> version_of(const script::Step& step);
void refuse_unbuilt(const script::Step& step, std::initializer_list<std::string_view> names);

}  // namespace payonce::player
