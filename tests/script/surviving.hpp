#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "scenarios/script/layout.hpp"
#include "scenarios/script/printer.hpp"
#include "tests/script/vocabulary.hpp"

namespace payonce::script_tests {

/// What must hold of any bytes: they are read or refused, each error stands in the file and speaks both languages, and what is read
/// survives printing. The rule that does not hold, or nothing.
inline std::optional<std::string> broken_rule(const std::string& bytes) {
  const script::Script first = script::parse(bytes, words());
  const auto lines = static_cast<std::uint32_t>(std::count(bytes.begin(), bytes.end(), '\n')) + 1;
  for (const script::Error& error : first.errors) {
    if (error.line < 1 || error.line > lines || error.column < 1) return "an error stands outside its file";
    if (error.message.en.empty() || error.message.zh.empty()) return "an error lacks a language";
  }
  script::Complaints complaints;
  const script::Tree tree = script::lay_out(bytes, complaints);
  if (!complaints.empty()) return std::nullopt;
  const std::string text = script::print(tree);
  const script::Script second = script::parse(text, words());
  if (!(second.tree == tree)) return "reading what was printed gives another tree: " + text;
  if (script::print(second.tree) != text) return "printing twice gives another text: " + text;
  if (first.errors.size() != second.errors.size()) return "printing changes what is wrong: " + text;
  if (first.errors.empty() && !(first.stories == second.stories)) return "printing changes a story: " + text;
  return std::nullopt;
}

}  // namespace payonce::script_tests
