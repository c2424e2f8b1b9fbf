#pragma once

#include <vector>

#include "app/arguments.hpp"
#include "app/context.hpp"
#include "app/interruption.hpp"
#include "app/print/progress.hpp"
#include "scenarios/laboratory/matrix.hpp"

namespace payonce {

/// A look at many cells, as a command line asks for it (--naive, --statements, --states, --seconds, --threads): how far it is stands on
/// standard error, and the first wish to end is heard between two cells.
class Exploration {
 public:
  Exploration(Context& context, const Arguments& given, const std::vector<const script::Story*>& stories);
  Exploration(const Exploration&) = delete;
  Exploration& operator=(const Exploration&) = delete;

  [[nodiscard]] const laboratory::MatrixOptions& options() const { return options_; }
  /// What was looked at is not all; nothing may be told of it.
  [[nodiscard]] bool broken_off() const { return interruption_.wished(); }
  /// The last line of progress; or the end of the process, where that was wished.
  void finish();

 private:
  Progress progress_;
  Interruption interruption_;
  laboratory::MatrixOptions options_;
};

}  // namespace payonce
