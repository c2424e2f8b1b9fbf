#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/layers/reconciliation_breaks.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/result.hpp"
#include "ledger/world/world.hpp"

/// How a break is ended by people: one proposes, another approves, then it is booked under a key that follows from the break
/// (reconciliation.md 3, step 12). Nothing is ended by editing a statement or deleting a break.
namespace payonce::reconciliation {

/// park: into suspense (2900), on the side that lets the receivable agree. write_off: the same, and then nobody's (5300). fee:
/// a channel's fee (5100). replay: the step that was not taken here, by the channel's evidence. convert: what was paid in one
/// currency and settled in another goes through the position (3100), at the booked rate. accept: nothing is booked.
enum class Action { park, write_off, fee, replay, convert, accept };
[[nodiscard]] std::string_view name(Action action);
[[nodiscard]] std::optional<Action> action_named(std::string_view name);
/// What is usually done about a break, and all that may be.
[[nodiscard]] std::vector<Action> actions_of(Code code);

/// A break with everything that is known of both its sides.
struct Break {
  std::string id;
  std::string channel;
  Code code = Code::missing_internal;
  std::string movement;
  std::string day;
  std::string currency;
  std::optional<std::int64_t> line_id{};
  std::optional<std::int64_t> item_id{};
  std::optional<std::int64_t> ours{};
  std::optional<std::int64_t> theirs{};
  std::int64_t difference = 0;
  std::int64_t moved = 0;  // by its fixes so far
  std::int64_t first_run = 0;
  std::int64_t last_run = 0;
  std::optional<std::int64_t> closed_run{};
  std::string closed_by{};
  // their side
  std::string our_id{};
  std::string channel_id{};
  std::string at{};
  std::string file{};
  std::int64_t file_line = 0;
  std::string raw{};
  // our side
  std::string voucher{};
  std::string order{};
  std::string reference{};
  std::string item_channel_id{};
  std::string item_day{};
  std::int64_t item_amount = 0;
  std::string item_currency{};

  [[nodiscard]] std::int64_t remaining() const { return difference - moved; }
  [[nodiscard]] bool open() const { return !closed_run; }
};
[[nodiscard]] std::optional<Break> find_break(View& view, std::string_view id);
/// Those of a channel (empty: of all) that are open, and with `closed` the others too, in the order of days.
[[nodiscard]] std::vector<Break> list_breaks(View& view, std::string_view channel, bool closed, std::int64_t limit);

struct Fix {
  std::int64_t id = 0;
  std::string break_id;
  std::int64_t version = 0;
  Action action = Action::accept;
  std::int64_t amount = 0;
  std::string currency;
  std::string reference;
  std::string state;
  std::string proposed_by;
  std::string approved_by;
  std::string reason;
  [[nodiscard]] std::string key() const { return "fix-" + break_id + "-v" + std::to_string(version); }
};
[[nodiscard]] std::vector<Fix> fixes_of(View& view, std::string_view break_id);
/// Approved and not yet posted, of one channel: what a crash left between, and what rules approved.
[[nodiscard]] std::vector<Fix> to_post(View& view, std::string_view channel);

/// Each refuses with a Fault that names its field, and then nothing is changed.
[[nodiscard]] Result<Fix> propose(Tx& tx, std::string_view break_id, Action action, const std::string& actor,
                                  const std::string& reason, std::int64_t now_ns);
/// By another than who proposed it. A fix that was approved already, by the same person, is that fix.
[[nodiscard]] Result<Fix> approve(Tx& tx, std::string_view break_id, const std::string& actor, std::int64_t now_ns);
[[nodiscard]] Result<Fix> withdraw(Tx& tx, std::string_view break_id, std::int64_t now_ns);
/// Behind what it books.
void posted(Tx& tx, const Fix& fix, std::int64_t now_ns);

/// A line that stands alone and an item that does, by two breaks, are one pair. Asked again for the same pair it is that pair.
[[nodiscard]] std::optional<Fault> match_by_hand(Tx& tx, const Break& line, const Break& item, const std::string& actor,
                                                 const std::string& reason);
/// The pair behind a break, or with an item's voucher number, is taken apart: a row is ended, none deleted.
[[nodiscard]] Result<std::string> unmatch(Tx& tx, std::string_view voucher, const std::string& actor,
                                          const std::string& reason, std::int64_t now_ns);

}  // namespace payonce::reconciliation
