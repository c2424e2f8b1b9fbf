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

StoryFile read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  StoryFile file{path, {std::istreambuf_iterator<char>(in), {}}, {}};
  if (!in.good() && !in.eof()) refuse(path.string(), {"cannot be read", "无法读取"});
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
