#include "ledger/store/store.hpp"

#include "ledger/store/connection.hpp"
#include "ledger/store/file.hpp"
#include "ledger/store/memory_files.hpp"
#include "ledger/store/migrate.hpp"
#include "ledger/store/trouble.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce {

namespace {

namespace fs = std::filesystem;

// performance.md says how each was chosen: 64 MiB of pages hold the working set of a million payments, 4,000 pages of log keep
// it near 16 MiB, memory-mapped reading gained nothing.
void set_up(Connection& connection, const Store::Options& options) {
  sqlite3* handle = connection.handle();
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
  sqlite3_wal_autocheckpoint(handle, 4000);
  connection.run("PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536");
  connection.run("PRAGMA cell_size_check = ON; PRAGMA recursive_triggers = ON; PRAGMA journal_size_limit = 67108864");
  const auto way = options.files == nullptr ? std::nullopt : options.files->way();
  const std::string synchronous(way ? way->synchronous : options.durable ? "FULL" : "OFF");
  connection.run("PRAGMA synchronous = " + synchronous);
}

/// A laboratory may look at what other journals than the log would have lost.
std::string_view journal_of(const Store::Options& options) {
  const auto way = options.files == nullptr ? std::nullopt : options.files->way();
  return way ? way->journal : "WAL";
}

std::string in_capitals(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

void use_log(Connection& connection, std::string_view journal = "WAL") {
  // The statement does not fail where the log cannot be used, it answers with another mode.
  connection.patiently([&] {
    const std::string mode = in_capitals(connection.ask("PRAGMA journal_mode = " + std::string(journal)));
    if (mode == journal) return;
    throw StorageTrouble(StorageTrouble::Kind::other, SQLITE_ERROR, "no such journal here: " + mode);
  });
}

Fault newer(const fs::path& path, int found, std::size_t known) {
  const std::string name = path.string();
  const std::string file_version = std::to_string(found);
  const std::string our_version = std::to_string(known);
  return {
      "db",
      {name + " was written by a newer payonce: its schema is version " + file_version +
           ", this program knows version " + our_version,
       name + " 由更新的 payonce 写成：其结构为第 " + file_version + " 版，本程序只认识到第 " + our_version + " 版"}};
}

Fault older(const fs::path& path) {
  return {"db",
          {path.string() + " is of an older version and is brought up to date when it is first opened for writing",
           path.string() + " 是旧版本，首次以可写方式打开时才会升级"}};
}

Fault log_out_of_reach(const fs::path& path) {
  const std::string name = path.string();
  return {"db",
          {name + " cannot be read where it lies: its last records stand in " + name +
               "-wal, and reading them needs a folder that can be written to; copy both files to one",
           name + " 无法就地读取：其最后的记录在 " + name + "-wal 中，读取需要可写的文件夹；请将两个文件复制到可写处"}};
}

std::unique_ptr<Connection> writer(const fs::path& place, const Store::Options& options) {
  return std::make_unique<Connection>(place, SQLITE_OPEN_READWRITE, options);
}

/// Without a log nobody is writing it, and the file alone is everything: it is read as one that does not change, which needs no
/// file beside it.
std::unique_ptr<Connection> reader(const fs::path& place, const Store::Options& options) {
  if (has_a_log(place)) return std::make_unique<Connection>(place, SQLITE_OPEN_READONLY, options);
  return std::make_unique<Connection>(as_unchanging(place), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, options);
}

/// A step meets rules or rows that its version cannot have: a laboratory file that was made without some of them, or a file whose
/// rules somebody took away. Each step is whole or not at all, so it stands as it was.
std::optional<Fault> stepped_forward(Connection& connection, const FileKind& kind, const fs::path& path) {
  try {
    migrate(connection, kind);
    return std::nullopt;
  } catch (const StorageTrouble& met) {
    if (met.kind() != StorageTrouble::Kind::other && met.kind() != StorageTrouble::Kind::refused) throw;
  }
  const std::string name = path.string();
  return Fault{
      "db",
      {name + " is of an older version and lacks rules that version has, or breaks them; it cannot be brought up "
              "to date, and was left as it is: a laboratory file is made anew (payonce init --lab)",
       name + " 是旧版本，且缺少或违反该版本应有的规则，无法升级，保持原样；实验账本请重新创建（payonce init "
              "--lab）"}};
}

Text nouns(std::span<const FileKind> kinds) {
  Text all;
  for (const FileKind& kind : kinds) {
    all.en += (all.en.empty() ? "" : " or ") + kind.noun.en;
    all.zh += (all.zh.empty() ? "" : "或") + kind.noun.zh;
  }
  return all;
}

}  // namespace

Store::Store(std::unique_ptr<Connection> connection, std::int32_t application_id, fs::path path, bool read_only)
    : connection_(std::move(connection)),
      path_(std::move(path)),
      application_id_(application_id),
      read_only_(read_only) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::fill(std::unique_ptr<Connection> connection, const FileKind& kind, const fs::path& path,
                  const std::function<void(Tx&)>& first) {
  // Nobody else knows this file yet: no flushing and no journal on disk until it is whole.
  set_up(*connection, Options{.durable = false});
  connection->run("PRAGMA journal_mode = MEMORY");
  migrate(*connection, kind);
  use_log(*connection);
  Store unnamed(std::move(connection), kind.application_id, path, false);
  if (first) unnamed.write(first);
  return unnamed;
}

Result<Store> Store::create(const fs::path& path, const FileKind& kind, const Options& options,
                            const std::function<void(Tx&)>& first) {
  if (options.files != nullptr) {
    if (options.files->has(path.string()))
      return Fault{"db", {path.string() + " exists already", path.string() + " 已存在"}};
    const Options making{.busy_wait = options.busy_wait, .files = options.files};
    if (!options.files->begin_as_blank(path.string(), kind.application_id)) {
      (void)fill(std::make_unique<Connection>(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, making), kind, path,
                 {});
      options.files->keep_blank(path.string(), kind.application_id);
    }
    (void)fill(std::make_unique<Connection>(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, making), kind, path,
               first);
    options.files->flush();
    return open(path, std::span<const FileKind>(&kind, 1), options);
  }
  const auto place = plain_path("db", path);
  if (!place) return place.error();
  if (auto taken = not_free("db", *place)) return *taken;
  auto draft = Draft::in("db", place->parent_path());
  if (!draft) return draft.error();
  const Options making{.busy_wait = options.busy_wait};
  (void)fill(std::make_unique<Connection>(draft->path(), SQLITE_OPEN_READWRITE, making), kind, draft->path(), first);
  Draft finished = std::move(draft).value();
  if (auto taken = finished.become("db", *place, options.durable)) return *taken;
  return open(path, std::span<const FileKind>(&kind, 1), options);
}

Result<Store> Store::open(const fs::path& path, std::span<const FileKind> kinds, const Options& options) {
  const Text wanted = nouns(kinds);
  const bool in_memory = options.files != nullptr;
  const auto place = in_memory ? Result<fs::path>(path) : plain_path("db", path);
  if (!place) return place.error();
  const bool locked = !in_memory && options.if_locked == IfLocked::read && is_locked(*place);
  if (in_memory) {
    invariant(options.files->has(path.string()), "whoever opens a file in memory has made it");
  } else if (auto unfit = not_a_file("db", *place, wanted, locked)) {
    return *unfit;
  }
  auto connection = locked ? reader(*place, options) : writer(*place, options);
  const Head head = Head::read(connection->head(Head::size));
  const std::string name = place->string();
  if (!head.database) return Fault{"db", {name + " is not " + wanted.en, name + " 不是" + wanted.zh}};
  const FileKind* kind = nullptr;
  for (const FileKind& each : kinds) {
    if (each.application_id == head.application_id) kind = &each;
  }
  if (kind == nullptr) {
    return Fault{
        "db", {name + " belongs to another program and is not " + wanted.en, name + " 属于其他程序，不是" + wanted.zh}};
  }
  const std::size_t known = kind->migrations.size();
  if (head.version > static_cast<int>(known)) return newer(*place, head.version, known);

  connection->renew_patience();
  set_up(*connection, options);
  int version = 0;
  try {
    if (!locked) use_log(*connection, journal_of(options));
    if (in_memory) {
      options.files->opened_as(in_capitals(connection->ask("PRAGMA journal_mode")),
                               connection->ask("PRAGMA synchronous"));
    }
    // The head may be behind the log, so the version is asked for once more.
    version = schema_version(*connection);
  } catch (const StorageTrouble& met) {
    if (!locked || met.kind() == StorageTrouble::Kind::corrupt) throw;
    return log_out_of_reach(*place);
  }
  if (version > static_cast<int>(known)) return newer(*place, version, known);
  if (version < static_cast<int>(known)) {
    if (options.read_only || locked) return older(*place);
    if (auto stuck = stepped_forward(*connection, *kind, *place)) return *std::move(stuck);
    if (const int now = schema_version(*connection); now > static_cast<int>(known)) return newer(*place, now, known);
  }
  return Store(std::move(connection), kind->application_id, path, options.read_only || locked);
}

std::int32_t Store::application_id() const { return application_id_; }
const fs::path& Store::path() const { return path_; }

void Store::write(const std::function<void(Tx&)>& work) {
  Connection& connection = *connection_;
  if (read_only_) throw StorageTrouble(StorageTrouble::Kind::read_only, SQLITE_READONLY, "opened for reading only");
  invariant(!connection.open(), "transactions of one Store do not stand inside each other");
  connection.renew_patience();
  for (;;) {
    try {
      connection.begin(true);
      Tx tx(connection);
      work(tx);
      connection.commit();
      return;
    } catch (...) {
      // Only this connection's own busy begins again; one that `work` met elsewhere is no business of ours.
      const bool again = connection.busy_lost_it();
      connection.rollback();
      if (!again || !connection.pause()) throw;
    }
  }
}

void Store::read(const std::function<void(View&)>& work) {
  Connection& connection = *connection_;
  invariant(!connection.open(), "transactions of one Store do not stand inside each other");
  connection.renew_patience();
  try {
    connection.begin(false);
    View view(connection);
    work(view);
    connection.commit();
  } catch (...) {
    connection.rollback();
    throw;
  }
}

void Store::damage(const std::string& text) {
  Connection& connection = *connection_;
  invariant(!connection.open(), "damage is done outside of transactions");
  sqlite3* const handle = connection.handle();
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 0, nullptr);
  connection.run("PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON");
  connection.run("DELETE FROM sqlite_schema WHERE type = 'trigger'");
  connection.run("PRAGMA writable_schema = RESET");
  connection.run(text);
  connection.run("PRAGMA ignore_check_constraints = OFF");
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
}

std::string Store::schema_text() {
  std::string text;
  reading([&](View& view) {
    view.each_of(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~' "
        "ORDER BY type = 'view', tbl_name, CASE type WHEN 'table' THEN 1 WHEN 'index' THEN 2 ELSE 3 END, name",
        [&](const Row& row) {
          if (!text.empty()) text += "\n";
          text.append(row.text(0)).append(";\n");
        });
  });
  return text;
}

std::vector<std::string> Store::schema_order() {
  std::vector<std::string> names;
  reading([&](View& view) {
    view.each_of(
        "SELECT name FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite~_%' ESCAPE '~' "
        "ORDER BY type, rowid",
        [&](const Row& row) { names.emplace_back(row.text(0)); });
  });
  return names;
}

}  // namespace payonce
