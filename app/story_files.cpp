#include "app/story_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "scenarios/player/vocabulary.hpp"

namespace payonce {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, Text why, ExitStatus status = ExitStatus::storage) {
  throw Problem(status, {path, std::move(why)});
}

std::vector<fs::path> files_of(const std::string& given) {
  std::error_code error;
  const fs::file_status status = fs::status(given, error);
  if (!fs::exists(status)) refuse(given, {"there is no such file or folder", "没有这个文件或文件夹"});
  if (!fs::is_directory(status)) return {given};
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator at(given, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() == ".lab") files.push_back(at->path());
  }
  if (error) refuse(given, {"cannot be read", "无法读取"});
  if (files.empty()) refuse(given, {"holds no .lab file", "其中没有 .lab 文件"}, ExitStatus::usage);
  std::sort(files.begin(), files.end());
  return files;
}

/// Near three hundred times the longest story that is shipped: what is larger is some other file, and would only take memory.
constexpr std::size_t most_bytes = std::size_t{1} << 20u;

StoryFile read(const fs::path& path) {
  std::error_code error;
  // A pipe would wait for a writer, a device may have no end.
  if (!fs::is_regular_file(path, error)) refuse(path.string(), {"is not an ordinary file", "不是普通文件"});
  std::ifstream in(path, std::ios::binary);
  StoryFile file{path, std::string(most_bytes + 1, '\0'), {}};
  in.read(file.bytes.data(), static_cast<std::streamsize>(file.bytes.size()));
  if (!in.eof() && in.gcount() == 0) refuse(path.string(), {"cannot be read", "无法读取"});
  file.bytes.resize(static_cast<std::size_t>(in.gcount()));
  if (file.bytes.size() > most_bytes) {
    refuse(path.string(), {"is larger than 1 MiB, which no scenario is", "超过 1 MiB，不是场景文件"},
           ExitStatus::usage);
  }
  file.script = script::parse(file.bytes, player::vocabulary());
  return file;
}

}  // namespace

std::vector<StoryFile> read_story_files(Context& context, const std::vector<std::string>& paths) {
  std::vector<StoryFile> files;
  std::size_t misread = 0;
  for (const std::string& given : paths) {
    for (const fs::path& path : files_of(given)) {
      StoryFile file = read(path);
      misread += file.script.errors.empty() ? 0u : 1u;
      for (const script::Error& error : file.script.errors) {
        context.note(
            {script::report(path.string(), error, Language::en), script::report(path.string(), error, Language::zh)});
      }
      files.push_back(std::move(file));
    }
  }
  if (misread > 0) {
    const std::string count = std::to_string(misread);
    throw Problem(ExitStatus::usage,
                  {"story", {count + " of the files cannot be understood", "有 " + count + " 个文件无法理解"}});
  }
  return files;
}

}  // namespace payonce
