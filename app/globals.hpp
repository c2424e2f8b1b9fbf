#pragma once

#include <filesystem>
#include <string>

#include "app/arguments.hpp"
#include "app/print/colour.hpp"
#include "ledger/values/text.hpp"

namespace payonce {

/// The options every command takes.
struct Globals {
  std::filesystem::path db = "payonce.db";
  bool db_named = false;  // by --db or PAYONCE_DB
  Language language = Language::en;
  bool json = false;
  ColourChoice colour = ColourChoice::automatic;
  std::string tenant = "main";
};

/// How to speak to this user, known before the command line is understood: complaints about it need a language, too.
struct Manner {
  Language language = Language::en;
  bool json = false;
};

/// From --lang and --json wherever they stand, else from the locale (LC_ALL, LC_MESSAGES, LANG).
[[nodiscard]] Manner manner_of(int argc, const char* const* argv);

/// A Problem (64) where a value is none of its kind.
[[nodiscard]] Globals globals_from(const Arguments& given, const Manner& manner);

}  // namespace payonce
