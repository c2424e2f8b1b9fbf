#pragma once

#include <filesystem>
#include <memory>

#include "ledger/engine.hpp"
#include "tests/life/post.hpp"
#include "tests/life/watcher.hpp"
#include "tests/life/worlds.hpp"
#include "tests/support/temp_folder.hpp"

/// Where a life takes place: the ledger's file, the channel's, the clocks, and the program that can die and be started anew.
namespace payonce::life {

/// A ledger and a channel with nothing in them, made once and copied for each life: making one costs more than living in it.
class Ground {
 public:
  explicit Ground(const Settings& settings);
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  test::TempFolder folder_;
};

class Place {
 public:
  /// Copies both files as they are; nobody may have them open.
  Place(const std::filesystem::path& from, std::uint64_t seed);
  /// Another place with the same books and the same time, where the life may end otherwise.
  [[nodiscard]] std::unique_ptr<Place> copied();

  MortalWorld world;
  [[nodiscard]] Engine& engine();
  [[nodiscard]] Post& post() { return *post_; }
  [[nodiscard]] Watcher& watcher() { return *watcher_; }
  [[nodiscard]] std::vector<ChannelLine> statement();
  /// The program is gone, with everything it had in its hands.
  void close() { desk_.reset(); }

 private:
  struct Desk;
  struct Closing {
    void operator()(Desk* desk) const;
  };

  test::TempFolder folder_;
  std::uint64_t seed_;
  ElsewhereWorld elsewhere_{world};
  std::unique_ptr<Acquirer> acquirer_;
  std::unique_ptr<Post> post_;
  std::unique_ptr<Desk, Closing> desk_;
  std::unique_ptr<Watcher> watcher_;
};

}  // namespace payonce::life
