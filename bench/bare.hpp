#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace payonce::bench {

/// One value as SQLite holds it.
using Cell = std::variant<std::monostate, std::int64_t, std::string, std::vector<std::uint8_t>>;
using Cells = std::vector<Cell>;

/// The C API with nothing around it but an exception for what must not fail. Set up by the same pragmas as a Store.
class Bare {
 public:
  enum class Pragmas { same_as_store, reader };
  explicit Bare(const std::filesystem::path& path, Pragmas pragmas = Pragmas::same_as_store, bool durable = true);
  Bare(const Bare&) = delete;
  Bare& operator=(const Bare&) = delete;
  ~Bare();

  void run(const std::string& text);
  /// Prepared once; finalized with the connection.
  [[nodiscard]] sqlite3_stmt* prepare(const std::string& text);
  /// Binds in order, without copies, and runs to the end.
  void write(sqlite3_stmt* statement, const Cells& cells);
  /// Binds in order; the text in one column of the first row, copied out.
  [[nodiscard]] std::string text_of(sqlite3_stmt* statement, const Cells& cells, int column);
  /// The first column of the first row.
  [[nodiscard]] std::int64_t number(const std::string& text);
  /// All rows of a query whose parameters 1, 2 … are these numbers.
  [[nodiscard]] std::vector<Cells> rows(const std::string& text, const std::vector<std::int64_t>& numbers = {});
  /// Steps through every row and counts them.
  [[nodiscard]] std::int64_t count_rows(const std::string& text);

 private:
  void check(int code, const std::string& doing);

  sqlite3* handle_ = nullptr;
  std::vector<sqlite3_stmt*> kept_;
};

/// Drops every trigger of the file: the tables, their checks and their unique indexes stay.
void drop_triggers(Bare& file);

}  // namespace payonce::bench
