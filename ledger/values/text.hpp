#pragma once

#include <string>
#include <string_view>

namespace payonce {

/// A sentence a person may read, in both languages of the product. Codes and JSON members are English and no Text.
struct Text {
  std::string en;
  std::string zh;
};

enum class Language { en, zh, both };

/// The sentence in one language, or "en / zh" for both.
[[nodiscard]] inline std::string said(const Text& text, Language language) {
  switch (language) {
    case Language::en: return text.en;
    case Language::zh: return text.zh;
    case Language::both: break;
  }
  return text.en == text.zh ? text.en : text.en + " / " + text.zh;
}

}  // namespace payonce
