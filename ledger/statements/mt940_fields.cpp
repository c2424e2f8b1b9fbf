#include "ledger/statements/mt940_fields.hpp"

#include <algorithm>
#include <cstdlib>

namespace payonce::statements::mt940 {
namespace {

constexpr Marks marks{',', 0};
constexpr std::size_t full_line = 65;

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return c >= 'A' && c <= 'Z'; }

bool digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), digit); }

int two(std::string_view text, std::size_t at) { return (text[at] - '0') * 10 + (text[at + 1] - '0'); }

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string_view without_blanks(std::string_view text) {
  while (text.ends_with(' ') || text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

/// Days since some day long ago, good for differences alone.
int ordinal(const Day& day) {
  const int year = day.month <= 2 ? day.year - 1 : day.year;
  const int month = day.month <= 2 ? day.month + 12 : day.month;
  return 365 * year + year / 4 - year / 100 + year / 400 + (153 * (month - 3) + 2) / 5 + day.day;
}

/// The digits and the one comma at the beginning.
std::string_view amount_at(std::string_view text) {
  std::size_t end = 0;
  bool comma = false;
  for (; end < text.size() && (digit(text[end]) || (text[end] == ',' && !comma)); ++end)
    comma = comma || text[end] == ',';
  return text.substr(0, end);
}

struct Mark {
  bool minus;
  bool reversal;
  std::size_t size;
};

/// C and D; RC takes a credit back and so is a debit, RD a credit.
std::optional<Mark> mark_of(std::string_view text) {
  if (text.starts_with("RC")) return Mark{true, true, 2};
  if (text.starts_with("RD")) return Mark{false, true, 2};
  if (text.starts_with('C')) return Mark{false, false, 1};
  if (text.starts_with('D')) return Mark{true, false, 1};
  return std::nullopt;
}

void append(std::string& to, std::string_view text) {
  if (!to.empty() && !text.empty()) to += ' ';
  to += text;
}

/// "?20text?21more": each part by its number.
void describe_parts(Line& line, std::string_view text) {
  std::string flat(text);
  flat.erase(std::remove(flat.begin(), flat.end(), '\n'), flat.end());
  std::string_view rest = flat;
  rest.remove_prefix(std::min(rest.find('?'), rest.size()));
  while (rest.size() >= 3) {
    const std::size_t end = std::min(rest.find('?', 1), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(end);
    if (part.size() < 3 || !digits(part.substr(1, 2))) {
      append(line.details, part);
      continue;
    }
    const int number = two(part, 1);
    const std::string_view said = part.substr(3);
    if ((number >= 20 && number <= 29) || (number >= 60 && number <= 63)) line.details += said;
    if (number == 31) line.account = said;
    if (number == 32 || number == 33) line.counterparty += said;
  }
}

}  // namespace

std::optional<Day> day_of(std::string_view text) {
  if (text.size() != 6 || !digits(text)) return std::nullopt;
  const int year = two(text, 0);
  const Day day{year < 80 ? 2000 + year : 1900 + year, two(text, 2), two(text, 4)};
  return day.exists() ? std::optional(day) : std::nullopt;
}

std::optional<Day> entry_day(std::string_view mmdd, const Day& value_day) {
  if (mmdd.size() != 4 || !digits(mmdd)) return std::nullopt;
  std::optional<Day> nearest;
  for (int year = value_day.year - 1; year <= value_day.year + 1; ++year) {
    const Day day{year, two(mmdd, 0), two(mmdd, 2)};
    const auto far = [&](const Day& one) { return std::abs(ordinal(one) - ordinal(value_day)); };
    if (day.exists() && (!nearest || far(day) < far(*nearest))) nearest = day;
  }
  return nearest;
}

std::optional<Balance> balance_of(std::string_view text) {
  text = without_blanks(text);
  if (text.size() < 11 || (text[0] != 'C' && text[0] != 'D')) return std::nullopt;
  const auto day = day_of(text.substr(1, 6));
  const auto currency = Currency::parse("currency", text.substr(7, 3));
  if (!day || !currency || !digit(text[10])) return std::nullopt;
  const auto amount = Exact::parse("balance", text.substr(10), *currency, marks);
  if (!amount) return std::nullopt;
  return Balance{*day, *currency, text[0] == 'D' ? amount->negated() : *amount};
}

std::optional<Number> number_of(std::string_view text) {
  text = without_blanks(text);
  const std::size_t slash = text.find('/');
  const auto read = [](std::string_view part) -> std::optional<std::int64_t> {
    if (!digits(part) || part.size() > 9) return std::nullopt;
    std::int64_t number = 0;
    for (const char c : part) number = number * 10 + (c - '0');
    return number;
  };
  const auto number = read(text.substr(0, slash));
  if (!number) return std::nullopt;
  if (slash == std::string_view::npos) return Number{*number, std::nullopt};
  const auto page = read(text.substr(slash + 1));
  if (!page) return std::nullopt;
  return Number{*number, page};
}

std::optional<Line> line_of(const Field& field, const Currency& currency) {
  std::string_view rest = first_line(field.text);
  if (rest.size() < 6) return std::nullopt;
  const auto value_day = day_of(rest.substr(0, 6));
  if (!value_day) return std::nullopt;
  rest.remove_prefix(6);
  Line line{
      .line = field.line, .movement = Movement::bank, .currency = currency, .value_day = value_day, .raw = field.raw};
  if (rest.starts_with("    ")) {
    rest.remove_prefix(4);
  } else if (!rest.empty() && digit(rest.front())) {
    line.booked_day = entry_day(rest.substr(0, 4), *value_day);
    if (!line.booked_day) return std::nullopt;
    rest.remove_prefix(4);
  }
  const auto mark = mark_of(rest);
  if (!mark) return std::nullopt;
  rest.remove_prefix(mark->size);
  if (!rest.empty() && letter(rest.front())) rest.remove_prefix(1);  // the funds letter: the third of the currency
  const std::string_view number = amount_at(rest);
  const auto amount = Exact::parse("amount", number, currency, marks);
  if (!amount) return std::nullopt;
  rest.remove_prefix(number.size());
  if (rest.size() < 4 || !letter(rest.front())) return std::nullopt;
  line.kind = rest.substr(0, 4);
  if (line.kind.substr(1) == "CHG") line.movement = Movement::fee;
  rest.remove_prefix(4);
  const std::size_t theirs = rest.find("//");
  const std::string_view ours = without_blanks(rest.substr(0, theirs));
  if (!names_nothing(ours)) line.our_id = ours;
  if (theirs != std::string_view::npos) {
    const std::string_view reference = without_blanks(rest.substr(theirs + 2));
    if (!names_nothing(reference)) line.channel_id = reference;
  }
  line.reversal = mark->reversal;
  line.gross = mark->minus ? amount->negated() : *amount;
  line.fee = Exact(0, currency);
  line.net = line.gross;
  if (const std::size_t end = field.text.find('\n'); end != std::string::npos) {
    line.details = without_blanks(field.text.substr(end + 1));
  }
  return line;
}

void describe(Line& line, std::string_view text) {
  const std::size_t part = text.find('?');
  if (part <= 3 && text.size() >= part + 3 && digits(text.substr(part + 1, 2))) {
    if (!line.details.empty()) line.details += ' ';
    describe_parts(line, text);
    return;
  }
  bool wrapped = false;
  while (!text.empty()) {
    const std::string_view here = first_line(text);
    text.remove_prefix(std::min(here.size() + 1, text.size()));
    if (wrapped) {
      line.details += without_blanks(here);
    } else {
      append(line.details, without_blanks(here));
    }
    wrapped = here.size() >= full_line;
  }
}

}  // namespace payonce::statements::mt940
