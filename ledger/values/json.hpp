#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "ledger/values/money.hpp"

namespace payonce {

/// Appends one JSON text (RFC 8259) to a string, without spaces and in the order of the calls. It writes and never reads;
/// a call out of turn (a value without its name, an end without its beginning) is our own mistake and breaks an invariant.
///
///   JsonWriter json(out);
///   json.object().member("outcome", "paid").member("replayed", false).name("amount").value(amount).end();
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  JsonWriter& object();
  JsonWriter& array();
  /// Ends the innermost object or array.
  JsonWriter& end();

  /// The name of the next member; its value must follow.
  JsonWriter& name(std::string_view name);

  /// Quotes, backslashes and control bytes are escaped, bytes that are no UTF-8 become U+FFFD: the result is always valid.
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(const std::string& text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth);
  /// Whole numbers only: an amount or a time in floating point has no way in.
  template <std::integral Number>
  requires(!std::same_as<Number, bool> && !std::same_as<Number, char>) JsonWriter& value(Number number) {
    char digits[24];
    const auto written = std::to_chars(digits, digits + sizeof digits, number);
    return bare({digits, static_cast<std::size_t>(written.ptr - digits)});
  }
  /// {"minor":10000,"currency":"CNY","exponent":2}
  JsonWriter& value(const Money& money);
  JsonWriter& null() { return bare("null"); }
  /// JSON text made elsewhere (a stored answer), taken as it is.
  JsonWriter& raw(std::string_view json) { return bare(json); }

  template <class Value>
  JsonWriter& member(std::string_view member_name, const Value& member_value) {
    return name(member_name).value(member_value);
  }

  /// Every object and array is closed and something was written.
  [[nodiscard]] bool complete() const noexcept { return depth_ == 0 && comma_; }

 private:
  static constexpr int deepest = 63;  // one bit of objects_ a level; our documents have four

  void before_value();
  void open(char bracket, bool is_object);
  JsonWriter& bare(std::string_view json);
  [[nodiscard]] bool in_object() const noexcept { return (objects_ & 1U) != 0; }

  std::string& out_;
  std::uint64_t objects_ = 0;  // the lowest bit is the innermost level: 1 an object, 0 an array or the top
  int depth_ = 0;
  bool comma_ = false;  // something stands on this level already
  bool named_ = false;  // a name waits for its value
};

/// The text in quotes, escaped, as JsonWriter::value writes it.
void append_json_string(std::string& out, std::string_view text);

}  // namespace payonce
