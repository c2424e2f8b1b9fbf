#include "app/commands/channel.hpp"

#include <algorithm>

#include "app/channel_book.hpp"
#include "app/complaint.hpp"
#include "app/context.hpp"
#include "app/record.hpp"
#include "app/recovery.hpp"

namespace payonce {
namespace {

std::string channel_of(const Arguments& given) {
  return taken(ChannelId::parse("channel", given.text("channel"))).text();
}

ChannelRow row_of(Context& context, const std::string& channel) {
  const auto row = context.ledger().store().reading([&](View& view) { return find_channel(view, channel); });
  if (!row) throw Problem(ExitStatus::refused, {"channel", {"there is no such channel", "没有这个渠道"}});
  return *row;
}

Acquirer& acquirer_of(Context& context, const std::string& channel) {
  const ChannelRow row = row_of(context, channel);
  Acquirer* const acquirer = context.acquirer(channel);
  if (acquirer == nullptr) {
    const std::string place = context.place_of(row.place).string();
    throw Problem(ExitStatus::storage, {"channel", {place + " cannot be opened", "无法打开 " + place}});
  }
  return *acquirer;
}

/// What is done with a channel's book, and its trouble told as the channel's.
template <class Work>
auto of_book(const std::filesystem::path& place, Work&& work) {
  try {
    return work();
  } catch (const StorageTrouble& trouble) {
    throw Problem(exit_status(trouble), trouble_of_book(place, trouble));
  }
}

Record record_of(const ChannelRow& row) {
  Record record;
  record.text("channel", {"channel", "渠道"}, row.name)
      .text("place", {"its book", "账簿文件"}, row.place)
      .text("settle_delay", {"settle delay", "结算延迟"}, row.settle_delay.text())
      .text("key_window", {"key window", "键有效期"}, row.key_window.text());
  return record;
}

Acquirer::Settings settings_from(const Arguments& given, Duration key_window) {
  const std::string& dedup = given.text("dedup");
  if (dedup != "ref" && dedup != "none") {
    throw Problem(ExitStatus::usage, {"dedup", {"is ref or none", "须为 ref 或 none"}});
  }
  return {.dedup = dedup == "ref", .key_window = key_window};
}

/// Whether it is there already, on these terms. Refused is the name on other terms, and the book of another channel: two
/// channels of one book would each be told what the other did, and find money that they never moved.
bool there_already(Context& context, View& view, const ChannelRow& wanted, const std::filesystem::path& place) {
  bool found = false;
  for (const ChannelRow& there : list_channels(view)) {
    if (there.name == wanted.name) {
      found = true;
      const bool same = same_file(context.place_of(there.place), place) && there.settle_delay == wanted.settle_delay &&
                        there.key_window == wanted.key_window;
      if (!same)
        throw Problem(ExitStatus::refused, {"channel", {"is there already, on other terms", "已存在，条款不同"}});
    } else if (same_file(context.place_of(there.place), place)) {
      throw Problem(ExitStatus::refused,
                    {"place",
                     {place.string() + " is the book of channel " + there.name + "; each channel has its own",
                      place.string() + " 是渠道 " + there.name + " 的账簿；每个渠道各有自己的账簿"}});
    }
  }
  return found;
}

void check_terms(const std::filesystem::path& place, Acquirer& book, const Acquirer::Settings& wanted) {
  const Acquirer::Settings kept = of_book(place, [&] { return book.settings(); });
  if (auto fault = kept_on_other_terms(place, kept, wanted)) throw Problem(ExitStatus::refused, *std::move(fault));
}

ExitStatus add(Context& context, const Arguments& given) {
  const ChannelRow wanted{.name = channel_of(given),
                          .place = given.maybe("place").value_or(given.text("channel") + ".acquirer.db"),
                          .settle_delay = taken(Duration::parse("settle-delay", given.text("settle-delay"))),
                          .key_window = taken(Duration::parse("key-window", given.text("key-window")))};
  const Acquirer::Settings settings = settings_from(given, wanted.key_window);
  if (wanted.place.empty()) throw Problem(ExitStatus::usage, {"place", {"is empty", "是空的"}});
  if (wanted.name == "balance") {
    throw Problem(ExitStatus::usage,
                  {"channel", {"balance is no channel: it is the buyer's own", "balance 不是渠道，指买方余额"}});
  }
  const std::filesystem::path place = context.place_of(wanted.place);
  if (auto fault = no_place_for_a_book(place, context.ledger().store().path())) {
    throw Problem(ExitStatus::refused, *std::move(fault));
  }
  Store& store = context.ledger().store();
  bool added = false;
  if (store.reading([&](View& view) { return there_already(context, view, wanted, place); })) {
    // A book that is gone is not made anew under a channel that has moved money: reconcile says that it is gone.
    if (Acquirer* const book = context.acquirer(wanted.name)) check_terms(place, *book, settings);
  } else {
    // The book first: a channel of the ledger always has one. Left over from a crash in between, it is taken as it is.
    Acquirer book = opened(have_channel_book(place, context.world(), settings));
    check_terms(place, book, settings);
    // Others may have added meanwhile: looked at again where nobody can come in between.
    added = store.atomically([&](Tx& tx) {
      return !there_already(context, tx, wanted, place) && add_channel(tx, wanted, context.world().wall_ns());
    });
  }
  const Text headline = added ? Text{"added", "已添加"} : Text{"there already, nothing changed", "早已存在，未做改动"};
  return tell(context, headline, Tone::ok, record_of(row_of(context, wanted.name)));
}

std::vector<Record> turns_of(Acquirer& acquirer) {
  std::vector<Record> rows;
  for (const Acquirer::Turn& turn : acquirer.scripted()) {
    rows.push_back(Record()
                       .text("behaviour", {"to come", "待执行行为"}, std::string(label(turn.behaviour)))
                       .text("duration", {"for", "时长"}, takes_duration(turn.behaviour) ? turn.argument.text() : "")
                       .number("times", {"times", "次数"}, turn.times));
  }
  return rows;
}

/// A statement comes in the order of its references; people read what happened in the order it happened.
std::vector<Record> movements_of(Acquirer& acquirer, bool by_time) {
  std::vector<ChannelLine> lines;
  acquirer.statement([&](const ChannelLine& line) { lines.push_back(line); });
  if (by_time) {
    std::stable_sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.at_ns < b.at_ns; });
  }
  std::vector<Record> rows;
  for (const ChannelLine& line : lines) {
    rows.push_back(Record()
                       .text("movement", {"it did", "已执行"}, std::string(name(line.movement)))
                       .text("reference", {"reference", "请求号"}, line.reference)
                       .text("channel_txn", {"its number", "渠道流水号"}, line.channel_txn)
                       .money("amount", {"amount", "金额"}, line.amount)
                       .time("at", {"at", "时间"}, line.at_ns));
  }
  return rows;
}

