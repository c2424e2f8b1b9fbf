#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/context.hpp"
#include "app/learner.hpp"
#include "ledger/values/json.hpp"
#include "ledger/values/text.hpp"

namespace payonce {

/// What is said in a game: each word of the learner's is done, or refused with a reason, and all of them are told at the end. With
/// --json nothing is printed on the way.
class Conversation {
 public:
  /// Both must outlive it.
  Conversation(Context& context, Learner& learner) : context_(context), learner_(learner) {}

  void print(std::string_view text) const;
  void tell(const Text& text, std::string_view first = {}) const;

  void done(const std::string& word) { said_.push_back({word, true, {}}); }
  void refuse(const std::string& word, const Text& why);

  /// An array of what was said under `name`, each word as `what`.
  void write(JsonWriter& json, std::string_view name, std::string_view what) const;

 private:
  struct Said {
    std::string word;
    bool done = false;
    Text why;  // where it was not
  };

  Context& context_;
  Learner& learner_;
  std::vector<Said> said_;
};

}  // namespace payonce
