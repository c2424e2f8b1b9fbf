#include "ledger/statements/bytes/xml.hpp"

#include <expat.h>

#include <algorithm>
#include <array>
#include <new>

#include "ledger/statements/map.hpp"

namespace payonce::statements {
namespace {

std::string_view local(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

}  // namespace

/// What expat calls. Nothing may be thrown through it: expat is C.
struct XmlCalls {
  static XmlReader& of(void* self) { return *static_cast<XmlReader*>(self); }

  template <class Call>
  static void guarded(XmlReader& xml, const Call& call) {
    try {
      if (!call()) xml.stop();
    } catch (...) {
      xml.thrown_ = std::current_exception();
      xml.stop();
    }
  }

  static void begin(void* self, const char* name, const char** attributes) {
    XmlReader& xml = of(self);
    if (!xml.token()) return;
    if (++xml.depth_ > XmlReader::deepest) {
      return xml.stop(FileBreak::file_over_bounds, {"elements lie over 100 deep", "元素嵌套超过 100 层"});
    }
    xml.text_.clear();
    guarded(xml, [&] { return xml.handler_.begin(xml, local(name), attributes); });
  }

  static void end(void* self, const char* name) {
    XmlReader& xml = of(self);
    if (!xml.token()) return;
    --xml.depth_;
    guarded(xml, [&] { return xml.handler_.end(xml, local(name), trimmed(xml.text_)); });
    xml.text_.clear();
  }

  static void text(void* self, const char* text, int size) {
    XmlReader& xml = of(self);
    if (!xml.token()) return;
    const auto length = static_cast<std::size_t>(size);
    xml.text_.append(text,
                     std::min(length, XmlReader::longest_text - std::min(xml.text_.size(), XmlReader::longest_text)));
  }

  static void other(void* self, const char* /*text*/, int /*size*/) { (void)of(self).token(); }

  static void doctype(void* self, const char* /*name*/, const char* /*system*/, const char* /*id*/,
                      int /*has_subset*/) {
    XmlReader& xml = of(self);
    if (!xml.token()) return;
    xml.stop(FileBreak::file_unknown_layout,
             {"declares a DOCTYPE, which no statement does", "含有 DOCTYPE 声明，对账单不会如此"});
  }
};

XmlReader::XmlReader(std::streambuf& bytes, XmlHandler& handler)
    : bytes_(bytes), handler_(handler), parser_(XML_ParserCreate(nullptr)) {
  if (parser_ == nullptr) throw std::bad_alloc();
  XML_SetUserData(parser_, this);
  XML_SetElementHandler(parser_, XmlCalls::begin, XmlCalls::end);
  XML_SetCharacterDataHandler(parser_, XmlCalls::text);
  XML_SetStartDoctypeDeclHandler(parser_, XmlCalls::doctype);
  XML_SetDefaultHandler(parser_, XmlCalls::other);
}

XmlReader::~XmlReader() { XML_ParserFree(parser_); }

std::uint64_t XmlReader::line() const { return XML_GetCurrentLineNumber(parser_); }

bool XmlReader::token() {
  if (stopped_) return false;
  const XML_Index at = XML_GetCurrentByteIndex(parser_);
  if (at >= 0) token_at_ = static_cast<std::uint64_t>(at);
  return true;
}

void XmlReader::stop() {
  stopped_ = true;
  XML_StopParser(parser_, XML_FALSE);
}

void XmlReader::stop(FileBreak code, Text why) {
  trouble_ = Trouble{code, line(), std::move(why)};
  stop();
}

void XmlReader::keep() {
  keeping_ = true;
  kept_.clear();
  keep_from_ = token_at_;
}

void XmlReader::keep_until(std::uint64_t end) {
  const std::uint64_t from = std::max(keep_from_, window_at_);
  if (end <= from) return;
  const std::size_t room = most_kept - kept_.size();
  kept_ += std::string_view(window_).substr(from - window_at_, std::min<std::uint64_t>(end - from, room));
  keep_from_ = end;
}

std::string XmlReader::kept() {
  keep_until(token_at_ + static_cast<std::uint64_t>(std::max(XML_GetCurrentByteCount(parser_), 0)));
  keeping_ = false;
  return std::move(kept_);
}

std::optional<XmlReader::Trouble> XmlReader::read() {
  // Blanks before the declaration are no XML, and some banks write them.
  for (int c = bytes_.sgetc(); c == ' ' || c == '\t' || c == '\r' || c == '\n'; c = bytes_.snextc()) continue;
  std::array<char, 32768> block{};
  bool last = false;
  while (!last && !stopped_) {
    const std::streamsize got = bytes_.sgetn(block.data(), static_cast<std::streamsize>(block.size()));
    last = got < static_cast<std::streamsize>(block.size());
    const auto size = static_cast<std::size_t>(std::max<std::streamsize>(got, 0));
    window_.append(block.data(), size);
    fed_ += size;
    if (XML_Parse(parser_, block.data(), static_cast<int>(size), last ? XML_TRUE : XML_FALSE) == XML_STATUS_ERROR) {
      if (stopped_) break;
      const XML_Error error = XML_GetErrorCode(parser_);
      const std::string said = XML_ErrorString(error);
      const bool cut = last && (error == XML_ERROR_NO_ELEMENTS || error == XML_ERROR_UNCLOSED_TOKEN ||
                                error == XML_ERROR_PARTIAL_CHAR || error == XML_ERROR_UNCLOSED_CDATA_SECTION);
      const bool charset = error == XML_ERROR_UNKNOWN_ENCODING || error == XML_ERROR_INCORRECT_ENCODING;
      if (cut) {
        trouble_ = Trouble{FileBreak::file_truncated, line(), {"the document ends before its end", "文档提前结束"}};
      } else if (charset) {
        trouble_ =
            Trouble{FileBreak::file_unknown_layout, line(), {"is in a charset that is not read", "编码无法读取"}};
      } else {
        trouble_ = Trouble{FileBreak::file_corrupted, line(), {"is no XML: " + said, "不是 XML：" + said}};
      }
      break;
    }
    if (keeping_) keep_until(std::min(token_at_, fed_));
    const std::uint64_t behind = std::min(token_at_, fed_);
    if (behind > window_at_) {
      window_.erase(0, behind - window_at_);
      window_at_ = behind;
    }
    if (fed_ - behind > longest_token) {
      trouble_ = Trouble{FileBreak::file_over_bounds, line(), {"a token is longer than 1 MiB", "某个标记超过 1 MiB"}};
      break;
    }
  }
  if (thrown_) std::rethrow_exception(thrown_);
  return trouble_;
}

}  // namespace payonce::statements