ExitStatus show(Context& context, const Arguments& given) {
  const std::string channel = channel_of(given);
  Acquirer& acquirer = acquirer_of(context, channel);
  const ChannelRow terms = row_of(context, channel);
  const Record record = record_of(terms);
  const auto [turns, movements] = of_book(context.place_of(terms.place), [&] {
    return std::pair(turns_of(acquirer), movements_of(acquirer, !context.json()));
  });
  if (!context.json()) {
    context.print(lines_of(context, record));
    if (!turns.empty()) context.print("\n" + table_of(context, turns, {}));
    context.print("\n" + table_of(context, movements, {"it has moved nothing so far", "尚未划转任何资金"}));
    return ExitStatus::done;
  }
  std::string out;
  JsonWriter json(out);
  json.object();
  for (const Record::Field& field : record.fields()) json.name(field.name).raw(field.json);
  json.name("script").array();
  for (const Record& row : turns) row.write(json);
  json.end().name("statement").array();
  for (const Record& row : movements) row.write(json);
  json.end().member("exit", number(ExitStatus::done)).end();
  context.print(out + "\n");
  return ExitStatus::done;
}

Behaviour behaviour_of(const std::string& text) {
  if (const auto behaviour = behaviour_named(text)) return *behaviour;
  std::vector<std::string_view> known;
  std::string list;
  for (const Behaviour one : every_behaviour) {
    known.push_back(label(one));
    list += (list.empty() ? "" : ", ") + std::string(label(one));
  }
  const Text hint = did_you_mean(text, known);
  throw Problem(ExitStatus::usage, {"behaviour", {"is one of " + list + hint.en, "只能是 " + list + hint.zh}});
}

