#include <algorithm>
#include <set>

#include "ledger/journal/seal.hpp"
#include "ledger/layers/reconciliation.hpp"
#include "schema/queries/reconciliation.hpp"

// The laws that are computed here and not in SQL: hashes, and the shape of the file itself.
namespace payonce::reconciliation {
namespace {

void add(Law& law, std::string subject, std::string detail) {
  law.broken += 1;
  if (law.breaches.size() < 100) law.breaches.push_back({std::move(subject), std::move(detail)});
}

/// The texts of one voucher's lines, kept while its seal is computed.
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

bool sealed_so(View& view, const Row& row) {
  const auto previous_bytes = row.bytes(11);
  const auto hash_bytes = row.bytes(12);
  Digest previous{};
  if (previous_bytes.size() != previous.size() || hash_bytes.size() != previous.size()) return false;
  std::copy(previous_bytes.begin(), previous_bytes.end(), previous.begin());
  const std::vector<StoredLine> stored = lines_of(view, row.integer(0));
  std::vector<journal::SealedLine> lines;
  lines.reserve(stored.size());
  for (const StoredLine& each : stored) {
    lines.push_back(each.line);
    lines.back().currency = each.currency;
    lines.back().side = each.side;
  }
  std::optional<std::string_view> reason;
  if (!row.is_null(10)) reason = row.text(10);
  std::optional<std::string_view> actor;
  if (!row.is_null(17)) actor = row.text(17);
  const Digest computed = journal::seal(previous,
                                        {.voucher_id = row.integer(0),
                                         .kind = row.text(1),
                                         .series = row.text(2),
                                         .seq = row.integer(3),
                                         .business_key = row.text(4),
                                         .order_id = row.maybe_integer(5),
                                         .attempt_id = row.maybe_integer(6),
                                         .refund_id = row.maybe_integer(7),
                                         .business_date = row.text(8),
                                         .recorded_at_ns = row.integer(9),
                                         .reason = reason,
                                         .operation_id = row.maybe_integer(14),
                                         .dispute_id = row.maybe_integer(15),
                                         .reverses = row.maybe_integer(16),
                                         .actor = actor},
                                        lines, row.integer(18));
  return std::equal(computed.begin(), computed.end(), hash_bytes.begin());
}

Law seals(View& view, const std::function<void(std::uint64_t)>& advanced) {
  Law law{.name = "seal_broken",
          .holds = {"Every voucher's hash is that of its stored fields and lines.",
                    "每张凭证的哈希与其所存字段及分录一致。"}};
  view.each(sql::reconciliation::chain{}, [&](const Row& row) {
    if (!sealed_so(view, row))
      add(law, std::string(row.text(13)), "its fields or lines are not those that were sealed");
    if (advanced) advanced(1);
  });
  return law;
}

/// One row may tell of several places, a line each, under a heading between stars.
std::int64_t places_in(std::string_view told) {
  std::int64_t places = 0;
  while (!told.empty()) {
    const std::size_t end = std::min(told.find('\n'), told.size());
    if (end > 0 && !told.starts_with("***")) places += 1;
    told.remove_prefix(std::min(end + 1, told.size()));
  }
  return std::max<std::int64_t>(places, 1);
}

Law integrity(View& view) {
  Law law{
      .name = "file_damaged",
      .holds = {"Every page, index, type and check of the file is sound.", "文件的每一页、索引、类型与检查都完好。"}};
  // What the check says is the driver's own wording; a person is told how much there is of it.
  view.each(sql::reconciliation::file_integrity{}, [&](const Row& row) { law.broken += places_in(row.text(0)); });
  if (law.broken > 0) {
    law.breaches.push_back(
        {"file", law.broken == 1 ? "one place is damaged; restore the file from a copy"
                                 : std::to_string(law.broken) + " places are damaged; restore the file from a copy"});
  }
  return law;
}

/// The statements of a schema text. Store::schema_text ends each with ";\n"; a line end inside one follows no semicolon but
/// within a trigger, whose lines are indented or end in END: the next statement begins with CREATE.
std::set<std::string, std::less<>> statements_of(std::string_view text) {
  std::set<std::string, std::less<>> all;
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = text.find(";\n\nCREATE ", begin);
    end = end == std::string_view::npos ? text.size() : end + 2;
    std::string_view one = text.substr(begin, end - begin);
    while (!one.empty() && one.back() == '\n') one.remove_suffix(1);
    all.emplace(one);
    begin = end + 1;
  }
  return all;
}

std::string head_of(std::string_view statement) {
  const std::string_view line = statement.substr(0, statement.find_first_of("\n("));
  return std::string(line.substr(0, 80));
}

}  // namespace

std::vector<Law> judge_deeply(View& view, const std::function<void(std::uint64_t)>& advanced) {
  return {seals(view, advanced), integrity(view)};
}

Law compare_schema(std::string_view found, std::string_view wanted) {
  Law law{.name = "schema_changed",
          .holds = {"The file has every table, index and trigger of its schema, and nothing else.",
                    "文件中的表、索引与触发器与其结构定义完全一致。"}};
  const auto ours = statements_of(wanted);
  const auto theirs = statements_of(found);
  for (const std::string& one : ours) {
    if (!theirs.contains(one)) add(law, head_of(one), "missing or changed");
  }
  for (const std::string& one : theirs) {
    if (!ours.contains(one)) add(law, head_of(one), "not of the schema");
  }
  return law;
}

}  // namespace payonce::reconciliation
