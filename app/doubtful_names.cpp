#include "app/doubtful_names.hpp"

#include <algorithm>

#include "ledger/values/nearest.hpp"

namespace payonce {
namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

bool in_a_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// The value of `name=` in a line; its place in the line in front of it. Empty where there is none.
struct Value {
  std::size_t at = 0;
  std::string_view text;
};
Value value_of(std::string_view line, std::string_view name) {
  for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const std::size_t from = at + name.size();
    if ((at != 0 && in_a_name(line[at - 1])) || from >= line.size() || line[from] != '=') continue;
    const auto* const end =
        std::find_if_not(line.begin() + static_cast<std::ptrdiff_t>(from) + 1, line.end(), in_a_name);
    return {from + 1, line.substr(from + 1, static_cast<std::size_t>(end - line.begin()) - from - 1)};
  }
  return {};
}

std::size_t times_in(std::string_view line, std::string_view name) {
  std::size_t times = 0;
  for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !in_a_name(line[at - 1])) && (end == line.size() || !in_a_name(line[end]))) ++times;
  }
  return times;
}

std::uint32_t characters(std::string_view text) {
  return static_cast<std::uint32_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

}  // namespace

void warn_of_doubtful_names(const Context& context, const StoryFile& file) {
  const std::vector<std::string_view> lines = lines_of(file.bytes);
  const auto& stories = file.script.stories;
  for (std::size_t i = 0; i < stories.size(); ++i) {
    if (!stories[i].experiment) continue;
    std::vector<std::string_view> known;
    for (const script::WorldAccount& one : stories[i].world.accounts) known.push_back(one.id.text());
    // Its own text: what it takes over from another scenario is told of with that one.
    const std::size_t begin = stories[i].place.line - 1;
    const std::size_t end = i + 1 < stories.size() ? stories[i + 1].place.line - 1 : lines.size();
    for (std::size_t at = begin; at < std::min(end, lines.size()); ++at) {
      const std::string_view line = lines[at].substr(0, std::min(lines[at].find('#'), lines[at].size()));
      for (const std::string_view role : {std::string_view("buyer"), std::string_view("payee")}) {
        const Value value = value_of(line, role);
        if (value.text.empty() || std::find(known.begin(), known.end(), value.text) != known.end()) continue;
        std::size_t times = 0;
        for (std::size_t other = begin; other < std::min(end, lines.size()); ++other)
          times += times_in(lines[other], value.text);
        const std::string near(nearest(value.text, known));
        if (times != 1 || near.empty()) continue;
        const std::string name(value.text);
        const script::Error warning{
            static_cast<std::uint32_t>(at + 1),
            characters(line.substr(0, value.at)) + 1,
            {"warning: the account " + name + " is named here alone, and is opened for it; did you mean " + near + "?",
             "警告：账户 " + name + " 仅在此处出现，将为其新开；您是指 " + near + " 吗？"}};
        context.note({script::report(file.path.string(), warning, Language::en),
                      script::report(file.path.string(), warning, Language::zh)});
      }
    }
  }
}

}  // namespace payonce
