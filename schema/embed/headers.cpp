#include "schema/embed/headers.hpp"

#include <charconv>

namespace payonce::embed {

namespace {

constexpr std::string_view begin_of_header =
    "// Written by payonce_embed from the files of schema/. Change those.\n#pragma once\n\n";

// The length is written down, so that no compiler has to count it and no text can be cut short.
std::string view_of(std::string_view text) {
  return "{" + raw_literal(text) + ", " + std::to_string(text.size()) + "}";
}

std::string struct_of(const QueryFile& file, const Block& block, std::size_t number) {
  std::string out = "struct " + block.name + " {\n";
  for (const std::string& parameter : block.parameters) out += "  Bound " + parameter + ";\n";
  out += "  static constexpr Sql sql{" + std::to_string(number) + ", \"" + file.name + "." + block.name + "\", " +
         view_of(block.why) + ", " + raw_literal(block.sql) + "};\n";
  if (block.parameters.empty()) {
    out += "  template <class Binder>\n  void bind(Binder&&) const {}\n};\n\n";
    return out;
  }
  out += "  template <class Binder>\n  void bind(Binder&& binder) const {\n";
  int index = 0;
  for (const std::string& parameter : block.parameters) {
    out += "    binder(" + std::to_string(++index) + ", this->" + parameter + ");\n";
  }
  return out + "  }\n};\n\n";
}

std::string list_of(std::string_view type, std::string_view name, std::size_t count, const std::string& items) {
  return "inline constexpr std::array<" + std::string(type) + ", " + std::to_string(count) + "> " + std::string(name) +
         "{" + (count == 0 ? "" : "{\n" + items + "}") + "};\n";
}

std::string span_of(std::string_view type, std::string_view function, std::string_view list) {
  return "constexpr std::span<const " + std::string(type) + "> " + std::string(function) + "() { return " +
         std::string(list) + "; }\n\n";
}

std::string steps_of(std::string_view which, const std::vector<Step>& steps) {
  std::string items;
  for (const Step& step : steps) {
    items += "  Migration{" + std::to_string(step.version) + ", \"" + step.name + "\", " + view_of(step.text) + "},\n";
  }
  const std::string function = std::string(which) + "_migrations";
  return list_of("Migration", function + "_list", steps.size(), items) +
         span_of("Migration", function, function + "_list");
}

}  // namespace

std::string raw_literal(std::string_view text) {
  std::string delimiter = "sql";
  while (text.find(")" + delimiter + "\"") != std::string_view::npos) delimiter += 'x';
  return "R\"" + delimiter + "(" + std::string(text) + ")" + delimiter + "\"";
}

std::vector<Step> read_steps(const std::vector<Source>& sources) {
  std::vector<Step> steps;
  for (const Source& source : sources) {
    const std::string stem = source.stem();
    int version = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), version);
    const std::string name(end, stem.data() + stem.size());
    if (error != std::errc{} || name.size() < 2 || name.front() != '_') {
      throw Refused(source.path, 1, "a migration is named NNNN_name.sql");
    }
    const int expected = static_cast<int>(steps.size()) + 1;
    if (version != expected) {
      throw Refused(source.path, 1, "migrations are numbered without gaps: " + std::to_string(expected) + " is due");
    }
    steps.push_back({version, name.substr(1), source.text});
  }
  return steps;
}

std::string query_header(const QueryFile& file) {
  std::string out(begin_of_header);
  out += "#include \"ledger/store/sql.hpp\"\n\nnamespace payonce::sql::" + file.name + " {\n\n";
  std::size_t number = file.first_number;
  for (const Block& block : file.blocks) out += struct_of(file, block, number++);
  return out + "}  // namespace payonce::sql::" + file.name + "\n";
}

std::string statements_header(const std::vector<QueryFile>& files) {
  std::string out(begin_of_header);
  std::string items;
  std::size_t count = 0;
  out += "#include <array>\n#include <cstddef>\n#include <span>\n\n#include \"ledger/store/sql.hpp\"\n";
  for (const QueryFile& file : files) {
    out += "#include \"schema/queries/" + file.name + ".hpp\"\n";
    for (const Block& block : file.blocks) items += "  sql::" + file.name + "::" + block.name + "::sql,\n";
    count += file.blocks.size();
  }
  out += "\nnamespace payonce {\n\ninline constexpr std::size_t statement_count = " + std::to_string(count) + ";\n" +
         "/// Each statement stands at its own number.\n" + list_of("Sql", "statement_list", count, items) +
         span_of("Sql", "all_statements", "statement_list");
  return out + "}  // namespace payonce\n";
}

std::string checks_header(const std::vector<Law>& laws) {
  std::string items;
  for (const Law& law : laws) {
    items += "  Check{\"" + law.name + "\", " + view_of(law.en) + ", " + view_of(law.zh) + ", " + view_of(law.why) +
             ", " + view_of(law.sql) + ", " + (law.of_business ? "true" : "false") + "},\n";
  }
  return std::string(begin_of_header) +
         "#include <array>\n#include <span>\n#include <string_view>\n\nnamespace payonce {\n\n"
         "/// A law: `text` is a query, and each row it gives is a finding.\n"
         "struct Check {\n  std::string_view name;\n  std::string_view en;\n  std::string_view zh;\n  std::string_view "
         "why;\n"
         "  std::string_view text;\n"
         "  bool of_business;  // what it finds waits for somebody, in a file that is sound; else somebody wrote past "
         "the "
         "rules\n};\n\n" +
         list_of("Check", "check_list", laws.size(), items) + span_of("Check", "all_checks", "check_list") +
         "}  // namespace payonce\n";
}

std::string migrations_header(const std::vector<Step>& ledger, const std::vector<Step>& acquirer) {
  return std::string(begin_of_header) +
         "#include <array>\n#include <span>\n\n#include \"ledger/store/store.hpp\"\n\nnamespace payonce {\n\n" +
         steps_of("ledger", ledger) + steps_of("acquirer", acquirer) + "}  // namespace payonce\n";
}

std::string texts_header(std::string_view type, std::string_view about, std::string_view noun,
                         const std::vector<Source>& sources) {
  std::string items;
  for (const Source& source : sources)
    items += "  " + std::string(type) + "{\"" + source.stem() + "\", " + view_of(source.text) + "},\n";
  const std::string list = std::string(noun) + "_list";
  return std::string(begin_of_header) +
         "#include <array>\n#include <span>\n#include <string_view>\n\nnamespace payonce {\n\n/// " +
         std::string(about) + "\nstruct " + std::string(type) +
         " {\n  std::string_view name;\n  std::string_view text;\n};\n\n" + list_of(type, list, sources.size(), items) +
         span_of(type, "all_" + std::string(noun) + "s", list) + "}  // namespace payonce\n";
}

}  // namespace payonce::embed
