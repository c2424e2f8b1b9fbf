#pragma once

#include <optional>
#include <streambuf>
#include <string>

#include "ledger/statements/bank/ofx_statement.hpp"
#include "ledger/statements/bytes/charset.hpp"

namespace payonce::statements::ofx {

/// OFX 1: a block of "NAME:value" and then tags, of which those with a value are not closed. The header often lies about its
/// charset, so each value is judged by itself: UTF-8 where it is that, else Windows-1252, or GB18030 where the header says so.
/// Memory is one tag, one value and the bytes of one transaction.
class Sgml {
 public:
  static constexpr std::size_t longest_tag = 64;
  static constexpr std::size_t longest_text = 1U << 16U;

  Sgml(std::streambuf& bytes, Statements& statements) : bytes_(bytes), statements_(statements) {}

  /// To the end of the file, or until the statements want no more. False where a tag has no end.
  [[nodiscard]] bool read();

 private:
  int take();
  [[nodiscard]] std::string decoded(std::string text) const;

  std::streambuf& bytes_;
  Statements& statements_;
  Charset otherwise_ = Charset::windows_1252;
  std::uint64_t line_ = 1;
  std::string raw_;  // of the transaction
};

}  // namespace payonce::statements::ofx
