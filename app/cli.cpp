#include "app/cli.hpp"

#include <algorithm>
#include <optional>

#include <CLI/CLI.hpp>

#include "app/commands.hpp"
#include "ledger/values/utf8.hpp"
#include "ledger/values/wide.hpp"

// The only file that knows CLI11. It sorts words; texts, both languages, and the judging of values are ours.
namespace payonce {
namespace {

/// Whatever stands behind an option is taken as it is and kept in turn: CLI11 converts nothing and forbids no repetition.
void add_option(CLI::App& app, const Option& option, Arguments& into) {
  if (option.value.empty()) {
    app.add_flag_callback("--" + option.name, [&into, name = option.name] { into.add(name, "on"); })
        ->disable_flag_override();
    return;
  }
  app.add_option("--" + option.name,
                 [&into, name = option.name](const CLI::results_t& values) {
                   for (const std::string& value : values) into.add(name, value);
                   return true;
                 })
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_positional(CLI::App& app, const Positional& positional, Arguments& into) {
  CLI::Option* added =
      app.add_option(shown_name(positional), [&into, name = positional.name](const CLI::results_t& values) {
        for (const std::string& value : values) into.add(name, value);
        return true;
      });
  positional.repeated ? added->expected(1, 1 << 20)->allow_extra_args(true)
                      : added->expected(1)->allow_extra_args(false);
  added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

CLI::App& add_app(CLI::App& parent, const std::string& name) {
  CLI::App& app = *parent.add_subcommand(name);
  app.set_help_flag("-h,--help");
  app.fallthrough();
  app.allow_extras();
  app.require_subcommand(0, 1);
  return app;
}

void add_command(CLI::App& root, const Command& command, Arguments& into) {
  const std::size_t space = command.path.find(' ');
  CLI::App* parent = &root;
  if (space != std::string::npos) {
    parent = root.get_subcommand(command.path.substr(0, space));  // throws where all_groups() lacks it
  }
  CLI::App& app = add_app(*parent, space == std::string::npos ? command.path : command.path.substr(space + 1));
  for (const Positional& positional : command.positionals) add_positional(app, positional, into);
  for (const Option& option : command.options) add_option(app, option, into);
}

const Command* command_at(std::string_view path) {
  const auto& all = all_commands();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Command& one) { return one.path == path; });
  return found == all.end() ? nullptr : &*found;
}

std::string path_of(const CLI::App& root) {
  std::string path;
  for (const CLI::App* app = &root; !app->get_subcommands().empty();) {
    app = app->get_subcommands().front();
    path += (path.empty() ? "" : " ") + app->get_name();
  }
  return path;
}

/// The words that may stand behind `path`, or none where it is a command.
std::vector<std::string_view> words_behind(std::string_view path) {
  std::vector<std::string_view> words;
  const std::string begin = path.empty() ? "" : std::string(path) + " ";
  for (const Command& command : all_commands()) {
    if (!std::string_view(command.path).starts_with(begin)) continue;
    const std::string_view rest = std::string_view(command.path).substr(begin.size());
    words.push_back(rest.substr(0, rest.find(' ')));
  }
  return words;
}

std::vector<std::string> options_of(const Command* command) {
  std::vector<std::string> names{"--help"};
  if (command != nullptr) {
    for (const Option& option : command->options) names.push_back("--" + option.name);
  }
  for (const Option& option : global_options()) names.push_back("--" + option.name);
  return names;
}

/// Where to look when no known word is near.
Text see_help(std::string_view path) {
  const std::string help = "payonce" + (path.empty() ? "" : " " + std::string(path)) + " --help";
  return {"; see " + help, "；参见 " + help};
}

/// Behind "--" every word is a plain one, whatever it looks like.
bool stands_behind_dashes(const std::string& word, int argc, const char* const* argv) {
  const auto same_as = [](std::string_view wanted) { return [wanted](std::string_view one) { return one == wanted; }; };
  const auto end = argv + argc;
  return std::find_if(std::find_if(argv + 1, end, same_as("--")), end, same_as(word)) != end;
}

Fault fault_of_extra(const std::string& word, std::string_view path, const Command* command, bool plain) {
  const std::string bare = word.substr(0, word.find('='));
  Text why{"is one word too many", "多出的参数"};
  Text hint = see_help(path);
  if (word.starts_with("-") && word.size() > 1 && !plain) {
    const std::vector<std::string> names = options_of(command);
    why = {"is no option of this command", "此命令没有这个选项"};
    hint = did_you_mean(bare, {names.begin(), names.end()}, hint);
  } else if (command == nullptr) {
    why = {"is no command", "没有这个命令"};
    hint = did_you_mean(word, words_behind(path), hint);
  }
  return {printable(word.starts_with("-") ? bare : word), {why.en + hint.en, why.zh + hint.zh}};
}

/// "--key --json" would quietly make a key of the flag.
std::optional<Fault> fault_in_values(const std::vector<Option>& options, const Arguments& given,
                                     const Command* command) {
  const std::vector<std::string> names = options_of(command);
  for (const Option& option : options) {
    // A path is whatever the file system says; everything else may be kept, shown and exported.
    const bool path = option.value.starts_with("FILE") || option.value == "PATH" || option.value == "DIR";
    for (const std::string& value : given.all(option.name)) {
      if (!path && !is_utf8(value)) return Fault{option.name, {"is no UTF-8", "不是 UTF-8"}};
      if (std::find(names.begin(), names.end(), value) == names.end()) continue;
      return Fault{option.name, {"has no value: " + value + " is an option", "没有给出值：" + value + " 是一个选项"}};
    }
  }
  return std::nullopt;
}

std::optional<Fault> fault_in_option(const Option& option, const Arguments& given) {
  const auto& values = given.all(option.name);
  if (values.empty()) {
    if (!option.required) return std::nullopt;
    if (option.name == "key") {
      return Fault{
          "key",
          {"is required: one key for one wish, the same again on every repetition; it is never made up for you",
           "必填：一个意图一个键，重试时用同一个键；本程序绝不替您生成"}};
    }
    return Fault{option.name, {"is required", "必填"}};
  }
  if (values.size() > 1 && !option.repeated) return Fault{option.name, {"is given more than once", "重复给出"}};
  return std::nullopt;
}

/// What is still wrong where every word has found its place.
std::optional<Fault> fault_in(const Command& command, const Arguments& given) {
  for (const Positional& positional : command.positionals) {
    if (positional.required && !given.given(positional.name)) {
      return Fault{shown_name(positional), {"is missing", "缺少此参数"}};
    }
  }
  for (const Option& option : command.options) {
    if (auto fault = fault_in_option(option, given)) return fault;
  }
  return std::nullopt;
}

void fill_in(const std::vector<Option>& options, Arguments& given) {
  for (const Option& option : options) {
    if (!option.fallback.empty() && !given.given(option.name)) given.add(option.name, option.fallback);
  }
}

/// CLI11's own complaints that can still arise: a flag with a value, an option at the end without one.
Fault fault_of(const CLI::ParseError& error, int argc, const char* const* argv) {
  const std::string last = argc > 1 ? argv[argc - 1] : "";
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && last.starts_with("--")) {
    const std::size_t equals = last.find('=');
    if (equals == std::string::npos) return {printable(last.substr(2)), {"has no value", "没有给出值"}};
  }
  const std::vector<const char*> words(argv + 1, argv + argc);
  for (const std::string word : words) {
    const std::string bare = word.substr(0, word.find('='));
    if (word != bare && bare.size() > 2 &&
        std::string_view(error.what()).find(bare.substr(2)) != std::string_view::npos) {
      return {printable(bare.substr(2)), {"takes no value", "不需要值"}};
    }
  }
  return {printable(last), {"cannot be read as part of a command line", "无法识别的命令行"}};
}

}  // namespace

