#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace payonce {

/// A file that has its name only when it is whole: it is written without a name, or beside its place where the file system
/// wants one, and takes the place of what stood there in one step. Until finish() nothing is changed at the place, and what was
/// written is gone with this object.
///
/// Trouble is a Problem that names `field` and ends with 74. A folder, a device, and a file with a database in it (a ledger, a
/// channel's book) are refused: an export never takes the place of those.
class OutFile {
 public:
  OutFile(std::string_view field, const std::filesystem::path& place);
  OutFile(const OutFile&) = delete;
  OutFile& operator=(const OutFile&) = delete;
  ~OutFile();

  /// Where it is to stand: absolute, links followed. Two names of one place are equal here.
  [[nodiscard]] const std::filesystem::path& place() const { return place_; }

  void write(std::string_view bytes);
  /// On the disk and under its name when this returns.
  void finish();

 private:
  [[noreturn]] void fail(int error) const;

  std::string field_;
  std::filesystem::path place_;   // where it is to stand: absolute, links followed
  std::filesystem::path beside_;  // its name until then; empty while it has none
  int descriptor_ = -1;
};

}  // namespace payonce
