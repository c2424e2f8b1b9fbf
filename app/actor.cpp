#include "app/actor.hpp"

#include <pwd.h>
#include <unistd.h>

#include <array>

#include "app/problem.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

constexpr std::size_t longest = 64;  // bytes, as the file holds them

std::string user_of_process() {
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> buffer{};
  if (getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr &&
      *found->pw_name != '\0') {
    return std::string(found->pw_name).substr(0, longest);
  }
  return "uid " + std::to_string(geteuid());
}

}  // namespace

Option actor_option() {
  return {.name = "actor",
          .value = "NAME",
          .about = {"who does it; else the user of this process", "操作人；默认为当前系统用户"}};
}

std::string actor_from(const Arguments& given) {
  const auto name = given.maybe("actor");
  if (!name) return user_of_process();
  if (name->empty() || name->size() > longest || printable(*name) != *name) {
    throw Problem(ExitStatus::usage, {"actor", {"is 1 to 64 bytes of printable text", "应为 1 至 64 字节的可见文字"}});
  }
  return *name;
}

}  // namespace payonce
