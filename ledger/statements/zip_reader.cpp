#include <istream>

#include "ledger/statements/bills/alipay_summary.hpp"
#include "ledger/statements/bytes/charset.hpp"
#include "ledger/statements/bytes/continued.hpp"
#include "ledger/statements/bytes/zip.hpp"
#include "ledger/statements/plain_reader.hpp"
#include "ledger/statements/reader.hpp"

namespace payonce::statements {
namespace {

/// Of what a packer adds by itself.
bool is_litter(std::string_view name) {
  return name.starts_with("__MACOSX/") || name.ends_with(".DS_Store") || name.ends_with("Thumbs.db");
}

/// One bill, and perhaps the summary that Alipay puts beside it, in either order.
class ZipReader {
 public:
  ZipReader(std::streambuf& bytes, const FieldMap* map, const Sink& sink) : zip_(bytes), map_(map), sink_(sink) {}

  Reading run() {
    ZipFile::Member member;
    while (zip_.next(member)) {
      if (member.folder || is_litter(member.name)) continue;
      if (member.encrypted) {
        unknown({"the zip file is encrypted; unpack it first", "ZIP 文件已加密，请先解压"});
        break;
      }
      if (!take()) break;
    }
    if (zip_.trouble()) reading().broke(zip_.trouble()->code, 1, zip_.trouble()->why);
    if (!reading_ && !zip_.trouble()) unknown({"the zip file holds no statement", "ZIP 文件中没有对账单"});
    if (summary_) summary_->compare(reading());
    return std::move(reading());
  }

 private:
  Reading& reading() {
    if (!reading_) reading_.emplace();
    return *reading_;
  }
  void unknown(Text why) { reading().broke(FileBreak::file_unknown_layout, 1, std::move(why)); }

  bool take() {
    Continued content(zip_.content(), enough_to_detect);
    const auto charset = charset_of(content.beginning());
    if (charset && AlipaySummary::is(in_utf8(content.beginning(), *charset))) {
      Utf8Buffer text(content, *charset);
      std::istream in(&text);
      summary_ = AlipaySummary::read(in);
      return true;
    }
    if (read_) {
      // Their lines would have one numbering, and one verdict on trust would stand for both.
      unknown({"the zip file holds several statements; unpack it and give each by itself",
               "ZIP 文件含有多份对账单，请解压后逐份读取"});
      return false;
    }
    read_ = true;
    reading_ = read_plain(content, content.beginning(), map_, sink_);
    return true;
  }

  ZipFile zip_;
  const FieldMap* map_;
  const Sink& sink_;
  std::optional<Reading> reading_;
  std::optional<AlipaySummary> summary_;
  bool read_ = false;
};

}  // namespace

Reading read_zip(std::streambuf& bytes, const FieldMap* map, const Sink& sink) {
  return ZipReader(bytes, map, sink).run();
}

}  // namespace payonce::statements
