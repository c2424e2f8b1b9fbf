#include "ledger/store/connection.hpp"

#include <SQLiteCpp/Exception.h>

#include <cstring>
#include <mutex>

#include "ledger/store/memory_files.hpp"
#include "ledger/store/trouble.hpp"
#include "ledger/store/turns.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce {

namespace {

// Before the library's first use. Without memory statistics each allocation is cheaper; without the spill a statement journal
// never becomes a temporary file. Where somebody has initialized the library already, both stay as they were: only slower.
void configure_once() {
  static std::once_flag done;
  std::call_once(done, [] {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, -1);
  });
}

SQLite::Database opened(const std::filesystem::path& absolute, int flags, const MemoryFiles* files) {
  configure_once();
  try {
    const std::string path = files == nullptr ? absolute.string() : files->path(absolute.string());
    return SQLite::Database(path.c_str(), flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, 0,
                            files == nullptr ? nullptr : files->driver().c_str());
  } catch (const SQLite::Exception& met) {
    const int code = met.getExtendedErrorCode() >= 0 ? met.getExtendedErrorCode() : SQLITE_CANTOPEN;
    throw StorageTrouble(trouble(nullptr, code, "open " + absolute.string()));
  }
}

int wait_for_turn(void* connection, int) { return static_cast<Connection*>(connection)->pause() ? 1 : 0; }

}  // namespace

Connection::Connection(const std::filesystem::path& absolute, int flags, const Store::Options& options)
    : turns_(options.turns), patience_(options.busy_wait), database_(opened(absolute, flags, options.files)) {
  sqlite3_busy_handler(handle(), wait_for_turn, this);
  // Triggers of the book ask for it: it is known only to connections that check foreign keys, which a stock shell does not.
  sqlite3_create_function(
      handle(), "payonce_writer", 0, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr,
      [](sqlite3_context* context, int, sqlite3_value**) { sqlite3_result_int(context, 1); }, nullptr, nullptr);
  sqlite3_create_function(
      handle(), "payonce_cause", 0, SQLITE_UTF8 | SQLITE_INNOCUOUS, this,
      [](sqlite3_context* context, int, sqlite3_value**) {
        const std::string& cause = static_cast<Connection*>(sqlite3_user_data(context))->cause();
        sqlite3_result_text(context, cause.data(), static_cast<int>(cause.size()), SQLITE_TRANSIENT);
      },
      nullptr, nullptr);
  sqlite3_create_function(
      handle(), "payonce_evidence", 0, SQLITE_UTF8 | SQLITE_INNOCUOUS, this,
      [](sqlite3_context* context, int, sqlite3_value**) {
        const auto& evidence_id = static_cast<Connection*>(sqlite3_user_data(context))->evidence_id();
        evidence_id ? sqlite3_result_int64(context, *evidence_id) : sqlite3_result_null(context);
      },
      nullptr, nullptr);
}

Connection::~Connection() {
  rollback();
  for (const Kept& kept : kept_) sqlite3_finalize(kept.statement);
  for (const auto& [text, statement] : texts_) sqlite3_finalize(statement);
  for (sqlite3_stmt* table : tables_) sqlite3_finalize(table);
  for (sqlite3_stmt* fixed : {begin_read_, begin_write_, commit_, rollback_}) sqlite3_finalize(fixed);
  // The last connection to close moves the log into the file, and may have to wait for one that is just opening.
  patience_.renew();
}

std::string Connection::head(int bytes) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(handle(), "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&file));
  invariant(file != nullptr && file->pMethods != nullptr, "an open connection has its file");
  std::string head(static_cast<std::size_t>(bytes), '\0');
  const int code = file->pMethods->xRead(file, head.data(), bytes, 0);
  // A file that ends early was filled up with zeros, which is no head either.
  if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ)
    throw StorageTrouble(trouble(handle(), code, "read the head"));
  return head;
}

void Connection::run(const std::string& text) {
  const int code = sqlite3_exec(handle(), text.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code, "run");
}

std::string Connection::ask(const std::string& text) {
  sqlite3_stmt* statement = prepare(text, 0);
  const int code = sqlite3_step(statement);
  std::string answer;
  if (code == SQLITE_ROW) {
    const auto* shown = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
    if (shown != nullptr) answer = shown;
  }
  sqlite3_finalize(statement);
  if (code != SQLITE_ROW && code != SQLITE_DONE) fail(code, "ask");
  return answer;
}

void Connection::step_fixed(sqlite3_stmt*& kept, const char* text) {
  if (kept == nullptr) kept = prepare(text, SQLITE_PREPARE_PERSISTENT);
  const int code = sqlite3_step(kept);
  if (code != SQLITE_DONE) {
    const StorageTrouble met = trouble(handle(), code, text);
    sqlite3_reset(kept);
    throw StorageTrouble(met);
  }
  sqlite3_reset(kept);
}

