#include "ledger/store/memory_driver.hpp"

#include <algorithm>
#include <cstring>
#include <new>

// What the driver asks of a file system, answered from memory. Nothing here may throw: the driver is C.
namespace payonce {

namespace {

/// An open file; the driver gives it its room.
struct Opened : sqlite3_file {
  MemoryFiles::State* state;
  std::shared_ptr<MemoryFile> file;
  std::string name;  // empty: a temporary file without one
  bool deleted_at_close;
  int level;
};

Opened& opened(sqlite3_file* file) { return *static_cast<Opened*>(file); }
MemoryFiles::State& state_of(sqlite3_vfs* driver) { return *static_cast<MemoryFiles::State*>(driver->pAppData); }
std::string name_of(const char* path) { return path[0] == '/' ? path + 1 : path; }

using Deed = DiskTape::Deed;

void tell(MemoryFiles::State& state, Deed deed) {
  if (state.tape != nullptr && !deed.file.empty()) state.tape->add(std::move(deed));
}

int close(sqlite3_file* file) {
  Opened& open = opened(file);
  open.file->locks.lower(&open, open.level, SQLITE_LOCK_NONE);
  if (open.deleted_at_close && !open.name.empty()) {
    open.state->files.erase(open.name);
    open.state->durable.erase(open.name);
    tell(*open.state, {Deed::Kind::remove, open.name});
  }
  open.~Opened();
  return SQLITE_OK;
}

int read(sqlite3_file* file, void* into, int count, sqlite3_int64 at) {
  const auto wanted = static_cast<std::size_t>(count);
  const std::size_t got = opened(file).file->content.read(at, {static_cast<std::uint8_t*>(into), wanted});
  return got == wanted ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

int write(sqlite3_file* file, const void* from, int count, sqlite3_int64 at) {
  const Opened& open = opened(file);
  const std::span bytes(static_cast<const std::uint8_t*>(from), static_cast<std::size_t>(count));
  try {
    open.file->content.write(at, bytes);
    if (open.state->tape != nullptr)
      tell(*open.state, {Deed::Kind::write, open.name, at, {bytes.begin(), bytes.end()}});
  } catch (const std::bad_alloc&) {
    return SQLITE_FULL;
  }
  return SQLITE_OK;
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  const Opened& open = opened(file);
  open.file->content.resize(size);
  tell(*open.state, {Deed::Kind::resize, open.name, size});
  return SQLITE_OK;
}

int sync(sqlite3_file* file, int) {
  const Opened& open = opened(file);
  if (!open.name.empty()) open.state->durable[open.name] = open.file->content;
  tell(*open.state, {Deed::Kind::flush, open.name});
  return SQLITE_OK;
}

int size(sqlite3_file* file, sqlite3_int64* bytes) {
  *bytes = opened(file).file->content.size();
  return SQLITE_OK;
}

int lock(sqlite3_file* file, int level) {
  Opened& open = opened(file);
  return open.file->locks.raise(&open, open.level, level) ? SQLITE_OK : SQLITE_BUSY;
}

int unlock(sqlite3_file* file, int level) {
  Opened& open = opened(file);
  open.file->locks.lower(&open, open.level, level);
  return SQLITE_OK;
}

int check_reserved(sqlite3_file* file, int* is_reserved) {
  *is_reserved = opened(file).file->locks.reserved() ? 1 : 0;
  return SQLITE_OK;
}

int control(sqlite3_file*, int, void*) { return SQLITE_NOTFOUND; }
int sector(sqlite3_file*) { return static_cast<int>(PagedBytes::page_size); }
int traits(sqlite3_file*) { return SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

int index_map(sqlite3_file* file, int region, int bytes, int extend, void volatile** address) {
  *address = opened(file).file->index.region(region, static_cast<std::size_t>(bytes), extend != 0);
  return SQLITE_OK;
}

int index_lock(sqlite3_file* file, int from, int count, int flags) {
  Opened& open = opened(file);
  const bool exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
  if ((flags & SQLITE_SHM_UNLOCK) != 0) {
    open.file->index.unlock(&open, from, count, exclusive);
    return SQLITE_OK;
  }
  return open.file->index.lock(&open, from, count, exclusive) ? SQLITE_OK : SQLITE_BUSY;
}

void index_barrier(sqlite3_file*) {}
int index_unmap(sqlite3_file* file, int) {
  Opened& open = opened(file);
  for (int slot = 0; slot < SharedIndex::slots; ++slot) {
    open.file->index.unlock(&open, slot, 1, true);
    open.file->index.unlock(&open, slot, 1, false);
  }
  return SQLITE_OK;
}

constexpr sqlite3_io_methods methods = {2,          close,         read,           write,   truncate, sync,   size,
                                        lock,       unlock,        check_reserved, control, sector,   traits, index_map,
                                        index_lock, index_barrier, index_unmap,    nullptr, nullptr};

int open(sqlite3_vfs* driver, const char* path, sqlite3_file* file, int flags, int* got) {
  MemoryFiles::State& state = state_of(driver);
  file->pMethods = nullptr;
  const std::string name = path == nullptr ? "" : name_of(path);
  auto found = state.files.find(name);
  const bool there = !name.empty() && found != state.files.end();
  if (!there && !name.empty() && (flags & SQLITE_OPEN_CREATE) == 0) return SQLITE_CANTOPEN;
  std::shared_ptr<MemoryFile> content = there ? found->second : std::make_shared<MemoryFile>();
  if (!there && !name.empty()) {
    state.files.emplace(name, content);
    tell(state, {Deed::Kind::make, name});
  }
  auto* const made = new (file)
      Opened{{&methods}, &state, std::move(content), name, (flags & SQLITE_OPEN_DELETEONCLOSE) != 0, SQLITE_LOCK_NONE};
  if (got != nullptr) *got = flags;
  return made != nullptr ? SQLITE_OK : SQLITE_NOMEM;
}

int remove(sqlite3_vfs* driver, const char* path, int sync_folder) {
  MemoryFiles::State& state = state_of(driver);
  if (state.files.erase(name_of(path)) == 0) return SQLITE_IOERR_DELETE_NOENT;
  if (sync_folder != 0) state.durable.erase(name_of(path));
  tell(state, {sync_folder != 0 ? Deed::Kind::remove_for_good : Deed::Kind::remove, name_of(path)});
  return SQLITE_OK;
}

int access(sqlite3_vfs* driver, const char* path, int, int* result) {
  *result = state_of(driver).files.contains(name_of(path)) ? 1 : 0;
  return SQLITE_OK;
}

int full_path(sqlite3_vfs*, const char* path, int room, char* out) {
  const std::size_t length = std::strlen(path);
  if (length + 1 > static_cast<std::size_t>(room)) return SQLITE_CANTOPEN;
  std::memcpy(out, path, length + 1);
  return SQLITE_OK;
}

// Chance of the driver itself: salts of logs, nothing a row depends on. Always the same, so that a run is.
int chance(sqlite3_vfs*, int bytes, char* out) {
  std::fill(out, out + bytes, '\x5a');
  return bytes;
}
int sleep(sqlite3_vfs*, int microseconds) { return microseconds; }
int time_now(sqlite3_vfs*, double* days) {
  *days = 0;
  return SQLITE_OK;
}
int last_error(sqlite3_vfs*, int, char*) { return 0; }
int time_now_ms(sqlite3_vfs*, sqlite3_int64* ms) {
  *ms = 0;
  return SQLITE_OK;
}

}  // namespace

sqlite3_vfs describe(MemoryFiles::State& state, const std::string& name) {
  sqlite3_vfs driver{};
  driver.iVersion = 2;
  driver.szOsFile = static_cast<int>(sizeof(Opened));
  driver.mxPathname = 512;
  driver.zName = name.c_str();
  driver.pAppData = &state;
  driver.xOpen = open;
  driver.xDelete = remove;
  driver.xAccess = access;
  driver.xFullPathname = full_path;
  driver.xRandomness = chance;
  driver.xSleep = sleep;
  driver.xCurrentTime = time_now;
  driver.xGetLastError = last_error;
  driver.xCurrentTimeInt64 = time_now_ms;
  return driver;
}

}  // namespace payonce
