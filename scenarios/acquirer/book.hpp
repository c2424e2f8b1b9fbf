#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/channel/channel.hpp"
#include "ledger/store/store.hpp"
#include "scenarios/acquirer/acquirer.hpp"

/// The acquirer's rows: read, written, and turned into what a channel says.
namespace payonce::acquirer_book {

/// A request as it stands in the book.
struct Entry {
  std::int64_t movement_id = 0;
  std::string original;
  std::string channel_txn;  // empty where declined
  Money amount;
  std::int64_t acts_at_ns = 0;
};

[[nodiscard]] Acquirer::Settings settings(View& view);
void change(Tx& tx, const Acquirer::Settings& settings);

/// The next turn of the script, used up; approve where the script is empty.
[[nodiscard]] Acquirer::Turn take_turn(Tx& tx);
/// The first entry under a reference that the acquirer still remembers.
[[nodiscard]] std::optional<Entry> remembered(View& view, const ChannelRequest& request,
                                              const Acquirer::Settings& settings, std::int64_t now_ns);
/// Whether the request can be done at all: money is there to be given back, enough is held, the reference is not closed.
[[nodiscard]] bool possible(View& view, const ChannelRequest& request, std::int64_t now_ns);
[[nodiscard]] Entry write(Tx& tx, const ChannelRequest& request, bool approved, std::int64_t now_ns,
                          std::int64_t acts_at_ns);
void leave_notice(Tx& tx, const Entry& entry, std::int64_t due_at_ns);

[[nodiscard]] Money money(const Row& row, int amount_column, int currency_column);
/// A row of due_notices or done_so_far.
[[nodiscard]] ChannelLine line(const Row& row);
[[nodiscard]] ChannelAnswer found(View& view, Movement movement, const std::string& reference, std::int64_t now_ns);

}  // namespace payonce::acquirer_book