bool Connection::pause() { return turns_ != nullptr ? turns_->wait() : patience_.pause(); }

void Connection::begin(bool writing) {
  invariant(!stuck_, "a connection whose rollback failed is not used again");
  invariant(!open_, "transactions of one Store do not stand inside each other");
  first_failure_.reset();
  if (turns_ != nullptr) turns_->before_transaction(writing);
  try {
    if (writing) {
      step_fixed(begin_write_, "BEGIN IMMEDIATE");
    } else {
      step_fixed(begin_read_, "BEGIN");
    }
  } catch (const StorageTrouble& met) {
    first_failure_ = met;
    throw;
  }
  open_ = true;
  writing_ = writing;
  because("ledger", std::nullopt);
}

void Connection::commit() {
  check_usable();
  if (turns_ != nullptr) turns_->before_statement();
  try {
    step_fixed(commit_, "COMMIT");
  } catch (const StorageTrouble& met) {
    first_failure_ = met;
    throw;
  }
  open_ = false;
  writing_ = false;
}

void Connection::rollback() noexcept {
  if (stuck_) return;
  // Some failures (disk full, broken disk) have rolled back already; a second time would be an error.
  if (sqlite3_get_autocommit(handle()) == 0) {
    if (rollback_ == nullptr) {
      sqlite3_prepare_v3(handle(), "ROLLBACK", -1, SQLITE_PREPARE_PERSISTENT, &rollback_, nullptr);
    }
    if (rollback_ != nullptr) {
      sqlite3_step(rollback_);
      sqlite3_reset(rollback_);
    }
    stuck_ = sqlite3_get_autocommit(handle()) == 0;
  }
  open_ = false;
  writing_ = false;
}

bool Connection::busy_lost_it() const { return first_failure_ && first_failure_->kind() == StorageTrouble::Kind::busy; }

sqlite3_stmt* Connection::statement(const Sql& sql) {
  check_usable();
  if (turns_ != nullptr) turns_->before_statement();
  if (sql.number >= kept_.size()) kept_.resize(sql.number + 1);
  Kept& kept = kept_[sql.number];
  if (kept.statement == nullptr) {
    kept.statement = prepare(sql.text, SQLITE_PREPARE_PERSISTENT);
    kept.text = sql.text;
  }
  // One constant may have an address of its own in each object file, so unequal addresses prove nothing.
  invariant(kept.text == sql.text || std::strcmp(kept.text, sql.text) == 0, "no two statements have the same number");
  invariant(sqlite3_stmt_busy(kept.statement) == 0, "a statement does not run inside its own rows");
  invariant(writing_ || sqlite3_stmt_readonly(kept.statement) != 0, "a view does not write");
  return kept.statement;
}

Connection::Lent Connection::lend(const std::string& text) {
  constexpr std::size_t most_texts = 256;  // more than there are laws
  const auto found = texts_.find(text);
  if (found != texts_.end() && sqlite3_stmt_busy(found->second) == 0) return {found->second, true};
  if (found != texts_.end() || texts_.size() >= most_texts) return {prepare(text, 0), false};
  sqlite3_stmt* statement = prepare(text, SQLITE_PREPARE_PERSISTENT);
  texts_.emplace(text, statement);
  return {statement, true};
}

sqlite3_stmt* Connection::prepare(std::string_view text, unsigned flags) {
  sqlite3_stmt* statement = nullptr;
  const char* tail = nullptr;
  const int code = sqlite3_prepare_v3(handle(), text.data(), static_cast<int>(text.size()), flags, &statement, &tail);
  if (code != SQLITE_OK) fail(code, "prepare");
  // A second statement behind the first would be left out in silence. What follows may be blanks and comments only.
  sqlite3_stmt* more = nullptr;
  const auto rest = text.substr(static_cast<std::size_t>(tail - text.data()));
  int rest_code = SQLITE_OK;
  if (!rest.empty()) {
    rest_code = sqlite3_prepare_v3(handle(), rest.data(), static_cast<int>(rest.size()), 0, &more, nullptr);
  }
  const bool single = rest_code == SQLITE_OK && more == nullptr;
  sqlite3_finalize(more);
  if (statement == nullptr || !single) {
    sqlite3_finalize(statement);
    throw Broken("a statement is one statement: " + std::string(text));
  }
  return statement;
}

void Connection::check_usable() {
  invariant(open_, "a view is used only inside its transaction");
  if (first_failure_) throw StorageTrouble(*first_failure_);
}

void Connection::fail(int code, const char* doing) {
  StorageTrouble met = trouble(handle(), code, doing);
  if (writing_ && !first_failure_) first_failure_ = met;
  throw StorageTrouble(std::move(met));
}

}  // namespace payonce
