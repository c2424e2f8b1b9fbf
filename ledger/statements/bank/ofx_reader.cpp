#include <utility>

#include "ledger/statements/bank/bank.hpp"
#include "ledger/statements/bank/ofx_sgml.hpp"
#include "ledger/statements/bank/ofx_statement.hpp"
#include "ledger/statements/bytes/xml.hpp"

namespace payonce::statements {
namespace {

/// OFX 2, told to the same statements tag by tag. An element with others inside has been opened before it ends; a value is
/// told when it ends.
class OfxXml : public XmlHandler {
 public:
  explicit OfxXml(ofx::Statements& statements) : statements_(statements) {}

  bool begin(XmlReader& xml, std::string_view name, const char* const* /*attributes*/) override {
    const bool go_on = open_ ? statements_.open(last_, last_line_) : true;
    last_ = name;
    last_line_ = xml.line();
    open_ = true;
    if (name == "STMTTRN") xml.keep();
    return go_on;
  }

  bool end(XmlReader& xml, std::string_view name, std::string_view text) override {
    if (std::exchange(open_, false)) {
      if (!text.empty()) return statements_.value(name, text, xml.line());
      if (!statements_.open(name, last_line_)) return false;
    }
    return statements_.close(name, xml.line(), name == "STMTTRN" ? xml.kept() : std::string());
  }

 private:
  ofx::Statements& statements_;
  std::string last_;  // the element that has begun and may be a value or hold others
  std::uint64_t last_line_ = 0;
  bool open_ = false;
};

}  // namespace

Reading read_ofx(std::streambuf& bytes, std::string_view beginning, const Sink& sink) {
  Reading reading;
  reading.format = Format::ofx;
  ofx::Statements statements(reading, sink);
  if (beginning.starts_with("<?")) {
    OfxXml handler(statements);
    XmlReader xml(bytes, handler);
    const auto trouble = xml.read();
    if (trouble) reading.broke(trouble->code, trouble->line, trouble->why);
  } else if (!ofx::Sgml(bytes, statements).read()) {
    reading.broke(FileBreak::file_truncated, 1,
                  {"the file ends inside a tag, or a tag has no end", "文件在标签内结束，或标签未结束"});
  }
  statements.finish();
  return reading;
}

}  // namespace payonce::statements
