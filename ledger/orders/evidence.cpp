#include "ledger/orders/evidence.hpp"

#include <algorithm>
#include <array>

#include "ledger/digest/digest.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/evidence.hpp"

namespace payonce::orders {
namespace {

constexpr std::array sources = {Source::silence, Source::reply,  Source::notice,
                                Source::query,   Source::manual, Source::statement};
constexpr std::size_t most_bytes = 4096;

}  // namespace

std::string_view name(Source source) {
  switch (source) {
    case Source::silence: return "silence";
    case Source::reply: return "reply";
    case Source::notice: return "notice";
    case Source::query: return "query";
    case Source::manual: return "manual";
    case Source::statement: return "statement";
  }
  return "";
}

std::optional<Source> source_named(std::string_view wanted) {
  for (const Source source : sources) {
    if (name(source) == wanted) return source;
  }
  return std::nullopt;
}

bool weaker(Source said, const std::optional<Source>& decided_by) { return decided_by && said < *decided_by; }

EvidenceDigest evidence_digest(std::string_view source, std::string_view channel, std::string_view said) {
  Parts parts;
  parts.text(source).text(channel).text(said);
  const Digest whole = sha256(parts.bytes());
  EvidenceDigest digest{};
  std::copy_n(whole.begin(), digest.size(), digest.begin());
  return digest;
}

std::int64_t record_evidence(Tx& tx, Source source, std::string_view channel, std::string_view said,
                             std::int64_t now_ns) {
  invariant(source != Source::silence, "silence is no evidence");
  said = said.substr(0, most_bytes);
  const EvidenceDigest digest = evidence_digest(name(source), channel, said);
  std::optional<std::int64_t> known;
  (void)tx.one(sql::evidence::by_digest{.digest = digest}, [&](const Row& row) { known = row.integer(0); });
  if (known) return *known;
  (void)tx.change(sql::evidence::insert{
      .source = name(source), .channel = channel, .said = said, .digest = digest, .now_ns = now_ns});
  return tx.last_id();
}

}  // namespace payonce::orders
