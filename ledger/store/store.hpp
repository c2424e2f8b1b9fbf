#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ledger/store/sql.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/result.hpp"

struct sqlite3_stmt;  // the driver's statement: named here, known only to store's own sources

namespace payonce {

/// Storage trouble, by kind. The detail is for logs and never for a user's eyes: no database wording leaves the program.
class StorageTrouble : public std::runtime_error {
 public:
  enum class Kind { busy, full, read_only, corrupt, unreadable, refused, other };
  StorageTrouble(Kind kind, int code, const std::string& detail)
      : std::runtime_error(detail), kind_(kind), code_(code) {}
  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  /// SQLite's extended code (2067 unique, 1555 primary key, 1811 trigger …).
  [[nodiscard]] int code() const noexcept { return code_; }

 private:
  Kind kind_;
  int code_;
};

/// The row a query stands on. Valid only inside the call it is handed to; text and bytes likewise: copy what is kept.
/// A column of another type than asked for is our own mistake (Broken), never a silent 0 or "".
class Row {
 public:
  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] std::string_view text(int column) const;
  [[nodiscard]] std::span<const std::uint8_t> bytes(int column) const;
  [[nodiscard]] bool is_null(int column) const;
  [[nodiscard]] std::optional<std::int64_t> maybe_integer(int column) const;
  [[nodiscard]] std::optional<std::string> maybe_text(int column) const;
  [[nodiscard]] int columns() const;
  [[nodiscard]] std::string_view column_name(int column) const;
  /// Any type, as text for a table a person reads; NULL is "".
  [[nodiscard]] std::string shown(int column) const;

 private:
  friend class View;
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
  sqlite3_stmt* statement_;
};

/// A generated statement with its parameters: `sql::orders::advance{.to = …, .now_ns = …}`. It knows its Sql and how to bind.
template <class T>
concept Statement = requires(const T& statement) {
  { T::sql } -> std::convertible_to<const Sql&>;
  statement.bind([](int, const Bound&) {});
};

class MemoryFiles;
class Turns;

class Connection;  // the driver's side; only store's own sources know it

/// A look into one snapshot of the file. Made only by Store::reading (and, as Tx, by Store::atomically). Inside the rows of a
/// statement any other statement may run, but not the same one again.
class View {
 public:
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  /// Hands each row to `take`. Every statement is reset before the call returns, also by an exception.
  template <Statement S, class Take>
  void each(const S& statement, Take&& take) {
    Cursor cursor(*this, S::sql);
    statement.bind([&](int index, const Bound& value) { cursor.bind(index, value); });
    while (cursor.step()) take(cursor.row());
  }
  /// The first row, if there is one.
  template <Statement S, class Take>
  [[nodiscard]] bool one(const S& statement, Take&& take) {
    Cursor cursor(*this, S::sql);
    statement.bind([&](int index, const Bound& value) { cursor.bind(index, value); });
    if (!cursor.step()) return false;
    take(cursor.row());
    return true;
  }
  /// Text known only at run time (a law of schema/checks/, a query of a test); no parameters.
  void each_of(const std::string& text, const std::function<void(const Row&)>& take) { each_of(text, {}, take); }
  /// The same with its parameters in order, for the tables of a caller's own program: values are bound, never written into text.
  void each_of(const std::string& text, std::initializer_list<Bound> values,
               const std::function<void(const Row&)>& take);

 protected:
  friend class Store;
  explicit View(Connection& connection) : connection_(connection) {}
  ~View() = default;

  class Cursor {
   public:
    Cursor(View& view, const Sql& sql);
    Cursor(Connection& connection, sqlite3_stmt* statement) : connection_(connection), statement_(statement) {}
    Cursor(const Cursor&) = delete;
    Cursor& operator=(const Cursor&) = delete;
    ~Cursor();
    void bind(int index, const Bound& value);
    [[nodiscard]] bool step();
    [[nodiscard]] Row row() const { return Row(statement_); }

   private:
    Connection& connection_;
    sqlite3_stmt* statement_;
  };

  Connection& connection_;
};

/// A write transaction. A function that writes takes a Tx&; only Store::atomically makes one, always IMMEDIATE.
///
/// Once a statement has failed inside a Tx, the Tx is lost: every later statement and the commit throw that first failure
/// again and all of it is rolled back, even where the caller swallowed the exception. There is no exception for broken
/// constraints: a duplicate that is expected is asked for by ON CONFLICT and judged by its row count, never by catching.
class Tx : public View {
 public:
  /// Runs a writing statement and gives the number of rows it changed.
  template <Statement S>
  std::int64_t change(const S& statement) {
    Cursor cursor(*this, S::sql);
    statement.bind([&](int index, const Bound& value) { cursor.bind(index, value); });
    while (cursor.step()) {}
    return changed();
  }
  /// Why the steps that follow in this transaction are taken, and what they rest on: the histories say it (schema 0002).
  /// A short word; where nobody says, they are the ledger's own.
  void because(std::string_view cause, std::optional<std::int64_t> evidence_id = std::nullopt);
  /// A writing statement of a caller's own program on its own tables (their names begin with x_), its parameters in order; the
  /// number of rows it changed.
  std::int64_t change_of(const std::string& text, std::initializer_list<Bound> values);
  /// The rowid of the last inserted row.
  [[nodiscard]] std::int64_t last_id() const;
  /// Text known only when the program runs: the schema profile of a laboratory file. Never built from input.
  void execute(const std::string& text);

 private:
  friend class Store;
  using View::View;
  [[nodiscard]] std::int64_t changed() const;
};

/// One numbered step of a schema, as it lies in schema/migrations/.
struct Migration {
  int version;
  std::string_view name;
  std::string_view text;
};

