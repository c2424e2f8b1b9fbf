#include "scenarios/player/statements.hpp"

#include <algorithm>
#include <sstream>

#include "ledger/engine_fixes.hpp"
#include "ledger/journal/period.hpp"
#include "ledger/layers/reconciliation_matching.hpp"
#include "ledger/values/duration.hpp"
#include "scenarios/player/malformed.hpp"

namespace payonce::player {
namespace {

namespace rec = reconciliation;
namespace st = statements;

/// A separated file, as most channels send one.
constexpr std::string_view map_text = R"(payonce map 1
decimal = point
zone = UTC
date = yyyy-MM-dd HH:mm:ss
column.time = time
column.channel_id = id
column.our_id = ref
column.kind = kind
column.gross = amount
column.fee = fee
column.currency = currency
column.status = status
kind.sale = sale
kind.refund = refund
)";

/// "o1:12.00": the order, and what is said of it.
struct Said {
  std::string order;
  std::string value;
};

std::optional<Said> said(const script::Step& step, std::string_view name, bool with_value) {
  const std::string* given = step.argument(name);
  if (given == nullptr) return std::nullopt;
  const std::size_t colon = given->find(':');
  if ((colon != std::string::npos) != with_value) {
    const std::string shape = std::string(name) + (with_value ? "=ORDER:VALUE" : "=ORDER");
    throw Malformed{{std::string(name), {"should read " + shape, "应写作 " + shape}}};
  }
  return Said{given->substr(0, colon), with_value ? given->substr(colon + 1) : std::string()};
}

struct Row {
  std::string id;
  std::string reference;
  std::string day;
  std::string time;
  std::string kind;
  std::string amount;
  std::string fee = "0";
  std::string currency;
  std::string status = "SUCCESS";

  [[nodiscard]] std::string text() const {
    return id + "," + reference + "," + day + " " + time + "," + kind + "," + amount + "," + fee + "," + currency +
           "," + status + "\n";
  }
  /// Our references name their order: "payonce/LEDGER/ORDER.pay.1".
  [[nodiscard]] bool is_of(const std::string& order) const {
    return reference.find("/" + order + ".") != std::string::npos;
  }
};

std::vector<Row> rows_of(Acquirer& acquirer) {
  std::vector<Row> rows;
  acquirer.statement([&](const ChannelLine& line) {
    const bool back = line.movement == Movement::refund;
    const Money amount(back ? -line.amount.minor() : line.amount.minor(), line.amount.currency());
    const std::string at = iso_time(line.at_ns);  // 2026-01-01T10:20:30.000Z
    rows.push_back({.id = line.channel_txn,
                    .reference = line.reference,
                    .day = at.substr(0, 10),
                    .time = at.substr(11, 8),
                    .kind = back ? "refund" : "sale",
                    .amount = amount.decimal(),
                    .currency = std::string(amount.currency().code())});
  });
  return rows;
}

/// Changes the rows of an order; Malformed where there are none.
template <class Change>
void change(std::vector<Row>& rows, const std::string& order, Change&& done) {
  bool met = false;
  for (Row& row : rows) {
    if (!row.is_of(order)) continue;
    met = true;
    done(row);
  }
  if (!met) throw Malformed{{order, {"moved nothing at this channel", "在此渠道没有动账"}}};
}

void damage(std::vector<Row>& rows, const script::Step& step) {
  if (const auto one = said(step, "amount", true)) change(rows, one->order, [&](Row& row) { row.amount = one->value; });
  if (const auto one = said(step, "fee", true)) change(rows, one->order, [&](Row& row) { row.fee = one->value; });
  if (const auto one = said(step, "currency", true)) {
    change(rows, one->order, [&](Row& row) { row.currency = one->value; });
  }
  if (const auto one = said(step, "day", true)) change(rows, one->order, [&](Row& row) { row.day = one->value; });
  if (const auto one = said(step, "failed", false)) change(rows, one->order, [&](Row& row) { row.status = "FAILED"; });
  if (const auto one = said(step, "twice", false)) {
    std::vector<Row> again;
    change(rows, one->order, [&](Row& row) { again.push_back(row); });
    rows.insert(rows.end(), again.begin(), again.end());
  }
  if (const auto one = said(step, "without", false)) {
    change(rows, one->order, [](Row& row) { row.kind.clear(); });
    std::erase_if(rows, [](const Row& row) { return row.kind.empty(); });
  }
  if (const std::string* amount = step.argument("stranger")) {
    const Row like = rows.empty() ? Row{.day = "2026-01-01", .time = "00:00:00", .currency = "CNY"} : rows.front();
    rows.push_back({.id = "stranger-1",
                    .reference = "of-nobody",
                    .day = like.day,
                    .time = like.time,
                    .kind = amount->starts_with('-') ? "refund" : "sale",
                    .amount = *amount,
                    .currency = like.currency});
  }
}

std::string actor_of(const script::Step& step) {
  const std::string* given = step.argument("by");
  return given == nullptr ? "story" : *given;
}

Response word(std::string_view outcome) {
  Response made;
  made.kind = Response::Kind::answered;
  made.outcome = outcome;
  made.by = name(Layer::reconciliation);
  return made;
}

/// The first open break of a code; where none is open, the first that ever was.
std::optional<rec::Break> break_of(View& view, const std::string& channel, rec::Code code) {
  constexpr std::int64_t all = -1;
  std::optional<rec::Break> found;
  for (rec::Break& one : rec::list_breaks(view, channel, true, all)) {
    if (one.code != code || (found && (found->open() || !one.open()))) continue;
    found = std::move(one);
  }
  return found;
}

}  // namespace

