// payonce_embed_texts HEADER NAMESPACE FILE…
// Writes files that the program carries with it, of whatever language, as one C++ header: each under its own name, all of them by
// all_assets. A header whose text has not changed is left untouched, so that nothing is compiled again for it.

#include <exception>
#include <filesystem>
#include <iostream>
#include <span>
#include <string>
#include <vector>

#include "schema/embed/headers.hpp"
#include "schema/embed/source.hpp"
#include "schema/embed/write.hpp"

namespace {

using namespace payonce::embed;

std::string header_of(const std::string& space, const std::vector<Source>& sources) {
  std::string items;
  for (const Source& source : sources) {
    items += "  Asset{\"" + source.path.filename().string() + "\", {" + raw_literal(source.text) + ", " +
             std::to_string(source.text.size()) + "}},\n";
  }
  return "// Written by payonce_embed_texts from files of the tree. Change those.\n#pragma once\n\n"
         "#include <array>\n#include <string_view>\n\nnamespace " +
         space +
         " {\n\n/// A file that the program carries with it.\nstruct Asset {\n  std::string_view name;\n  "
         "std::string_view text;\n};\n\ninline constexpr std::array<Asset, " +
         std::to_string(sources.size()) + "> all_assets{{\n" + items + "}};\n\n}  // namespace " + space + "\n";
}

}  // namespace

int main(int argc, char** argv) {
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  if (words.size() < 4) {
    std::cerr << "payonce_embed_texts HEADER NAMESPACE FILE…\n";
    return 64;
  }
  try {
    std::vector<Source> sources;
    for (const char* file : words.subspan(3)) sources.push_back(read_source(file));
    write_if_changed(words[1], header_of(words[2], sources));
  } catch (const std::exception& trouble) {
    std::cerr << trouble.what() << '\n';
    return 1;
  }
}
