#include "tests/support/seed.hpp"

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace payonce::test {

std::uint64_t seed_or(std::uint64_t usual) {
  const char* wanted = std::getenv("PAYONCE_SEED");
  if (!wanted) return usual;
  const std::string_view text(wanted);
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::runtime_error("PAYONCE_SEED is not a whole number: " + std::string(text));
  }
  return seed;
}

}  // namespace payonce::test