Response take_statement(Hands& hands, const script::Step& step) {
  const std::string& channel = step.words[0];
  Acquirer* const acquirer = hands.acquirer(channel);
  if (acquirer == nullptr) throw Malformed{{"channel", {"is none of this world", "不属于本场景"}}};
  std::vector<Row> rows = rows_of(*acquirer);
  damage(rows, step);
  std::string text = "id,ref,time,kind,amount,fee,currency,status\n";
  const std::string* days = step.argument("days");
  const std::string today = iso_date(hands.world().wall_ns());
  journal::Days told{today, today};
  for (const Row& row : rows) told.first = std::min(told.first, row.day);
  if (days != nullptr) told = taken(journal::Days::parse("days", *days));
  for (const Row& row : rows) {
    if (row.day >= told.first && row.day <= told.last) text += row.text();
  }
  if (const std::string* cut = step.argument("cut")) {
    if (*cut != "yes") throw Malformed{{"cut", {"takes yes", "须为 yes"}}};
    text += "\"cut";  // in quotes that never end
  }
  std::istringstream map_in{std::string(map_text)};
  const auto map = st::FieldMap::parse(map_in);
  const auto pattern = st::DatePattern::parse("yyyy-MM-dd");
  std::istringstream in(text);
  const rec::Statement stored = rec::import(hands.ledger().store(), hands.stage_world(),
                                            {.in = in,
                                             .name = channel + ".csv",
                                             .channel = channel,
                                             .map = &map.value(),
                                             .map_text = std::string(map_text),
                                             .from = pattern->read(told.first)->day,
                                             .to = pattern->read(told.last)->day,
                                             .actor = actor_of(step)});
  return handled(stored.again ? 0 : stored.fresh);
}

Response compare(Hands& hands, const script::Step& step) {
  rec::Match wanted{.channel = step.words[0], .grace_days = 0, .actor = actor_of(step)};
  if (const std::string* grace = step.argument("grace")) {
    wanted.grace_days = taken(Duration::parse("grace", *grace)).ns / payonce::days(1).ns;
  }
  if (const std::string* as_of = step.argument("as-of")) wanted.as_of = *as_of;
  const rec::Sheet sheet = taken(rec::match(hands.ledger().store(), hands.stage_world(), wanted));
  for (const rec::Figure& figure : sheet.figures) {
    if (figure.sheet == "bridge" && figure.name == "unexplained" && figure.amount != 0) {
      return failed("the bridge leaves " + std::to_string(figure.amount) + " unexplained");
    }
  }
  return word(name(sheet.verdict));
}

Response fix_break(Hands& hands, const script::Step& step) {
  const std::string& channel = step.words[1];
  const auto code = rec::code_named(step.words[2]);
  if (!code) throw Malformed{{"code", {"is no break", "不是差异代码"}}};
  Store& store = hands.ledger().store();
  const std::int64_t now_ns = hands.world().wall_ns();
  const auto found = store.reading([&](View& view) { return break_of(view, channel, *code); });
  if (!found) return word(name(Outcome::out_of_order));
  if (step.words[0] == "propose") {
    const std::string* action = step.argument("action");
    const auto chosen = action == nullptr ? std::nullopt : rec::action_named(*action);
    if (!chosen) throw Malformed{{"action", {"is none of break propose", "不是可用的处理方式"}}};
    const auto made = store.atomically(
        [&](Tx& tx) { return rec::propose(tx, found->id, *chosen, actor_of(step), "told by a story", now_ns); });
    return word(made ? "proposed" : name(Outcome::out_of_order));
  }
  const auto approved = store.atomically([&](Tx& tx) { return rec::approve(tx, found->id, actor_of(step), now_ns); });
  if (!approved) return word(name(Outcome::out_of_order));
  const auto refused = post_fix(hands.engine(), hands.ledger(), hands.stage_world(), *approved);
  return word(refused ? name(Outcome::out_of_order) : "approved");
}

std::string open_breaks(View& view, const std::string& channel) {
  constexpr std::int64_t all = -1;
  std::vector<std::string> codes;
  for (const rec::Break& one : rec::list_breaks(view, channel, false, all)) codes.emplace_back(name(one.code));
  std::sort(codes.begin(), codes.end());
  std::string out;
  for (const std::string& code : codes) out += (out.empty() ? "" : " ") + code;
  return out.empty() ? "none" : out;
}

}  // namespace payonce::player
