#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace payonce {

class DiskTape;

/// How a file is written, in SQLite's words: its journal mode and its synchronous.
struct Writing {
  std::string_view journal;      // of journal_modes
  std::string_view synchronous;  // of synchronous_modes
};

/// Files that live in memory, for laboratories: opened by any number of connections of this process as if they lay on a disk, with
/// the locks and the shared log index of one, set back to an earlier state in microseconds, and known to hold what was
/// flushed apart from what was not, for power failures (laboratory.md 2.2, 2.4). One thread at a time; whoever hands over between threads orders them.
///
/// An object must outlive every Store on its files.
class MemoryFiles {
 public:
  MemoryFiles();
  MemoryFiles(const MemoryFiles&) = delete;
  MemoryFiles& operator=(const MemoryFiles&) = delete;
  ~MemoryFiles();

  [[nodiscard]] bool has(const std::string& name) const;

  /// Everything at one moment; pages are shared between images and files until one of them is written.
  class Image;
  /// No transaction may be open. An image may be brought back any number of times, also under open connections: each notices at its
  /// next transaction that its pages are out of date.
  [[nodiscard]] std::shared_ptr<const Image> image() const;
  void restore(const Image& image);
  /// The same content stands in other files from here on; nothing may be open in them.
  void copy_from(const Image& image);

  /// The empty file of a kind (its schema and nothing else) is made once in this process: who has made one keeps it, and a new
  /// file of that kind begins as a copy. False where none has been kept yet. For any number of threads.
  void keep_blank(const std::string& name, std::int32_t kind) const;
  [[nodiscard]] bool begin_as_blank(const std::string& name, std::int32_t kind);

  /// Everything as it stands is on the disk.
  void flush();
  /// What a power failure would leave at this moment: whatever was flushed, without locks or the log's index. Transactions may be
  /// open: they are what it cuts off.
  [[nodiscard]] std::shared_ptr<const Image> after_power_failure() const;

  /// Connections that are opened from here on write in this way and not in the product's own.
  void write_as(const Writing& way);
  [[nodiscard]] const std::optional<Writing>& way() const;
  /// As the driver told it of the connection that was opened last; nothing before the first.
  [[nodiscard]] const std::optional<Writing>& last_opened() const;
  void opened_as(std::string_view journal, std::string_view synchronous);
  /// Everything as it stands is on the disk, and what is asked of it from here on is kept on the tape, until another one is given
  /// or none. No transaction may be open.
  void record(DiskTape* tape);

  /// How the driver finds these files: the name of its file system, and the path of a file in it.
  [[nodiscard]] const std::string& driver() const;
  [[nodiscard]] std::string path(const std::string& name) const;

  struct State;  // the driver's side; only store's own sources know it

 private:
  std::unique_ptr<State> state_;
};

}  // namespace payonce
