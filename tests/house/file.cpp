#include "tests/house/file.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "tests/support/temp_folder.hpp"

namespace payonce::house {

namespace fs = std::filesystem;

std::vector<File> files_of(const fs::path& top) {
  constexpr std::array<std::string_view, 10> folders{"app",    "bench",     "cmake",  "docs",  "examples",
                                                     "ledger", "scenarios", "schema", "tests", ".ci"};
  std::vector<File> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(top)) {
    if (entry.is_regular_file()) files.push_back({entry.path().filename().string(), test::contents(entry.path())});
  }
  for (const std::string_view folder : folders) {
    if (!fs::is_directory(top / folder)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(top / folder)) {
      if (!entry.is_regular_file()) continue;
      files.push_back({entry.path().lexically_relative(top).generic_string(), test::contents(entry.path())});
    }
  }
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.path < b.path; });
  return files;
}

}  // namespace payonce::house