Result<Words> read_words(int argc, const char* const* argv) {
  Words words;
  CLI::App root;
  root.set_help_flag("-h,--help");
  root.set_version_flag("--version", std::string("payonce"));
  root.allow_extras();
  root.require_subcommand(0, 1);
  for (const Option& option : global_options()) add_option(root, option, words.globals);
  for (const Group& group : all_groups()) add_app(root, group.name);
  for (const Command& command : all_commands()) add_command(root, command, words.arguments);
  try {
    root.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    words.wish = Words::Wish::help;
  } catch (const CLI::CallForVersion&) {
    words.wish = Words::Wish::version;
  } catch (const CLI::ParseError& error) {
    // Who asks for help is helped, also where the line breaks off.
    const bool help = std::any_of(argv + 1, argv + argc,
                                  [](const std::string_view word) { return word == "--help" || word == "-h"; });
    if (!help) return fault_of(error, argc, argv);
    words.wish = Words::Wish::help;
  }
  words.path = path_of(root);
  words.command = command_at(words.path);
  if (words.wish != Words::Wish::run) return words;
  if (auto fault = fault_in_values(global_options(), words.globals, words.command)) return *std::move(fault);
  if (words.command != nullptr) {
    if (auto fault = fault_in_values(words.command->options, words.arguments, words.command)) return *std::move(fault);
  }
  for (const std::string& extra : root.remaining(true)) {
    if (extra == "--") continue;
    return fault_of_extra(extra, words.path, words.command, stands_behind_dashes(extra, argc, argv));
  }
  for (const Option& option : global_options()) {
    if (auto fault = fault_in_option(option, words.globals)) return *std::move(fault);
  }
  if (words.command == nullptr) return words;
  if (auto fault = fault_in(*words.command, words.arguments)) return *std::move(fault);
  fill_in(words.command->options, words.arguments);
  return words;
}

}  // namespace payonce
