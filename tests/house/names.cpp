#include "tests/house/names.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace payonce::house {

namespace {

constexpr std::array<std::string_view, 5> layers{"idempotency_key", "dedup_window", "state_machine",
                                                 "unique_constraint", "reconciliation"};

bool any(const std::vector<File>& files, const std::string& begin, std::string_view end) {
  return std::any_of(files.begin(), files.end(),
                     [&](const File& file) { return file.path.starts_with(begin) && file.path.ends_with(end); });
}

std::string stem_of(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return std::string(path.substr(0, path.find('.')));
}

// orders is a folder, attempts are the rows of attempt.hpp, and ledger is the whole of it.
bool is_noun_of_ledger(const std::vector<File>& files, const std::string& name) {
  if (name == "ledger") return true;
  return std::any_of(files.begin(), files.end(), [&](const File& file) {
    if (!file.path.starts_with("ledger/") || file.path.ends_with(".txt")) return false;
    return file.path.starts_with("ledger/" + name + "/") || file.path.find("/" + name + "/") != std::string::npos ||
           stem_of(file.path) == name || stem_of(file.path) + "s" == name;
  });
}

// The names after `scenario ` at the beginning of a line.
std::vector<std::string> stories_of(std::string_view text) {
  std::vector<std::string> names;
  constexpr std::string_view mark = "scenario ";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.starts_with(mark)) continue;
    const std::string_view rest = line.substr(mark.size());
    names.emplace_back(rest.substr(0, rest.find_first_of(" \t#")));
  }
  return names;
}

}  // namespace

Findings missing_places(const std::vector<File>& files) {
  Findings findings;
  const auto list =
      std::find_if(files.begin(), files.end(), [](const File& f) { return f.path == "ledger/values/layer.hpp"; });
  for (const std::string_view layer : layers) {
    const std::string name(layer);
    const bool lists = list != files.end() && list->text.find("  " + name + ",") != std::string::npos;
    const auto place = [&](bool there, const std::string& where) {
      if (!there) findings.push_back(name + " has no " + where);
    };
    place(any(files, "ledger/layers/" + name, ".cpp"), "room in ledger/layers/");
    if (layer == "reconciliation") {
      place(any(files, "schema/checks/", ".sql"), "law in schema/checks/");
    } else {
      place(any(files, "schema/queries/" + name, ".sql"), "statements in schema/queries/");
    }
    place(any(files, "tests/layers/" + name, ".cpp"), "test in tests/layers/");
    place(any(files, "scenarios/" + name + "/", ".lab"), "story in scenarios/" + name + "/");
    place(lists, "enumerator in enum class Layer");
  }
  return findings;
}

Findings stray_names(const std::vector<File>& files) {
  Findings findings;
  std::map<std::string, std::string> seen;
  for (const File& file : files) {
    if (file.path.starts_with("schema/queries/") && file.path.ends_with(".sql") &&
        !is_noun_of_ledger(files, stem_of(file.path)) &&
        !any(files, "scenarios/" + std::string(stem_of(file.path)) + "/", ".cpp")) {
      findings.push_back(file.path + ":1: no room and no noun of ledger/ has this name");
    }
    if (!file.path.starts_with("scenarios/") || !file.path.ends_with(".lab")) continue;
    const std::vector<std::string> stories = stories_of(file.text);
    if (stories.empty() || stories.front() != stem_of(file.path)) {
      findings.push_back(file.path + ":1: the first story of a file has the file's name");
    }
    for (const std::string& story : stories) {
      const auto [other, fresh] = seen.emplace(story, file.path);
      if (!fresh) findings.push_back(file.path + ":1: the story '" + story + "' is told in " + other->second + " too");
    }
  }
  return findings;
}

}  // namespace payonce::house
