#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/statements/surviving.hpp"

namespace {

using payonce::statements::Format;

/// Which files this program is for; the others are not kept, or all five would end up with the same ones.
bool mine(const std::string& file) {
  const std::string family = PAYONCE_FUZZ_FAMILY;
  if (family == "zip") return file.starts_with("PK");
  const Format format = payonce::statements::detect(file);
  switch (format) {
    case Format::unknown: return false;
    case Format::mt940: return family == "mt940";
    case Format::ofx: return family == "ofx";
    case Format::camt052:
    case Format::camt053:
    case Format::camt054: return family == "camt";
    default: return family == "csv";
  }
}

}  // namespace

// Begun by libFuzzer with bytes it has thought of; what must hold of them is what the tests ask of theirs.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const bool separated = std::string(PAYONCE_FUZZ_FAMILY) == "csv";
  const std::size_t feed = separated ? bytes.find('\f') : std::string::npos;
  const std::string file = feed == std::string::npos ? bytes : bytes.substr(feed + 1);
  if (!mine(file)) return -1;
  const auto rule = feed == std::string::npos ? payonce::statement_tests::broken_rule_of(file, nullptr)
                                              : payonce::statement_tests::broken_rule(bytes);
  if (rule) {
    std::fprintf(stderr, "%s\n", rule->c_str());
    std::abort();
  }
  return 0;
}
