#include <algorithm>
#include <set>

#include "ledger/layers/verification.hpp"
#include "ledger/orders/evidence.hpp"
#include "schema/queries/evidence.hpp"
#include "schema/queries/reconciliation.hpp"

// The laws that are computed here and not in SQL: hashes, and the shape of the file itself.
namespace payonce::reconciliation {
namespace {

void add(Law& law, std::string subject, std::string detail) {
  law.broken += 1;
  if (law.breaches.size() < 100) law.breaches.push_back({std::move(subject), std::move(detail)});
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

Law evidence(View& view) {
  Law law{.name = "evidence_altered",
          .holds = {"The words of every piece of evidence are those it was kept for.", "每条证据的文字与留存时一致。"}};
  view.each(sql::evidence::all{}, [&](const Row& row) {
    const auto kept = row.bytes(4);
    if (std::ranges::equal(kept, orders::evidence_digest(row.text(1), row.text(2), row.text(3)))) return;
    add(law, "evidence " + std::to_string(row.integer(0)), "has other words than its digest is of");
  });
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

/// A table, index or view of a caller's own program, beside ours in the file: its name begins with x_, and so does the table it is
/// on. A trigger is never one: it could stand on a table of ours.
bool callers_own(std::string_view statement) {
  const auto skip = [&](std::string_view word) {
    if (!statement.starts_with(word)) return false;
    statement.remove_prefix(word.size());
    return true;
  };
  (void)(skip("CREATE") && skip(" "));
  if (skip("TABLE ") || skip("VIEW ")) return statement.starts_with("x_");
  (void)skip("UNIQUE ");
  return skip("INDEX ") && statement.starts_with("x_") && statement.find(" ON x_") != std::string_view::npos;
}

std::string head_of(std::string_view statement) {
  const std::string_view line = statement.substr(0, statement.find_first_of("\n("));
  return std::string(line.substr(0, 80));
}

}  // namespace

std::vector<Law> judge_deeply(View& view, const std::function<void(std::uint64_t)>& advanced) {
  std::vector<Law> laws = walk_chain(view, advanced);
  laws.push_back(judge_period_seals(view));
  laws.push_back(evidence(view));
  laws.push_back(integrity(view));
  return laws;
}

Law compare_schema(std::string_view found, std::string_view wanted) {
  Law law{.name = "schema_changed",
          .holds = {"The file has every table, index and trigger of its schema, and nothing else but a caller's own "
                    "tables (x_…).",
                    "文件中的表、索引与触发器与其结构定义完全一致；调用方自己的表（x_…）除外。"}};
  const auto ours = statements_of(wanted);
  const auto theirs = statements_of(found);
  for (const std::string& one : ours) {
    if (!theirs.contains(one)) add(law, head_of(one), "missing or changed");
  }
  for (const std::string& one : theirs) {
    if (!ours.contains(one) && !callers_own(one)) add(law, head_of(one), "not of the schema");
  }
  return law;
}

void compare_order(const std::vector<std::string>& found, const std::vector<std::string>& wanted, Law& law) {
  std::vector<std::size_t> places;  // of what is ours in the file, by where a new ledger has it
  for (const std::string& name : found) {
    const auto at = std::find(wanted.begin(), wanted.end(), name);
    if (at != wanted.end()) places.push_back(static_cast<std::size_t>(at - wanted.begin()));
  }
  // The longest run in the right order stands where it was made; the rest was moved. Each knows the one before it.
  std::vector<std::size_t> length(places.size(), 1);
  std::vector<std::size_t> before(places.size(), places.size());
  std::size_t last = places.size();
  for (std::size_t here = 0; here < places.size(); ++here) {
    for (std::size_t earlier = 0; earlier < here; ++earlier) {
      if (places[earlier] >= places[here] || length[earlier] + 1 <= length[here]) continue;
      length[here] = length[earlier] + 1;
      before[here] = earlier;
    }
    if (last == places.size() || length[here] > length[last]) last = here;
  }
  std::vector<bool> stands(wanted.size(), false);
  for (std::size_t at = last; at < places.size(); at = before[at]) stands[places[at]] = true;
  for (const std::size_t place : places) {
    if (!stands[place]) add(law, wanted[place], "was taken away and put back");
  }
}

}  // namespace payonce::reconciliation
