#include "app/statement_file.hpp"

#include <filesystem>
#include <sstream>

#include "app/actor.hpp"

namespace payonce {
namespace st = statements;

std::ifstream opened_file(const std::string& field, const std::string& path) {
  std::ifstream in;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) in.open(path, std::ios::binary);
  if (!in.is_open()) throw Problem(ExitStatus::storage, {field, {path + " cannot be read", "无法读取 " + path}});
  return in;
}

st::Day day_from(const std::string& field, const std::string& text) {
  const auto pattern = st::DatePattern::parse("yyyy-MM-dd");
  const auto moment = pattern->read(text);
  if (!moment || text.size() != 10) {
    throw Problem(ExitStatus::usage, {field, {"takes a day, as 2026-11-29", "须为日期，如 2026-11-29"}});
  }
  return moment->day;
}

FilesGiven files_given(const Arguments& given, std::string channel) {
  FilesGiven files{.channel = std::move(channel), .account = {}, .actor = actor_from(given)};
  if (const auto account = given.maybe("account")) {
    files.account = taken(Reference::parse("account", *account)).text();
    if (files.account.size() > 64) {
      throw Problem(ExitStatus::usage, {"account", {"has at most 64 characters", "最多 64 个字符"}});
    }
  }
  if (const auto path = given.maybe("map")) {
    std::ifstream in = opened_file("map", *path);
    // A map is small; FieldMap refuses a longer one by its lines, and nothing is kept of it then.
    constexpr std::size_t most = std::size_t{st::FieldMap::longest_line} * st::FieldMap::most_lines;
    std::string text(most, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    std::istringstream again(text);
    files.map = taken(st::FieldMap::parse(again));
    files.map_text = std::move(text);
  }
  if (const auto day = given.maybe("from")) files.from = day_from("from", *day);
  if (const auto day = given.maybe("to")) files.to = day_from("to", *day);
  if (files.from && files.to && *files.to < *files.from) {
    throw Problem(ExitStatus::usage, {"to", {"is before --from", "早于 --from"}});
  }
  return files;
}

std::vector<Option> files_options() {
  return {{.name = "account",
           .value = "ACCOUNT",
           .about = {"the merchant or account at the channel, where it has several", "渠道侧商户号或账户（如有多个）"}},
          {.name = "map",
           .value = "MAP",
           .about = {"how the columns of a CSV are called (docs/statements.md)", "CSV 的列映射（docs/statements.md）"}},
          {.name = "from",
           .value = "DAY",
           .about = {"the first day the files tell whole; else what they say themselves",
                     "文件完整涵盖的首日；默认依文件所述"}},
          {.name = "to", .value = "DAY", .about = {"and the last", "及末日"}},
          actor_option()};
}

reconciliation::Statement imported(Context& context, const FilesGiven& files, const std::string& path) {
  std::ifstream in = opened_file("file", path);
  const std::string name = std::filesystem::path(path).filename().string();
  try {
    return reconciliation::import(context.ledger().store(), context.world(),
                                  {.in = in,
                                   .name = name,
                                   .channel = files.channel,
                                   .account = files.account,
                                   .map = files.map ? &*files.map : nullptr,
                                   .map_text = files.map_text,
                                   .from = files.from,
                                   .to = files.to,
                                   .actor = files.actor});
  } catch (const std::ios_base::failure&) {
    throw Problem(ExitStatus::storage, {"file", {path + " cannot be read", "无法读取 " + path}});
  }
}

void require_channel(Context& context, const std::string& channel) {
  const bool there =
      context.ledger().store().reading([&](View& view) { return find_channel(view, channel).has_value(); });
  if (!there) throw Problem(ExitStatus::refused, {"channel", {"there is no such channel", "没有这个渠道"}});
}

}  // namespace payonce
