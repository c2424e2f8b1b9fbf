#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>

#include "ledger/statements/file_break.hpp"

struct XML_ParserStruct;

namespace payonce::statements {

class XmlReader;

/// Whoever is told what an XML document holds. Names are local: whatever stands before their colon is dropped. Returning
/// false ends the reading.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  /// `attributes` are name, value, name, value, nullptr.
  [[nodiscard]] virtual bool begin(XmlReader& xml, std::string_view name, const char* const* attributes) = 0;
  /// `text` is what stood in it, without blanks around; of an element with others inside, what stood behind the last.
  [[nodiscard]] virtual bool end(XmlReader& xml, std::string_view name, std::string_view text) = 0;
};

/// Reads XML by expat, block by block. A document that declares a DOCTYPE is refused, so that no entity is ever expanded, and
/// expat by itself opens nothing. Memory has a bound: tokens of 1 MiB, texts of 64 KiB, and a depth of 100.
class XmlReader {
 public:
  static constexpr std::uint64_t longest_token = 1U << 20U;
  static constexpr std::size_t longest_text = 1U << 16U;
  static constexpr std::size_t most_kept = 1U << 16U;
  static constexpr int deepest = 100;

  XmlReader(std::streambuf& bytes, XmlHandler& handler);
  ~XmlReader();
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

  /// Why the document cannot be trusted, where it cannot.
  struct Trouble {
    FileBreak code;
    std::uint64_t line;
    Text why;
  };
  [[nodiscard]] std::optional<Trouble> read();

  /// From the element that begins now on, its bytes are kept, up to 64 KiB of them…
  void keep();
  /// …and given when it ends.
  [[nodiscard]] std::string kept();
  [[nodiscard]] std::uint64_t line() const;

 private:
  friend struct XmlCalls;
  bool token();  // another one has been met; false where reading has been stopped
  void stop(FileBreak code, Text why);
  void stop();
  void keep_until(std::uint64_t end);

  std::streambuf& bytes_;
  XmlHandler& handler_;
  XML_ParserStruct* parser_;
  std::optional<Trouble> trouble_{};
  std::exception_ptr thrown_{};  // by the handler: expat is C, so it is thrown again behind it
  bool stopped_ = false;
  int depth_ = 0;
  std::string text_;
  std::string window_;  // bytes of the file that may still be kept
  std::uint64_t window_at_ = 0;
  std::uint64_t fed_ = 0;
  std::uint64_t token_at_ = 0;  // where the last token began
  bool keeping_ = false;
  std::string kept_;
  std::uint64_t keep_from_ = 0;  // the next byte to be kept
};

}  // namespace payonce::statements
