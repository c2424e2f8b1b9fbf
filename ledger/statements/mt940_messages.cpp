#include "ledger/statements/mt940_messages.hpp"

#include <algorithm>

namespace payonce::statements::mt940 {
namespace {

/// "61" of ":61:…", "60F" of ":60F:…"; empty where the line is no beginning of a field.
std::string_view tag_of(std::string_view line) {
  if (!line.starts_with(':')) return {};
  const std::size_t end = line.find(':', 1);
  if (end != 3 && end != 4) return {};
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  if (!digit(line[1]) || !digit(line[2])) return {};
  if (end == 4 && (line[3] < 'A' || line[3] > 'Z')) return {};
  return line.substr(1, end - 1);
}

bool ends_message(std::string_view line) { return line == "-" || line.starts_with("-}"); }

}  // namespace

/// The next line of the file into ahead_; false at its end and where the line is too long.
bool Messages::fill() {
  if (filled_) return true;
  if (over_) return false;
  constexpr int none = std::char_traits<char>::eof();
  ahead_.clear();
  int c = in_.sbumpc();
  if (c == none) return false;
  ++line_;
  for (; c != none && c != '\n'; c = in_.sbumpc()) {
    if (ahead_.size() == longest_field) {
      over_ = true;
      return false;
    }
    ahead_ += static_cast<char>(c);
  }
  if (ahead_.ends_with('\r')) ahead_.pop_back();
  if (line_ == 1 && ahead_.starts_with("\xEF\xBB\xBF")) ahead_.erase(0, 3);
  // What stands before the text block on its line: "{1:F01…}{2:…}{4:".
  if (ahead_.starts_with('{') || ahead_.starts_with("-}{")) {
    const std::size_t block = ahead_.find("{4:");
    const bool ends = ahead_.starts_with("-}");
    if (block != std::string::npos && !ends) ahead_.erase(0, block + 3);
  }
  filled_ = true;
  return true;
}

Messages::Got Messages::next(Field& field) {
  while (fill()) {
    if (ends_message(ahead_)) {
      filled_ = false;
      return Got::end_of_message;
    }
    const std::string_view tag = tag_of(ahead_);
    if (tag.empty()) {
      filled_ = false;
      continue;
    }
    field.tag = tag;
    field.text = ahead_.substr(tag.size() + 2);
    field.raw = ahead_;
    field.line = line_;
    filled_ = false;
    while (fill() && tag_of(ahead_).empty() && !ends_message(ahead_) && !ahead_.starts_with("{1:")) {
      if (field.raw.size() + ahead_.size() >= longest_field) over_ = true;
      if (over_) return Got::too_long;
      field.text += '\n' + ahead_;
      field.raw += '\n' + ahead_;
      filled_ = false;
    }
    return over_ ? Got::too_long : Got::field;
  }
  return over_ ? Got::too_long : Got::end;
}

}  // namespace payonce::statements::mt940
