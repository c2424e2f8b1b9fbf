#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "ledger/engine.hpp"
#include "ledger/ledger.hpp"
#include "scenarios/acquirer/acquirer.hpp"
#include "scenarios/player/permits.hpp"
#include "scenarios/player/stage_world.hpp"
#include "scenarios/player/wrong.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::player {

/// Where the files of a story lie, and how they are opened.
struct Place {
  std::filesystem::path folder;
  Store::Options ledger;
  Store::Options acquirers;
};
/// A folder on the machine. Scenarios lose nothing when the power fails, so they do not wait for the disk.
[[nodiscard]] Place place_on_disk(std::filesystem::path folder);

/// The connections of one process: the ledger, the acquirers, and an engine over them.
class Hands {
 public:
  Hands(const Place& place, StageWorld& world, const std::shared_ptr<WindowStore>& window, Permits& permits);

  [[nodiscard]] Ledger& ledger() { return ledger_; }
  [[nodiscard]] Engine& engine() { return *engine_; }
  /// The process begins anew, with connections that stay open: an engine remembers what it saw when it was made.
  void begin_anew();
  [[nodiscard]] World& world() { return outside_; }
  /// Null where the world has none of that name.
  [[nodiscard]] Acquirer* acquirer(const std::string& name);
  [[nodiscard]] std::map<std::string, Acquirer>& acquirers() { return acquirers_; }
  [[nodiscard]] StageWorld& stage_world() { return world_; }
  [[nodiscard]] Permits& permits() { return permits_; }

 private:
  StageWorld& world_;
  Permits& permits_;
  OutsideWorld outside_;
  Ledger ledger_;
  std::map<std::string, Acquirer> acquirers_;
  std::optional<Engine> engine_;
};

/// Where one story is played: a folder with a fresh laboratory ledger and the books of its acquirers, and a clock turned by hand.
class Stage {
 public:
  Stage(Place place, const script::Story& story);

  /// What the story's knobs and layers come to, without making anything: set_up() begins with it.
  [[nodiscard]] std::optional<Wrong> choose_settings();
  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// Makes the files and everything the story's world holds. What is wrong with the world, or nothing.
  [[nodiscard]] std::optional<Wrong> set_up();

  [[nodiscard]] const script::Story& story() const { return story_; }
  [[nodiscard]] StageWorld& world() { return world_; }
  /// The connections of this process, opened when they are first asked for.
  [[nodiscard]] Hands& hands();
  /// Closes them: a process does not fork while it holds a file open.
  void let_go() { hands_.reset(); }
  /// Another process's connections to the same files.
  [[nodiscard]] std::shared_ptr<WindowStore> window() const { return window_; }
  [[nodiscard]] const Permits& permits() const { return permits_; }
  /// Vouchers of the opening balances, which belong to no step.
  [[nodiscard]] std::int64_t opening_vouchers() const { return opening_vouchers_; }

 private:
  [[nodiscard]] std::optional<Wrong> make_files();
  [[nodiscard]] std::optional<Wrong> open_accounts();
  [[nodiscard]] std::optional<Wrong> fill_shelves();
  [[nodiscard]] std::optional<Wrong> create_orders();

  const Place place_;
  const script::Story& story_;
  StageWorld world_;
  Settings settings_;
  bool channels_know_again_ = true;
  std::shared_ptr<WindowStore> window_;  // in memory, where the story says so
  Permits permits_;
  std::int64_t opening_vouchers_ = 0;
  std::optional<Hands> hands_;
};

}  // namespace payonce::player
