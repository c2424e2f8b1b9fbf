#include "ledger/store/turns.hpp"

#include <cstring>

namespace payonce {

std::uint64_t folded(std::uint64_t before, std::uint64_t number) {
  // The finalizer of splitmix64: every bit of the input moves about half of those of the output.
  std::uint64_t mixed = (before ^ number) + 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return (mixed ^ (mixed >> 31)) + (before << 1);
}

std::uint64_t folded(std::uint64_t before, std::string_view bytes) {
  std::uint64_t value = folded(before, bytes.size());
  while (bytes.size() >= sizeof(std::uint64_t)) {
    std::uint64_t part = 0;
    std::memcpy(&part, bytes.data(), sizeof part);
    value = folded(value, part);
    bytes.remove_prefix(sizeof part);
  }
  std::uint64_t last = 0;
  if (!bytes.empty()) std::memcpy(&last, bytes.data(), bytes.size());
  return folded(value, last);
}

}  // namespace payonce
