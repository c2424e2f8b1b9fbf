#include <stdlib.h>  // mkdtemp is POSIX

#include <string>

#include "ledger/values/invariant.hpp"
#include "scenarios/player/player.hpp"

namespace payonce::player {
namespace {

/// Memory is faster than any disk, and a story loses nothing when the power fails.
std::filesystem::path quickest_place() {
  std::error_code none;
  const std::filesystem::path memory = "/dev/shm";
  const auto status = std::filesystem::status(memory, none);
  const bool there = !none && std::filesystem::is_directory(status);
  const auto space = there ? std::filesystem::space(memory, none) : std::filesystem::space_info{};
  constexpr std::uintmax_t enough = 16u << 20u;  // the largest story leaves two megabytes
  return there && !none && space.available >= enough ? memory : std::filesystem::temp_directory_path();
}

std::optional<std::filesystem::path> made_in(const std::filesystem::path& place) {
  std::string name = (place / "payonce-story-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) return std::nullopt;
  return name;
}

}  // namespace

ScratchFolder::ScratchFolder() {
  auto made = made_in(quickest_place());
  if (!made) made = made_in(std::filesystem::temp_directory_path());
  invariant(made.has_value(), "a folder can be made where temporary files go");
  path_ = *std::move(made);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace payonce::player
