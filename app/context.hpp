#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/arguments.hpp"
#include "app/crash_world.hpp"
#include "app/globals.hpp"
#include "app/print/colour.hpp"
#include "app/problem.hpp"
#include "ledger/engine.hpp"
#include "ledger/ledger.hpp"
#include "ledger/values/ids.hpp"
#include "ledger/values/text.hpp"
#include "scenarios/acquirer/acquirer.hpp"

namespace payonce {

/// What a command works with. Nothing is opened before it is asked for: a command that needs no ledger works without one.
class Context {
 public:
  /// `reads`: of a command that changes nothing.
  explicit Context(Globals globals, bool reads = false);

  [[nodiscard]] const Globals& globals() const { return globals_; }
  [[nodiscard]] bool json() const { return globals_.json; }
  [[nodiscard]] Language language() const { return globals_.language; }
  [[nodiscard]] const Painter& painter() const { return painter_; }
  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] Tenant tenant() const { return taken(Tenant::parse("tenant", globals_.tenant)); }

  /// The ledger of --db, opened at the first call; a Problem (74) where it cannot be.
  [[nodiscard]] Ledger& ledger();
  [[nodiscard]] Engine& engine();
  /// A Problem where the file does not believe the clock (ledger/clock.hpp), naming both times: what is about to be dated by it
  /// would stand there for ever.
  void believe_clock();
  /// The acquirer behind a channel, opened at the first call; null where its file cannot be opened (said once, on stderr).
  [[nodiscard]] Acquirer* acquirer(const std::string& channel);
  /// Where a channel's place is: relative to the folder in which the ledger's file itself lies.
  [[nodiscard]] std::filesystem::path place_of(const std::string& place);

  /// The process kills itself at "LABEL" or, at its n-th announcement, "LABEL:N". A Problem unless the ledger is a laboratory.
  void crash_at(std::string_view spec);

  /// In the language of the user.
  [[nodiscard]] std::string said(const Text& text) const { return payonce::said(text, globals_.language); }
  /// Standard output, as it is.
  void print(std::string_view text) const;
  /// Standard error, with a line end: for people beside the output, never part of it.
  void note(const Text& text) const;

 private:
  Globals globals_;
  Painter painter_;
  CrashWorld world_;
  bool reads_;
  std::optional<Ledger> ledger_;
  std::optional<Engine> engine_;
  std::map<std::string, std::unique_ptr<Acquirer>> acquirers_;
};

}  // namespace payonce
