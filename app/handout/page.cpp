#include "app/handout/page.hpp"

#include <array>
#include <utility>

#include "app/handout/assets.hpp"
#include "app/handout/markup.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce::handout {
namespace {

/// In this order they are one script: what stands first is used by what follows.
constexpr std::array<std::string_view, 6> scripts = {"say.js",  "words.js",  "matrix.js",
                                                     "cell.js", "player.js", "main.js"};

std::string_view asset(std::string_view name) {
  for (const Asset& one : all_assets) {
    if (one.name == name) return one.text;
  }
  invariant(false, "every asset that is named is there");
  return {};
}

/// The template with each {{mark}} replaced. What is put in is not looked at again.
std::string filled(std::string_view text, const std::vector<std::pair<std::string_view, std::string>>& marks) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find("{{");
    out += text.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find("}}", open);
    invariant(close != std::string_view::npos, "a mark of the page is closed");
    const std::string_view name = text.substr(open + 2, close - open - 2);
    bool known = false;
    for (const auto& [mark, value] : marks) {
      if (mark != name) continue;
      out += value;
      known = true;
    }
    invariant(known, "a mark of the page is known");
    text.remove_prefix(close + 2);
  }
  return out;
}

}  // namespace

std::string page_of(const std::vector<PagePart>& parts, const PageMeans& means, Language language) {
  std::string script = "\n'use strict';\n";
  for (const std::string_view name : scripts) script += asset(name);
  const std::string style = "\n" + std::string(asset("page.css"));
  const std::string policy = "default-src 'none'; script-src '" + policy_hash(script) + "'; style-src '" +
                             policy_hash(style) + "'; base-uri 'none'; form-action 'none'";
  return filled(asset("page.html"), {{"policy", policy},
                                     {"style", style},
                                     {"script", script},
                                     {"data", inside_script(page_data(parts, means))},
                                     {"language", language == Language::zh ? "zh" : "en"}});
}

}  // namespace payonce::handout
