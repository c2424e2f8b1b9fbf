#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <optional>
#include <streambuf>
#include <string>
#include <string_view>

#include "ledger/statements/file_break.hpp"

struct archive;

namespace payonce::statements {

/// A zip file, read from its beginning to its end by libarchive, member after member and never as a whole: memory is a few
/// buffers. Its table at the end must be there and is not
/// believed, each member's own header and checksum are. What unpacks to far more than any
/// bill does is refused.
class ZipFile {
 public:
  /// Bills are text with many repetitions and shrink to a tenth; deflate can do a thousandth. Small files are let off.
  static constexpr std::uint64_t most_times = 200;
  static constexpr std::uint64_t unjudged_bytes = 16U << 20U;
  static constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30U;  // unpacked, of all members
  static constexpr int most_members = 16;                               // a bill has two

  /// `bytes` must outlive it.
  explicit ZipFile(std::streambuf& bytes);
  ~ZipFile();
  ZipFile(const ZipFile&) = delete;
  ZipFile& operator=(const ZipFile&) = delete;

  struct Member {
    std::string name;  // in whatever charset it was written
    bool folder = false;
    bool encrypted = false;
  };
  /// The next member, whose content is then to be read; false at the end and where something broke.
  [[nodiscard]] bool next(Member& member);
  /// The member's bytes, unpacked.
  [[nodiscard]] std::streambuf& content() { return content_; }
  /// What broke, if anything has. Ends the content early, so to be asked whenever it has been read.
  struct Trouble {
    FileBreak code;
    Text why;
  };
  [[nodiscard]] const std::optional<Trouble>& trouble() const { return trouble_; }

 private:
  class Content : public std::streambuf {
   public:
    explicit Content(ZipFile& zip) : zip_(zip) {}
    void forget() { setg(nullptr, nullptr, nullptr); }

   protected:
    int_type underflow() override;

   private:
    ZipFile& zip_;
    std::array<char, 16384> block_{};
  };

  static long read_packed(archive* reader, void* self, const void** block);
  void look_for_end(std::string_view block);
  void broke();

  std::streambuf& bytes_;
  archive* reader_;
  Content content_{*this};
  std::array<char, 65536> packed_{};
  std::uint64_t packed_bytes_ = 0;
  std::uint64_t unpacked_bytes_ = 0;
  int members_ = 0;
  std::string before_;           // the last bytes of the block before
  bool ended_ = false;           // the record that ends a zip file was met
  bool at_end_ = false;          // of the packed bytes
  std::exception_ptr thrown_{};  // by the bytes: libarchive is C, so it is thrown again behind it
  std::optional<Trouble> trouble_{};
};

}  // namespace payonce::statements
