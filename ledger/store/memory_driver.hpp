#pragma once

#include <sqlite3.h>

#include <map>
#include <memory>
#include <string>

#include "ledger/store/disk_tape.hpp"
#include "ledger/store/memory_file.hpp"
#include "ledger/store/memory_files.hpp"

namespace payonce {

class MemoryFiles::Image {
 public:
  struct Kept {
    PagedBytes content;
    SharedIndex::Content index;
  };
  std::map<std::string, Kept> files;
};

struct MemoryFiles::State {
  explicit State(std::string named);
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State();

  std::string name;
  std::map<std::string, std::shared_ptr<MemoryFile>> files;
  std::map<std::string, PagedBytes> durable;  // what a power failure leaves
  std::optional<Writing> way;
  std::optional<Writing> last_opened;
  DiskTape* tape = nullptr;  // who writes down what is asked of the disk, if somebody does
  sqlite3_vfs driver;
};

/// The driver's table of functions for these files. `name` is kept by the caller as long as it is registered.
[[nodiscard]] sqlite3_vfs describe(MemoryFiles::State& state, const std::string& name);

}  // namespace payonce
