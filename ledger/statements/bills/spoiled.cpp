#include "ledger/statements/bills/spoiled.hpp"

#include "ledger/statements/map.hpp"

namespace payonce::statements {
namespace {

constexpr std::string_view digits = "0123456789";
constexpr std::size_t kept_digits = 15;  // of a number in a spreadsheet
constexpr std::size_t longest_unjudged = 20;

bool is_exponent(std::string_view id) {
  const std::size_t mark = id.find_first_of("eE");
  if (mark == std::string_view::npos || mark == 0 || mark + 2 >= id.size() || id[mark + 1] != '+') return false;
  const bool number = id.substr(0, mark).find_first_not_of("0123456789.,") == std::string_view::npos;
  return number && id.substr(mark + 2).find_first_not_of(digits) == std::string_view::npos;
}

}  // namespace

bool spoiled_id(std::string_view id) {
  if (is_exponent(id)) return true;
  return id.size() > longest_unjudged && id.find_first_not_of(digits) == std::string_view::npos &&
         id.find_first_not_of('0', kept_digits) == std::string_view::npos;
}

std::optional<Moment> spreadsheet_time(std::string_view text) {
  for (const std::string_view pattern : {"yyyy/M/d H:mm:ss", "yyyy/M/d H:mm"}) {
    if (auto read = DatePattern::parse(pattern)->read(text)) return read;
  }
  return std::nullopt;
}

}  // namespace payonce::statements
