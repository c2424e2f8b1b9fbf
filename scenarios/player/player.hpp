#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/player/audit.hpp"
#include "scenarios/player/response.hpp"
#include "scenarios/player/wrong.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::player {

/// One line of a story as it was played: what verbose output shows.
struct Told {
  std::string step;
  std::string came_to;
  std::vector<TraceLine> trace;
};

/// How a story went.
struct Played {
  std::optional<Wrong> wrong;  // the first thing that did not go as the story says; nothing: all as expected
  std::map<std::string, std::int64_t> stops;  // by layer: how often it stopped something
  std::vector<Found> findings;                // of the reconciliation at the end
  std::vector<Told> told;

  [[nodiscard]] bool passed() const { return !wrong; }
};

/// Plays one story against the real ledger, engine and acquirers, in the given empty folder, and asks every law at the end:
/// the book is sound, the acquirers agree with it, no key is left open, every replay was byte for byte the first answer, and
/// every voucher that somebody was told of stands, unless the story itself says otherwise.
[[nodiscard]] Played play(const script::Story& story, const std::filesystem::path& folder);

/// A folder that nobody else has, in memory where the system has such a place, gone with everything in it in the end.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace payonce::player
