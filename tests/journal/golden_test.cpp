// The golden vectors of the seal: vouchers and hashes written down by another program, both versions. docs/verify.py reads the
// same file.

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "ledger/journal/seal.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::journal;

namespace {

struct Close {
  void operator()(sqlite3* file) const { sqlite3_close(file); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using File = std::unique_ptr<sqlite3, Close>;
using Query = std::unique_ptr<sqlite3_stmt, Close>;

File golden() {
  sqlite3* opened = nullptr;
  REQUIRE(sqlite3_open(":memory:", &opened) == SQLITE_OK);
  File file(opened);
  const std::string text = test::contents(std::string(PAYONCE_SOURCE_DIR) + "/docs/golden/vouchers.sql");
  REQUIRE(sqlite3_exec(opened, text.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  return file;
}

Query ask(const File& file, const std::string& text) {
  sqlite3_stmt* prepared = nullptr;
  REQUIRE(sqlite3_prepare_v2(file.get(), text.c_str(), -1, &prepared, nullptr) == SQLITE_OK);
  return Query(prepared);
}

std::string text(const Query& row, int column) {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(row.get(), column));
  return bytes == nullptr ? std::string()
                          : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(row.get(), column)));
}
std::int64_t number(const Query& row, int column) { return sqlite3_column_int64(row.get(), column); }
std::optional<std::int64_t> maybe(const Query& row, int column) {
  if (sqlite3_column_type(row.get(), column) == SQLITE_NULL) return std::nullopt;
  return number(row, column);
}

/// The seal of one stored voucher, with one of its amounts changed by `change`.
std::string sealed(const File& file, const Query& head, std::int64_t change) {
  std::vector<std::string> texts;
  std::vector<SealedLine> lines;
  const Query rows = ask(file,
                         "SELECT account_id, currency, side, amount, account_version, debits_after, credits_after FROM "
                         "entry WHERE voucher_id = " +
                             std::to_string(number(head, 0)) + " ORDER BY entry_id");
  texts.reserve(64);
  while (sqlite3_step(rows.get()) == SQLITE_ROW) {
    texts.push_back(text(rows, 1));
    texts.push_back(text(rows, 2));
    lines.push_back({number(rows, 0), texts[texts.size() - 2], texts.back(), number(rows, 3), number(rows, 4),
                     number(rows, 5), number(rows, 6)});
  }
  REQUIRE(lines.size() >= 2);
  lines.front().amount += change;
  Digest previous{};
  const std::string before = text(head, 16);
  REQUIRE(before.size() == previous.size());
  std::transform(before.begin(), before.end(), previous.begin(), [](char c) { return static_cast<std::uint8_t>(c); });
  const std::string kind = text(head, 2);
  const std::string series = text(head, 3);
  const std::string key = text(head, 5);
  const std::string day = text(head, 9);
  const std::string reason = text(head, 11);
  const std::string actor = text(head, 15);
  const auto present = [&](int column, const std::string& held) {
    return maybe(head, column) ? std::optional<std::string_view>(held) : std::nullopt;
  };
  return hex(seal(previous,
                  {.voucher_id = number(head, 0),
                   .kind = kind,
                   .series = series,
                   .seq = number(head, 4),
                   .business_key = key,
                   .order_id = maybe(head, 6),
                   .attempt_id = maybe(head, 7),
                   .refund_id = maybe(head, 8),
                   .business_date = day,
                   .recorded_at_ns = number(head, 10),
                   .reason = present(11, reason),
                   .operation_id = maybe(head, 12),
                   .dispute_id = maybe(head, 13),
                   .reverses = maybe(head, 14),
                   .actor = present(15, actor)},
                  lines, number(head, 1)));
}

}  // namespace

TEST_CASE("the golden vectors of both versions of the seal are met, and none is met by another amount") {
  const File file = golden();
  const Query heads =
      ask(file,
          "SELECT voucher_id, seal_version, kind, series, seq, business_key, order_id, attempt_id, "
          "refund_id, business_date, recorded_at_ns, reason, operation_id, dispute_id, reverses, actor, "
          "previous_hash, hash FROM voucher ORDER BY voucher_id");
  int versions[3] = {0, 0, 0};
  std::string before(32, '\0');
  while (sqlite3_step(heads.get()) == SQLITE_ROW) {
    CAPTURE(number(heads, 0));
    versions[number(heads, 1)] += 1;
    const std::string hash = text(heads, 17);
    const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(hash.data()), hash.size());
    CHECK(sealed(file, heads, 0) == hex(bytes));
    CHECK(sealed(file, heads, 1) != hex(bytes));
    CHECK(text(heads, 16) == before);
    before = hash;
  }
  CHECK(versions[1] >= 3);
  CHECK(versions[2] >= 3);
}
