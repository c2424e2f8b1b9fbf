#pragma once

#include <string>

#include "ledger/store/store.hpp"

struct sqlite3;

namespace payonce {

/// The trouble a connection has just met, by the driver's extended code: the one place where its codes become our kinds.
[[nodiscard]] StorageTrouble trouble(sqlite3* handle, int code, const std::string& doing);

/// The same for a failed call of the operating system.
[[nodiscard]] StorageTrouble system_trouble(int error_number, const std::string& doing);

}  // namespace payonce
