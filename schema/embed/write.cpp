#include "schema/embed/write.hpp"

#include <fstream>
#include <iterator>

#include "schema/embed/source.hpp"

namespace payonce::embed {

void write_if_changed(const std::filesystem::path& path, const std::string& text) {
  std::ifstream before(path, std::ios::binary);
  if (before && std::string(std::istreambuf_iterator<char>(before), std::istreambuf_iterator<char>()) == text) return;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text << std::flush;
  if (!file) throw Refused(path, 0, "the header cannot be written");
}

}  // namespace payonce::embed
