#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/statements/surviving.hpp"

// Begun by libFuzzer with bytes it has thought of; what must hold of them is what the tests ask of theirs.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (const auto rule = payonce::statement_tests::broken_rule(bytes)) {
    std::fprintf(stderr, "%s\n", rule->c_str());
    std::abort();
  }
  return 0;
}
