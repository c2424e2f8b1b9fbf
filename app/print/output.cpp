#include "app/print/output.hpp"

#include <cstdio>

namespace payonce {

bool flush_output() {
  const bool flushed = std::fflush(stdout) == 0;
  return flushed && std::ferror(stdout) == 0;
}

}  // namespace payonce
