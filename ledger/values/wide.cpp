#include "ledger/values/wide.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "ledger/values/utf8.hpp"
#include "ledger/values/wide_ranges.hpp"

namespace payonce {
namespace {

using wide_ranges::Range;

bool within(std::span<const Range> ranges, char32_t value) {
  const auto* const after = std::upper_bound(ranges.data(), ranges.data() + ranges.size(), value,
                                             [](char32_t point, const Range& range) { return point < range.first; });
  return after != ranges.data() && value <= (after - 1)->last;
}

bool is_control(char32_t value) { return value < 0x20 || (value >= 0x7F && value < 0xA0); }

/// Signs that order or hide what stands around them and are seen nowhere themselves: with them a name can be made to look like
/// another one. The two joiners (200C, 200D) stay: words of some languages and many emoji are written with them.
constexpr std::array unseen_signs{
    Range{0xAD, 0xAD},     Range{0x61C, 0x61C},     Range{0x180E, 0x180E},   Range{0x200B, 0x200B},
    Range{0x200E, 0x200F}, Range{0x2028, 0x202E},   Range{0x2060, 0x206F},   Range{0xFEFF, 0xFEFF},
    Range{0xFFF9, 0xFFFB}, Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE007F},
};

bool may_be_shown(char32_t value) { return !is_control(value) && !within(unseen_signs, value); }

std::size_t columns_of(char32_t value) {
  if (is_control(value)) return 0;
  if (value < 0x300) return 1;  // nothing below the combining marks is wide or without width
  if (within(wide_ranges::no_column, value)) return 0;
  return within(wide_ranges::two_columns, value) ? 2 : 1;
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    width += columns_of(point.value);
    at += point.size;
  }
  return width;
}

std::string pad_right(std::string_view text, std::size_t width) {
  std::string out(text);
  const std::size_t taken = display_width(text);
  if (taken < width) out.append(width - taken, ' ');
  return out;
}

std::string pad_left(std::string_view text, std::size_t width) {
  const std::size_t taken = display_width(text);
  std::string out(taken < width ? width - taken : 0, ' ');
  return out += text;
}

std::string cut(std::string_view text, std::size_t width, std::string_view mark) {
  if (display_width(text) <= width) return std::string(text);
  const std::size_t mark_width = display_width(mark);
  if (mark_width > width) return {};
  std::size_t taken = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const CodePoint point = code_point_at(text, at);
    const std::size_t columns = columns_of(point.value);
    if (taken + columns > width - mark_width) break;
    taken += columns;
    at += point.size;
  }
  std::string out(text.substr(0, at));
  return out += mark;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (point.valid && may_be_shown(point.value)) {
      out += text.substr(at, point.size);
    } else {
      out += replacement_utf8;
    }
    at += point.size;
  }
  return out;
}

}  // namespace payonce
