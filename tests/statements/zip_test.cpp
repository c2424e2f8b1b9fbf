// Zip files: what Alipay packs is read, and nothing that is packed to do harm is.

#include <archive.h>
#include <archive_entry.h>
#include <doctest/doctest.h>

#include <sstream>

#include "ledger/statements/bytes/zip.hpp"
#include "tests/statements/files.hpp"

using namespace payonce;
using namespace payonce::statements;
using namespace payonce::test;

namespace {

struct Packed {
  std::string name;
  std::string bytes;
};

long append(archive* /*writer*/, void* to, const void* bytes, std::size_t size) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  return static_cast<long>(size);
}

std::string packed(const std::vector<Packed>& members, const char* options = nullptr) {
  std::string file;
  archive* writer = archive_write_new();
  archive_write_set_format_zip(writer);
  if (options != nullptr) {
    REQUIRE(archive_write_set_options(writer, options) == ARCHIVE_OK);
    REQUIRE(archive_write_set_passphrase(writer, "secret") == ARCHIVE_OK);
  }
  archive_write_set_bytes_per_block(writer, 0);
  REQUIRE(archive_write_open(writer, &file, nullptr, append, nullptr) == ARCHIVE_OK);
  for (const Packed& one : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, one.name.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_size(entry, static_cast<std::int64_t>(one.bytes.size()));
    REQUIRE(archive_write_header(writer, entry) == ARCHIVE_OK);
    REQUIRE(archive_write_data(writer, one.bytes.data(), one.bytes.size()) == static_cast<long>(one.bytes.size()));
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
  return file;
}

}  // namespace

TEST_CASE("Alipay's zip is read whichever of its two files comes first, and both must agree") {
  const Kept plain = kept(bytes_of("alipay_trade_clean.csv"));
  for (const char* file : {"alipay_trade_clean.zip", "alipay_trade_summary_first.zip"}) {
    CAPTURE(file);
    const Kept bill = kept(bytes_of(file));
    CHECK(bill.codes().empty());
    CHECK(bill.reading.format == Format::alipay_trade);
    REQUIRE(bill.lines.size() == plain.lines.size());
    for (std::size_t n = 0; n < plain.lines.size(); ++n) {
      CHECK(bill.lines[n].key == plain.lines[n].key);
      CHECK(bill.lines[n].raw == plain.lines[n].raw);
    }
  }
  CHECK(kept(bytes_of("alipay_account_clean.zip")).codes().empty());
  CHECK(kept(bytes_of("alipay_trade_control_total.zip")).codes() == "file_control_total");
}

TEST_CASE("a zip file that is cut or damaged is not trusted") {
  CHECK(kept(bytes_of("alipay_trade_truncated.zip")).codes() == "file_unknown_layout file_truncated");
  CHECK(kept(bytes_of("alipay_trade_corrupted.zip")).codes() == "file_unknown_layout file_corrupted");
  const std::string whole = bytes_of("alipay_trade_clean.zip");
  const std::size_t ends = whole.rfind("PK\x01\x02");
  for (std::size_t size = 0; size < ends; size += 11) {
    CAPTURE(size);
    CHECK_FALSE(kept(whole.substr(0, size)).reading.trusted());
  }
}

TEST_CASE(
    "two statements in one zip file are refused, and so is a zip inside a zip, an encrypted one, and one of nothing") {
  const std::string bill = bytes_of("alipay_trade_clean.csv");
  CHECK(kept(bytes_of("two_statements.zip")).codes() == "file_unknown_layout");
  CHECK(kept(packed({{"a.zip", bytes_of("alipay_trade_clean.zip")}})).codes() == "file_unknown_layout");
  CHECK(kept(packed({})).codes() == "file_unknown_layout");
  const Kept secret = kept(packed({{"a.csv", bill}}, "zip:encryption=traditional"));
  CHECK(secret.codes() == "file_unknown_layout");
  CHECK(secret.lines.empty());
}

TEST_CASE("what a packer adds by itself is passed over, and names are not looked at") {
  const std::string bill = bytes_of("alipay_trade_clean.csv");
  const Kept read = kept(packed({{"__MACOSX/._a", "xyz"}, {"picture.png", bill}, {"d/.DS_Store", "abc"}}));
  CHECK(read.codes().empty());
  CHECK(read.lines.size() == 4);
}

TEST_CASE("a zip bomb ends the reading long before it is unpacked") {
  const std::string bill = bytes_of("stripe_clean.csv");
  const std::string row = "txn_1,2026-11-29 08:00:00,2026-12-01 00:00:00,eur,100.00,3.20,96.80,charge,Order\n";
  std::string big = bill.substr(0, bill.find('\n') + 1) + row;
  while (big.size() < 2 * ZipFile::unjudged_bytes) big += row;
  std::uint64_t lines = 0;
  Sink counting;
  counting.line = [&](const Line&) { ++lines; };
  std::istringstream in(packed({{"bill.csv", big}}));
  const Reading bomb = read(in, nullptr, counting);
  REQUIRE_FALSE(bomb.trusted());
  CHECK(bomb.broken().back().code == FileBreak::file_over_bounds);
  CHECK(lines < big.size() / row.size());
  std::vector<Packed> many;
  for (int n = 0; n < 17; ++n) many.push_back({"d/.DS_Store", "x"});
  CHECK(kept(packed(many)).codes() == "file_over_bounds");
}

TEST_CASE("a mapped CSV may come in a zip file as well") {
  const FieldMap map = shop_map();
  const Kept bill = kept(packed({{"csv", bytes_of("csv_clean.csv")}}), &map);
  CHECK(bill.codes().empty());
  CHECK(bill.net() == "-787.38 CNY");
}
