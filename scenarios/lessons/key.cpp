#include "scenarios/lessons/key.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "ledger/values/nearest.hpp"
#include "scenarios/lessons/words.hpp"

namespace payonce::lessons {
namespace {

struct Word {
  std::string_view word;
  std::string_view brief;  // or empty
  Key::Kind kind;
};

// Letters from a on are actors, so that only few commands have a short form.
constexpr std::array<Word, 13> all_words = {{{"step", "", Key::Kind::step},
                                             {"crash", "", Key::Kind::crash},
                                             {"tick", "t", Key::Kind::tick},
                                             {"undo", "u", Key::Kind::undo},
                                             {"restart", "r", Key::Kind::restart},
                                             {"hint", "h", Key::Kind::hint},
                                             {"finish", "", Key::Kind::finish},
                                             {"par", "p", Key::Kind::par},
                                             {"trace", "", Key::Kind::trace},
                                             {"tables", "", Key::Kind::tables},
                                             {"help", "?", Key::Kind::help},
                                             {"quit", "q", Key::Kind::quit},
                                             {"exit", "", Key::Kind::quit}}};

}  // namespace

Keys::Keys(std::vector<std::string> actors) : actors_(std::move(actors)) {}

bool Keys::takes_an_actor(std::string_view word) {
  const std::string text = small(word);
  return text == "step" || text == "crash";
}

Result<std::size_t> Keys::actor(std::string_view word) const {
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    if (word == actors_[i] || word == number || word == std::string(1, letter(i))) return i;
  }
  std::vector<std::string_view> known(actors_.begin(), actors_.end());
  std::string names;
  for (const std::string& one : actors_) names += (names.empty() ? "" : ", ") + one;
  const std::string_view near = nearest(word, known);
  if (word.empty()) {
    return Fault{"actor", {"whose turn? One of " + names, "轮到谁？可选：" + names}};
  }
  Text why{"nobody here is called " + quoted(word) + "; there are " + names,
           "没有名为 " + quoted(word) + " 的参与者；现有 " + names};
  if (!near.empty()) {
    why = {"nobody here is called " + quoted(word) + "; did you mean " + std::string(near) + "?",
           "没有名为 " + quoted(word) + " 的参与者；您是指 " + std::string(near) + " 吗？"};
  }
  return Fault{"actor", std::move(why)};
}

Result<Key> Keys::read(std::string_view word, std::string_view second) const {
  if (takes_an_actor(word)) {
    const auto who = actor(second);
    if (!who) return who.error();
    return Key{.kind = small(word) == "step" ? Key::Kind::step : Key::Kind::crash, .actor = *who};
  }
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    if (word == actors_[i]) return Key{.kind = Key::Kind::step, .actor = i};
  }
  for (const Word& one : all_words) {
    if (small(word) == one.word || (!one.brief.empty() && word == one.brief)) return Key{.kind = one.kind};
  }
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    const char lower = letter(i);
    if (word == std::string(1, lower) || word == std::to_string(i + 1)) return Key{.kind = Key::Kind::step, .actor = i};
    if (word == std::string(1, static_cast<char>(lower - 'a' + 'A'))) return Key{.kind = Key::Kind::crash, .actor = i};
  }
  std::vector<std::string_view> known(actors_.begin(), actors_.end());
  for (const Word& one : all_words) known.push_back(one.word);
  const std::string_view near = nearest(word, known);
  const std::string shown = quoted(word);
  if (near.empty()) {
    return Fault{"key",
                 {shown + " is no key of this game; help lists them", "没有“" + shown + "”这个键；输入 help 查看全部"}};
  }
  const std::string meant(near);
  return Fault{"key",
               {shown + " is no key of this game; did you mean " + meant + "?",
                "没有“" + shown + "”这个键；您是指 " + meant + " 吗？"}};
}

std::string Keys::spelled(const Key& key) {
  if (key.kind == Key::Kind::step) return {letter(key.actor)};
  if (key.kind == Key::Kind::crash) return {static_cast<char>(letter(key.actor) - 'a' + 'A')};
  const auto* const found =
      std::find_if(all_words.begin(), all_words.end(), [&](const Word& one) { return one.kind == key.kind; });
  return std::string(found->word);
}

}  // namespace payonce::lessons
