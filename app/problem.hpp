#pragma once

#include <exception>
#include <utility>

#include "app/exit_status.hpp"
#include "ledger/values/result.hpp"

namespace payonce {

/// A command cannot go on: what is wrong, and the status it ends with. Thrown by commands, met in main alone, which says it on
/// standard error as "field: reason", or as JSON on standard output. Nothing of the ledger was changed.
class Problem : public std::exception {
 public:
  Problem(ExitStatus status, Fault fault) : status_(status), fault_(std::move(fault)) {}
  [[nodiscard]] const char* what() const noexcept override { return fault_.why.en.c_str(); }
  [[nodiscard]] ExitStatus status() const noexcept { return status_; }
  [[nodiscard]] const Fault& fault() const noexcept { return fault_; }

 private:
  ExitStatus status_;
  Fault fault_;
};

/// The value, or the end of the command: a fault in what the user wrote (64).
template <class T>
[[nodiscard]] T taken(Result<T> result) {
  if (!result) throw Problem(ExitStatus::usage, result.error());
  return std::move(result).value();
}

/// The opened file, or the end of the command (74): it is missing, somebody else's, newer, not writable.
template <class T>
[[nodiscard]] T opened(Result<T> result) {
  if (!result) throw Problem(ExitStatus::storage, result.error());
  return std::move(result).value();
}

}  // namespace payonce
