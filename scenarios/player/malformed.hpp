#pragma once

#include <utility>

#include "ledger/values/result.hpp"

namespace payonce::player {

/// Breaks off the reading of a command; what the reader says to its caller is a Response.
struct Malformed {
  Fault fault;
};

template <class T>
T taken(Result<T> result) {
  if (!result) throw Malformed{result.error()};
  return std::move(result).value();
}

}  // namespace payonce::player
