#include "app/commands/explain_http.hpp"

#include <array>

#include "app/print/table.hpp"
#include "app/record.hpp"
#include "app/story_place.hpp"
#include "ledger/values/json.hpp"

namespace payonce {
namespace {

struct Method {
  std::string_view name;
  bool natural;
  std::string_view subject;  // the account or order of the story that stands for it
  std::string_view payonce;
  Text why;
};

constexpr std::string_view story_name = "state_machine/http-verbs.lab";

const std::array<Method, 7>& methods() {
  static const std::array<Method, 7> all{{
      {"GET", true, "get", "account show, order show, balance", {"reads, and changes nothing", "只读，不做改动"}},
      {"HEAD",
       true,
       "head",
       "account show, order show (the version)",
       {"reads less, and changes nothing", "读得更少，不做改动"}},
      {"PUT",
       true,
       "put",
       "order create",
       {"says how it shall be, under a name the client chose: said again, it is so already",
        "声明资源应为何状，名称由客户端选定：再说一次，已是如此"}},
      {"DELETE",
       true,
       "delete",
       "order cancel",
       {"says it shall be gone: said again, it is gone, and a second answer may differ without harm",
        "声明资源应不存在：再说一次，已不存在；第二次应答可以不同而无害"}},
      {"POST",
       false,
       "post",
       "topup",
       {"makes another each time: it needs a key, and with one it is made once",
        "每次都新建：需要幂等键，有键则只建一次"}},
      {"PATCH (set)",
       true,
       "set",
       "adjust --to",
       {"an assignment: the same value again. Another's change between the two is lost: send the version",
        "赋值：再赋同值。两次之间他人的改动会丢失：请带版本"}},
      {"PATCH (add)",
       false,
       "add",
       "adjust --by",
       {"adds each time: it needs a key, or becomes an entry with a number of its own",
        "每次都累加：需要幂等键，或改写为带编号的分录"}},
  }};
  return all;
}

std::string story_path() {
  const auto place = story_place(story_name);
  return place ? place->string() : std::string(story_name);
}

std::string json_of() {
  std::string out;
  JsonWriter json(out);
  json.object().name("http").array();
  for (const Method& one : methods()) {
    json.object().member("method", one.name).member("natural", one.natural).member("payonce", one.payonce);
    json.name("why").object().member("en", one.why.en).member("zh", one.why.zh).end();
    json.member("subject", one.subject).end();
  }
  json.end().member("story", story_path()).member("exit", number(ExitStatus::done)).end();
  return out + "\n";
}

}  // namespace

ExitStatus explain_http(Context& context) {
  if (context.json()) {
    context.print(json_of());
    return ExitStatus::done;
  }
  std::vector<Record> rows;
  for (const Method& one : methods()) {
    rows.push_back(
        Record()
            .text("method", {"method", "方法"}, std::string(one.name))
            .words("natural", {"twice is once", "两次等于一次"}, one.natural ? Text{"yes", "是"} : Text{"no", "否"})
            .text("payonce", {"here", "本程序中"}, std::string(one.payonce))
            .words("why", {"why", "缘由"}, one.why));
  }
  context.print(table_of(context, rows, {}));
  context.print("\n" +
                context.said({"Each row is sent twice in this story: payonce play " + story_path(),
                              "每一行都在此故事中发送两次：payonce play " + story_path()}) +
                "\n");
  return ExitStatus::done;
}

}  // namespace payonce
