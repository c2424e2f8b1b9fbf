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
/// Why this is no file that could be opened for writing: missing, a folder, empty, locked by its mode, or of several names:
/// the log is found by the file's name, so that two names would have two logs, and each would lose what stands in the other.
/// With `for_reading` a place that is locked is as good as any.
[[nodiscard]] std::optional<Fault> not_a_file(std::string_view field, const std::filesystem::path& absolute,
                                              const Text& noun, bool for_reading = false);
/// The file or the folder it lies in cannot be written to.
[[nodiscard]] bool is_locked(const std::filesystem::path& absolute);
/// Whether somebody's last records stand in a log beside the file.
[[nodiscard]] bool has_a_log(const std::filesystem::path& absolute);

/// The name by which the driver opens a file that nobody changes.
[[nodiscard]] std::filesystem::path as_unchanging(const std::filesystem::path& absolute);

/// The first bytes of a file: is it a database at all, whose, and of which version.
struct Head {
  static constexpr int size = 100;
  bool database = false;
  std::int32_t application_id = 0;
  std::int32_t version = 0;
  [[nodiscard]] static Head read(std::string_view bytes);
};

/// An empty file of its own in `folder`, removed with its side files when it goes out of scope. While it lives it is locked; one
/// that is not was left behind by a process that is gone, and whoever makes the next draft in that folder removes it.
class Draft {
 public:
  [[nodiscard]] static Result<Draft> in(std::string_view field, const std::filesystem::path& folder);
  Draft(Draft&& other) noexcept : path_(std::exchange(other.path_, {})), lock_(std::exchange(other.lock_, -1)) {}
  Draft& operator=(Draft&&) = delete;
  ~Draft();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Gives the finished file its name, unless something has got that name meanwhile. Nobody ever sees half of it. With
  /// `durable`, file and name are on the disk when this returns.
  [[nodiscard]] std::optional<Fault> become(std::string_view field, const std::filesystem::path& absolute,
                                            bool durable);

 private:
  Draft(std::filesystem::path path, int lock) : path_(std::move(path)), lock_(lock) {}
  void let_go();

  std::filesystem::path path_;
  int lock_;  // a descriptor, closed only where no connection of this process is open on the file
};

/// A file that has just been made may for a moment have its draft's name as well. Waits for that to pass: true where the file
/// has one name now.
[[nodiscard]] bool is_only_being_named(const std::filesystem::path& absolute);

}  // namespace payonce
