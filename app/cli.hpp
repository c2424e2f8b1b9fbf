#pragma once

#include <string>

#include "app/arguments.hpp"
#include "app/command.hpp"
#include "ledger/values/result.hpp"

namespace payonce {

/// The words of a command line, sorted by the command they name. Judged so far: every word belongs somewhere, what is required is
/// there, nothing is given twice. What the values mean is for the command to say.
struct Words {
  enum class Wish { run, help, version };
  Wish wish = Wish::run;
  std::string path{};                // as far as it names something: "", "order", "order create"
  const Command* command = nullptr;  // null where the path is no command
  Arguments arguments{};
  Arguments globals{};
};

/// A Fault names the word that does not fit, and the nearest one that would.
[[nodiscard]] Result<Words> read_words(int argc, const char* const* argv);

}  // namespace payonce
