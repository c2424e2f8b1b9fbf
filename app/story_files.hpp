#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/context.hpp"
#include "scenarios/script/script.hpp"

namespace payonce {

/// A scenario file as it was read.
struct StoryFile {
  std::filesystem::path path;
  std::string bytes;
  script::Script script;
};

/// The files named, and every `.lab` file below the folders named, in the order of their paths. A Problem (64) where one is not
/// there; where one cannot be understood, every place of it is told as file:line:column first.
[[nodiscard]] std::vector<StoryFile> read_story_files(Context& context, const std::vector<std::string>& paths);

}  // namespace payonce
