#pragma once

#include <cstddef>
#include <istream>

#include "ledger/statements/mt940_fields.hpp"

namespace payonce::statements::mt940 {

/// The fields of a file, one at a time; memory is one field. Blocks "{1:…}{4:" and lines before the first tag are passed over.
class Messages {
 public:
  static constexpr std::size_t longest_field = 1U << 16U;  // bytes: 64 KiB

  enum class Got {
    field,
    end_of_message,  // "-" or "-}"
    end,
    too_long,  // reading must stop
  };

  explicit Messages(std::istream& in) : in_(*in.rdbuf()) {}
  [[nodiscard]] Got next(Field& field);
  [[nodiscard]] std::uint64_t line() const { return line_; }

 private:
  bool fill();

  std::streambuf& in_;
  std::string ahead_;  // a line that was read and not yet used
  bool filled_ = false;
  bool over_ = false;
  std::uint64_t line_ = 0;
};

}  // namespace payonce::statements::mt940