ExitStatus direct(Context& context, const Arguments& given) {
  const Behaviour behaviour = behaviour_of(given.text("behaviour"));
  const auto duration = given.maybe("duration");
  if (takes_duration(behaviour) != duration.has_value()) {
    throw Problem(
        ExitStatus::usage,
        {"duration", {"slow and late need one, the others take none", "slow 与 late 须给出，其他行为不需要"}});
  }
  const Duration length = duration ? taken(Duration::parse("duration", *duration)) : Duration{};
  const std::int64_t times = taken(parse_count("times", given.text("times"), 1));
  const std::string channel = channel_of(given);
  Acquirer& acquirer = acquirer_of(context, channel);
  const std::vector<Record> turns = of_book(context.place_of(row_of(context, channel).place), [&] {
    acquirer.script(behaviour, length, times);
    return turns_of(acquirer);
  });
  return tell_list(context, "script", turns, {});
}

ExitStatus notices(Context& context, const Arguments& given) {
  const std::string channel = channel_of(given);
  (void)acquirer_of(context, channel);
  return tell_notices(context, context.engine().take_notices(channel));
}

Positional channel_positional() { return {.name = "channel", .about = {"its name", "渠道名"}}; }

}  // namespace

Command channel_add_command() {
  return {.path = "channel add",
          .about = {"adds a channel, an acquirer with a book of its own", "添加渠道：拥有独立账簿的收单方"},
          .positionals = {channel_positional()},
          .options = {{.name = "dedup",
                       .value = "ref|none",
                       .about = {"whether it knows a reference again", "收单方是否按请求号去重"},
                       .fallback = "ref"},
                      {.name = "settle-delay",
                       .value = "DURATION",
                       .about = {"for how long \"not found\" proves nothing", "此时间内“查无此单”不作数"},
                       .fallback = "60s"},
                      {.name = "key-window",
                       .value = "DURATION",
                       .about = {"for how long it knows a reference again", "收单方保留请求号的时间"},
                       .fallback = "24h"},
                      {.name = "place",
                       .value = "FILE",
                       .about = {"its book, from the ledger's folder; else CHANNEL.acquirer.db",
                                 "账簿文件，相对账本所在文件夹；默认 渠道名.acquirer.db"}}},
          .examples = {{.line = "payonce channel add card"},
                       {.line = "payonce channel add old-bank --dedup none --settle-delay 5m",
                        .about = {"one that charges twice when asked twice", "重复请求会重复扣款的渠道"}}},
          .run = add};
}

Command channel_show_command() {
  return {.path = "channel show",
          .about = {"its terms, and what it did", "显示渠道条款与其已执行的划转"},
          .positionals = {channel_positional()},
          .examples = {{.line = "payonce channel show card"}},
          .run = show,
          .reads = true};
}

Command channel_script_command() {
  return {.path = "channel script",
          .about = {"tells it how to behave at the next calls", "设定收单方接下来的行为"},
          .positionals = {channel_positional(),
                          {.name = "behaviour",
                           .about = {"approve, decline, slow, late, lose, twice, down",
                                     "approve、decline、slow、late、lose、twice、down"}},
                          {.name = "duration",
                           .about = {"for slow and late: how long", "slow 与 late 的时长"},
                           .required = false}},
          .options = {{.name = "times", .value = "N", .about = {"for so many calls", "持续次数"}, .fallback = "1"}},
          .examples = {{.line = "payonce channel script card lose",
                        .about = {"the next charge happens, and its answer is lost", "下一笔会扣款，但应答丢失"}},
                       {.line = "payonce channel script card slow 3s --times 2"}},
          .run = direct};
}

Command channel_notices_command() {
  return {.path = "channel notices",
          .about = {"takes what the channel has to say of its own accord", "接收渠道主动发来的通知"},
          .positionals = {channel_positional()},
          .examples = {{.line = "payonce channel notices card"}},
          .run = notices};
}

}  // namespace payonce
