#pragma once

#include <sqlite3.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schema/checks.hpp"
#include "tests/life/watcher.hpp"

/// How a watcher asks: over a connection of its own that knows nothing of the ledger's code. For the watcher's files alone.
namespace payonce::life {

/// One statement, prepared once. Throws what the file says is wrong with it.
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

}  // namespace payonce::life
