#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace payonce {

/// A named statement of schema/queries/, known when the program is built. Its number finds the prepared statement of a
/// connection without a search.
struct Sql {
  std::size_t number;
  std::string_view name;  // "orders.advance"
  std::string_view why;   // the sentences written above it
  const char* text;
};

/// What is bound to a parameter: NULL, a whole number, text or bytes. Text and bytes are not copied: they must live until the
/// call that takes them has returned. There is no double and no default, so that a forgotten parameter does not compile.
class Bound {
 public:
  Bound(std::nullopt_t) {}                                           // NOLINT(google-explicit-constructor)
  Bound(std::int64_t number) : held_(number) {}                      // NOLINT(google-explicit-constructor)
  Bound(int number) : held_(std::int64_t{number}) {}                 // NOLINT(google-explicit-constructor)
  Bound(std::string_view text) : held_(text) {}                      // NOLINT(google-explicit-constructor)
  Bound(const std::string& text) : held_(std::string_view(text)) {}  // NOLINT(google-explicit-constructor)
  Bound(const char* text) : held_(std::string_view(text)) {}         // NOLINT(google-explicit-constructor)
  Bound(std::span<const std::uint8_t> bytes) : held_(bytes) {}       // NOLINT(google-explicit-constructor)
  template <std::size_t n>
  Bound(const std::array<std::uint8_t, n>& bytes) : held_(std::span<const std::uint8_t>(bytes)) {}  // NOLINT
  template <class T>
  Bound(const std::optional<T>& maybe) {  // NOLINT(google-explicit-constructor)
    if (maybe) *this = Bound(*maybe);
  }
  Bound() = delete;
  Bound(double) = delete;
  Bound(bool) = delete;

  using Held = std::variant<std::monostate, std::int64_t, std::string_view, std::span<const std::uint8_t>>;
  [[nodiscard]] const Held& held() const { return held_; }

 private:
  Held held_;
};

}  // namespace payonce
