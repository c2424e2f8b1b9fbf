#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace payonce::house {

/// A file of the project: its path from the top, with '/', and its text.
struct File {
  std::string path;
  std::string text;
};

/// The files of the project that people write, in the order of their paths. What a build or a demo has made is not among them.
[[nodiscard]] std::vector<File> files_of(const std::filesystem::path& top);

/// What a rule has found, as "path:line: sentence".
using Findings = std::vector<std::string>;

}  // namespace payonce::house
