#include <algorithm>
#include <optional>
#include <utility>

#include "ledger/journal/seal.hpp"
#include "ledger/layers/verification.hpp"
#include "schema/queries/reconciliation.hpp"

// One walk over the chain. A hash says that something differs and not what; what differs is found by asking which small change
// would make it right again.
namespace payonce::reconciliation {
namespace {

constexpr std::size_t most_breaches = 100;

void add(Law& law, std::string subject, std::string detail) {
  law.broken += 1;
  if (law.breaches.size() < most_breaches) law.breaches.push_back({std::move(subject), std::move(detail)});
}

/// A line with texts of its own.
struct StoredLine {
  std::string currency;
  std::string side;
  journal::SealedLine line;
};

std::vector<StoredLine> lines_of(View& view, std::int64_t voucher_id) {
  std::vector<StoredLine> lines;
  view.each(sql::reconciliation::chain_lines{.voucher_id = voucher_id}, [&](const Row& row) {
    lines.push_back({.currency = std::string(row.text(1)),
                     .side = std::string(row.text(2)),
                     .line = {.account_id = row.integer(0),
                              .currency = {},
                              .side = {},
                              .amount = row.integer(3),
                              .account_version = row.integer(4),
                              .debits_after = row.integer(5),
                              .credits_after = row.integer(6)}});
  });
  return lines;
}

std::optional<Digest> digest_in(const Row& row, int column) {
  const auto bytes = row.bytes(column);
  Digest digest{};
  if (bytes.size() != digest.size()) return std::nullopt;
  std::copy(bytes.begin(), bytes.end(), digest.begin());
  return digest;
}

std::optional<std::string_view> viewed(const std::optional<std::string>& text) {
  return text ? std::optional<std::string_view>(*text) : std::nullopt;
}

/// One voucher as it is stored, with texts of its own.
struct Stored {
  explicit Stored(const Row& row)
      : id(row.integer(0)),
        kind(row.text(1)),
        series(row.text(2)),
        seq(row.integer(3)),
        business_key(row.text(4)),
        order_id(row.maybe_integer(5)),
        attempt_id(row.maybe_integer(6)),
        refund_id(row.maybe_integer(7)),
        business_date(row.text(8)),
        recorded_at_ns(row.integer(9)),
        reason(row.maybe_text(10)),
        previous(digest_in(row, 11)),
        hash(digest_in(row, 12)),
        number(row.text(13)),
        operation_id(row.maybe_integer(14)),
        dispute_id(row.maybe_integer(15)),
        reverses(row.maybe_integer(16)),
        actor(row.maybe_text(17)),
        seal_version(row.integer(18)) {}

  /// The seal of these fields at a place in the chain, with these lines behind that hash.
  [[nodiscard]] Digest sealed(std::int64_t at, const Digest& behind, const std::vector<StoredLine>& stored) const {
    std::vector<journal::SealedLine> lines;
    lines.reserve(stored.size());
    for (const StoredLine& each : stored) {
      lines.push_back(each.line);
      lines.back().currency = each.currency;
      lines.back().side = each.side;
    }
    return journal::seal(behind,
                         {.voucher_id = at,
                          .kind = kind,
                          .series = series,
                          .seq = seq,
                          .business_key = business_key,
                          .order_id = order_id,
                          .attempt_id = attempt_id,
                          .refund_id = refund_id,
                          .business_date = business_date,
                          .recorded_at_ns = recorded_at_ns,
                          .reason = viewed(reason),
                          .operation_id = operation_id,
                          .dispute_id = dispute_id,
                          .reverses = reverses,
                          .actor = viewed(actor)},
                         lines, seal_version);
  }

  std::int64_t id;
  std::string kind;
  std::string series;
  std::int64_t seq;
  std::string business_key;
  std::optional<std::int64_t> order_id;
  std::optional<std::int64_t> attempt_id;
  std::optional<std::int64_t> refund_id;
  std::string business_date;
  std::int64_t recorded_at_ns;
  std::optional<std::string> reason;
  std::optional<Digest> previous;
  std::optional<Digest> hash;
  std::string number;
  std::optional<std::int64_t> operation_id;
  std::optional<std::int64_t> dispute_id;
  std::optional<std::int64_t> reverses;
  std::optional<std::string> actor;
  std::int64_t seal_version;
};

class Walk {
 public:
  Walk(View& view, Law& missing, Law& broken) : view_(view), missing_(missing), broken_(broken) {}

