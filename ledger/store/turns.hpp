#pragma once

#include <cstdint>
#include <string_view>

namespace payonce {

/// Who decides when a connection goes on. In production nobody does; a laboratory hands one in (Store::Options) and lets many
/// connections take their turns in any order, each at its named points (laboratory.md 2.1). Called by the thread that uses the
/// connection, never with a statement half done.
class Turns {
 public:
  virtual ~Turns() = default;

  /// A transaction is about to begin: nothing is held yet.
  virtual void before_transaction(bool writing) = 0;
  /// A statement inside a transaction, or its COMMIT, is about to run.
  virtual void before_statement() = 0;
  /// Another connection is in the way. True: try once more; false: give up, as if the time to wait were over.
  [[nodiscard]] virtual bool wait() = 0;
  /// What the connection has read or been told, folded to a number: whoever saw the same goes on in the same way.
  virtual void saw(std::uint64_t what) = 0;
};

/// 64 bits that stand for a run of bytes, and go on from another such number. Not for keeping secrets (FNV-1a, then mixed).
[[nodiscard]] std::uint64_t folded(std::uint64_t before, std::string_view bytes);
[[nodiscard]] std::uint64_t folded(std::uint64_t before, std::uint64_t number);

}  // namespace payonce
