#include "app/commands/lab_fmt.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "app/context.hpp"
#include "app/story_files.hpp"
#include "ledger/values/json.hpp"
#include "scenarios/script/printer.hpp"

namespace payonce {
namespace {

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The whole new text or the whole old one, whatever happens meanwhile: written beside it, then given its name.
void replace(const std::filesystem::path& path, std::string_view text) {
  // What a link points to is replaced, and the link stays one.
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  struct stat before {};
  std::string beside = target.string() + ".XXXXXX";
  const bool known = !error && ::stat(target.c_str(), &before) == 0;
  const int descriptor = known ? ::mkstemp(beside.data()) : -1;
  bool good = descriptor >= 0 && write_all(descriptor, text) && ::fchmod(descriptor, before.st_mode & 07777) == 0 &&
              ::fsync(descriptor) == 0;
  good = (descriptor < 0 || ::close(descriptor) == 0) && good && ::rename(beside.c_str(), target.c_str()) == 0;
  if (good) return;
  if (descriptor >= 0) (void)::unlink(beside.c_str());
  throw Problem(ExitStatus::storage,
                {path.string(), {"could not be written; it is as it was", "无法写入；文件保持原样"}});
}

std::string json_of(std::size_t files, bool check, const std::vector<std::string>& others, ExitStatus status) {
  std::string out;
  JsonWriter json(out);
  json.object().member("files", files).name(check ? "not_canonical" : "changed").array();
  for (const std::string& path : others) json.value(path);
  json.end().member("exit", number(status)).end();
  return out + "\n";
}

ExitStatus run(Context& context, const Arguments& given) {
  const bool check = given.given("check");
  std::vector<std::string> others;
  const std::vector<StoryFile> files = read_story_files(context, given.all("file"));
  for (const StoryFile& file : files) {
    const std::string text = script::print(file.script.tree);
    if (text == file.bytes) continue;
    others.push_back(file.path.string());
    if (!check) replace(file.path, text);
    if (!context.json()) context.print(others.back() + "\n");
  }
  const ExitStatus status = check && !others.empty() ? ExitStatus::findings : ExitStatus::done;
  if (context.json()) context.print(json_of(files.size(), check, others, status));
  return status;
}

}  // namespace

Command lab_fmt_command() {
  return {.path = "lab fmt",
          .about = {"rewrites scenario files in their one form", "把场景文件改写为统一格式"},
          .positionals = {{.name = "file",
                           .about = {"scenarios (.lab), or folders of them", "场景文件（.lab）或其所在文件夹"},
                           .repeated = true}},
          .options = {{.name = "check",
                       .about = {"change nothing; name those in another form, and end with 1",
                                 "不作修改；列出格式不一的文件，并以 1 退出"}}},
          .examples = {{.line = "payonce lab fmt scenarios"}, {.line = "payonce lab fmt --check scenarios"}},
          .run = run,
          .more = {{"Each file that changes is named. A file that cannot be understood is refused (64) and none is "
                    "changed.",
                    "列出每个被改写的文件。若有文件无法理解，则拒绝（64），且不改动任何文件。"}}};
}

}  // namespace payonce