/// One table of a file as it stands, for people.
struct TableContent {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::size_t> key;  // which of the columns tell one row from another
  std::vector<std::vector<std::string>> rows;
};

/// What kind of file a Store may open. A file with another application_id is somebody else's and refused.
struct FileKind {
  std::int32_t application_id;
  std::span<const Migration> migrations;  // ascending, 1…n
  Text noun;                              // "a payonce ledger"
};

/// What to do with a file that cannot be written, or whose folder cannot: a command that only reads goes on, as with `read_only`.
/// What somebody is writing at this moment stands in a log that needs the folder: then it is refused, and says so.
enum class IfLocked { refuse, read };

/// One SQLite file and one connection to it, for one thread. Statements are prepared once and kept.
/// Write-ahead log, every commit on disk before it is acknowledged, foreign keys on, trusted_schema and double-quoted strings
/// off. While it is open there are two side files; after the last Store on the file is gone, the file alone is everything.
/// A process does not fork while it has one open: its locks would stay behind.
class Store {
 public:
  struct Options {
    Duration busy_wait = seconds(20);  // how long a writer waits for its turn before StorageTrouble::busy
    bool durable = true;               // synchronous=FULL; false is for throw-away files of tests and scenarios
    bool read_only = false;            // reading() only; an older version is refused instead of migrated
    MemoryFiles* files = nullptr;      // where the path is a name; nothing: the machine's own file system
    Turns* turns = nullptr;            // who decides when this connection goes on; nothing: nobody
    IfLocked if_locked = IfLocked::refuse;
  };

  /// Makes a new file with all migrations, stamped. Refuses whatever already stands at `path` (field "db") and changes nothing.
  /// What `first` writes is in the file before it gets its name: nobody ever sees it without.
  [[nodiscard]] static Result<Store> create(const std::filesystem::path& path, const FileKind& kind,
                                            const Options& options, const std::function<void(Tx&)>& first = {});
  /// Opens one of the kinds (a ledger, a laboratory ledger); older versions are migrated, the version and each step in one
  /// transaction. Missing file, missing folder, folder, text file, foreign SQLite file, newer version (both named), a file or
  /// folder that cannot be written: each a Fault of field "db" with its own reason, and nothing changed, not even a side file.
  [[nodiscard]] static Result<Store> open(const std::filesystem::path& path, std::span<const FileKind> kinds,
                                          const Options& options);

  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  [[nodiscard]] std::int32_t application_id() const;
  [[nodiscard]] const std::filesystem::path& path() const;
  [[nodiscard]] bool read_only() const { return read_only_; }

  /// Runs `work` in one IMMEDIATE transaction and commits. An exception of `work` rolls back and passes through. A passing BUSY
  /// (of beginning or of committing) restarts the whole work within the options' busy_wait, then it is StorageTrouble::busy.
  /// `work` must not speak to the outside: it may run more than once.
  template <class Work>
  auto atomically(Work&& work) {
    using Out = std::invoke_result_t<Work&, Tx&>;
    if constexpr (std::is_void_v<Out>) {
      write([&](Tx& tx) { work(tx); });
    } else {
      std::optional<Out> out;
      write([&](Tx& tx) { out.emplace(work(tx)); });
      return std::move(*out);
    }
  }
  /// Runs `work` in one read transaction: everything it sees is one moment. Runs once. Neither call may stand inside the
  /// other, or inside itself, on the same Store.
  template <class Work>
  auto reading(Work&& work) {
    using Out = std::invoke_result_t<Work&, View&>;
    if constexpr (std::is_void_v<Out>) {
      read([&](View& view) { work(view); });
    } else {
      std::optional<Out> out;
      read([&](View& view) { out.emplace(work(view)); });
      return std::move(*out);
    }
  }

  /// A complete, consistent copy in one file at `path`, byte for byte what one moment of this file holds. Refuses a path where
  /// something stands already (field "copy"); nothing appears there before the copy is whole.
  [[nodiscard]] std::optional<Fault> copy_to(const std::filesystem::path& path);

  /// Runs `text` past every rule of the file: its triggers are gone afterwards, foreign keys and checks were off. Only for
  /// files that are there to be broken; the caller makes sure of it.
  void damage(const std::string& text);

  /// A number that stands for every row of every table: equal where two moments of a file hold the same. For laboratories.
  [[nodiscard]] std::uint64_t content();
  /// All of it as text, for tables a person reads: each table with its rows in the order of their keys.
  [[nodiscard]] std::vector<TableContent> dump();

  /// The sum of the schema as SQL that can be run: each table followed by its indexes and triggers, tables by name.
  [[nodiscard]] std::string schema_text();
  /// The names of its tables, indexes and triggers, kind by kind in the order in which they were made. What is taken away and
  /// put back, word for word as it was, stands behind everything else of its kind from then on.
  [[nodiscard]] std::vector<std::string> schema_order();

 private:
  Store(std::unique_ptr<Connection> connection, std::int32_t application_id, std::filesystem::path path,
        bool read_only);
  /// Everything a new file holds, before anybody else sees it.
  static Store fill(std::unique_ptr<Connection> connection, const FileKind& kind, const std::filesystem::path& path,
                    const std::function<void(Tx&)>& first);
  [[nodiscard]] std::optional<Fault> copied_to(const std::filesystem::path& place);
  void write(const std::function<void(Tx&)>& work);
  void read(const std::function<void(View&)>& work);

  std::unique_ptr<Connection> connection_;
  std::filesystem::path path_;
  std::int32_t application_id_;
  bool read_only_;
};

}  // namespace payonce