  void take(const Row& row) {
    Stored next(row);
    if (next.id != before_id_ + 1) {
      const std::int64_t gone = next.id - before_id_ - 1;
      add(missing_, "before " + next.number,
          gone == 1
              ? "voucher " + std::to_string(next.id - 1) + " is gone"
              : "vouchers " + std::to_string(before_id_ + 1) + " to " + std::to_string(next.id - 1) + " are gone");
    }
    if (open_) judge(&next);
    before_id_ = next.id;
    if (open_) before_hash_ = open_->hash;
    open_.emplace(std::move(next));
  }
  void finish() {
    if (open_) judge(nullptr);
  }

 private:
  /// The voucher that was read last; the one behind it may know what its hash was.
  void judge(const Stored* next) {
    const Stored& here = *open_;
    const std::vector<StoredLine> lines = lines_of(view_, here.id);
    if (!here.previous || !here.hash) return add(broken_, here.number, "its hash is no hash any more");
    const Digest computed = here.sealed(here.id, *here.previous, lines);
    if (computed == *here.hash) return;
    add(broken_, here.number, what_differs(here, lines, computed, next));
  }

  std::string what_differs(const Stored& here, const std::vector<StoredLine>& lines, const Digest& computed,
                           const Stored* next) {
    if (next != nullptr && next->previous == computed) {
      return "its stored hash was changed; its fields and lines are those that were sealed";
    }
    if (before_hash_ && here.sealed(here.id, *before_hash_, lines) == *here.hash) {
      return "what it says of the hash before it was changed; its fields and lines are those that were sealed";
    }
    if (const auto amount = edited_amount(here, lines)) return *amount;
    if (broken_.breaches.size() < most_breaches) {  // a search each, so not without end
      if (const auto place = other_place(here, lines)) {
        return "it was sealed as voucher " + std::to_string(*place) + " and stands as voucher " +
               std::to_string(here.id) + ": its place was exchanged";
      }
    }
    return "its fields or lines are not those that were sealed";
  }

  /// A line whose account moved by another amount than it shows, and whose seal is right with that one.
  std::optional<std::string> edited_amount(const Stored& here, const std::vector<StoredLine>& lines) {
    for (std::size_t n = 0; n < lines.size(); ++n) {
      const journal::SealedLine& line = lines[n].line;
      std::int64_t moved = lines[n].side == "debit" ? line.debits_after : line.credits_after;
      (void)view_.one(sql::reconciliation::line_before{.account_id = line.account_id,
                                                       .entry_id = here.id * 65536 + static_cast<std::int64_t>(n) + 1},
                      [&](const Row& row) { moved -= row.integer(lines[n].side == "debit" ? 0 : 1); });
      if (moved == line.amount) continue;
      std::vector<StoredLine> tried = lines;
      tried[n].line.amount = moved;
      if (here.sealed(here.id, *here.previous, tried) != *here.hash) continue;
      return "its line " + std::to_string(n + 1) + " was sealed with amount " + std::to_string(moved) + " and shows " +
             std::to_string(line.amount);
    }
    return std::nullopt;
  }

  /// Where in the chain its own link says it belongs, if its seal is right there.
  std::optional<std::int64_t> other_place(const Stored& here, const std::vector<StoredLine>& lines) {
    std::optional<std::int64_t> place;
    (void)view_.one(sql::reconciliation::voucher_of_hash{.hash = *here.previous},
                    [&](const Row& row) { place = row.integer(0) + 1; });
    if (!place && *here.previous == Digest{}) place = 1;
    if (!place || *place == here.id) return std::nullopt;
    if (here.sealed(*place, *here.previous, lines) == *here.hash) return place;
    if (here.sealed(*place, *here.previous, lines_of(view_, *place)) == *here.hash) return place;
    return std::nullopt;
  }

  View& view_;
  Law& missing_;
  Law& broken_;
  std::optional<Stored> open_;
  std::int64_t before_id_ = 0;
  std::optional<Digest> before_hash_ = Digest{};
};

}  // namespace

std::vector<Law> walk_chain(View& view, const std::function<void(std::uint64_t)>& advanced) {
  Law missing{.name = "vouchers_missing",
              .holds = {"Vouchers run from the first on without a gap.", "凭证自第一张起连续无缺。"}};
  Law broken{.name = "seal_broken",
             .holds = {"Every voucher's hash is that of its stored fields and lines.",
                       "每张凭证的哈希与其所存字段及分录一致。"}};
  Walk walk(view, missing, broken);
  view.each(sql::reconciliation::chain{}, [&](const Row& row) {
    walk.take(row);
    if (advanced) advanced(1);
  });
  walk.finish();
  return {std::move(missing), std::move(broken)};
}

}  // namespace payonce::reconciliation
