#pragma once

#include <string>
#include <utility>
#include <variant>

#include "ledger/values/text.hpp"

namespace payonce {

/// Why an input was not taken: the field as its writer knows it, and the reason. Nothing was changed.
struct Fault {
  std::string field;
  Text why;
};

/// A value, or the fault in the input that should have given it. The names are those of std::expected, which gcc 12 lacks.
/// Never used for refusals of the business (those are an Outcome) or for storage trouble (that is an exception).
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Fault fault) : held_(std::in_place_index<1>, std::move(fault)) {}  // NOLINT(google-explicit-constructor)

  [[nodiscard]] bool has_value() const noexcept { return held_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  [[nodiscard]] const T& value() const& { return std::get<0>(held_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(held_)); }
  [[nodiscard]] const T& operator*() const& { return value(); }
  [[nodiscard]] T&& operator*() && { return std::move(*this).value(); }
  [[nodiscard]] const T* operator->() const { return &value(); }
  [[nodiscard]] const Fault& error() const { return std::get<1>(held_); }

 private:
  std::variant<T, Fault> held_;
};

}  // namespace payonce
