#include "app/channel_book.hpp"

#include <string_view>

#include "app/complaint.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce {
namespace {

namespace fs = std::filesystem;

fs::path real(const fs::path& path) {
  std::error_code failed;
  fs::path found = fs::weakly_canonical(path, failed);
  return failed ? path.lexically_normal() : found;
}

}  // namespace

Fault trouble_of_book(const fs::path& place, const StorageTrouble& trouble) {
  const Text why = fault_of(trouble).why;
  return {"channel", {place.string() + ": " + why.en, place.string() + "：" + why.zh}};
}

Result<Acquirer> open_channel_book(const fs::path& place, World& world) {
  try {
    Result<Acquirer> opened = Acquirer::open(place, world);
    if (!opened) return opened;
    Acquirer book = std::move(opened).value();
    // The head alone proves little: a book that cannot say its own terms is damaged, and is better met here than in a payment.
    (void)book.settings();
    return book;
  } catch (const StorageTrouble& trouble) {
    return trouble_of_book(place, trouble);
  } catch (const Broken& broken) {
    return trouble_of_book(place, {StorageTrouble::Kind::corrupt, 0, broken.what()});
  }
}

Result<Acquirer> have_channel_book(const fs::path& place, World& world, const Acquirer::Settings& settings) {
  try {
    std::error_code ignored;
    if (!fs::exists(place, ignored)) {
      Result<Acquirer> made = Acquirer::create(place, world, settings);
      // Somebody else made it meanwhile: it appears whole, and is as good as ours.
      if (made || !fs::exists(place, ignored)) return made;
    }
  } catch (const StorageTrouble& trouble) {
    return trouble_of_book(place, trouble);
  }
  return open_channel_book(place, world);
}

std::optional<Fault> no_place_for_a_book(const fs::path& place, const fs::path& ledger) {
  if (same_file(place, ledger)) {
    return Fault{"place",
                 {place.string() + " is the ledger itself; a channel's book is a file of its own",
                  place.string() + " 是账本本身；渠道账簿须是单独的文件"}};
  }
  const std::string name = place.filename().string();
  for (const std::string_view side : {"-wal", "-shm", "-journal"}) {
    if (!name.ends_with(side)) continue;
    return Fault{"place",
                 {place.string() + " ends as a file that is kept beside another, and would be taken for its log",
                  place.string() + " 的结尾与附属文件相同，会被当作另一文件的日志"}};
  }
  return std::nullopt;
}

bool same_file(const fs::path& one, const fs::path& other) {
  std::error_code ignored;
  return real(one) == real(other) || fs::equivalent(one, other, ignored);
}

std::optional<Fault> kept_on_other_terms(const fs::path& place, const Acquirer::Settings& kept,
                                         const Acquirer::Settings& wanted) {
  if (kept.dedup != wanted.dedup) {
    const std::string is = kept.dedup ? "ref" : "none";
    return Fault{
        "dedup",
        {"the book at " + place.string() + " was made with --dedup " + is + ": say so, or name another --place",
         place.string() + " 处的账簿创建时为 --dedup " + is + "：请照此填写，或用 --place 另指一处"}};
  }
  if (kept.key_window != wanted.key_window) {
    const std::string is = kept.key_window.text();
    return Fault{
        "key-window",
        {"the book at " + place.string() + " was made with --key-window " + is + ": say so, or name another --place",
         place.string() + " 处的账簿创建时为 --key-window " + is + "：请照此填写，或用 --place 另指一处"}};
  }
  return std::nullopt;
}

}  // namespace payonce
