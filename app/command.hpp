#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/arguments.hpp"
#include "app/exit_status.hpp"
#include "ledger/values/text.hpp"

namespace payonce {

class Context;

/// What stands without dashes behind a command: `pay ORDER`. Written in lower case here, shown in upper case.
struct Positional {
  std::string name;
  Text about;
  bool required = true;
  bool repeated = false;  // only the last of a command: FILE…
};

/// An option, `--amount MONEY`; with no `value` a flag.
struct Option {
  std::string name;     // "amount"
  std::string value{};  // "MONEY"; empty: a flag
  Text about;
  bool required = false;
  bool repeated = false;
  bool hidden = false;  // for tests; not in the help
  std::string fallback{};
};

/// A line a reader can type, and what it does. --help shows it, and a test types it: it must be understood.
struct Example {
  std::string line;  // `payonce pay ord_42 --key …`
  Text about{};
};

/// One command, as data: the program reads the command line, makes the help and refuses what does not fit from this alone. A
/// pair of files in app/commands/ gives it, a line in commands.cpp lists it, and no command knows CLI11.
struct Command {
  std::string path;  // "pay", "order create"
  Text about;        // one line: "pays an order, once"
  std::vector<Positional> positionals{};
  std::vector<Option> options{};
  std::vector<Example> examples;
  ExitStatus (*run)(Context&, const Arguments&);
  std::vector<Text> more{};  // paragraphs under the options
  bool reads = false;        // it changes nothing: it runs where nothing can be written, and whatever the clock says
};

/// The first word of commands of two words: `order`.
struct Group {
  std::string name;
  Text about;
};

/// "ORDER", as it stands in the help.
[[nodiscard]] std::string shown_name(const Positional& positional);

/// "; did you mean pay?", to be put behind a complaint about a word; `otherwise` where no known word is near.
[[nodiscard]] Text did_you_mean(std::string_view word, const std::vector<std::string_view>& known, Text otherwise = {});

}  // namespace payonce
