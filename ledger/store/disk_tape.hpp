#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/memory_files.hpp"

namespace payonce {

/// What of everything that was written and never flushed a disk may have when the power fails (laboratory.md 2.4). A disk that
/// says "flushed" and lies, bytes that change beside those that were written, and rot are not among them.
struct Survivors {
  enum class Kind {
    nothing,     // only what was flushed: the strictest disk
    everything,  // as where only the process dies
    torn,        // everything, but of the last write only its first half
    one_file,    // everything of one file, of all others nothing: the disk took them in another order
    drawn,       // of each write it is drawn whether the disk has it, and of some only a part
  };
  Kind kind = Kind::nothing;
  std::string file{};      // one_file
  std::uint64_t seed = 0;  // drawn
};

/// Everything that was asked of a disk in its order, from one moment on: what the disk may hold at any later moment follows from it.
class DiskTape {
 public:
  struct Deed {
    enum class Kind { make, write, resize, flush, remove, remove_for_good };
    Kind kind = Kind::write;
    std::string file;
    std::int64_t at = 0;  // write: from here on; resize: the size
    std::vector<std::uint8_t> bytes{};
  };

  /// What is on the disk at the first moment.
  void begin(std::shared_ptr<const MemoryFiles::Image> disk);
  void add(Deed deed) { deeds_.push_back(std::move(deed)); }

  /// Before the first deed is moment 0, behind the last one moment size().
  [[nodiscard]] std::size_t size() const { return deeds_.size(); }
  /// The files that hold something at this moment that was not flushed.
  [[nodiscard]] std::vector<std::string> waiting(std::size_t moment) const;
  /// The disk that a power failure at this moment leaves.
  [[nodiscard]] std::shared_ptr<const MemoryFiles::Image> disk(std::size_t moment, const Survivors& survivors) const;

 private:
  std::shared_ptr<const MemoryFiles::Image> before_;
  std::vector<Deed> deeds_;
};

/// A number that stands for every byte of an image.
[[nodiscard]] std::uint64_t content_of(const MemoryFiles::Image& image);

/// The ways of writing a file that SQLite knows and that can undo a transaction behind a failure.
inline constexpr std::array<std::string_view, 4> journal_modes = {"WAL", "DELETE", "TRUNCATE", "PERSIST"};
inline constexpr std::array<std::string_view, 4> synchronous_modes = {"OFF", "NORMAL", "FULL", "EXTRA"};

}  // namespace payonce
