// payonce_embed OUT queries FILE… acquirer_queries FILE… checks FILE… migrations FILE… acquirer_migrations FILE…
//   profiles FILE… damages FILE…
// Writes the SQL files as C++ headers below OUT/schema. A header whose text has not changed is left untouched, so that nothing
// is compiled again for it.

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "schema/embed/block.hpp"
#include "schema/embed/headers.hpp"
#include "schema/embed/scan.hpp"
#include "schema/embed/source.hpp"
#include "schema/embed/write.hpp"

namespace {

using namespace payonce::embed;
namespace fs = std::filesystem;

constexpr std::string_view usage =
    "payonce_embed OUT (queries|acquirer_queries|checks|migrations|acquirer_migrations|profiles|damages FILE…)…\n";

using Kinds = std::map<std::string, std::vector<Source>>;

Kinds read_all(std::span<char*> words) {
  Kinds kinds{{"queries", {}},    {"acquirer_queries", {}},    {"checks", {}},
              {"migrations", {}}, {"acquirer_migrations", {}}, {"profiles", {}},
              {"damages", {}}};
  std::vector<Source>* current = nullptr;
  for (const char* word : words) {
    if (const auto kind = kinds.find(word); kind != kinds.end()) {
      current = &kind->second;
    } else if (current) {
      current->push_back(read_source(word));
    } else {
      throw Refused(word, 0, "a file before its kind");
    }
  }
  for (auto& [kind, sources] : kinds) {
    std::sort(sources.begin(), sources.end(),
              [](const Source& a, const Source& b) { return natural_less(a.stem(), b.stem()); });
  }
  return kinds;
}

void add(std::vector<QueryFile>& files, const Source& source, const std::string& name) {
  if (!is_cpp_name(name)) throw Refused(source.path, 1, "a query file's name is letters, digits and '_'");
  for (const QueryFile& other : files) {
    if (other.name == name) throw Refused(source.path, 1, "there is another query file of the name '" + name + "'");
  }
  const std::size_t number = files.empty() ? 0 : files.back().first_number + files.back().blocks.size();
  files.push_back({name, read_blocks(source), number});
}

// Headers of query files that are gone must not be found any more.
void remove_others(const fs::path& folder, const std::vector<QueryFile>& files) {
  if (!fs::is_directory(folder)) return;
  std::set<std::string> wanted;
  for (const QueryFile& file : files) wanted.insert(file.name + ".hpp");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!wanted.contains(entry.path().filename().string())) fs::remove(entry.path());
  }
}

void run(const fs::path& out, std::span<char*> words) {
  const Kinds kinds = read_all(words);
  std::vector<QueryFile> files;
  for (const Source& source : kinds.at("queries")) add(files, source, source.stem());
  for (const Source& source : kinds.at("acquirer_queries")) add(files, source, "acquirer");
  std::vector<Law> laws;
  for (const Source& source : kinds.at("checks")) laws.push_back(read_law(source));
  const std::vector<Step> ledger = read_steps(kinds.at("migrations"));
  const std::vector<Step> acquirer = read_steps(kinds.at("acquirer_migrations"));

  // Everything has been read and found good: only now is anything written.
  const fs::path schema = out / "schema";
  for (const QueryFile& file : files) write_if_changed(schema / "queries" / (file.name + ".hpp"), query_header(file));
  write_if_changed(schema / "statements.hpp", statements_header(files));
  write_if_changed(schema / "checks.hpp", checks_header(laws));
  write_if_changed(schema / "migrations.hpp", migrations_header(ledger, acquirer));
  write_if_changed(schema / "profiles.hpp",
                   texts_header("Profile", "A variation of the schema that a laboratory file may be given.", "profile",
                                kinds.at("profiles")));
  write_if_changed(schema / "damages.hpp", texts_header("Damage", "What breaks the law of its name, past every rule.",
                                                        "damage", kinds.at("damages")));
  remove_others(schema / "queries", files);
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  if (words.size() < 2) {
    std::cerr << usage;
    return 64;
  }
  try {
    run(words[1], words.subspan(2));
  } catch (const std::exception& trouble) {
    std::cerr << trouble.what() << '\n';
    return 1;
  }
}
