#pragma once

#include <optional>
#include <sstream>
#include <string>

#include "ledger/statements/reader.hpp"

namespace payonce::statement_tests {

/// What must hold of any file, whatever its bytes: nothing, or the rule that is broken.
inline std::optional<std::string> broken_rule_of(const std::string& bytes, const statements::FieldMap* map) {
  using namespace statements;
  std::uint64_t heads = 0;
  std::uint64_t before = 0;
  std::optional<std::string> broken;
  Reading again;
  Sink sink;
  sink.head = [&](const Head&) { ++heads; };
  sink.line = [&](const Line& line) {
    if (line.key.empty() || line.raw.empty()) broken = "a line has no key or no bytes";
    if (line.line < before) broken = "lines are out of order";
    if (!(Exact::sum(line.net, line.fee) == line.gross)) broken = "gross less fee is not net";
    before = line.line;
    if (!again.count(line)) broken = "a line was given whose sum does not fit";
  };
  std::istringstream file(bytes);
  const Reading reading = read(file, map, sink);
  if (broken) return broken;
  if (heads != reading.statements) return "a statement has no head";
  if (again.lines != reading.lines || again.totals().size() != reading.totals().size()) return "lines were not given";
  for (std::size_t n = 0; n < again.totals().size(); ++n) {
    const Total& ours = again.totals()[n];
    const Total& theirs = reading.totals()[n];
    const bool same = ours.lines == theirs.lines && ours.gross == theirs.gross && ours.net == theirs.net;
    if (!same) return "a sum is not that of the lines";
  }
  if (reading.trusted() != reading.broken().empty()) return "an untrusted file does not say why";
  for (const Broken& one : reading.broken()) {
    if (one.why.en.empty() || one.why.zh.empty()) return "a break lacks a language";
  }
  return std::nullopt;
}

/// The same of bytes that are a map up to their first form feed, and behind it the file; without one all is the file.
inline std::optional<std::string> broken_rule(const std::string& bytes) {
  using namespace statements;
  const std::size_t feed = bytes.find('\f');
  if (feed == std::string::npos) return broken_rule_of(bytes, nullptr);
  std::istringstream text(bytes.substr(0, feed));
  const auto map = FieldMap::parse(text);
  if (!map && (map.error().why.en.empty() || map.error().why.zh.empty())) return "a fault lacks a language";
  return broken_rule_of(bytes.substr(feed + 1), map ? &*map : nullptr);
}

}  // namespace payonce::statement_tests
