#include "app/story_place.hpp"

namespace payonce {

namespace fs = std::filesystem;

std::optional<fs::path> story_place(std::string_view story) {
  std::error_code error;
  if (fs::path here = fs::path("scenarios") / story; fs::exists(here, error)) return here;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (fs::path above = program.parent_path(); above != above.root_path(); above = above.parent_path()) {
    for (const fs::path& folder : {above / "share" / "payonce" / "scenarios", above / "scenarios"}) {
      if (fs::path there = folder / story; fs::exists(there, error)) return there;
    }
  }
  return std::nullopt;
}

}  // namespace payonce
