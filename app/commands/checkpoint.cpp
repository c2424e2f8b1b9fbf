#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "app/commands/verify.hpp"
#include "app/context.hpp"
#include "app/record.hpp"
#include "ledger/digest/digest.hpp"
#include "ledger/journal/checkpoint.hpp"

namespace payonce {
namespace {

[[noreturn]] void not_written(const std::string& path) {
  throw Problem(ExitStatus::storage, {"to", {path + " cannot be written", "无法写入 " + path}});
}

/// A file that is only added to, and on the disk when this returns: a checkpoint that is lost proves nothing.
class Notes {
 public:
  explicit Notes(std::string path)
      : path_(std::move(path)),
        made_(access(path_.c_str(), F_OK) != 0),
        file_(open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644)) {
    if (file_ < 0) not_written(path_);
  }
  Notes(const Notes&) = delete;
  Notes& operator=(const Notes&) = delete;
  ~Notes() {
    close(file_);
    if (made_ && !added_) (void)unlink(path_.c_str());  // an empty file would say that nothing was booked
  }
  void add(const std::string& line) {
    const off_t before = lseek(file_, 0, SEEK_END);
    // Behind half a line, which a full disk may have left, this one begins anew.
    char last = '\n';
    if (before > 0 && pread(file_, &last, 1, before - 1) != 1) not_written(path_);
    const std::string text = (last == '\n' ? "" : "\n") + line + "\n";
    if (write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size()) || fsync(file_) != 0) {
      if (before >= 0) (void)!ftruncate(file_, before);  // no half of a line
      not_written(path_);
    }
    added_ = true;
  }

 private:
  std::string path_;
  bool made_;  // by us
  bool added_ = false;
  int file_;
};

ExitStatus run(Context& context, const Arguments& given) {
  Ledger& ledger = context.ledger();
  context.believe_clock();
  std::optional<Notes> notes;
  if (const auto path = given.maybe("to")) notes.emplace(*path);
  const std::int64_t now_ns = context.world().wall_ns();
  const auto made =
      ledger.store().atomically([&](Tx& tx) { return journal::make_checkpoint(tx, ledger.id(), now_ns); });
  if (!made) {
    throw Problem(ExitStatus::refused,
                  {"checkpoint", {"nothing is booked yet, so there is nothing to keep", "尚无凭证，无可留存"}});
  }
  const std::string line = made->line();
  if (notes) notes->add(line);
  if (!context.json()) {
    context.print(line + "\n");
    return ExitStatus::done;
  }
  Record record;
  record.text("ledger", {}, made->ledger)
      .text("voucher", {}, made->voucher)
      .number("vouchers", {}, made->voucher_id)
      .text("hash", {}, hex(made->hash))
      .time("at", {}, made->at_ns)
      .text("line", {}, line);
  return tell(context, {}, Tone::ok, record);
}

}  // namespace

Command checkpoint_command() {
  return {
      .path = "checkpoint",
      .about = {"says how far the book has come, to be kept elsewhere", "给出账本当前位置，供另处留存"},
      .options = {{.name = "to", .value = "FILE", .about = {"also add the line to this file", "同时追加到此文件"}}},
      .examples = {{.line = "payonce checkpoint"},
                   {.line = "payonce checkpoint --to checkpoints.txt",
                    .about = {"keep it on another machine, or print it", "请存于另一台机器，或打印"}}},
      .run = run,
      .more = {
          {"One line: the ledger, its last voucher, how many there are, the hash that all of them make, the time, and "
           "the\nSHA-256 of the line before it. Whoever keeps it can later show that the tail was cut, or anything "
           "before it\nrewritten: payonce verify --checkpoint FILE.",
           "一行：账本、最后一张凭证、总数、累积哈希、时间，以及前述内容的 "
           "SHA-256。留存者日后可证明末尾被截或此前被改写：\n"
           "payonce verify --checkpoint FILE。"}}};
}

}  // namespace payonce
