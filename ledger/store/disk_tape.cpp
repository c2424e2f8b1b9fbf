#include "ledger/store/disk_tape.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "ledger/store/memory_driver.hpp"
#include "ledger/store/turns.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce {
namespace {

using Deed = DiskTape::Deed;
/// One file of a disk; nothing: it has no name there.
using Content = std::optional<PagedBytes>;

struct File {
  Content flushed;
  std::vector<const Deed*> waiting;  // since, in order
};

void apply(Content& content, const Deed& deed, std::size_t bytes) {
  switch (deed.kind) {
    case Deed::Kind::make: content.emplace(); return;
    case Deed::Kind::write:
      if (content) content->write(deed.at, std::span(deed.bytes).first(bytes));
      return;
    case Deed::Kind::resize:
      if (content) content->resize(deed.at);
      return;
    case Deed::Kind::remove:
    case Deed::Kind::remove_for_good: content.reset(); return;
    case Deed::Kind::flush: break;
  }
}

void apply_all(Content& content, const std::vector<const Deed*>& deeds) {
  for (const Deed* const one : deeds) apply(content, *one, one->bytes.size());
}

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  std::uint64_t below(std::uint64_t limit) {
    state_ = folded(state_, std::uint64_t{1});
    return (state_ >> 11) % limit;
  }

 private:
  std::uint64_t state_;
};

/// Each deed or not, one in eight of the writes that are kept only in part. What was written to a file whose making is not
/// there went to one without a name.
void apply_some(Content& content, const std::vector<const Deed*>& deeds, Chance& chance) {
  bool nameless = false;
  for (const Deed* const one : deeds) {
    const bool kept = chance.below(2) == 0;
    const bool torn = chance.below(8) == 0;
    const std::size_t part = one->bytes.empty() ? 0 : chance.below(one->bytes.size());
    if (one->kind == Deed::Kind::make) nameless = !kept;
    if (!kept || nameless) continue;
    apply(content, *one, torn ? part : one->bytes.size());
  }
}

std::map<std::string, File> files_at(const MemoryFiles::Image& before, const std::vector<Deed>& deeds,
                                     std::size_t moment) {
  std::map<std::string, File> files;
  for (const auto& [name, kept] : before.files) files[name].flushed = kept.content;
  for (std::size_t i = 0; i < moment; ++i) {
    const Deed& deed = deeds[i];
    File& file = files[deed.file];
    file.waiting.push_back(&deed);
    // The first flush of a new file flushes its name as well, as the driver does on a real disk.
    if (deed.kind != Deed::Kind::flush && deed.kind != Deed::Kind::remove_for_good) continue;
    apply_all(file.flushed, file.waiting);
    file.waiting.clear();
  }
  return files;
}

}  // namespace

void DiskTape::begin(std::shared_ptr<const MemoryFiles::Image> disk) {
  before_ = std::move(disk);
  deeds_.clear();
}

std::vector<std::string> DiskTape::waiting(std::size_t moment) const {
  std::vector<std::string> names;
  for (const auto& [name, file] : files_at(*before_, deeds_, moment)) {
    if (!file.waiting.empty()) names.push_back(name);
  }
  return names;
}

std::shared_ptr<const MemoryFiles::Image> DiskTape::disk(std::size_t moment, const Survivors& survivors) const {
  invariant(before_ != nullptr && moment <= deeds_.size(), "a moment lies on the tape");
  auto image = std::make_shared<MemoryFiles::Image>();
  Chance chance(survivors.seed);
  const Deed* const last = moment == 0 ? nullptr : &deeds_[moment - 1];
  for (auto& [name, file] : files_at(*before_, deeds_, moment)) {
    Content content = file.flushed;
    switch (survivors.kind) {
      case Survivors::Kind::nothing: break;
      case Survivors::Kind::everything: apply_all(content, file.waiting); break;
      case Survivors::Kind::torn:
        for (const Deed* const one : file.waiting) {
          apply(content, *one, one == last ? one->bytes.size() / 2 : one->bytes.size());
        }
        break;
      case Survivors::Kind::one_file:
        if (name == survivors.file) apply_all(content, file.waiting);
        break;
      case Survivors::Kind::drawn: apply_some(content, file.waiting, chance); break;
    }
    if (content) image->files.emplace(name, MemoryFiles::Image::Kept{*std::move(content), {}});
  }
  return image;
}

std::uint64_t content_of(const MemoryFiles::Image& image) {
  std::uint64_t value = 0;
  std::vector<std::uint8_t> bytes(std::size_t{1} << 16);
  for (const auto& [name, kept] : image.files) {
    value = folded(value, std::string_view(name));
    for (std::int64_t at = 0; at < kept.content.size(); at += static_cast<std::int64_t>(bytes.size())) {
      const std::size_t got = kept.content.read(at, bytes);
      value = folded(value, std::string_view(reinterpret_cast<const char*>(bytes.data()), got));
    }
  }
  return value;
}

}  // namespace payonce
