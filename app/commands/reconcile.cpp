#include "app/commands/reconcile.hpp"

#include <algorithm>

#include "app/context.hpp"
#include "app/print/progress.hpp"
#include "app/report.hpp"
#include "ledger/layers/reconciliation.hpp"

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

ExitStatus run(Context& context, const Arguments& given) {
  if (const auto spec = given.maybe("crash-at")) context.crash_at(*spec);
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

}  // namespace

Command reconcile_command() {
  return {
      .path = "reconcile",
      .about = {"asks every law of the book, and compares with the channels", "核对账本规则，并与渠道对账"},
      .options =
          {{.name = "channel", .value = "CHANNEL", .about = {"only with this one", "只与此渠道对账"}, .repeated = true},
           {.name = "no-channels", .about = {"only the laws of the book", "只核对账本规则"}},
           {.name = "deep",
            .about = {"also compute every seal again, check the file and compare its schema",
                      "另行重算每张凭证的哈希、检查文件并核对其结构"}},
           {.name = "crash-at",
            .value = "LABEL[:N]",
            .about = {"die at this step (laboratory files only)", "在此步骤崩溃（仅限实验账本）"},
            .hidden = true}},
      .examples = {{.line = "payonce reconcile",
                    .about = {"0 clean, 1 findings, 2 cannot say", "0 一致，1 有差异，2 无法判断"}}},
      .run = run,
      .more =
          {{"It only reads, and may run at any time, beside anything. What is open is listed, and by "
            "itself it is no finding;\nwhat a channel has moved already and is still open here is one of the "
            "comparison "
            "(status_lag).",
            "只读，可随时运行。未决事项会列出，本身不算差异；渠道已划转而本地未决的，对账列为差异（status_lag）。"}},
      .reads = true};
}

}  // namespace payonce
