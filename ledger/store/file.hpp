#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ledger/store/store.hpp"

namespace payonce {

/// Looks at the place of a file without touching anything in it: every refusal here leaves the folder as it was.

/// Where the file system really puts `path`: absolute, so that no name is read as a URI or as a private temporary file.
[[nodiscard]] Result<std::filesystem::path> plain_path(std::string_view field, const std::filesystem::path& path);
/// Why nothing new may be made at this place: a missing or closed folder, or something that stands there already.
[[nodiscard]] std::optional<Fault> not_free(std::string_view field, const std::filesystem::path& absolute);
/// Why this is no file that could be opened for writing: missing, a folder, empty, locked by its mode.
[[nodiscard]] std::optional<Fault> not_a_file(std::string_view field, const std::filesystem::path& absolute,
                                              const Text& noun);

/// The first bytes of a file: is it a database at all, whose, and of which version.
struct Head {
  static constexpr int size = 100;
  bool database = false;
  std::int32_t application_id = 0;
  std::int32_t version = 0;
  [[nodiscard]] static Head read(std::string_view bytes);
};

/// An empty file of its own in `folder`, removed with its side files when it goes out of scope.
class Draft {
 public:
  [[nodiscard]] static Result<Draft> in(std::string_view field, const std::filesystem::path& folder);
  Draft(Draft&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  Draft& operator=(Draft&&) = delete;
  ~Draft();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Gives the finished file its name, unless something has got that name meanwhile. Nobody ever sees half of it. With
  /// `durable`, file and name are on the disk when this returns.
  [[nodiscard]] std::optional<Fault> become(std::string_view field, const std::filesystem::path& absolute,
                                            bool durable);

 private:
  explicit Draft(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

}  // namespace payonce
