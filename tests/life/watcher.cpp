#include "tests/life/watcher.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "schema/checks.hpp"

namespace payonce::life {
namespace {

class Question {
 public:
  Question(sqlite3* file, std::string_view text) : file_(file) {
    if (sqlite3_prepare_v3(file, text.data(), static_cast<int>(text.size()), SQLITE_PREPARE_PERSISTENT, &statement_,
                           nullptr) != SQLITE_OK) {
      throw std::runtime_error(std::string(sqlite3_errmsg(file)) + " in " + std::string(text));
    }
  }
  Question(Question&& other) noexcept : file_(other.file_), statement_(std::exchange(other.statement_, nullptr)) {}
  Question& operator=(Question&&) = delete;
  ~Question() { sqlite3_finalize(statement_); }

  template <class Take>
  void each(Take&& take) {
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(statement_)) == SQLITE_ROW) take(*this);
    sqlite3_reset(statement_);
    if (code != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(file_));
  }
  [[nodiscard]] std::int64_t number(int column) const { return sqlite3_column_int64(statement_, column); }
  [[nodiscard]] std::string text(int column) const {
    const auto* found = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return found == nullptr ? std::string() : std::string(found);
  }

 private:
  sqlite3* file_;
  sqlite3_stmt* statement_ = nullptr;
};

