#include <unistd.h>

#include <cerrno>
#include <string>

#include "ledger/ledger.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/world/world.hpp"

namespace payonce {
namespace {

/// A folder for one throw-away file, gone with it.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "payonce-schema-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
      throw StorageTrouble(StorageTrouble::Kind::unreadable, errno, "no folder for a throw-away file");
    }
    path_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

void with_new_ledger(bool laboratory, const Settings& settings, const std::function<void(Ledger&)>& look) {
  const Scratch scratch;
  VirtualWorld world;
  auto made = Ledger::create(scratch.path() / "schema.db", world,
                             {.store = {.durable = false}, .laboratory = laboratory, .settings = settings});
  invariant(made.has_value(), "a new ledger can be made in a folder of one's own");
  Ledger ledger = std::move(made).value();
  look(ledger);
}

std::string ledger_schema(bool laboratory, const Settings& settings) {
  // A new file is asked, so that the text is what SQLite has made of the migrations and of the profiles behind them.
  std::string text;
  with_new_ledger(laboratory, settings, [&](Ledger& ledger) { text = ledger.store().schema_text(); });
  return text;
}

std::vector<std::string> ledger_schema_order(bool laboratory) {
  std::vector<std::string> names;
  if (!laboratory) with_new_ledger(false, {}, [&](Ledger& ledger) { names = ledger.store().schema_order(); });
  return names;
}

std::string ledger_schema() { return ledger_schema(false, {}); }

}  // namespace payonce
