#pragma once

#include <filesystem>
#include <string>

namespace payonce::embed {

/// Writes the file, and the folders to it; one that holds this text already is left as old as it is. Throws Refused.
void write_if_changed(const std::filesystem::path& path, const std::string& text);

}  // namespace payonce::embed
