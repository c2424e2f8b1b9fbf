#include "tests/house/directions.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace payonce::house {

namespace {

using Names = std::vector<std::string_view>;

constexpr std::array<std::string_view, 5> layers{"idempotency_key", "dedup_window", "state_machine",
                                                 "unique_constraint", "reconciliation"};

// What a room may include besides itself. "ledger" stands for the headers that lie directly in ledger/, the engine's apart.
struct Room {
  std::string_view name;
  Names may_include;
};

const std::vector<Room>& rooms() {
  static const std::vector<Room> all{
      {"values", {}},
      {"world", {"values"}},
      {"digest", {"values"}},
      {"store", {"values", "world", "digest"}},
      {"channel", {"values", "world"}},
      {"statements", {"values", "digest", "store"}},
      {"wire", {"values"}},
      {"formats", {"values", "digest", "store", "journal", "orders", "schema"}},
      {"journal", {"values", "world", "digest", "store", "schema"}},
      {"orders", {"values", "world", "digest", "store", "schema"}},
      {"defences", {"values", "world", "digest", "store", "journal", "orders", "ledger", "schema"}},
      {"messages", {"values", "digest", "store", "schema"}},
      {"layers",
       {"values", "world", "digest", "store", "channel", "statements", "journal", "orders", "ledger", "schema"}},
      {"ledger", {"values", "world", "digest", "store", "channel", "statements", "journal", "orders", "schema"}},
      {"engine",
       {"values", "world", "digest", "store", "channel", "statements", "wire", "journal", "orders", "messages",
        "layers", "defences", "ledger", "schema"}},
      {"schema", {"values", "store"}},
      {"scenarios",
       {"values", "world", "digest", "store", "channel", "statements", "wire", "journal", "orders", "messages",
        "layers", "defences", "ledger", "engine", "schema"}},
      {"app",
       {"values", "world", "digest", "store", "channel", "statements", "wire", "journal", "orders", "messages",
        "layers", "defences", "ledger", "engine", "wire", "formats", "scenarios", "schema"}},
  };
  return all;
}

std::string_view word(std::string_view& path) {
  const std::size_t slash = path.find('/');
  const std::string_view first = path.substr(0, slash);
  path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  return first;
}

// The room of a path from the top. Whatever lies directly in ledger/ is "ledger" as a header, and "engine" as a source or by
// that name: sources there are the engine's own.
std::string_view room_of(std::string_view path) {
  std::string_view rest = path;
  const std::string_view top = word(rest);
  if (top != "ledger") return top;
  if (rest.find('/') != std::string_view::npos) return word(rest);
  return rest.starts_with("engine") || rest.ends_with(".cpp") ? "engine" : "ledger";
}

// The layer a file of ledger/layers/ belongs to: the one its name begins with, or else (lease, retention) the one whose
// namespace it is written in. "" is a file of no layer; nothing is a file elsewhere.
std::optional<std::string_view> layer_of(std::string_view path, std::string_view text) {
  constexpr std::string_view folder = "ledger/layers/";
  if (!path.starts_with(folder)) return std::nullopt;
  path.remove_prefix(folder.size());
  for (const std::string_view layer : layers) {
    if (path.starts_with(layer)) return layer;
  }
  for (const std::string_view layer : layers) {
    if (text.find("namespace payonce::" + std::string(layer) + " {") != std::string_view::npos) return layer;
  }
  return std::string_view{};
}

std::string_view text_of(const std::vector<File>& house, std::string_view path) {
  const auto found = std::find_if(house.begin(), house.end(), [&](const File& one) { return one.path == path; });
  return found == house.end() ? std::string_view{} : std::string_view(found->text);
}

struct Include {
  std::size_t line;
  std::string path;
  bool quoted;
};

std::vector<Include> includes_of(std::string_view text) {
  std::vector<Include> includes;
  std::size_t line = 0;
  while (!text.empty()) {
    ++line;
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view here = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!here.starts_with("#include")) continue;
    const std::size_t open = here.find_first_of("<\"");
    const std::size_t close = here.find_last_of(">\"");
    if (open == std::string_view::npos || close <= open) continue;
    includes.push_back({line, std::string(here.substr(open + 1, close - open - 1)), here[open] == '"'});
  }
  return includes;
}

