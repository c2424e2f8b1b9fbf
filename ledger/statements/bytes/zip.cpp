#include "ledger/statements/bytes/zip.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <new>
#include <type_traits>
#include <utility>

#include "ledger/values/invariant.hpp"

namespace payonce::statements {

static_assert(std::is_same_v<la_ssize_t, long>);

ZipFile::ZipFile(std::streambuf& bytes) : bytes_(bytes), reader_(archive_read_new()) {
  if (reader_ == nullptr) throw std::bad_alloc();
  // No other format and no other compression around it is known to this reader.
  invariant(archive_read_support_format_zip_streamable(reader_) == ARCHIVE_OK, "libarchive reads zip files");
  if (archive_read_open(reader_, this, nullptr, read_packed, nullptr) != ARCHIVE_OK) broke();
}

ZipFile::~ZipFile() { archive_read_free(reader_); }

long ZipFile::read_packed(archive* /*reader*/, void* self, const void** block) {
  auto& zip = *static_cast<ZipFile*>(self);
  std::streamsize got = 0;
  try {
    got = zip.bytes_.sgetn(zip.packed_.data(), static_cast<std::streamsize>(zip.packed_.size()));
  } catch (...) {
    zip.thrown_ = std::current_exception();
  }
  if (got <= 0) zip.at_end_ = true;
  zip.packed_bytes_ += static_cast<std::uint64_t>(got > 0 ? got : 0);
  zip.look_for_end(got > 0 ? std::string_view(zip.packed_.data(), static_cast<std::size_t>(got)) : std::string_view{});
  *block = zip.packed_.data();
  return got > 0 ? static_cast<long>(got) : 0;
}

/// The record that ends a zip file may lie across two blocks.
void ZipFile::look_for_end(std::string_view block) {
  constexpr std::string_view mark = "PK\x05\x06";
  before_ += block.substr(0, mark.size() - 1);
  ended_ = ended_ || before_.find(mark) != std::string::npos || block.find(mark) != std::string_view::npos;
  before_ = block.substr(block.size() - std::min(block.size(), mark.size() - 1));
}

void ZipFile::broke() {
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  if (trouble_) return;
  if (at_end_) {
    trouble_ = Trouble{FileBreak::file_truncated, {"the zip file ends before its end", "ZIP 文件提前结束"}};
  } else {
    trouble_ = Trouble{FileBreak::file_corrupted, {"the zip file cannot be unpacked", "ZIP 文件无法解压"}};
  }
}

bool ZipFile::next(Member& member) {
  content_.forget();
  if (trouble_) return false;
  archive_entry* entry = nullptr;
  const int got = archive_read_next_header(reader_, &entry);
  if (got == ARCHIVE_EOF) {
    const void* block = nullptr;
    while (!at_end_) read_packed(reader_, this, &block);
    if (!ended_ || thrown_) broke();
    return false;
  }
  if (got < ARCHIVE_WARN) {
    broke();
    return false;
  }
  if (++members_ > most_members) {
    trouble_ = Trouble{FileBreak::file_over_bounds,
                       {"the zip file has over " + std::to_string(most_members) + " members",
                        "ZIP 文件的成员超过 " + std::to_string(most_members) + " 个"}};
    return false;
  }
  const char* name = archive_entry_pathname(entry);
  member.name = name == nullptr ? "" : name;
  member.folder = archive_entry_filetype(entry) == AE_IFDIR || member.name.ends_with('/');
  member.encrypted = archive_entry_is_encrypted(entry) != 0;
  return true;
}

ZipFile::Content::int_type ZipFile::Content::underflow() {
  if (zip_.trouble_) return traits_type::eof();
  const la_ssize_t got = archive_read_data(zip_.reader_, block_.data(), block_.size());
  if (got < 0) zip_.broke();
  if (got <= 0) return traits_type::eof();
  zip_.unpacked_bytes_ += static_cast<std::uint64_t>(got);
  const bool bomb = zip_.unpacked_bytes_ > unjudged_bytes && zip_.unpacked_bytes_ / most_times > zip_.packed_bytes_;
  if (bomb || zip_.unpacked_bytes_ > most_bytes) {
    zip_.trouble_ = Trouble{FileBreak::file_over_bounds,
                            {"the zip file unpacks to more than any bill holds", "ZIP 文件解压后远超账单所需大小"}};
    return traits_type::eof();
  }
  setg(block_.data(), block_.data(), block_.data() + got);
  return traits_type::to_int_type(block_.front());
}

}  // namespace payonce::statements
