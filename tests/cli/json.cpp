#include "tests/cli/json.hpp"

#include <sqlite3.h>

#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <set>

#include "tests/support/temp_folder.hpp"

namespace payonce::test {
namespace {

std::string column(sqlite3_stmt* statement, int n) {
  const auto* text = sqlite3_column_text(statement, n);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(sqlite3_column_bytes(statement, n))};
}

struct Node {
  std::string key;
  Json json;
  sqlite3_int64 parent = -1;
};

/// Children stand behind their parents: gathered from the end, every node is whole before it joins its parent.
Json gathered(std::vector<std::pair<sqlite3_int64, Node>>& nodes) {
  std::map<sqlite3_int64, std::size_t> places;
  for (std::size_t n = 0; n < nodes.size(); ++n) places[nodes[n].first] = n;
  for (std::size_t n = nodes.size(); n-- > 1;) {
    Node& node = nodes[n].second;
    Json& parent = nodes[places.at(node.parent)].second.json;
    parent.members.insert(parent.members.begin(), {node.key, std::move(node.json)});
  }
  return std::move(nodes.front().second.json);
}

void names_nothing_twice(const Json& json) {
  std::set<std::string> names;
  for (const auto& [name, member] : json.members) {
    CAPTURE(name);
    CHECK(names.insert(name).second);
    names_nothing_twice(member);
  }
}

const Json& definitions() {
  static const Json all = [] {
    Json both;
    for (const char* name : {"/docs/reply.md", "/docs/report.md"}) {
      const std::string page = contents(std::string(PAYONCE_SOURCE_DIR) + name);
      const std::size_t begin = page.find("```json\n");
      const std::size_t end = page.find("\n```\n", begin);
      REQUIRE(end != std::string::npos);
      const Json schema = parsed(page.substr(begin + 8, end - begin - 8));
      REQUIRE(schema.member("$defs") != nullptr);
      for (const auto& definition : schema.member("$defs")->members) both.members.push_back(definition);
    }
    return both;
  }();
  return all;
}

class Judge {
 public:
  std::vector<std::string> complaints;

  void judge(const Json& value, const Json& schema, const std::string& path) {
    for (const auto& [word, rule] : schema.members) {
      if (word == "type") {
        type(value, rule, path);
      } else if (word == "enum") {
        one_of(value, rule, path);
      } else if (word == "$ref") {
        const Json* definition = definitions().member(rule.text.substr(std::string("#/$defs/").size()));
        REQUIRE(definition != nullptr);
        judge(value, *definition, path);
      } else if (word == "oneOf") {
        fits_one(value, rule, path);
      } else if (word == "required") {
        for (const auto& [place, name] : rule.members) {
          if (value.member(name.text) == nullptr) complaints.push_back(path + " lacks " + name.text);
        }
      } else if (word == "properties") {
        for (const auto& [name, member] : value.members) {
          if (const Json* known = rule.member(name)) judge(member, *known, path + "." + name);
        }
      } else if (word == "additionalProperties") {
        for (const auto& [name, member] : value.members) {
          if (schema.member("properties")->member(name) == nullptr)
            complaints.push_back(path + " has an unknown " + name);
        }
      } else if (word == "items") {
        for (const auto& [place, item] : value.members) judge(item, rule, path + "." + place);
      } else {
        complaints.push_back("the schema says " + word + ", which this test does not know");
      }
    }
  }

 private:
  static std::string type_of(const Json& value) {
    if (value.type == "text") return "string";
    if (value.type == "true" || value.type == "false") return "boolean";
    return value.type;
  }
  void type(const Json& value, const Json& rule, const std::string& path) {
    bool fits = rule.text == type_of(value);
    for (const auto& [place, name] : rule.members) fits = fits || name.text == type_of(value);
    if (!fits) complaints.push_back(path + " is of type " + type_of(value));
  }
  void one_of(const Json& value, const Json& rule, const std::string& path) {
    for (const auto& [place, one] : rule.members) {
      if (one.type == value.type && one.text == value.text) return;
    }
    complaints.push_back(path + " is " + value.text + ", which is none of those named");
  }
  void fits_one(const Json& value, const Json& rule, const std::string& path) {
    int fitting = 0;
    for (const auto& [place, schema] : rule.members) {
      Judge other;
      other.judge(value, schema, path);
      fitting += other.complaints.empty() ? 1 : 0;
    }
    if (fitting != 1)
      complaints.push_back(path + " fits " + std::to_string(fitting) + " of those it should fit one of");
  }
};

}  // namespace

const Json* Json::member(std::string_view name) const {
  for (const auto& [key, value] : members) {
    if (key == name) return &value;
  }
  return nullptr;
}

std::string Json::at(std::string_view name) const {
  const Json* found = member(name);
  if (found == nullptr) return "(missing)";
  return found->text.empty() ? found->type : found->text;
}

Json parsed(const std::string& text) {
  CAPTURE(text);
  sqlite3* raw = nullptr;
  REQUIRE(sqlite3_open(":memory:", &raw) == SQLITE_OK);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> database(raw, sqlite3_close);
  sqlite3_stmt* raw_statement = nullptr;
  REQUIRE(sqlite3_prepare_v2(raw,
                             "SELECT id, parent, key, type, atom FROM json_tree(?1) WHERE json_valid(?1) ORDER BY id",
                             -1, &raw_statement, nullptr) == SQLITE_OK);
  const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(raw_statement, sqlite3_finalize);
  sqlite3_bind_text(raw_statement, 1, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  std::vector<std::pair<sqlite3_int64, Node>> nodes;
  while (sqlite3_step(raw_statement) == SQLITE_ROW) {
    Node node{.key = column(raw_statement, 2), .json = {}, .parent = sqlite3_column_int64(raw_statement, 1)};
    node.json.type = column(raw_statement, 3);
    node.json.text = column(raw_statement, 4);
    if (node.json.type == "true" || node.json.type == "false") node.json.text = node.json.type;
    nodes.emplace_back(sqlite3_column_int64(raw_statement, 0), std::move(node));
  }
  REQUIRE(!nodes.empty());
  Json json = gathered(nodes);
  CHECK(json.type == "object");
  if (json.type == "object") names_nothing_twice(json);
  return json;
}

std::vector<std::string> misfits(const Json& value, const std::string& definition) {
  const Json* schema = definitions().member(definition);
  REQUIRE(schema != nullptr);
  Judge judge;
  judge.judge(value, *schema, definition);
  return std::move(judge.complaints);
}

}  // namespace payonce::test
