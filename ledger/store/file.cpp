#include "ledger/store/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace payonce {

namespace {

namespace fs = std::filesystem;

Fault fault(std::string_view field, std::string en, std::string zh) {
  return {std::string(field), {std::move(en), std::move(zh)}};
}

// The superuser passes every access check, so the mode is asked as well: a file nobody may write was locked on purpose.
bool closed_to_writing(const fs::path& path, const struct stat& found) {
  constexpr mode_t anyone = S_IWUSR | S_IWGRP | S_IWOTH;
  struct statvfs volume {};
  return (found.st_mode & anyone) == 0 || access(path.c_str(), W_OK) != 0 ||
         (statvfs(path.c_str(), &volume) == 0 && (volume.f_flag & ST_RDONLY) != 0);
}

std::optional<Fault> bad_folder(std::string_view field, const fs::path& folder) {
  const std::string name = folder.string();
  struct stat found {};
  if (stat(folder.c_str(), &found) != 0) {
    if (errno == EACCES) {
      return fault(field, "the folder " + name + " cannot be entered", "无法进入文件夹 " + name);
    }
    return fault(field, "the folder " + name + " does not exist", "文件夹 " + name + " 不存在");
  }
  if (!S_ISDIR(found.st_mode)) return fault(field, name + " is not a folder", name + " 不是文件夹");
  if (closed_to_writing(folder, found)) {
    return fault(field, "the folder " + name + " cannot be written to, and the work needs files beside the main one",
                 "文件夹 " + name + " 不可写，而工作时需要在主文件旁边写入文件");
  }
  return std::nullopt;
}

/// The side files stand beside the file itself, wherever a link to it may lie.
fs::path real_path(const fs::path& absolute) {
  std::error_code failed;
  fs::path real = fs::canonical(absolute, failed);
  return failed ? absolute : real;
}

std::int32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i) number = number << 8 | static_cast<std::uint8_t>(bytes[i]);
  return static_cast<std::int32_t>(number);
}

}  // namespace

Result<fs::path> plain_path(std::string_view field, const fs::path& path) {
  if (path.empty()) return fault(field, "the path is empty", "路径为空");
  if (path.native().find('\0') != fs::path::string_type::npos) {
    return fault(field, "the path holds a zero byte", "路径中含有零字节");
  }
  std::error_code failed;
  fs::path whole = fs::absolute(path, failed);
  if (failed) {
    return fault(field, "the folder this program stands in is gone: name the file by its whole path",
                 "当前所在文件夹已不存在：请用完整路径指定文件");
  }
  return whole;
}

std::optional<Fault> not_free(std::string_view field, const fs::path& absolute) {
  if (auto bad = bad_folder(field, absolute.parent_path())) return bad;
  struct stat found {};
  const std::string name = absolute.string();
  if (lstat(absolute.c_str(), &found) == 0) {
    if (S_ISDIR(found.st_mode)) return fault(field, name + " is a folder", name + " 是文件夹");
    return fault(field, name + " exists already and is left as it is", name + " 已存在，保持原样");
  }
  if (errno != ENOENT) {
    const std::string why = std::strerror(errno);
    return fault(field, name + " cannot be used: " + why, name + " 无法使用：" + why);
  }
  // A log left behind by a file that was deleted would be taken for the new file's own and written into it.
  for (const char* side : {"-wal", "-journal"}) {
    const fs::path beside = name + side;
    if (lstat(beside.c_str(), &found) == 0) {
      return fault(
          field,
          beside.string() + " is left over from a file that is gone, and may hold its last records: move it away",
          beside.string() + " 是已不存在的文件遗留下来的，可能含有其最后的记录：请先移走");
    }
  }
  return std::nullopt;
}

std::optional<Fault> not_a_file(std::string_view field, const fs::path& absolute, const Text& noun, bool for_reading) {
  const std::string name = absolute.string();
  struct stat found {};
  if (stat(absolute.c_str(), &found) != 0) {
    if (errno == EACCES) return fault(field, name + " cannot be reached", "无法访问 " + name);
    if (errno == ELOOP) return fault(field, name + " is a link that leads back to itself", name + " 是循环的符号链接");
    struct stat link {};
    if (lstat(absolute.c_str(), &link) == 0) {
      return fault(field, name + " is a link to a file that does not exist", name + " 是符号链接，所指文件不存在");
    }
    struct stat folder {};
    if (stat(absolute.parent_path().c_str(), &folder) != 0 || !S_ISDIR(folder.st_mode)) {
      return bad_folder(field, absolute.parent_path());
    }
    return fault(field, name + " does not exist", name + " 不存在");
  }
  if (S_ISDIR(found.st_mode)) {
    return fault(field, name + " is a folder, not " + noun.en, name + " 是文件夹，不是" + noun.zh);
  }
  // A pipe would wait for a writer for ever, a device might act on being read.
  if (!S_ISREG(found.st_mode)) {
    return fault(field, name + " is not an ordinary file", name + " 不是普通文件");
  }
  if (found.st_nlink > 1 && !is_only_being_named(absolute)) {
    return fault(
        field,
        name +
            " is one of several names (hard links) of one file, and what is written under one name would be "
            "lost under another: keep only the name that has been in use",
        name + " 是同一文件的多个名称（硬链接）之一，经一个名称写入的内容会在另一名称下丢失：请只保留一直在用的那个");
  }
  if (found.st_size == 0) {
    return fault(field, name + " is empty, not " + noun.en, name + " 是空文件，不是" + noun.zh);
  }
  if (access(absolute.c_str(), R_OK) != 0) {
    return fault(field, name + " cannot be read", name + " 不可读");
  }
  if (for_reading) return std::nullopt;
  if (closed_to_writing(absolute, found)) {
    return fault(field, name + " cannot be written to", name + " 不可写");
  }
  return bad_folder(field, real_path(absolute).parent_path());
}

bool is_locked(const fs::path& absolute) {
  struct stat file {};
  struct stat folder {};
  const fs::path beside = real_path(absolute).parent_path();
  return stat(absolute.c_str(), &file) == 0 && stat(beside.c_str(), &folder) == 0 &&
         (closed_to_writing(absolute, file) || closed_to_writing(beside, folder));
}

bool has_a_log(const fs::path& absolute) {
  struct stat found {};
  return stat((real_path(absolute).string() + "-wal").c_str(), &found) == 0 && found.st_size > 0;
}

fs::path as_unchanging(const fs::path& absolute) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string uri = "file:";
  for (const char c : absolute.string()) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '/';
    if (plain) {
      uri += c;
    } else {
      uri += {'%', digits[byte / 16], digits[byte % 16]};
    }
  }
  return uri + "?immutable=1";
}

Head Head::read(std::string_view bytes) {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  if (bytes.size() < static_cast<std::size_t>(size) || bytes.substr(0, magic.size()) != magic) return {};
  // Offsets 60 and 68 of the published file format.
  return {true, big_endian(bytes, 68), big_endian(bytes, 60)};
}

}  // namespace payonce
