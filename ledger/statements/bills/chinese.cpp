#include "ledger/statements/bills/chinese.hpp"

namespace payonce::statements {

Currency yuan() {
  static const Currency currency = Currency::parse("currency", "CNY").value();
  return currency;
}

std::string_view between(std::string_view text, std::string_view before, std::string_view after) {
  const std::size_t begin = text.find(before);
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin + before.size());
  const std::size_t end = after.empty() ? text.size() : text.find(after);
  if (end == std::string_view::npos) return {};
  return trimmed(text.substr(0, end));
}

std::string_view bracketed(std::string_view text, std::string_view word) {
  const std::size_t begin = text.find(word);
  if (begin == std::string_view::npos) return {};
  return between(text.substr(begin), "[", "]");
}

std::optional<Moment> bracketed_time(std::string_view text, std::string_view word) {
  const std::string_view said = bracketed(text, word);
  for (const std::string_view pattern : {"yyyy年MM月dd日 HH:mm:ss", "yyyy-MM-dd HH:mm:ss"}) {
    if (auto read = DatePattern::parse(pattern)->read(said)) return read;
  }
  return std::nullopt;
}

std::string_view note_of(const CsvRow& row, bool& padded) {
  std::string_view note = trimmed(row.raw);
  padded = row.cells.size() > 2 && note.ends_with(",,");
  while (note.ends_with(',')) note.remove_suffix(1);
  if (note.size() >= 2 && note.starts_with('"') && note.ends_with('"')) note = note.substr(1, note.size() - 2);
  return trimmed(note);
}

}  // namespace payonce::statements
