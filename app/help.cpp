#include "app/help.hpp"

#include <algorithm>

#include "app/commands.hpp"
#include "app/exit_status.hpp"
#include "app/print/wrap.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

/// What a plain terminal shows of a line.
constexpr std::size_t screen = 100;

/// Terms on the left, as wide as the widest, and what they mean on the right.
class Terms {
 public:
  explicit Terms(Language language) : language_(language) {}
  void add(std::string term, const Text& about) { rows_.push_back({std::move(term), said(about, language_)}); }
  [[nodiscard]] std::string text() const {
    std::size_t width = 0;
    for (const Row& row : rows_) width = std::max(width, display_width(row.term));
    std::string out;
    for (const Row& row : rows_) out += paragraph(row.about, screen, "  " + pad_right(row.term, width) + "  ");
    return out;
  }

 private:
  struct Row {
    std::string term;
    std::string about;
  };
  Language language_;
  std::vector<Row> rows_;
};

std::string shape(const Option& option) {
  return "--" + option.name + (option.value.empty() ? "" : " " + option.value);
}

std::string shape(const Positional& positional) {
  const std::string name = shown_name(positional) + (positional.repeated ? "…" : "");
  return positional.required ? name : "[" + name + "]";
}

Text with_notes(const Option& option) {
  Text about = option.about;
  if (option.required) about = {about.en + " (required)", about.zh + "（必填）"};
  if (!option.fallback.empty()) {
    about = {about.en + " (default " + option.fallback + ")", about.zh + "（默认 " + option.fallback + "）"};
  }
  if (option.repeated) about = {about.en + " (may be repeated)", about.zh + "（可重复）"};
  return about;
}

void add_options(Terms& terms, const std::vector<Option>& options) {
  for (const Option& option : options) {
    if (!option.hidden) terms.add(shape(option), with_notes(option));
  }
}

std::string heading(const Text& text, Language language) { return "\n" + said(text, language) + "\n"; }

std::string examples_of(const std::vector<Example>& examples, Language language) {
  std::string out = heading({"Examples:", "示例："}, language);
  for (const Example& example : examples) {
    if (!example.about.en.empty()) out += "  # " + said(example.about, language) + "\n";
    out += "  " + example.line + "\n";
  }
  return out;
}

std::string help_of(const Command& command, Language language) {
  std::string out = paragraph(said(command.about, language), screen, "payonce " + command.path + " · ");
  std::string usage = "payonce " + command.path;
  for (const Positional& positional : command.positionals) usage += " " + shape(positional);
  bool optional = false;
  for (const Option& option : command.options) {
    if (option.required) usage += " " + shape(option);
    optional = optional || (!option.required && !option.hidden);
  }
  if (optional) usage += " " + said({"[OPTIONS]", "[选项]"}, language);
  out += heading({"Usage:", "用法："}, language) + "  " + usage + "\n";
  Terms terms(language);
  for (const Positional& positional : command.positionals) terms.add(shown_name(positional), positional.about);
  add_options(terms, command.options);
  terms.add("--db, --lang, --json, --color, --tenant",
            {"as for every command: payonce --help", "所有命令通用：见 payonce --help"});
  out += "\n" + terms.text();
  for (const Text& more : command.more) out += "\n" + paragraph(said(more, language), screen);
  return out + examples_of(command.examples, language);
}

std::string help_of_group(const Group& group, Language language) {
  std::string out = "payonce " + group.name + " · " + said(group.about, language) + "\n";
  Terms terms(language);
  std::string example;
  for (const Command& command : all_commands()) {
    if (!command.path.starts_with(group.name + " ")) continue;
    terms.add(command.path, command.about);
    if (example.empty()) example = command.examples.front().line;
  }
  out += heading({"Commands:", "命令："}, language) + terms.text();
  return out + examples_of({{.line = example}}, language);
}

/// What stands for a value in every command's help.
std::string grammar(Language language) {
  Terms terms(language);
  terms.add("KEY", {"16 to 255 bytes (1 in a laboratory), printable ASCII without space , ; \"; a fresh UUID for each "
                    "wish does well",
                    "16 到 255 字节（实验账本从 1 起），可打印 ASCII，不含空格 , ; \"；每个意图用一个新的 UUID 即可"});
  terms.add("MONEY", {"currency, space, digits, as \"CNY 100.00\"; as many decimals as the currency has, or fewer",
                      "币种、空格、数字，如 \"CNY 100.00\"；小数位不超过该币种的位数"});
  terms.add("DURATION", {"whole numbers with units, d h m s ms us ns, the largest first: 250ms, 10s, 1h30m",
                         "带单位的整数，单位 d h m s ms us ns，从大到小：250ms、10s、1h30m"});
  terms.add("ORDER, ACCOUNT, CHANNEL", {"a name: up to 64 of A-Z a-z 0-9 _ -", "名称：至多 64 个 A-Z a-z 0-9 _ -"});
  terms.add("REF", {"up to 128 of A-Z a-z 0-9 _ - . : /", "至多 128 个 A-Z a-z 0-9 _ - . : /"});
  return terms.text();
}

std::string help_of_all(Language language) {
  std::string out = "payonce · " +
                    said({"a payment ledger in one file: asked any number of times, happens once",
                          "单文件支付账本：请求任意次，只生效一次"},
                         language) +
                    "\n";
  out += heading({"Usage:", "用法："}, language) +
         said({"  payonce COMMAND [OPTIONS]", "  payonce 命令 [选项]"}, language) + "\n";
  Terms commands(language);
  for (const Command& command : all_commands()) commands.add(command.path, command.about);
  out += heading({"Commands (each has --help):", "命令（均支持 --help）："}, language) + commands.text();
  Terms options(language);
  add_options(options, global_options());
  options.add("--help, --version", {"this, or the version", "显示帮助或版本"});
  out += heading({"Options of every command:", "通用选项："}, language) + options.text();
  out += heading({"How things are written:", "写法："}, language) + grammar(language);
  Terms statuses(language);
  for (const ExitStatus status : all_exit_statuses) statuses.add(std::to_string(number(status)), meaning(status));
  out += heading({"Exit status:", "退出状态："}, language) + statuses.text();
  return out + examples_of(
                   {{.line = "payonce init", .about = {"a ledger, two accounts, some money", "新账本、两个账户、充值"}},
                    {.line = "payonce account open alice --currency CNY"},
                    {.line = "payonce account open shop --currency CNY"},
                    {.line = "payonce topup alice --amount \"CNY 500.00\" --key topup-alice-0001"},
                    {.line = "payonce order create ord_42 --buyer alice --payee shop --amount \"CNY 100.00\"",
                     .about = {"an order, paid twice: the second time the first answer comes again",
                               "一个订单支付两次：第二次重放第一次的应答"}},
                    {.line = "payonce pay ord_42 --key pay-ord-42-first-try"},
                    {.line = "payonce pay ord_42 --key pay-ord-42-first-try"}},
                   language);
}

}  // namespace

std::string help(std::string_view path, Language language) {
  for (const Command& command : all_commands()) {
    if (command.path == path) return help_of(command, language);
  }
  for (const Group& group : all_groups()) {
    if (group.name == path) return help_of_group(group, language);
  }
  return help_of_all(language);
}

}  // namespace payonce
