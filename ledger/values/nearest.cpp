#include "ledger/values/nearest.hpp"

#include <algorithm>
#include <cstddef>

namespace payonce {
namespace {

char folded(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<char>(c - 'A' + 'a');
  return c == '-' ? '_' : c;
}

/// Slips between two words: insertions, omissions, replacements, exchanged neighbours.
std::size_t slips(std::string_view left, std::string_view right) {
  const std::size_t width = right.size() + 1;
  std::vector<std::size_t> before(width);
  std::vector<std::size_t> above(width);
  std::vector<std::size_t> row(width);
  for (std::size_t j = 0; j < width; ++j) above[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j < width; ++j) {
      const char a = folded(left[i - 1]);
      const char b = folded(right[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a == b ? 0U : 1U)});
      if (i > 1 && j > 1 && a == folded(right[j - 2]) && b == folded(left[i - 2])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(above);
    above.swap(row);
  }
  return above[width - 1];
}

}  // namespace

std::string_view nearest(std::string_view word, const std::vector<std::string_view>& known) {
  const std::size_t forgiven = word.size() <= 4 ? 1 : 2;
  std::string_view best;
  std::size_t fewest = forgiven + 1;
  for (const std::string_view one : known) {
    // A word far longer than any known one costs nothing here, however long it is.
    const std::size_t apart = word.size() > one.size() ? word.size() - one.size() : one.size() - word.size();
    if (apart > forgiven) continue;
    const std::size_t found = slips(word, one);
    // Of two equally near ones, the one that was begun but not finished: "of" is "off" rather than "on".
    if (found < fewest || (found == fewest && found <= forgiven && !word.empty() && one.starts_with(word))) {
      fewest = found;
      best = one;
    }
  }
  return best;
}

}  // namespace payonce
