#include "app/conversation.hpp"

#include "app/lesson_view.hpp"

namespace payonce {

void Conversation::print(std::string_view text) const {
  if (!context_.json()) context_.print(text);
}

void Conversation::tell(const Text& text, std::string_view first) const { print(told(context_, text, first)); }

void Conversation::refuse(const std::string& word, const Text& why) {
  said_.push_back({word, false, why});
  learner_.misunderstood();
  tell(why, "⚠ ");
}

void Conversation::write(JsonWriter& json, std::string_view name, std::string_view what) const {
  json.name(name).array();
  for (const Said& one : said_) {
    json.object().member(what, one.word).member("done", one.done);
    if (!one.done) write_text(json, "why", one.why);
    json.end();
  }
  json.end();
}

}  // namespace payonce
