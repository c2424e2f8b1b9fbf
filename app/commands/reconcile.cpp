#include "app/commands/reconcile.hpp"

#include <algorithm>

#include "app/fixes.hpp"
#include "app/print/progress.hpp"
#include "app/report.hpp"
#include "app/sheet.hpp"
#include "app/statement_file.hpp"
#include "ledger/layers/reconciliation_matching.hpp"

namespace payonce {
namespace {

void tell_broken_off(const Context& context, const std::string& channel) {
  context.note({"channel: " + channel + ": its statement breaks off; its book is damaged or cannot be read",
                "channel：渠道 " + channel + " 的对账单中断；其账簿已损坏或无法读取"});
}

reconciliation::Source source_of(Context& context, const std::string& channel) {
  reconciliation::Source source{.channel = channel};
  Acquirer* const acquirer = context.acquirer(channel);
  if (acquirer == nullptr) return source;
  source.statement = [&context, acquirer, channel](const auto& take) {
    bool ours = false;
    try {
      acquirer->statement([&](const ChannelLine& line) {
        ours = true;
        take(line);
        ours = false;
      });
    } catch (const std::exception&) {
      if (!ours) tell_broken_off(context, channel);
      throw;
    }
  };
  source.query = [acquirer](Movement movement, const std::string& reference) {
    return acquirer->query(movement, reference);
  };
  source.notices = [acquirer] { return acquirer->notices(); };
  return source;
}

std::vector<reconciliation::Source> sources(Context& context, const Arguments& given) {
  std::vector<std::string> names;
  if (given.given("no-channels")) return {};
  for (const ChannelRow& row : context.ledger().store().reading([](View& view) { return list_channels(view); })) {
    names.push_back(row.name);
  }
  if (given.given("channel")) {
    for (const std::string& wanted : given.all("channel")) {
      if (std::find(names.begin(), names.end(), wanted) == names.end()) {
        throw Problem(ExitStatus::refused, {"channel", {"there is no such channel", "没有这个渠道"}});
      }
    }
    names = given.all("channel");
  }
  std::vector<reconciliation::Source> all;
  for (const std::string& name : names) all.push_back(source_of(context, name));
  return all;
}

/// A comparison with a book that does not hold by itself would say nothing (reconciliation.md 1.4).
void require_sound_book(Context& context) {
  const auto laws = context.ledger().store().reading([](View& view) { return reconciliation::judge(view); });
  for (const reconciliation::Law& law : laws) {
    if (law.of_business || (law.broken == 0 && law.judged)) continue;
    throw Problem(ExitStatus::findings,
                  {"ledger",
                   {"the law " + law.name +
                        " does not hold in the book itself; nothing was compared: payonce reconcile "
                        "--no-channels",
                    "账本自身不符合规则 " + law.name + "，未作核对：payonce reconcile --no-channels"}});
  }
}

/// With stored statements: imports, pairs, names what is left, books what rules have approved, and looks once more where it did.
ExitStatus run_with_statements(Context& context, const Arguments& given) {
  if (!given.given("channel") || given.all("channel").size() != 1) {
    throw Problem(ExitStatus::usage, {"channel",
                                      {"is needed, once: statements are those of one channel",
                                       "须给出且只能给出一个：对账单属于一个渠道"}});
  }
  const std::string channel = taken(ChannelId::parse("channel", given.all("channel").front())).text();
  reconciliation::Match wanted{.channel = channel, .dry_run = given.given("dry-run")};
  const FilesGiven files = files_given(given, channel);
  wanted.actor = files.actor;
  if (const auto day = given.maybe("as-of")) wanted.as_of = day_from("as-of", *day).text();
  wanted.grace_days = taken(parse_count("grace", given.text("grace"), 0));
  if (wanted.grace_days > 366) throw Problem(ExitStatus::usage, {"grace", {"is at most 366", "最多 366"}});
  if (wanted.dry_run && given.given("statement")) {
    throw Problem(ExitStatus::usage, {"dry-run",
                                      {"looks at what is stored: channel import stores, channel preview shows",
                                       "只核对已存入的对账单：用 channel import 存入，channel preview 预览"}});
  }
  require_channel(context, channel);
  context.believe_clock();
  if (given.given("statement")) {
    for (const std::string& path : given.all("statement")) (void)imported(context, files, path);
  }
  if (!given.given("no-laws")) require_sound_book(context);
  const auto matched = [&] {
    auto sheet = reconciliation::match(context.ledger().store(), context.world(), wanted);
    if (!sheet) {
      const bool told = sheet.error().field != "channel";
      throw Problem(told ? ExitStatus::refused : ExitStatus::cannot_say, sheet.error());
    }
    return std::move(sheet).value();
  };
  if (!wanted.dry_run) (void)post_approved(context, channel);
  reconciliation::Sheet sheet = matched();
  // What the run's rules approved is booked behind it, and the run that follows sees it.
  if (!wanted.dry_run && post_approved(context, channel) != 0) sheet = matched();
  context.print(context.json() ? sheet_json(sheet) : sheet_text(context, sheet));
  return exit_status(sheet);
}

ExitStatus run(Context& context, const Arguments& given) {
  if (const auto spec = given.maybe("crash-at")) context.crash_at(*spec);
  for (const std::string_view one : {"statement", "stored", "as-of", "dry-run"}) {
    if (given.given(one)) return run_with_statements(context, given);
  }
  reconciliation::Options options{.sources = sources(context, given), .deep = given.given("deep")};
  if (options.deep) {
    options.wanted_schema = ledger_schema(context.ledger().laboratory(), context.ledger().settings());
    options.wanted_order = ledger_schema_order(context.ledger().laboratory());
  }
  Progress progress(context.world(), context.said({"reconciling", "对账中"}));
  options.advanced = [&](std::uint64_t count) { progress.advance(count); };
  const auto report = reconciliation::reconcile(context.ledger().store(), context.world(), options);
  progress.finish();
  context.print(context.json() ? report_json(report) : report_text(context, report));
  return exit_status(report);
}

std::vector<Option> with_files(std::vector<Option> own) {
  for (Option& one : files_options()) own.push_back(std::move(one));
  own.push_back({.name = "crash-at",
                 .value = "LABEL[:N]",
                 .about = {"die at this step (laboratory files only)", "在此步骤崩溃（仅限实验账本）"},
                 .hidden = true});
  return own;
}

}  // namespace

Command reconcile_command() {
  return {
      .path = "reconcile",
      .about = {"asks every law of the book, and compares with the channels", "核对账本规则，并与渠道对账"},
      .options = with_files(
          {{.name = "channel", .value = "CHANNEL", .about = {"only with this one", "只与此渠道对账"}, .repeated = true},
           {.name = "no-channels", .about = {"only the laws of the book", "只核对账本规则"}},
           {.name = "deep",
            .about = {"also compute every seal again, check the file and compare its schema",
                      "另行重算每张凭证的哈希、检查文件并核对其结构"}},
           {.name = "statement",
            .value = "FILE",
            .about = {"import this file of the channel, and compare with all that are stored",
                      "导入渠道的此对账单，并与已存入的全部核对"},
            .repeated = true},
           {.name = "stored", .about = {"compare with the statements that are stored", "与已存入的对账单核对"}},
           {.name = "as-of",
            .value = "DAY",
            .about = {"the same, up to this day; else the last that a statement tells",
                      "同上，截至此日；默认为对账单所述末日"}},
           {.name = "grace",
            .value = "DAYS",
            .about = {"so long a payment may be missing there before that is a break", "渠道未列出多少天后视为差异"},
            .fallback = "1"},
           {.name = "no-laws", .about = {"without asking the laws of the book first", "不先核对账本规则"}},
           {.name = "dry-run", .about = {"show what would be found; store nothing", "只显示结果，不存入"}}}),
      .examples = {{.line = "payonce reconcile",
                    .about = {"0 clean, 1 findings, 2 cannot say", "0 一致，1 有差异，2 无法判断"}},
                   {.line = "payonce reconcile --channel card --statement card-1129.csv --map card.map",
                    .about = {"0 balanced or explained, 1 open, 2 cannot say", "0 一致或已说明，1 未决，2 无法判断"}}},
      .run = run,
      .more = {{"It only reads, and may run at any time, beside anything. What is open is listed, and by "
                "itself it is no finding;\nwhat a channel has moved already and is still open here is one of the "
                "comparison "
                "(status_lag).",
                "只读，可随时运行。未决事项会列出，本身不算差异；渠道已划转而本地未决的，对账列为差异（status_lag）。"},
               {"With --statement, --stored, --as-of or --dry-run it compares with statements that are stored, and "
                "stores the run: "
                "pairs,\nbreaks (payonce break list) and figures (payonce report reconciliation). The same question "
                "again is "
                "the same run.",
                "带 --statement、--stored、--as-of 或 --dry-run 时，与已存入的对账单核对并保存结果：配对、\n"
                "差异（payonce break list）与报表（payonce report reconciliation）。同样的问题得到同一次对账。"}},
      .reads = true};
}

}  // namespace payonce
