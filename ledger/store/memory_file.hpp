#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace payonce {

/// Bytes in pages that are shared until one is written.
class PagedBytes {
 public:
  static constexpr std::size_t page_size = 4096;

  [[nodiscard]] std::int64_t size() const { return size_; }
  /// Reads what is there from `at` on; gives how many bytes that was. The rest of the buffer is filled with zeros.
  [[nodiscard]] std::size_t read(std::int64_t at, std::span<std::uint8_t> into) const;
  void write(std::int64_t at, std::span<const std::uint8_t> bytes);
  void resize(std::int64_t size);

 private:
  using Page = std::array<std::uint8_t, page_size>;
  [[nodiscard]] Page& own(std::size_t page);

  std::vector<std::shared_ptr<Page>> pages_;
  std::int64_t size_ = 0;
};

/// Who holds a file of the rollback journal's world, and how. Holders are told apart by their address alone.
class FileLocks {
 public:
  /// The levels of the driver, in its order: none, shared, reserved, pending, exclusive. False: somebody else is in the way. A
  /// holder that could not become exclusive may have become pending; `level` says what it has.
  [[nodiscard]] bool raise(const void* holder, int& level, int wanted);
  void lower(const void* holder, int& level, int wanted);
  [[nodiscard]] bool reserved() const { return reserved_ != nullptr; }

 private:
  int shared_ = 0;  // holders that read, writers among them
  const void* reserved_ = nullptr;
  const void* pending_ = nullptr;
  const void* exclusive_ = nullptr;
};

/// The index of a write-ahead log that connections share, and its locks.
class SharedIndex {
 public:
  static constexpr int slots = 8;

  /// The n-th region; null where it is not there and not to be made. Its address stays as long as the index.
  [[nodiscard]] void* region(int n, std::size_t size, bool make);
  [[nodiscard]] bool lock(const void* holder, int from, int count, bool exclusive);
  void unlock(const void* holder, int from, int count, bool exclusive);
  [[nodiscard]] bool any() const;

  using Content = std::vector<std::vector<std::uint8_t>>;
  [[nodiscard]] Content content() const;
  /// Puts it into the regions that stand here: connections know their addresses. Locks stay as they are.
  void restore(const Content& content);

 private:
  std::vector<std::unique_ptr<std::vector<std::uint8_t>>> regions_;
  struct Slot {
    std::map<const void*, int> readers;
    const void* writer = nullptr;
  };
  std::array<Slot, slots> slots_;
};

struct MemoryFile {
  PagedBytes content;
  FileLocks locks;
  SharedIndex index;
  /// Whether a transaction is open on it. An idle connection to a file with a log reads it all the time.
  [[nodiscard]] bool locked() const { return locks.reserved() || index.any(); }
};

}  // namespace payonce
