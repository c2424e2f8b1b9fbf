#include "ledger/layers/reconciliation_fixes.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "ledger/values/ids.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/reconciliation_fixes.hpp"

namespace payonce::reconciliation {
namespace {

namespace sql = payonce::sql::reconciliation_fixes;

constexpr std::array all_actions = {Action::park,   Action::write_off, Action::fee,
                                    Action::replay, Action::convert,   Action::accept};

Fix fix_from(const Row& row) {
  const auto action = action_named(row.text(3));
  invariant(action.has_value(), "a fix is of an action the program knows");
  return {.id = row.integer(0),
          .break_id = std::string(row.text(1)),
          .version = row.integer(2),
          .action = *action,
          .amount = row.integer(4),
          .currency = std::string(row.text(5)),
          .reference = std::string(row.text(6)),
          .state = std::string(row.text(7)),
          .proposed_by = std::string(row.text(8)),
          .approved_by = std::string(row.text(9)),
          .reason = std::string(row.text(10))};
}

std::optional<Fix> last_fix(View& view, std::string_view break_id) {
  const std::vector<Fix> all = fixes_of(view, break_id);
  return all.empty() ? std::nullopt : std::optional(all.back());
}

/// Money the channel tells of is parked under the channel's own number, so that whoever looks for it finds it; anything else
/// under the break's.
std::string reference_for(View& view, const Break& found, Action action, std::int64_t version) {
  std::string own = "break-" + found.id + (version == 1 ? "" : "." + std::to_string(version));
  const bool parks = action == Action::park || action == Action::write_off;
  if (!parks || found.code != Code::missing_internal || !Reference::parse("reference", found.channel_id)) return own;
  const bool taken =
      view.one(sql::suspense_there{.channel = found.channel, .reference = found.channel_id}, [](const Row&) {});
  return taken ? own : found.channel_id;
}

Fault no_break() { return {"break", {"there is no such break", "没有这个差异"}}; }

}  // namespace

std::string_view name(Action action) {
  switch (action) {
    case Action::park: return "park";
    case Action::write_off: return "write_off";
    case Action::fee: return "fee";
    case Action::replay: return "replay";
    case Action::convert: return "convert";
    case Action::accept: return "accept";
  }
  return "";
}

std::optional<Action> action_named(std::string_view wanted) {
  const auto found =
      std::find_if(all_actions.begin(), all_actions.end(), [&](Action one) { return name(one) == wanted; });
  return found == all_actions.end() ? std::nullopt : std::optional(*found);
}

std::vector<Action> actions_of(Code code) {
  switch (code) {
    case Code::status_lag: return {Action::replay, Action::park, Action::accept};
    case Code::fee_mismatch: return {Action::fee, Action::park, Action::write_off, Action::accept};
    case Code::fx_difference: return {Action::convert, Action::accept};
    case Code::fee_rate:
    case Code::date_mismatch:
    case Code::refund_unfinal:
    case Code::currency_mismatch:
    case Code::timing_cutoff:
    case Code::rounding:
    case Code::in_flight: return {Action::accept};
    case Code::wrong_account: return {Action::accept, Action::park};
    default: return {Action::park, Action::write_off, Action::accept};
  }
}

std::optional<Break> find_break(View& view, std::string_view id) {
  std::optional<Break> found;
  (void)view.one(sql::one{.break_id = id}, [&](const Row& row) {
    const auto code = code_named(row.text(2));
    invariant(code.has_value(), "a break is of a code the program knows");
    found = Break{.id = std::string(row.text(0)),
                  .channel = std::string(row.text(1)),
                  .code = *code,
                  .movement = std::string(row.text(3)),
                  .day = std::string(row.text(4)),
                  .currency = std::string(row.text(5)),
                  .line_id = row.maybe_integer(6),
                  .item_id = row.maybe_integer(7),
                  .ours = row.maybe_integer(8),
                  .theirs = row.maybe_integer(9),
                  .difference = row.integer(10),
                  .moved = row.integer(26),
                  .first_run = row.integer(11),
                  .last_run = row.integer(12),
                  .closed_run = row.maybe_integer(13),
                  .closed_by = row.maybe_text(14).value_or(""),
                  .our_id = std::string(row.text(15)),
                  .channel_id = std::string(row.text(16)),
                  .at = std::string(row.text(17)),
                  .file = std::string(row.text(18)),
                  .file_line = row.integer(19),
                  .raw = std::string(row.text(20)),
                  .voucher = std::string(row.text(21)),
                  .order = std::string(row.text(22)),
                  .reference = std::string(row.text(23)),
                  .item_channel_id = std::string(row.text(24)),
                  .item_day = std::string(row.text(25)),
                  .item_amount = row.integer(27),
                  .item_currency = std::string(row.text(28))};
  });
  return found;
}

std::vector<Break> list_breaks(View& view, std::string_view channel, bool closed, std::int64_t limit) {
  std::vector<Break> all;
  view.each(sql::listed{.channel = channel, .closed = closed ? 1 : 0, .at_most = limit}, [&](const Row& row) {
    if (auto one = find_break(view, row.text(0))) all.push_back(*std::move(one));
  });
  return all;
}

std::vector<Fix> fixes_of(View& view, std::string_view break_id) {
  std::vector<Fix> all;
  view.each(sql::fixes_of{.break_id = break_id}, [&](const Row& row) { all.push_back(fix_from(row)); });
  return all;
}

std::vector<Fix> to_post(View& view, std::string_view channel) {
  std::vector<Fix> all;
  view.each(sql::to_post{.channel = channel}, [&](const Row& row) { all.push_back(fix_from(row)); });
  return all;
}

Result<Fix> propose(Tx& tx, std::string_view id, Action action, const std::string& actor, const std::string& reason,
                    std::int64_t now_ns) {
  const auto found = find_break(tx, id);
  if (!found) return no_break();
  if (!found->open()) return Fault{"break", {"is over already", "已了结"}};
  const auto last = last_fix(tx, id);
  if (last && (last->state == "proposed" || last->state == "approved")) {
    if (last->action == action && last->proposed_by == actor) return *last;
    return Fault{"break", {"has a fix already (" + last->state + "): withdraw it first", "已有处理方案：请先撤回"}};
  }
  if (tx.one(sql::booked_unseen{.break_id = id}, [](const Row&) {})) {
    return Fault{"break", {"has a fix that is booked: reconcile again first", "已有入账的处理：请先重新对账"}};
  }
  const std::vector<Action> allowed = actions_of(found->code);
  if (std::find(allowed.begin(), allowed.end(), action) == allowed.end()) {
    std::string words;
    for (const Action one : allowed) words += (words.empty() ? "" : ", ") + std::string(name(one));
    return Fault{"action", {"does not fit this break; these do: " + words, "不适用于此差异；可用：" + words}};
  }
  if (action != Action::accept && action != Action::replay && found->remaining() == 0) {
    return Fault{"action", {"nothing is left to be booked of it", "没有可入账的余额"}};
  }
  if (action == Action::fee && found->remaining() > 0) {
    return Fault{"action",
                 {"more fees are booked than were taken: park the difference", "已记手续费多于实扣：请挂账差额"}};
  }
  const std::int64_t version = last ? last->version + 1 : 1;
  (void)tx.change(sql::propose{.break_id = id,
                               .version = version,
                               .action = name(action),
                               .amount = action == Action::accept ? 0 : found->remaining(),
                               .currency = found->currency,
                               .reference = reference_for(tx, *found, action, version),
                               .actor = actor,
                               .reason = reason,
                               .now_ns = now_ns});
  return *last_fix(tx, id);
}

Result<Fix> approve(Tx& tx, std::string_view id, const std::string& actor, std::int64_t now_ns) {
  if (!find_break(tx, id)) return no_break();
  const auto last = last_fix(tx, id);
  if (!last || last->state == "withdrawn") {
    return Fault{"break", {"nothing is proposed for it", "尚无处理方案"}};
  }
  if (last->state != "proposed") {
    if (last->approved_by == actor) return *last;
    return Fault{"break", {"was approved by " + last->approved_by, "已由 " + last->approved_by + " 批准"}};
  }
  if (last->proposed_by == actor) {
    return Fault{"actor", {"proposed it, and another must approve", "是提出人，须由他人批准"}};
  }
  (void)tx.change(sql::approve{.actor = actor, .now_ns = now_ns, .break_id = id});
  return *last_fix(tx, id);
}

Result<Fix> withdraw(Tx& tx, std::string_view id, std::int64_t) {
  if (tx.change(sql::withdraw{.break_id = id}) == 0) {
    return Fault{"break", {"has no proposal that nobody approved yet", "没有尚未批准的处理方案"}};
  }
  return *last_fix(tx, id);
}

void posted(Tx& tx, const Fix& fix, std::int64_t now_ns) {
  (void)tx.change(sql::posted{.now_ns = now_ns, .fix_id = fix.id});
}

std::optional<Fault> match_by_hand(Tx& tx, const Break& line, const Break& item, const std::string& actor,
                                   const std::string& reason) {
  if (!line.line_id || line.item_id || !line.open()) {
    return Fault{"line", {"is no open break of a line that stands alone", "不是未配对明细的差异"}};
  }
  if (!item.item_id || item.line_id || !item.open()) {
    return Fault{"item", {"is no open break of a voucher that stands alone", "不是未配对凭证的差异"}};
  }
  if (line.channel != item.channel) return Fault{"item", {"is of another channel", "属于另一渠道"}};
  bool same = false;
  const bool taken = tx.one(sql::paired_already{.line_id = *line.line_id, .item_id = *item.item_id},
                            [&](const Row& row) { same = row.integer(0) == 1; });
  if (same) return std::nullopt;
  if (taken) return Fault{"item", {"or the line is paired already: reconcile again", "或明细已配对：请重新对账"}};
  (void)tx.change(sql::match{.line_id = *line.line_id, .item_id = *item.item_id, .actor = actor, .reason = reason});
  return std::nullopt;
}

Result<std::string> unmatch(Tx& tx, std::string_view voucher, const std::string& actor, const std::string& reason,
                            std::int64_t now_ns) {
  std::optional<std::int64_t> pairing;
  std::int64_t line = 0;
  std::int64_t item = 0;
  std::string channel;
  (void)tx.one(sql::pairing_of_voucher{.number = voucher}, [&](const Row& row) {
    pairing = row.integer(0);
    line = row.integer(1);
    item = row.integer(2);
    channel = std::string(row.text(3));
  });
  if (!pairing) return Fault{"voucher", {"is in no pair", "未配对"}};
  (void)tx.change(sql::end_pairing{.actor = actor, .reason = reason, .now_ns = now_ns, .pairing_id = *pairing});
  (void)tx.change(sql::open_again{.channel = channel, .side = "line", .id = line});
  (void)tx.change(sql::open_again{.channel = channel, .side = "item", .id = item});
  return channel;
}

}  // namespace payonce::reconciliation
