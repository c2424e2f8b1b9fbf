#include "app/globals.hpp"

#include <cstdlib>
#include <optional>
#include <string_view>

#include "app/problem.hpp"
#include "ledger/values/ids.hpp"

namespace payonce {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view{value};
}

std::optional<Language> language_named(std::string_view name) {
  if (name == "en") return Language::en;
  if (name == "zh") return Language::zh;
  if (name == "both") return Language::both;
  return std::nullopt;
}

/// The first of the three that is set decides, as for every program.
Language language_of_locale() {
  for (const char* const name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
    const std::string_view value = environment(name);
    if (!value.empty()) return value.starts_with("zh") ? Language::zh : Language::en;
  }
  return Language::en;
}

}  // namespace

Manner manner_of(int argc, const char* const* argv) {
  Manner manner{.language = language_of_locale()};
  for (int n = 1; n < argc; ++n) {
    const std::string_view word = argv[n];
    if (word == "--json") manner.json = true;
    std::string_view wanted;
    if (word.starts_with("--lang=")) wanted = word.substr(7);
    if (word == "--lang" && n + 1 < argc) wanted = argv[n + 1];
    if (const auto language = language_named(wanted)) manner.language = *language;
  }
  return manner;
}

Globals globals_from(const Arguments& given, const Manner& manner) {
  Globals globals;
  globals.language = manner.language;
  if (const auto lang = given.maybe("lang"); lang && !language_named(*lang)) {
    throw Problem(ExitStatus::usage, {"lang", {"is one of en, zh, both", "只能是 en、zh 或 both"}});
  }
  globals.json = given.given("json");
  if (const auto colour = given.maybe("color")) globals.colour = taken(parse_colour("color", *colour));
  if (const auto tenant = given.maybe("tenant")) globals.tenant = taken(Tenant::parse("tenant", *tenant)).text();
  if (const auto db = given.maybe("db")) {
    globals.db = *db;
    globals.db_named = true;
  } else if (const std::string_view named = environment("PAYONCE_DB"); !named.empty()) {
    globals.db = named;
    globals.db_named = true;
  }
  return globals;
}

}  // namespace payonce
