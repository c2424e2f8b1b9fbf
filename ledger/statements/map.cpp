#include "ledger/statements/map.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ledger/values/utf8.hpp"

namespace payonce::statements {
namespace {

constexpr std::string_view first_line = "payonce map 1";
constexpr std::array<std::string_view, 21> roles{
    "account",           "balance", "batch", "channel_id", "counterparty", "currency", "details",
    "direction",         "fee",     "gross", "in",         "kind",         "net",      "original",
    "original_currency", "our_id",  "out",   "parent_id",  "status",       "time",     "value_date"};
constexpr std::array<std::string_view, 4> sums{"count", "gross", "fee", "net"};

using Words = std::initializer_list<std::pair<std::string_view, char>>;

/// One of a few words, each of which stands for a character.
bool choose(std::string_view value, Words words, char& into) {
  for (const auto& [word, character] : words) {
    if (word == value) {
      into = character;
      return true;
    }
  }
  return false;
}

/// A position in the footer, as people count: from 1.
bool position(std::string_view value, std::size_t& into) {
  if (value.empty() || value.size() > 3 || value.find_first_not_of("0123456789") != std::string_view::npos)
    return false;
  into = 0;
  for (const char c : value) into = into * 10 + static_cast<std::size_t>(c - '0');
  return true;
}

bool is_zone(std::string_view value) {
  if (value == "UTC") return true;
  return value.size() == 6 && (value[0] == '+' || value[0] == '-') && value[3] == ':' &&
         std::all_of(value.begin() + 1, value.end(), [](char c) { return c == ':' || (c >= '0' && c <= '9'); });
}

bool day(std::string_view value, std::optional<Day>& into) {
  const auto read = DatePattern::parse("yyyy-MM-dd")->read(value);
  if (read) into = read->day;
  return read.has_value();
}

/// What stands behind a beginning, or nothing where the name begins otherwise.
std::optional<std::string_view> behind(std::string_view name, std::string_view beginning) {
  if (!name.starts_with(beginning) || name.size() == beginning.size()) return std::nullopt;
  return name.substr(beginning.size());
}

bool take_named(FieldMap& map, std::string_view name, std::string_view value) {
  if (const auto role = behind(name, "column.")) {
    const bool known = std::find(roles.begin(), roles.end(), *role) != roles.end();
    return known && map.columns.emplace(*role, plain_name(value)).second;
  }
  if (const auto word = behind(name, "kind.")) {
    const auto movement = movement_named(value);
    return movement && map.kinds.emplace(*word, *movement).second;
  }
  if (const auto word = behind(name, "direction.")) {
    return (value == "plus" || value == "minus") && map.directions.emplace(*word, value == "minus").second;
  }
  if (const auto sum = behind(name, "footer.")) {
    std::size_t at = 0;
    if (!position(value, at)) return false;
    if (*sum == "row") {
      map.footer_row = at;
      return at <= 5;
    }
    const bool known = std::find(sums.begin(), sums.end(), *sum) != sums.end();
    return known && at != 0 && map.totals.emplace(*sum, at - 1).second;
  }
  return false;
}

bool take(FieldMap& map, std::string_view name, std::string_view value) {
  if (name == "separator") {
    return choose(value, {{"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"pipe", '|'}}, map.separator);
  }
  if (name == "decimal") return choose(value, {{"point", '.'}, {"comma", ','}}, map.marks.decimal);
  if (name == "grouping") {
    const Words words{{"none", '\0'}, {"point", '.'}, {"comma", ','}, {"space", ' '}, {"apostrophe", '\''}};
    return choose(value, words, map.marks.grouping);
  }
  if (name == "charset") {
    const auto charset = charset_named(value);
    if (charset) map.charset = *charset;
    return charset.has_value();
  }
  if (name == "zone") {
    map.zone = value;
    return is_zone(value);
  }
  if (name == "date") {
    map.date = DatePattern::parse(value);
    return map.date.has_value();
  }
  if (name == "currency") {
    const auto currency = Currency::parse(name, value);
    if (currency) map.currency = *currency;
    return currency.has_value();
  }
  if (name == "period.from") return day(value, map.from);
  if (name == "period.to") return day(value, map.to);
  if (name == "fee_sign") {
    map.fee_is_minus = value == "minus";
    return value == "plus" || value == "minus";
  }
  if (name == "order") {
    map.newest_first = value == "newest_first";
    return value == "newest_first" || value == "oldest_first";
  }
  if (name == "footer") {
    map.footer = value;
    return !value.empty();
  }
  return take_named(map, name, value);
}

Fault fault(std::size_t line, std::string_view why_en, std::string_view why_zh) {
  const std::string place = std::to_string(line);
  return {"map", {"line " + place + ": " + std::string(why_en), "第 " + place + " 行：" + std::string(why_zh)}};
}

/// What a map must say, since a reader that guessed it could be wrong by a factor of a thousand.
std::optional<Fault> lacking(const FieldMap& map, const std::vector<std::string>& said) {
  const auto lacks = [](std::string_view what) {
    const std::string name(what);
    return Fault{"map", {"does not say " + name + ", and nothing is guessed", "没有写明 " + name + "，程序不作猜测"}};
  };
  for (const std::string_view needed : {"decimal", "zone", "date"}) {
    if (std::find(said.begin(), said.end(), needed) == said.end()) return lacks(needed);
  }
  const auto has = [&](std::string_view role) { return map.columns.find(role) != map.columns.end(); };
  if (!map.currency && !has("currency")) return lacks("currency");
  if (has("in") != has("out")) return lacks(has("in") ? "column.out" : "column.in");
  if (!has("gross") && !has("in") && !has("net")) return lacks("column.gross, column.net or column.in");
  if (!has("time") && !has("value_date")) return lacks("column.time or column.value_date");
  if (has("original") != has("original_currency")) {
    return lacks(has("original") ? "column.original_currency" : "column.original");
  }
  if (has("direction") && map.directions.empty()) return lacks("direction.WORD");
  if (map.footer.empty() && (!map.totals.empty() || map.footer_row != 0)) return lacks("footer");
  if (map.marks.decimal == map.marks.grouping) return lacks("two marks: decimal and grouping are one");
  return std::nullopt;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view around = " \t`\r\n";
  const std::size_t begin = text.find_first_not_of(around);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(around) - begin + 1);
}

std::string_view without_sign(std::string_view text) {
  for (const std::string_view sign : {"\xC2\xA5", "\xEF\xBF\xA5"}) {
    if (text.starts_with(sign)) text.remove_prefix(sign.size());
  }
  return text;
}

std::string plain_name(std::string_view text) {
  std::string plain(trimmed(text));
  for (const auto& [wide, narrow] : {std::pair{"\xEF\xBC\x88", "("}, {"\xEF\xBC\x89", ")"}, {"\xEF\xBC\x9A", ":"}}) {
    for (std::size_t at = plain.find(wide); at != std::string::npos; at = plain.find(wide, at))
      plain.replace(at, 3, narrow);
  }
  return plain;
}

Result<FieldMap> FieldMap::parse(std::istream& in) {
  FieldMap map;
  std::vector<std::string> said;
  std::string line(longest_line + 1, '\0');
  for (std::size_t n = 1; in.getline(line.data(), static_cast<std::streamsize>(longest_line)); ++n) {
    const std::string_view text = trimmed(line.c_str());
    if (n > most_lines) return fault(n, "a map has no more than 500 lines", "映射文件不超过 500 行");
    if (!is_utf8(text)) return fault(n, "is no UTF-8", "不是 UTF-8");
    if (n == 1) {
      if (text != first_line) return fault(n, "must be: payonce map 1", "应为：payonce map 1");
      continue;
    }
    if (text.empty() || text.front() == '#') continue;
    const std::size_t sign = text.find('=');
    if (sign == std::string_view::npos) return fault(n, "has no =", "缺少 =");
    const std::string_view name = trimmed(text.substr(0, sign));
    const std::string_view value = trimmed(text.substr(sign + 1));
    if (std::find(said.begin(), said.end(), name) != said.end()) return fault(n, "says it twice", "重复");
    said.emplace_back(name);
    if (!take(map, name, value)) {
      return fault(n, "is not understood: " + std::string(text), "无法理解：" + std::string(text));
    }
  }
  if (!in.eof()) return Fault{"map", {"has a line that is too long", "有过长的行"}};
  if (said.empty()) return Fault{"map", {"is empty", "为空"}};
  if (auto fault = lacking(map, said)) return std::move(*fault);
  return map;
}

}  // namespace payonce::statements
