#pragma once

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ledger/store/busy.hpp"
#include "ledger/store/store.hpp"

namespace payonce {

/// The driver's side of a Store: the handle, the prepared statements, and the one transaction that may be open.
class Connection {
 public:
  /// Opens without reading a page, so that the head can be looked at before anything is done to somebody else's file.
  Connection(const std::filesystem::path& absolute, int flags, const Store::Options& options);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  [[nodiscard]] sqlite3* handle() { return database_.getHandle(); }
  [[nodiscard]] SQLite::Database& database() { return database_; }

  /// The first bytes of the file through the driver's own descriptor: closing one of ours would drop every lock this process
  /// holds on the file (fcntl locks belong to the process, not to the descriptor).
  [[nodiscard]] std::string head(int bytes);

  /// Runs the statements of `text`, each to its end; busy is waited for by the handler.
  void run(const std::string& text);
  [[nodiscard]] std::string ask(const std::string& text);
  /// Repeats `work` while it meets a passing busy, within the time a wait may take.
  template <class Work>
  void patiently(Work&& work);

  void begin(bool writing);
  /// Commits, or throws the failure that lost the transaction; on any failure the caller rolls back.
  void commit();
  /// Leaves the connection without a transaction, whatever state it was in. Never throws.
  void rollback() noexcept;
  [[nodiscard]] bool busy_lost_it() const;
  /// Somebody else is in the way: waits a little. False where that is long enough.
  [[nodiscard]] bool pause();
  /// A row has been read (or a number of changed rows): whoever takes turns is told what was seen.
  void saw_row(sqlite3_stmt* statement);
  void saw(std::uint64_t what);
  /// See Store::content.
  [[nodiscard]] std::uint64_t content();
  [[nodiscard]] std::vector<TableContent> dump();
  void renew_patience() { patience_.renew(); }
  /// What payonce_cause() and payonce_evidence() answer until the transaction ends.
  void because(std::string_view cause, std::optional<std::int64_t> evidence_id) {
    cause_ = cause;
    evidence_id_ = evidence_id;
  }
  [[nodiscard]] const std::string& cause() const { return cause_; }
  [[nodiscard]] const std::optional<std::int64_t>& evidence_id() const { return evidence_id_; }
  [[nodiscard]] bool open() const { return open_; }
  [[nodiscard]] bool writing() const { return writing_; }

  /// The statement of `sql`, prepared once and kept, ready to be bound.
  [[nodiscard]] sqlite3_stmt* statement(const Sql& sql);
  /// A statement of text known only at run time. It is kept as well, for who asks the same again and again (every law, for each
  /// schedule), up to a bound; one that is busy is lent anew. `kept` false: the caller finalizes it.
  struct Lent {
    sqlite3_stmt* statement;
    bool kept;
  };
  [[nodiscard]] Lent lend(const std::string& text);
  /// The caller finalizes it.
  [[nodiscard]] sqlite3_stmt* prepare(std::string_view text, unsigned flags);
  void check_usable();
  [[noreturn]] void fail(int code, const char* doing);

 private:
  struct Kept {
    sqlite3_stmt* statement = nullptr;
    const char* text = nullptr;
  };
  void prepare_tables();
  void step_fixed(sqlite3_stmt*& kept, const char* text);

  Turns* turns_;
  Patience patience_;  // outlives the handle, which may still wait while it closes
  SQLite::Database database_;
  std::vector<Kept> kept_;
  std::unordered_map<std::string, sqlite3_stmt*> texts_;  // known only at run time
  std::vector<sqlite3_stmt*> tables_;                     // each read as a whole, for content()
  sqlite3_stmt* begin_read_ = nullptr;
  sqlite3_stmt* begin_write_ = nullptr;
  sqlite3_stmt* commit_ = nullptr;
  sqlite3_stmt* rollback_ = nullptr;
  bool open_ = false;
  bool writing_ = false;
  std::string cause_;
  std::optional<std::int64_t> evidence_id_;
  bool stuck_ = false;                           // a rollback failed: nothing more may run here
  std::optional<StorageTrouble> first_failure_;  // of the transaction that is open
};

template <class Work>
void Connection::patiently(Work&& work) {
  patience_.renew();
  for (;;) {
    try {
      work();
      return;
    } catch (const StorageTrouble& met) {
      if (met.kind() != StorageTrouble::Kind::busy || !pause()) throw;
    }
  }
}

}  // namespace payonce
