#include "ledger/journal/checkpoint.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include "ledger/values/duration.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/checkpoints.hpp"

namespace payonce::journal {
namespace {

constexpr std::string_view mark = "payonce-checkpoint";
constexpr std::string_view format = "1";

Fault damaged(std::string_view field) {
  return {std::string(field),
          {"is no checkpoint of payonce, or was altered: its digest is not that of its line",
           "不是 payonce 检查点，或已被改动：其摘要与内容不符"}};
}

std::string digest_of(std::string_view text) { return hex(sha256(text)); }

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0;;) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, end - at));
    if (end == line.size()) return words;
    at = end + 1;
  }
}

std::optional<Digest> digest_in(std::string_view text) {
  Digest digest{};
  if (text.size() != 2 * digest.size()) return std::nullopt;
  for (std::size_t n = 0; n < digest.size(); ++n) {
    const char* const begin = text.data() + 2 * n;
    const auto [end, failed] = std::from_chars(begin, begin + 2, digest[n], 16);
    if (failed != std::errc{} || end != begin + 2) return std::nullopt;
  }
  return digest;
}

Digest kept(const Row& row, int column) {
  Digest digest{};
  const auto bytes = row.bytes(column);
  if (bytes.size() != digest.size()) throw StorageTrouble(StorageTrouble::Kind::corrupt, 0, "a hash has 32 bytes");
  std::copy(bytes.begin(), bytes.end(), digest.begin());
  return digest;
}

}  // namespace

std::string Checkpoint::line() const {
  const std::string text = std::string(mark) + " " + std::string(format) + " " + ledger + " " + voucher + " " +
                           std::to_string(voucher_id) + " " + hex(hash) + " " + iso_time(at_ns);
  return text + " " + digest_of(text);
}

Result<Checkpoint> Checkpoint::parse(std::string_view field, std::string_view line) {
  const auto words = words_of(line);
  if (words.size() != 8 || words[0] != mark) return damaged(field);
  if (words[1] != format) {
    return Fault{std::string(field), {"was written by a newer payonce", "由更新的 payonce 写成"}};
  }
  if (digest_of(line.substr(0, line.size() - words[7].size() - 1)) != words[7]) return damaged(field);
  Checkpoint checkpoint{.ledger = std::string(words[2]), .voucher = std::string(words[3])};
  const std::string_view count = words[4];
  const auto [end, failed] = std::from_chars(count.data(), count.data() + count.size(), checkpoint.voucher_id);
  const auto hash = digest_in(words[5]);
  const auto at = parse_time(field, words[6]);
  if (failed != std::errc{} || end != count.data() + count.size() || checkpoint.voucher_id < 1 || !hash || !at) {
    return damaged(field);
  }
  checkpoint.hash = *hash;
  checkpoint.at_ns = *at;
  return checkpoint;
}

std::optional<Checkpoint> make_checkpoint(Tx& tx, std::string_view ledger, std::int64_t now_ns) {
  std::optional<Checkpoint> made;
  (void)tx.one(sql::checkpoints::position{}, [&](const Row& row) {
    made = Checkpoint{.ledger = std::string(ledger),
                      .voucher = std::string(row.text(1)),
                      .voucher_id = row.integer(0),
                      .hash = kept(row, 2),
                      .at_ns = now_ns};
  });
  if (!made) return std::nullopt;
  const auto written = tx.change(
      sql::checkpoints::insert_checkpoint{.voucher_id = made->voucher_id, .hash = made->hash, .now_ns = now_ns});
  invariant(written == 1, "a checkpoint is one row");
  return made;
}

std::optional<Place> place_of(View& view, std::int64_t voucher_id) {
  std::optional<Place> found;
  (void)view.one(sql::checkpoints::voucher_hash{.voucher_id = voucher_id},
                 [&](const Row& row) { found = Place{.voucher = std::string(row.text(0)), .hash = kept(row, 1)}; });
  return found;
}

}  // namespace payonce::journal
