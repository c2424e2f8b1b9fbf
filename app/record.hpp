#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/context.hpp"
#include "app/print/table.hpp"
#include "ledger/values/json.hpp"
#include "ledger/values/money.hpp"

namespace payonce {

/// Named values in order: one thing as a command shows it, as lines or a table row for people, as members of a JSON object for
/// programs. Both faces come from the same values.
class Record {
 public:
  Record& text(std::string_view name, Text label, const std::string& value, Tone tone = Tone::plain);
  /// A sentence: for people in their language, in JSON in English.
  Record& words(std::string_view name, Text label, const Text& value);
  Record& maybe(std::string_view name, Text label, const std::optional<std::string>& value);
  Record& number(std::string_view name, Text label, std::int64_t value);
  Record& truth(std::string_view name, Text label, bool value);
  Record& money(std::string_view name, Text label, const Money& value);
  /// UTC nanoseconds, as ISO time on both faces.
  Record& time(std::string_view name, Text label, std::optional<std::int64_t> utc_ns);

  struct Field {
    std::string name;
    Text label;
    Text shown;          // for people
    std::string json;    // one JSON value
    bool right = false;  // numbers stand in line at their last digit
    Tone tone = Tone::plain;
  };
  [[nodiscard]] const std::vector<Field>& fields() const { return fields_; }
  /// {"name":value,…}
  void write(JsonWriter& json) const;

 private:
  Record& add(std::string_view name, Text label, Text shown, std::string json, bool right, Tone tone);
  std::vector<Field> fields_;
};

/// "  label  value", a line a field; a field with nothing to show is left out.
[[nodiscard]] std::string lines_of(const Context& context, const Record& record);
/// The rows under the labels of the first; or, where there are none, the sentence.
[[nodiscard]] std::string table_of(const Context& context, const std::vector<Record>& rows, const Text& none);

/// One thing: a headline and its lines, or one JSON object with "exit" behind its members.
ExitStatus tell(Context& context, const Text& headline, Tone tone, const Record& record,
                ExitStatus status = ExitStatus::done);
/// Many things: a table, or {"<name>":[…],"exit":0}. Of a list that ends at `limit` people are told that there may be more.
ExitStatus tell_list(Context& context, std::string_view name, const std::vector<Record>& rows, const Text& none,
                     std::optional<std::int64_t> limit = std::nullopt);
/// The same for a list that is told otherwise; `option` is the one that asks for more.
void note_more(const Context& context, std::size_t shown, std::int64_t limit, const std::string& option);

}  // namespace payonce
