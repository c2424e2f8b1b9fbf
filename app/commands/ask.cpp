#include "app/commands/ask.hpp"

#include <algorithm>
#include <optional>

#include "app/complaint.hpp"
#include "app/money.hpp"
#include "app/print/output.hpp"
#include "app/reply.hpp"
#include "app/request_lines.hpp"
#include "ledger/store/store.hpp"
#include "ledger/wire/json_reader.hpp"
#include "ledger/wire/json_request.hpp"

namespace payonce {
namespace {

struct Told {
  std::string line;
  ExitStatus status;
};

Told complaint(ExitStatus status, const Fault& fault, const InputLine& line) {
  return {json_line(status, fault, line.number), status};
}

Told told(Context& context, const InputLine& line, const Terms& terms, Duration wait) {
  if (line.too_long) {
    const std::string most = std::to_string(longest_json);
    return complaint(ExitStatus::usage,
                     {"json", {"the line has more than " + most + " bytes", "此行超过 " + most + " 个字节"}}, line);
  }
  const Result<Request> request = read_request(line.text, terms);
  if (!request) return complaint(ExitStatus::usage, request.error(), line);
  try {
    const Reply reply = ask_patiently(context, *request, wait);
    return {json_line(reply), exit_status(reply.outcome)};
  } catch (const StorageTrouble& trouble) {
    return complaint(exit_status(trouble), fault_of(trouble), line);
  }
}

ExitStatus run(Context& context, const Arguments& given) {
  const Duration wait = taken(Duration::parse("wait", given.text("wait")));
  const Terms terms{.tenant = context.tenant(),
                    .key_min_bytes = static_cast<std::size_t>(context.ledger().settings().key_min_bytes)};
  LineReader lines(given.maybe("file").value_or(""), longest_json);
  RequestLines requests(lines);
  ExitStatus worst = ExitStatus::done;
  while (const auto line = requests.next()) {
    const Told answer = told(context, *line, terms, wait);
    context.print(answer.line);
    worst = std::max(worst, answer.status, [](ExitStatus a, ExitStatus b) { return number(a) < number(b); });
    // Nobody hears the answers any more: no money is moved behind the client's back.
    if (!flush_output()) return ExitStatus::storage;
  }
  return worst;
}

}  // namespace

Command ask_command() {
  return {
      .path = "ask",
      .about = {"answers requests written as JSON, one a line", "逐行回答 JSON 请求"},
      .positionals = {{.name = "file",
                       .about = {"where they stand; without it, standard input", "请求所在文件；省略则读标准输入"},
                       .required = false}},
      .options = {wait_option()},
      .examples = {{.line = "payonce ask requests.ndjson",
                    .about = {"one JSON reply a line, in the same order", "每行一个 JSON 应答，顺序相同"}},
                   {.line = "payonce ask",
                    .about = {"from standard input, each line answered as it comes", "读标准输入，逐行即时作答"}}},
      .run = run,
      .more = {
          {"A request: {\"verb\":\"pay\",\"key\":\"pay-ord-42-first-try\",\"order\":\"ord_42\",\"amount\":\"CNY "
           "100.00\"}; "
           "docs/reply.md\n"
           "has all members. A line that is wrong is answered with an error that names it, and the rest goes on. The\n"
           "status is the greatest among those of the answers: 0 says that all is done.",
           "请求示例：{\"verb\":\"pay\",\"key\":\"pay-ord-42-first-try\",\"order\":\"ord_42\",\"amount\":\"CNY "
           "100.00\"}；"
           "全部成员见\n"
           "docs/reply.md。有误的行以指明该行的错误作答，其余照常。退出状态取各应答中最大者：0 表示全部完成。"}}};
}

}  // namespace payonce
