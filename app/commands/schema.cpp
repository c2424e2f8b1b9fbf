#include "app/commands/schema.hpp"

#include "app/context.hpp"
#include "ledger/ledger.hpp"
#include "ledger/values/json.hpp"
#include "schema/migrations.hpp"

namespace payonce {
namespace {

ExitStatus run(Context& context, const Arguments& given) {
  const int version = ledger_migrations().back().version;
  if (context.json()) {
    std::string out;
    JsonWriter(out).object().member("version", version).member("schema", ledger_schema()).member("exit", 0).end();
    context.print(out + "\n");
  } else if (given.given("version")) {
    context.print(std::to_string(version) + "\n");
  } else {
    context.print(ledger_schema());
  }
  return ExitStatus::done;
}

}  // namespace

Command schema_command() {
  return {.path = "schema",
          .about = {"the schema of a ledger file, as SQL", "以 SQL 输出账本文件的结构"},
          .options = {{.name = "version", .about = {"only its version number", "只输出版本号"}}},
          .examples = {{.line = "payonce schema"}},
          .run = run,
          .reads = true};
}

}  // namespace payonce
