#include "ledger/store/memory_files.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "ledger/store/disk_tape.hpp"
#include "ledger/store/memory_driver.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce {

namespace {

std::string next_driver() {
  static std::atomic<unsigned> made{0};
  return "payonce-memory-" + std::to_string(++made);
}

/// Its pages are shared with every file that began as a copy, until one of them is written.
struct Blanks {
  std::mutex mutex;
  std::map<std::int32_t, PagedBytes> of_kind;
};

Blanks& blanks() {
  static Blanks all;
  return all;
}

}  // namespace

MemoryFiles::State::State(std::string named) : name(std::move(named)), driver(describe(*this, name)) {
  invariant(sqlite3_vfs_register(&driver, 0) == SQLITE_OK, "the driver takes one more file system");
}

MemoryFiles::State::~State() { sqlite3_vfs_unregister(&driver); }

MemoryFiles::MemoryFiles() : state_(std::make_unique<State>(next_driver())) {}
MemoryFiles::~MemoryFiles() = default;

bool MemoryFiles::has(const std::string& name) const { return state_->files.contains(name); }

std::shared_ptr<const MemoryFiles::Image> MemoryFiles::image() const {
  auto image = std::make_shared<Image>();
  for (const auto& [name, file] : state_->files) {
    invariant(!file->locked(), "an image is taken while no transaction is open");
    image->files.emplace(name, Image::Kept{file->content, file->index.content()});
  }
  return image;
}

void MemoryFiles::restore(const Image& image) {
  for (auto it = state_->files.begin(); it != state_->files.end();) {
    invariant(!it->second->locked(), "an image is brought back while no transaction is open");
    it = image.files.contains(it->first) ? std::next(it) : state_->files.erase(it);
  }
  for (const auto& [name, kept] : image.files) {
    auto& file = state_->files[name];
    if (!file) file = std::make_shared<MemoryFile>();
    file->content = kept.content;
    file->index.restore(kept.index);
  }
}

void MemoryFiles::copy_from(const Image& image) {
  invariant(state_->files.empty(), "a copy goes where nothing is yet");
  restore(image);
}

void MemoryFiles::keep_blank(const std::string& name, std::int32_t kind) const {
  const std::lock_guard lock(blanks().mutex);
  blanks().of_kind.emplace(kind, state_->files.at(name)->content);
}

bool MemoryFiles::begin_as_blank(const std::string& name, std::int32_t kind) {
  const std::lock_guard lock(blanks().mutex);
  const auto found = blanks().of_kind.find(kind);
  if (found == blanks().of_kind.end()) return false;
  auto file = std::make_shared<MemoryFile>();
  file->content = found->second;
  invariant(state_->files.emplace(name, std::move(file)).second, "a blank file stands where nothing is yet");
  return true;
}

void MemoryFiles::flush() {
  state_->durable.clear();
  for (const auto& [name, file] : state_->files) state_->durable.emplace(name, file->content);
}

std::shared_ptr<const MemoryFiles::Image> MemoryFiles::after_power_failure() const {
  auto image = std::make_shared<Image>();
  for (const auto& [name, content] : state_->durable) image->files.emplace(name, Image::Kept{content, {}});
  return image;
}

void MemoryFiles::write_as(const Writing& way) { state_->way = way; }
const std::optional<Writing>& MemoryFiles::way() const { return state_->way; }
const std::optional<Writing>& MemoryFiles::last_opened() const { return state_->last_opened; }

void MemoryFiles::opened_as(std::string_view journal, std::string_view synchronous) {
  const auto* const known = std::find(journal_modes.begin(), journal_modes.end(), journal);
  const std::size_t level = static_cast<std::size_t>(synchronous.front() - '0');  // as the driver numbers them
  invariant(known != journal_modes.end() && level < synchronous_modes.size(), "a file is written in a known way");
  state_->last_opened = {*known, synchronous_modes[level]};
}

void MemoryFiles::record(DiskTape* tape) {
  flush();
  state_->tape = tape;
  if (tape != nullptr) tape->begin(image());
}

const std::string& MemoryFiles::driver() const { return state_->name; }
std::string MemoryFiles::path(const std::string& name) const { return "/" + name; }

}  // namespace payonce
