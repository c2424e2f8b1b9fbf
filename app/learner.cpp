#include "app/learner.hpp"

#include <unistd.h>

#include "app/print/output.hpp"
#include "ledger/values/wide.hpp"
#include "scenarios/lessons/words.hpp"

namespace payonce {
namespace {

/// What is kept of a line: no sentence of a lesson is as long, and what is longer is some other file.
constexpr std::size_t longest_line = 4096;

bool standard_input(const std::optional<std::string>& file) { return !file || *file == "-"; }

}  // namespace

Learner::Learner(Context& context, const std::optional<std::string>& file)
    : context_(context), terminal_(standard_input(file) && isatty(STDIN_FILENO) == 1) {
  if (context.json() && !file) return;
  lines_ = std::make_unique<LineReader>(standard_input(file) ? std::string() : *file, longest_line);
}

std::optional<std::string> Learner::word(const std::string& question) {
  const bool asks = !context_.json();
  bool typed = false;  // it stands on the screen already, because it was typed there
  if (words_.empty() && terminal_ && asks) context_.print(question);
  while (words_.empty()) {
    if (lines_ == nullptr || !flush_output()) return std::nullopt;
    const auto line = lines_->next();
    if (!line) {
      if (terminal_ && asks) context_.print("\n");
      return std::nullopt;
    }
    typed = terminal_;
    for (std::string& one : lessons::words_of(line->text)) words_.push_back(std::move(one));
    if (words_.empty() && terminal_ && asks) context_.print(question);
  }
  std::string word = std::move(words_.front());
  words_.pop_front();
  if (asks && !typed) context_.print(question + cut(printable(word), 40) + "\n");
  return word;
}

void Learner::misunderstood() {
  if (terminal_) words_.clear();
}

Option script_option(const std::string& name) {
  return {.name = name,
          .value = "FILE",
          .about = {"what is typed, from a file or - (standard input): words, # comments",
                    "按键或回答取自文件，- 为标准输入：逐词，# 起注释"}};
}

}  // namespace payonce
