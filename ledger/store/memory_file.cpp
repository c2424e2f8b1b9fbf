#include "ledger/store/memory_file.hpp"

#include <algorithm>
#include <cstring>

#include "ledger/values/invariant.hpp"

namespace payonce {

namespace {

constexpr int to_nothing = 0;
constexpr int to_shared = 1;
constexpr int to_reserved = 2;
constexpr int to_pending = 3;
constexpr int to_exclusive = 4;

}  // namespace

std::size_t PagedBytes::read(std::int64_t at, std::span<std::uint8_t> into) const {
  const std::int64_t there = std::clamp<std::int64_t>(size_ - at, 0, static_cast<std::int64_t>(into.size()));
  auto left = static_cast<std::size_t>(there);
  auto offset = static_cast<std::size_t>(at);
  std::uint8_t* target = into.data();
  while (left > 0) {
    const std::size_t within = offset % page_size;
    const std::size_t part = std::min(left, page_size - within);
    std::memcpy(target, pages_[offset / page_size]->data() + within, part);
    target += part;
    offset += part;
    left -= part;
  }
  std::fill(target, into.data() + into.size(), std::uint8_t{0});
  return static_cast<std::size_t>(there);
}

void PagedBytes::write(std::int64_t at, std::span<const std::uint8_t> bytes) {
  const auto end = at + static_cast<std::int64_t>(bytes.size());
  if (end > size_) resize(end);
  auto offset = static_cast<std::size_t>(at);
  while (!bytes.empty()) {
    const std::size_t within = offset % page_size;
    const std::size_t part = std::min(bytes.size(), page_size - within);
    std::memcpy(own(offset / page_size).data() + within, bytes.data(), part);
    bytes = bytes.subspan(part);
    offset += part;
  }
}

void PagedBytes::resize(std::int64_t size) {
  const auto before = static_cast<std::size_t>(size_);
  const auto now = static_cast<std::size_t>(size);
  size_ = size;
  const std::size_t pages = (now + page_size - 1) / page_size;
  if (now < before && now % page_size != 0) {
    // What is cut off reads as zeros when the file grows again.
    Page& last = own(pages - 1);
    std::fill(last.begin() + static_cast<std::ptrdiff_t>(now % page_size), last.end(), std::uint8_t{0});
  }
  const std::size_t had = pages_.size();
  pages_.resize(pages);
  for (std::size_t i = had; i < pages; ++i) pages_[i] = std::make_shared<Page>();
}

PagedBytes::Page& PagedBytes::own(std::size_t page) {
  auto& held = pages_[page];
  if (held.use_count() > 1) held = std::make_shared<Page>(*held);
  return *held;
}

bool FileLocks::raise(const void* holder, int& level, int wanted) {
  if (level >= wanted) return true;
  if (level == to_nothing) {
    if (pending_ != nullptr || exclusive_ != nullptr) return false;
    ++shared_;
    level = to_shared;
  }
  if (wanted == to_shared) return true;
  if (reserved_ != nullptr && reserved_ != holder) return false;
  if (wanted == to_reserved) {
    reserved_ = holder;
    level = to_reserved;
    return true;
  }
  if (pending_ != nullptr && pending_ != holder) return false;
  pending_ = holder;
  level = to_pending;
  if (shared_ > 1) return false;
  exclusive_ = holder;
  reserved_ = holder;
  level = to_exclusive;
  return true;
}

void FileLocks::lower(const void* holder, int& level, int wanted) {
  if (level <= wanted) return;
  if (reserved_ == holder) reserved_ = nullptr;
  if (pending_ == holder) pending_ = nullptr;
  if (exclusive_ == holder) exclusive_ = nullptr;
  if (wanted == to_nothing) --shared_;
  level = wanted;
}

void* SharedIndex::region(int n, std::size_t size, bool make) {
  const auto index = static_cast<std::size_t>(n);
  if (index >= regions_.size()) {
    if (!make) return nullptr;
    while (regions_.size() <= index) regions_.push_back(std::make_unique<std::vector<std::uint8_t>>(size));
  }
  return regions_[index]->data();
}

bool SharedIndex::lock(const void* holder, int from, int count, bool writes) {
  const auto fits = [&](const Slot& slot) {
    const bool others = slot.writer != nullptr && slot.writer != holder;
    const bool readers = !slot.readers.empty() && (slot.readers.size() > 1 || !slot.readers.contains(holder));
    return !others && !(writes && readers);
  };
  for (int i = from; i < from + count; ++i) {
    if (!fits(slots_[static_cast<std::size_t>(i)])) return false;
  }
  for (int i = from; i < from + count; ++i) {
    Slot& slot = slots_[static_cast<std::size_t>(i)];
    writes ? void(slot.writer = holder) : void(++slot.readers[holder]);
  }
  return true;
}

void SharedIndex::unlock(const void* holder, int from, int count, bool writes) {
  for (int i = from; i < from + count; ++i) {
    Slot& slot = slots_[static_cast<std::size_t>(i)];
    if (writes) {
      if (slot.writer == holder) slot.writer = nullptr;
    } else if (const auto found = slot.readers.find(holder); found != slot.readers.end() && --found->second == 0) {
      slot.readers.erase(found);
    }
  }
}

bool SharedIndex::any() const {
  return std::any_of(slots_.begin(), slots_.end(),
                     [](const Slot& slot) { return slot.writer != nullptr || !slot.readers.empty(); });
}

SharedIndex::Content SharedIndex::content() const {
  Content all;
  all.reserve(regions_.size());
  for (const auto& region : regions_) all.push_back(*region);
  return all;
}

void SharedIndex::restore(const Content& content) {
  for (std::size_t i = 0; i < content.size(); ++i) {
    void* const target = region(static_cast<int>(i), content[i].size(), true);
    std::memcpy(target, content[i].data(), content[i].size());
  }
  // Regions that were made since then stay, and are empty.
  for (std::size_t i = content.size(); i < regions_.size(); ++i) {
    std::fill(regions_[i]->begin(), regions_[i]->end(), std::uint8_t{0});
  }
}

}  // namespace payonce
