#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "ledger/digest/digest.hpp"
#include "ledger/fingerprint.hpp"
#include "ledger/journal/rule.hpp"
#include "ledger/settings.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/ids.hpp"
#include "ledger/world/world.hpp"

namespace payonce {

class WindowStore;

/// "PON1": a ledger. "PONL": a laboratory ledger, the only kind in which a layer may be switched off.
inline constexpr std::int32_t ledger_application_id = 0x504F4E31;
inline constexpr std::int32_t laboratory_application_id = 0x504F4E4C;

/// An open ledger file: the store, who the file is, and what is set in it. For one thread; open one for each.
class Ledger {
 public:
  struct Options {
    Store::Options store;
    bool laboratory = false;  // create only
    Settings settings;        // create only
  };

  /// Makes a new ledger. Refuses (field "db" or the setting) and changes nothing where the place is taken or the settings do
  /// not fit: on a real ledger, a layer off or a dedup window as long as the lease. A laboratory takes keys from one byte.
  [[nodiscard]] static Result<Ledger> create(const std::filesystem::path& path, World& world, const Options& options);
  /// Whether a file may be opened whose rules (triggers) were taken away: to look at it and to verify it, and for nothing else.
  enum class Rules { must_stand, may_lack };
  /// Opens a ledger or a laboratory ledger, bringing an older version up to date. Refuses (field "db") a real ledger whose rules
  /// do not all stand: it could be written to in ways that no ledger allows.
  [[nodiscard]] static Result<Ledger> open(const std::filesystem::path& path, const Store::Options& options,
                                           Rules rules = Rules::must_stand);

  Ledger(Ledger&&) noexcept;
  Ledger& operator=(Ledger&&) noexcept;
  ~Ledger();

  [[nodiscard]] Store& store() { return store_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// Of a laboratory: as they stand in the file by now, where another connection has written others that want the same schema.
  void read_settings_again();
  [[nodiscard]] bool laboratory() const { return store_.application_id() == laboratory_application_id; }
  /// Twelve letters and digits drawn when the file was made: in every reference given to a channel.
  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] Mac& secret() { return secret_; }
  /// By what a key of a tenant is found: the two together, or the key alone where a laboratory file knows no tenants.
  [[nodiscard]] KeyHash hash_of(std::string_view tenant, std::string_view key) const;
  /// The posting rules of this file.
  /// Whether the file's own rules all stood when it was opened; false only where it was opened to be looked at.
  [[nodiscard]] bool rules_stand() const { return rules_stand_; }
  [[nodiscard]] const journal::Rules& rules() const { return rules_; }
  [[nodiscard]] WindowStore& window() { return *window_; }
  /// The window's entries are kept elsewhere from here on (memory, or a store of the caller's).
  void keep_window_in(std::shared_ptr<WindowStore> window) { window_ = std::move(window); }

 private:
  Ledger(Store store, std::string id, std::string_view secret, Settings settings, journal::Rules rules);

  Store store_;
  std::string id_;
  Mac secret_;
  Settings settings_;
  journal::Rules rules_;
  bool rules_stand_ = true;
  std::shared_ptr<WindowStore> window_;
};

/// One channel as the ledger knows it.
struct ChannelRow {
  std::string name;
  std::string place;  // where its own books lie, relative to the ledger's folder
  Duration settle_delay;
  Duration key_window;
};
[[nodiscard]] std::optional<ChannelRow> find_channel(View& view, std::string_view name);
[[nodiscard]] std::vector<ChannelRow> list_channels(View& view);
/// False where the name is taken.
[[nodiscard]] bool add_channel(Tx& tx, const ChannelRow& channel, std::int64_t now_ns);

/// Makes a ledger in a folder of its own, lets it be looked at, and takes it away again.
void with_new_ledger(bool laboratory, const Settings& settings, const std::function<void(Ledger&)>& look);
/// Breaks one law in a laboratory file, past every rule it has (schema/damages/), so that one can see what reconciliation says
/// of it. False where no damage of that name is known. A real ledger is never touched: asking for it there is our own mistake.
[[nodiscard]] bool break_law(Ledger& laboratory, std::string_view law);

/// The schema a new ledger gets, as SQL: what schema/schema.sql shows.
[[nodiscard]] std::string ledger_schema();
/// The one that a ledger with these settings gets: a laboratory file may be without some rules.
[[nodiscard]] std::string ledger_schema(bool laboratory, const Settings& settings);
/// The order in which a ledger's tables, indexes and triggers are made; none for a laboratory file, whose rules come and go.
[[nodiscard]] std::vector<std::string> ledger_schema_order(bool laboratory);

}  // namespace payonce
