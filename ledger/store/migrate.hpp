#pragma once

#include "ledger/store/connection.hpp"

namespace payonce {

/// The number of the last migration a connection's file has seen.
[[nodiscard]] int schema_version(Connection& connection);

/// Applies what is missing, each step and its number in one transaction. Of two processes that start at once the second waits
/// and finds the work done. Never steps back: a file that is newer stays as it is, and the caller refuses it.
void migrate(Connection& connection, const FileKind& kind);

}  // namespace payonce