/// What of an attempt does not depend on whose message came first.
std::vector<std::string> ends(const Sight& sight) {
  std::vector<std::string> all;
  for (const Sight::Attempt& attempt : sight.attempts) {
    // A hold is freed by whoever comes first: by us, or when its time is up.
    const bool free = attempt.status == "voided" || attempt.status == "expired";
    all.push_back(attempt.order + " " + std::to_string(attempt.amount) + " " + std::to_string(attempt.captured) + " " +
                  (free ? "free" : attempt.status) + " " + attempt.role);
  }
  for (const Sight::Refund& refund : sight.refunds) {
    all.push_back(refund.order + " " + refund.cause + " " + std::to_string(refund.amount) + " " + refund.status);
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class Map, class Say>
std::string first_difference(const Map& one, const Map& other, Say&& say) {
  for (const auto& [name, value] : one) {
    const auto found = other.find(name);
    if (found == other.end()) return name + ": " + say(value) + " and nothing";
    if (found->second != value) return name + ": " + say(value) + " and " + say(found->second);
  }
  for (const auto& [name, value] : other) {
    if (!one.contains(name)) return name + ": nothing and " + say(value);
  }
  return {};
}

}  // namespace

bool Sight::same_book(const Sight& other) const { return difference(other).empty(); }

std::string Sight::difference(const Sight& other) const {
  auto found = first_difference(accounts, other.accounts, [](std::int64_t value) { return std::to_string(value); });
  if (!found.empty()) return found;
  found = first_difference(orders, other.orders, [](const Order& order) {
    return order.status + " captured " + std::to_string(order.captured) + " refunded " +
           std::to_string(order.refunded) + " reserved " + std::to_string(order.reserved) + " charged back " +
           std::to_string(order.charged_back);
  });
  if (!found.empty()) return found;
  found = first_difference(disputes, other.disputes, [](const Dispute& dispute) { return dispute.status; });
  if (!found.empty()) return found;
  const auto mine = ends(*this);
  const auto theirs = ends(other);
  if (mine == theirs) return {};
  const auto at = std::mismatch(mine.begin(), mine.end(), theirs.begin(), theirs.end());
  return (at.first == mine.end() ? std::string("nothing") : *at.first) + " and " +
         (at.second == theirs.end() ? std::string("nothing") : *at.second);
}

struct Watcher::Inside {
  explicit Inside(const std::filesystem::path& book) {
    if (sqlite3_open_v2(book.c_str(), &file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) {
      throw std::runtime_error("the book cannot be watched");
    }
    sqlite3_busy_timeout(file, 20'000);
    for (const Check& law : all_checks()) laws.emplace_back(std::string(law.name), Question(file, law.text));
  }
  ~Inside() {
    laws.clear();
    questions.clear();
    sqlite3_close(file);
  }
  Question& ask(const char* text) {
    const auto found = questions.find(text);
    return found != questions.end() ? found->second : questions.emplace(text, Question(file, text)).first->second;
  }

  sqlite3* file = nullptr;
  std::vector<std::pair<std::string, Question>> laws;
  std::map<std::string, Question, std::less<>> questions;
  std::int64_t version = -1;
};

Watcher::Watcher(const std::filesystem::path& book) : inside_(std::make_unique<Inside>(book)) {}
Watcher::~Watcher() = default;

bool Watcher::changed() {
  std::int64_t version = 0;
  inside_->ask("PRAGMA data_version").each([&](const Question& row) { version = row.number(0); });
  return std::exchange(inside_->version, version) != version;
}

Sight Watcher::look() {
  Sight sight;
  inside_->ask("SELECT code, credits - debits FROM account JOIN balance USING (account_id)")
      .each([&](const Question& row) { sight.accounts[row.text(0)] = row.number(1); });
  inside_->ask("SELECT order_no, status, amount_due, captured, refund_reserved, refunded, charged_back FROM orders")
      .each([&](const Question& row) {
        sight.orders[row.text(0)] = {.status = row.text(1),
                                     .due = row.number(2),
                                     .captured = row.number(3),
                                     .reserved = row.number(4),
                                     .refunded = row.number(5),
                                     .charged_back = row.number(6)};
      });
  inside_
      ->ask(
          "SELECT order_no, reference, channel_txn, a.amount, a.status, role, decided_by, needs_review, a.captured, "
          "purpose "
          "FROM attempt a JOIN orders o USING (order_id) ORDER BY attempt_id")
      .each([&](const Question& row) {
        sight.attempts.push_back({.order = row.text(0),
                                  .reference = row.text(1),
                                  .channel_txn = row.text(2),
                                  .amount = row.number(3),
                                  .captured = row.number(8),
                                  .purpose = row.text(9),
                                  .status = row.text(4),
                                  .role = row.text(5),
                                  .decided_by = row.text(6),
                                  .review = row.number(7) != 0});
      });
  inside_
      ->ask(
          "SELECT order_no, a.reference, kind, p.reference, p.channel_txn, p.amount, p.status, p.decided_by, "
          "p.needs_review "
          "FROM operation p JOIN attempt a USING (attempt_id) JOIN orders o USING (order_id) ORDER BY operation_id")
      .each([&](const Question& row) {
        sight.operations.push_back({.order = row.text(0),
                                    .attempt = row.text(1),
                                    .kind = row.text(2),
                                    .reference = row.text(3),
                                    .channel_txn = row.text(4),
                                    .amount = row.number(5),
                                    .status = row.text(6),
                                    .decided_by = row.text(7),
                                    .review = row.number(8) != 0});
      });
  inside_
      ->ask(
          "SELECT order_no, cause, cause_key, amount, r.channel IS NOT NULL, reference, channel_txn, r.status, "
          "needs_review FROM refund r JOIN orders o USING (order_id) ORDER BY refund_id")
      .each([&](const Question& row) {
        sight.refunds.push_back({.order = row.text(0),
                                 .cause = row.text(1),
                                 .cause_key = row.text(2),
                                 .amount = row.number(3),
                                 .outside = row.number(4) != 0,
                                 .reference = row.text(5),
                                 .channel_txn = row.text(6),
                                 .status = row.text(7),
                                 .review = row.number(8) != 0});
      });
  inside_->ask("SELECT reference, order_no, amount, fee, d.status FROM dispute d JOIN orders USING (order_id)")
      .each([&](const Question& row) {
        sight.disputes[row.text(0)] = {
            .order = row.text(1), .amount = row.number(2), .fee = row.number(3), .status = row.text(4)};
      });
  inside_->ask("SELECT count(*) FROM voucher").each([&](const Question& row) { sight.vouchers = row.number(0); });
  inside_
      ->ask(
          "SELECT state, count(*) FROM idempotency_key WHERE state IN ('in_progress', 'unknown', 'dead') GROUP BY "
          "state")
      .each([&](const Question& row) { (row.text(0) == "dead" ? sight.given_up : sight.open_keys) += row.number(1); });
  return sight;
}

std::vector<std::string> Watcher::findings() {
  std::vector<std::string> all;
  for (auto& [name, law] : inside_->laws) {
    law.each([&, &name = name](const Question& row) { all.push_back(name + ": " + row.text(0)); });
  }
  return all;
}

void Watcher::damage(const std::string& sql) {
  std::vector<std::string> rules;
  inside_->ask("SELECT name FROM sqlite_schema WHERE type = 'trigger'").each([&](const Question& row) {
    rules.push_back(row.text(0));
  });
  for (const std::string& rule : rules)
    sqlite3_exec(inside_->file, ("DROP TRIGGER " + rule).c_str(), nullptr, nullptr, nullptr);
  inside_->version = -1;  // one's own writes are not told as another's
  if (sqlite3_exec(inside_->file, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    throw std::runtime_error(sqlite3_errmsg(inside_->file));
  }
}

}  // namespace payonce::life
