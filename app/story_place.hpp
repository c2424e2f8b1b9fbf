#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

namespace payonce {

/// Where the story "state_machine/two-channels.lab" lies on this machine: in scenarios/ here, beside the program in a checkout,
/// or below the share/ it was installed with. Nothing where there is none.
[[nodiscard]] std::optional<std::filesystem::path> story_place(std::string_view story);

}  // namespace payonce
