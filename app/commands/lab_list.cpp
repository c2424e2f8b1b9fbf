#include "app/commands/lab_list.hpp"

#include "app/experiments.hpp"
#include "app/print/table.hpp"
#include "ledger/values/json.hpp"

namespace payonce {
namespace {

std::string guards_written(const script::Story& story) {
  for (const script::Expected& one : story.experiment->expects) {
    if (one.kind == script::Expected::Kind::guards) return laboratory::spelled(one.guards);
  }
  return "";
}

ExitStatus run(Context& context, const Arguments& given) {
  const Experiments experiments(context, given);
  if (context.json()) {
    std::string out;
    JsonWriter json(out);
    json.object().name("experiments").array();
    for (const script::Story* one : experiments.all()) {
      json.object().member("row", one->row).member("experiment", one->name).member("guards", guards_written(*one));
      json.member("en", one->en).member("zh", one->zh).member("file", experiments.file_of(*one).path.string()).end();
    }
    json.end().member("exit", 0).end();
    context.print(out + "\n");
    return ExitStatus::done;
  }
  Table table({{context.said({"row", "行"})},
               {context.said({"experiment", "实验"})},
               {context.said({"guards", "最小防线"})},
               {context.said({"what happens", "发生什么"})}});
  for (const script::Story* one : experiments.all()) {
    table.row({one->row, one->name, guards_written(*one), context.said({one->en, one->zh})});
  }
  context.print(table.text(context.painter()));
  return ExitStatus::done;
}

}  // namespace

Command lab_list_command() {
  return {.path = "lab list",
          .about = {"the experiments of the catalogue, and what guards each", "实验目录，以及各自的最小防线"},
          .options = {from_option()},
          .examples = {{.line = "payonce lab list"}},
          .run = run};
}

}  // namespace payonce
