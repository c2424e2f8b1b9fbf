#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "app/command.hpp"
#include "app/context.hpp"
#include "app/line_reader.hpp"

namespace payonce {

/// Somebody who answers a lesson, word by word: a person at a terminal, a pipe, or a file. Words are parted by blanks and lines; what is
/// behind a `#` is for readers. Words that no terminal has shown are shown behind the question, so that what is kept of a lesson reads well.
class Learner {
 public:
  /// From `file`; without it, or with "-", from standard input. With --json nothing is asked or shown, and without a file nobody
  /// answers. A Problem (74) where the file cannot be opened.
  Learner(Context& context, const std::optional<std::string>& file);

  /// The next word, asked for by `question`; nothing at the end, and where nobody reads what is asked.
  [[nodiscard]] std::optional<std::string> word(const std::string& question);
  /// A word was wrong. What a person wrote behind it in one line was meant for another situation, and is dropped; a script's is not.
  void misunderstood();

 private:
  Context& context_;
  bool terminal_;
  std::unique_ptr<LineReader> lines_;  // null: nobody answers
  std::deque<std::string> words_;
};

/// --keys FILE or --answers FILE.
[[nodiscard]] Option script_option(const std::string& name);

}  // namespace payonce
