#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace payonce::test {

/// A folder of one test, new and empty, gone with everything in it when the test ends. Tests run side by side: no two get the
/// same one.
class TempFolder {
 public:
  TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(std::string_view name) const { return path_ / name; }

  /// Writes a file of this folder, with the folders above it, and gives its path.
  std::filesystem::path write(std::string_view name, std::string_view text) const;

 private:
  std::filesystem::path path_;
};

/// The whole of a file; an empty text where there is none.
[[nodiscard]] std::string contents(const std::filesystem::path& path);

}  // namespace payonce::test
