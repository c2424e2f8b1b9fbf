#include "app/commands/lab_list.hpp"

#include <algorithm>

#include "app/experiments.hpp"
#include "app/lesson_view.hpp"
#include "app/print/table.hpp"
#include "app/print/wrap.hpp"
#include "ledger/values/json.hpp"
#include "ledger/values/wide.hpp"

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
  // A name in two lines at the most that matter, guards as they are mostly, and what is left of a terminal for the sentence.
  constexpr std::size_t name_width = 24;
  constexpr std::size_t guards_width = 14;
  const auto wide = [&](const Text& title, std::size_t width) {
    return std::max(display_width(context.said(title)), width);
  };
  const std::size_t row_width = wide({"row", "行"}, 4);
  const std::size_t sentence_width = lesson_columns - row_width - wide({"experiment", "实验"}, name_width) -
                                     wide({"guards", "最小防线"}, guards_width) - 3 * 2;
  for (const script::Story* one : experiments.all()) {
    tall_row(table, {{cut(one->row, row_width)},
                     name_lines(one->name, name_width),
                     lines_of(guards_written(*one), guards_width),
                     lines_of(context.said({one->en, one->zh}), sentence_width)});
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
