#include "app/print/screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

namespace payonce {

std::size_t screen_width(int descriptor) {
  if (isatty(descriptor) != 1) return 0;
  if (const char* const set = std::getenv("COLUMNS"); set != nullptr) {
    const std::string_view text = set;
    std::size_t columns = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
    if (error == std::errc{} && end == text.data() + text.size() && columns > 0) return columns;
  }
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0u;
}

}  // namespace payonce
