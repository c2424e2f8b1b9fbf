#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

namespace payonce {

/// Our own mistake. Thrown by invariant() in every build, caught in main alone, which answers with its own exit status.
class Broken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// What must hold, said in words. Never compiled out.
inline void invariant(bool condition, const char* what_must_hold,
                      std::source_location where = std::source_location::current()) {
  if (!condition) [[unlikely]] {
    throw Broken(std::string(what_must_hold) + " (" + where.file_name() + ":" + std::to_string(where.line()) + ")");
  }
}

}  // namespace payonce