bool is_cpp(const File& file) { return file.path.ends_with(".cpp") || file.path.ends_with(".hpp"); }

std::string at(const File& file, std::size_t line) { return file.path + ":" + std::to_string(line) + ": "; }

template <class List, class Item>
bool holds(const List& list, const Item& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

}  // namespace

Findings wrong_includes(const File& file, const std::vector<File>& house) {
  Findings findings;
  const std::string_view from = room_of(file.path);
  if (!is_cpp(file) || from == "tests" || from == "bench" || from == "examples")
    return findings;  // these may look at everything
  const auto room = std::find_if(rooms().begin(), rooms().end(), [&](const Room& one) { return one.name == from; });
  if (room == rooms().end()) return {file.path + ":1: a room that tests/house does not know"};
  const auto own_layer = layer_of(file.path, file.text);
  if (own_layer && own_layer->empty())
    findings.push_back(at(file, 1) + "a file of ledger/layers/ has the name or the namespace of its layer");

  for (const Include& include : includes_of(file.text)) {
    if (!include.quoted) continue;
    const std::string_view to = room_of(include.path);
    const auto to_layer = layer_of(include.path, text_of(house, include.path));
    if (include.path.find('/') == std::string::npos || include.path.starts_with(".")) {
      findings.push_back(at(file, include.line) + "an include is written from the top: \"" + include.path + "\"");
    } else if (to != from && !holds(room->may_include, to)) {
      findings.push_back(at(file, include.line) + std::string(from) + " includes " + std::string(to));
    } else if (own_layer && to_layer && to_layer != own_layer) {
      findings.push_back(at(file, include.line) + "a layer includes a layer: " + include.path);
    } else if (include.path.starts_with("schema/embed/") && !file.path.starts_with("schema/embed/")) {
      findings.push_back(at(file, include.line) + "the embedder is a tool of the build");
    }
  }
  return findings;
}

Findings wrong_packages(const File& file) {
  Findings findings;
  if (!is_cpp(file)) return findings;
  const std::string_view room = room_of(file.path);
  const bool test = room == "tests" || room == "bench";
  const bool public_header = file.path.starts_with("ledger/") && file.path.ends_with(".hpp");
  for (const Include& include : includes_of(file.text)) {
    const std::string& path = include.path;
    const auto refuse = [&](bool wrong, const std::string& why) {
      if (wrong) findings.push_back(at(file, include.line) + why + ": " + path);
    };
    const bool driver = path.starts_with("sqlite3") || path.starts_with("SQLiteCpp");
    const bool fmt = path.starts_with("fmt/");
    refuse(driver && room != "store" && !test, "only store names the driver");
    refuse(path.starts_with("openssl/") && room != "digest", "only digest names OpenSSL");
    refuse((path == "archive.h" || path == "archive_entry.h" || path == "expat.h" || path == "iconv.h") &&
               room != "statements" && !test,
           "only statements names libarchive, expat and iconv");
    refuse((path == "archive.h" || path == "expat.h" || path == "iconv.h") && public_header,
           "what reads foreign files stays in the sources");
    refuse(path.starts_with("CLI/") && room != "app", "only app names CLI11");
    refuse(path.starts_with("nlohmann/") && (room != "wire" || public_header),
           "only sources of wire name nlohmann-json");
    refuse(path.starts_with("doctest/") && room != "tests", "only tests name doctest");
    refuse(fmt && public_header, "fmt stays out of the headers of the ledger");
    refuse(path == "regex", "<regex> costs three seconds a file");
    // A header of the standard library has neither a folder nor an ending.
    refuse(room == "values" && !include.quoted && !fmt && path.find_first_of("/.") != std::string::npos,
           "values knows the standard library and fmt, nothing else");
  }
  return findings;
}

}  // namespace payonce::house
