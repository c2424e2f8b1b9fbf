#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace payonce::test {

/// A JSON text, taken apart by SQLite's own reader, which knows nothing of ours.
struct Json {
  std::string type;  // null, true, false, integer, real, text, array, object
  std::string text;  // of text and numbers
  std::vector<std::pair<std::string, Json>> members;

  [[nodiscard]] const Json* member(std::string_view name) const;
  /// The text of a member, or a mark that is no value where it is missing.
  [[nodiscard]] std::string at(std::string_view name) const;
};

/// Requires that it is one JSON text, and an object that names nothing twice.
[[nodiscard]] Json parsed(const std::string& text);

/// What does not fit, a sentence each, by the definition of that name in docs/reply.md or docs/report.md. The words of the schema that are known
/// here are those it uses; another one is a complaint of its own, so that none is passed over.
[[nodiscard]] std::vector<std::string> misfits(const Json& value, const std::string& definition);

}  // namespace payonce::test
