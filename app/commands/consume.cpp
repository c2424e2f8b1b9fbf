#include "app/commands/consume.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "app/complaint.hpp"
#include "app/delivery.hpp"
#include "app/line_reader.hpp"
#include "app/print/output.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/json.hpp"
#include "ledger/wire/json_message.hpp"
#include "ledger/wire/json_reader.hpp"

namespace payonce {
namespace {

/// What is kept of a line, however long: a message that cannot be read is parked with all of it, and nobody writes longer ones.
constexpr std::size_t longest_line = 1024 * 1024;

/// What came of all of them.
struct Sum {
  std::int64_t messages = 0;
  std::map<std::string, std::int64_t> outcomes;
  std::int64_t not_taken = 0;  // met storage trouble: to be delivered again
  ExitStatus worst = ExitStatus::done;

  void add(ExitStatus status) {
    worst = std::max(worst, status, [](ExitStatus a, ExitStatus b) { return number(a) < number(b); });
  }
};

bool blank(const InputLine& line) {
  return !line.too_long && line.text.find_first_not_of(" \t\r") == std::string::npos;
}

/// One line, consumed and told behind its commit.
void consume_line(Context& context, const InputLine& line, const AccountId& consumer, Sum& sum) {
  sum.messages += 1;
  try {
    const Result<Message> message = read_message(line.text, consumer);
    const Reply reply = message ? context.engine().deliver(*message)
                                : context.engine().deliver_unreadable(consumer, line.text, message.error());
    sum.outcomes[std::string(name(reply.outcome))] += 1;
    sum.add(exit_status(reply.outcome));
    const Message* const known = message ? &*message : nullptr;
    context.print(context.json() ? delivery_json(reply, line.number, known)
                                 : delivery_text(context, reply, line.number, known));
  } catch (const StorageTrouble& trouble) {
    const Fault fault = fault_of(trouble);
    sum.not_taken += 1;
    sum.add(exit_status(trouble));
    context.print(context.json() ? json_line(exit_status(trouble), fault, line.number)
                                 : std::to_string(line.number) + "  " + context.said(fault.why) + "\n");
  }
}

ExitStatus tell(Context& context, const Sum& sum, const Recovery& rest) {
  if (context.json()) {
    std::string out;
    JsonWriter json(out);
    json.object().member("messages", sum.messages).name("outcomes").object();
    for (const auto& [outcome, count] : sum.outcomes) json.member(outcome, count);
    json.end()
        .member("not_taken", sum.not_taken)
        .member("released", rest.messages_applied)
        .member("waiting", rest.messages_waiting)
        .member("exit", number(sum.worst))
        .end();
    context.print(out + "\n");
    return sum.worst;
  }
  std::string counts;
  for (const auto& [outcome, count] : sum.outcomes) counts += ", " + std::to_string(count) + " " + outcome;
  if (sum.not_taken > 0) counts += ", " + std::to_string(sum.not_taken) + context.said({" not taken", " 未收下"});
  if (rest.messages_applied > 0) {
    counts += ", " + std::to_string(rest.messages_applied) + context.said({" released", " 等待后已应用"});
  }
  context.print(std::to_string(sum.messages) + context.said({" messages", " 条消息"}) + counts + "\n");
  return sum.worst;
}

ExitStatus run(Context& context, const Arguments& given) {
  if (const auto spec = given.maybe("crash-at")) context.crash_at(*spec);
  const AccountId consumer = consumer_of(given);
  const std::string file = given.maybe("file").value_or("");
  LineReader lines(file == "-" ? "" : file, longest_line);
  Sum sum;
  while (const auto line = lines.next()) {
    if (blank(*line)) continue;
    consume_line(context, *line, consumer, sum);
    // Nobody hears the acknowledgements any more: what comes is left to be delivered again.
    if (!flush_output()) return ExitStatus::storage;
  }
  Recovery rest;
  context.engine().redrive_waiting(rest);
  return tell(context, sum, rest);
}

}  // namespace

Command consume_command() {
  return {
      .path = "consume",
      .about = {"consumes messages written as JSON, one a line", "逐行消费 JSON 消息"},
      .positionals = {{.name = "file",
                       .about = {"where they stand; without it, or -, standard input",
                                 "消息所在文件；省略或 - 则读标准输入"},
                       .required = false}},
      .options = {consumer_option(),
                  {.name = "crash-at",
                   .value = "LABEL[:N]",
                   .about = {"die at this step (laboratory files only)", "在此步骤崩溃（仅限实验账本）"},
                   .hidden = true}},
      .examples =
          {{.line = "payonce consume events.ndjson",
            .about = {"as payonce publish writes them; any number of times", "即 payonce publish 的输出；可重复执行"}},
           {.line = "payonce consume - --consumer audit",
            .about = {"from standard input, each acknowledged behind its commit", "读标准输入，逐条提交后确认"}}},
      .run = run,
      .more = {
          {"{\"event\":\"order.paid\",\"order\":\"ord_42\",\"version\":2,\"event_id\":\"e-2\"} is a message; "
           "docs/reply.md has all\n"
           "members. One that cannot be read or applied is kept (payonce parked list) and holds up no other. The\n"
           "status is the greatest among those of the messages.",
           "{\"event\":\"order.paid\",\"order\":\"ord_42\",\"version\":2,\"event_id\":\"e-2\"} 即一条消息；全部成员见\n"
           "docs/reply.md。无法读取或应用的消息会保留（payonce parked "
           "list），不阻塞其他消息。退出状态取各消息中最大者。"}}};
}

}  // namespace payonce
