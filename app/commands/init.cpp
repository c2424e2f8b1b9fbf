#include "app/commands/init.hpp"

#include <algorithm>

#include "app/context.hpp"
#include "app/record.hpp"

namespace payonce {
namespace {

Settings with(const Settings& settings, const std::string& pair) {
  const std::size_t equals = pair.find('=');
  if (equals == std::string::npos) throw Problem(ExitStatus::usage, {"set", {"is written NAME=VALUE", "写作 名称=值"}});
  const std::string name = pair.substr(0, equals);
  std::vector<std::string_view> known;
  for (const SettingName& setting : setting_names()) known.push_back(setting.name);
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    const Text hint =
        did_you_mean(name, known, {"; see payonce init --list-settings", "；参见 payonce init --list-settings"});
    throw Problem(ExitStatus::usage, {name, {"is no setting" + hint.en, "没有这个设置项" + hint.zh}});
  }
  return taken(with_setting(settings, name, pair.substr(equals + 1)));
}

ExitStatus list_settings(Context& context) {
  std::vector<Record> rows;
  for (const SettingName& setting : setting_names()) {
    rows.push_back(Record()
                       .text("name", {"setting", "设置项"}, std::string(setting.name))
                       .words("takes", {"takes", "取值"}, setting.takes)
                       .text("default", {"default", "默认值"}, setting.standard)
                       .words("about", {"what it is", "含义"}, setting.about));
  }
  return tell_list(context, "settings", rows, {});
}

ExitStatus run(Context& context, const Arguments& given) {
  if (given.given("list-settings")) return list_settings(context);
  Ledger::Options options;
  options.laboratory = given.given("lab");
  if (options.laboratory) options.settings.key_min_bytes = 1;
  for (const std::string& pair : given.all("set")) options.settings = with(options.settings, pair);
  Result<Ledger> made = Ledger::create(context.globals().db, context.world(), options);
  // The place may not fit (a file matter), or the settings may not fit together (the user's).
  if (!made) {
    const std::string& field = made.error().field;
    throw Problem(field == "db"      ? ExitStatus::storage
                  : field == "clock" ? ExitStatus::refused
                                     : ExitStatus::usage,
                  made.error());
  }
  Ledger ledger = std::move(made).value();
  Record record;
  record.text("ledger", {"file", "文件"}, ledger.store().path().string())
      .text("id", {"id", "编号"}, ledger.id())
      .truth("laboratory", {"laboratory", "实验账本"}, ledger.laboratory());
  return tell(context, {"a new ledger", "新账本已创建"}, Tone::ok, record);
}

}  // namespace

Command init_command() {
  return {
      .path = "init",
      .about = {"makes a new ledger file", "新建账本文件"},
      .options = {{.name = "lab",
                   .about = {"a laboratory: short keys, and layers may be naive or off",
                             "实验账本：可用短键，各层可为天真写法或关闭"}},
                  {.name = "set",
                   .value = "NAME=VALUE",
                   .about = {"a setting, kept in the file", "写入文件的设置项"},
                   .repeated = true},
                  {.name = "list-settings", .about = {"only list what can be set", "仅列出可设置的项目"}}},
      .examples = {{.line = "payonce init", .about = {"./payonce.db, with the defaults", "./payonce.db，使用默认设置"}},
                   {.line = "payonce --db lab.db init --lab --set window=2s --set dedup_window=off"},
                   {.line = "payonce --db lab.db init --lab --set state_machine=naive --set finish=split"}},
      .run = run,
      .more = {{"Whatever stands at the place already is left as it is, and the status is 74.",
                "若该处已有文件，则保持原样，退出状态为 74。"}}};
}

}  // namespace payonce
