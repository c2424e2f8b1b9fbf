#include "schema/embed/block.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "schema/embed/scan.hpp"

namespace payonce::embed {

namespace {

constexpr std::string_view name_mark = "-- name:";

bool is_comment(std::string_view line) { return trimmed(line).starts_with("--"); }

std::string_view comment_text(std::string_view line) { return trimmed(trimmed(line).substr(2)); }

void append_sentence(std::string& text, std::string_view more) {
  if (more.empty()) return;
  if (!text.empty()) text += ' ';
  text += more;
}

// The lines [first, last) of a block, whose name stands in `title`.
Block read_block(const Source& source, const Line& title, const std::vector<Line>& lines, std::size_t first,
                 std::size_t last) {
  Block block;
  block.name = trimmed(title.text.substr(name_mark.size()));
  if (!is_cpp_name(block.name)) {
    throw Refused(source.path, title.number, "a name C++ cannot spell: '" + block.name + "'");
  }
  while (first < last && (is_comment(lines[first].text) || trimmed(lines[first].text).empty())) {
    if (is_comment(lines[first].text)) append_sentence(block.why, comment_text(lines[first].text));
    ++first;
  }
  if (first == last) throw Refused(source.path, title.number, "'" + block.name + "' has no SQL");
  const std::size_t end = lines[last - 1].begin + lines[last - 1].text.size();
  const std::string_view body = std::string_view(source.text).substr(lines[first].begin, end - lines[first].begin);
  block.sql = body.substr(0, body.find_last_not_of(" \t\n") + 1);
  block.parameters = scan_statement(source, lines[first].number, block.sql);
  if (std::find(block.parameters.begin(), block.parameters.end(), block.name) != block.parameters.end()) {
    throw Refused(source.path, title.number, "'" + block.name + "' has a parameter of its own name");
  }
  return block;
}

}  // namespace

std::vector<Block> read_blocks(const Source& source) {
  const std::vector<Line> lines = lines_of(source.text);
  std::vector<Block> blocks;
  std::size_t at = 0;
  while (at < lines.size() && !lines[at].text.starts_with(name_mark)) {
    // A file may begin with sentences about the whole of it.
    if (!trimmed(lines[at].text).empty() && !is_comment(lines[at].text)) {
      throw Refused(source.path, lines[at].number, "SQL without a '-- name: …' above it");
    }
    ++at;
  }
  while (at < lines.size()) {
    std::size_t next = at + 1;
    while (next < lines.size() && !lines[next].text.starts_with(name_mark)) ++next;
    Block block = read_block(source, lines[at], lines, at + 1, next);
    for (const Block& other : blocks) {
      if (other.name == block.name) {
        throw Refused(source.path, lines[at].number, "the name '" + block.name + "' is there already");
      }
    }
    blocks.push_back(std::move(block));
    at = next;
  }
  return blocks;
}

Law read_law(const Source& source) {
  Law law;
  law.name = source.stem();
  if (!is_cpp_name(law.name)) throw Refused(source.path, 1, "a law's file name is letters, digits and '_'");
  const std::vector<Line> lines = lines_of(source.text);
  std::size_t at = 0;
  bool told_what = false;
  for (; at < lines.size() && (is_comment(lines[at].text) || trimmed(lines[at].text).empty()); ++at) {
    if (!is_comment(lines[at].text)) continue;
    const std::string_view said = comment_text(lines[at].text);
    if (said.starts_with("finds:")) {
      law.of_business = trimmed(said.substr(6)) == "open business";
      told_what = told_what || law.of_business || trimmed(said.substr(6)) == "damage";
      continue;
    }
    std::string* sentence = said.starts_with("en:") ? &law.en : said.starts_with("zh:") ? &law.zh : nullptr;
    if (!sentence) {
      append_sentence(law.why, said);
    } else {
      if (!sentence->empty())
        throw Refused(source.path, lines[at].number, "a sentence of this language is there already");
      *sentence = trimmed(said.substr(3));
    }
  }
  if (law.en.empty()) throw Refused(source.path, 1, "a law says what holds in English: '-- en: …'");
  if (law.zh.empty()) throw Refused(source.path, 1, "a law says what holds in Chinese: '-- zh: …'");
  if (!told_what) {
    throw Refused(source.path, 1, "a law says what it finds: '-- finds: damage' or '-- finds: open business'");
  }
  if (at == lines.size()) throw Refused(source.path, 1, "a law without a query");
  const std::string_view body = std::string_view(source.text).substr(lines[at].begin);
  law.sql = body.substr(0, body.find_last_not_of(" \t\n") + 1);
  if (!scan_statement(source, lines[at].number, law.sql).empty()) {
    throw Refused(source.path, lines[at].number,
                  "a law takes no parameters; unbound they would be NULL, and it would hold");
  }
  return law;
}

}  // namespace payonce::embed
