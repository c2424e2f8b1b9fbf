#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/duration.hpp"
#include "ledger/values/request.hpp"
#include "ledger/world/step.hpp"
#include "scenarios/acquirer/behaviour.hpp"

/// One thing that happens in a random life. A life is a list of these and nothing else: what an event does depends on the
/// list alone, so that a list from which some were dropped is a life as well. That is what shrinking lives on.
namespace payonce::life {

enum class Deed {
  order,      // an order is created
  topup,      // money comes to a wallet
  transfer,   // from one wallet to another
  pay,        // an order is paid, from a balance or by the channel
  refund,     // part of an order, or all that is left
  resend,     // a refund that its channel refused is sent another way: to the balance, by the bank, by a channel
  again,      // an earlier request, its key and all
  twin,       // an earlier request under a fresh key
  reuse,      // an earlier key with another amount
  authorise,  // the channel holds what an order costs
  capture,    // part of what is held, or all that is left
  free,       // what is held is freed
  dispute,    // a buyer's bank takes the money of an order back
  decide,     // a dispute is won, lost or withdrawn
  cancel,     // an order
  ship,       // an order
  recover,    // what lies open is looked after
  notices,    // the channel's messages are taken: in another order, twice over, all that ever came
  tell,       // a message about an order comes: in its turn or not, once more, under another id, altered, poisoned
  redrive,    // a person tries what was kept of messages once more
  goods,      // the stock is added to, or corrected
  parcel,     // part of an order leaves
  giveback,   // part of an order comes back
  reap,       // old answers are buried
  wait,       // time passes
  jump,       // somebody sets the clock, forwards or back
  reboot,     // the machine starts anew
  reopen,     // the program does
};

struct Event {
  int id = 0;  // its place in the list it was drawn in: keys and references are named after it
  Deed deed = Deed::wait;
  int order = 0;            // o1, o2 … in the order in which they were drawn
  std::string who{};        // a wallet: the buyer, the account, from whom
  std::string to{};         // transfer
  std::int64_t amount = 0;  // 0: left out, all that is left; twin: another amount than the first asked for
  bool via = false;         // by the channel
  bool named = false;       // with a reference of the client's own
  bool last = false;        // capture: what is left is freed
  int earlier = 0;  // again, twin, reuse: the event that asked first; dispute, decide: the one that named the dispute;
                    // tell, goods, parcel, giveback: the one that is repeated
  std::int64_t fee = 0;  // dispute: what the channel takes for it; decide: what of that comes back
  std::string how{};  // decide: won, lost, withdrawn; resend: duplicate or late where it is money that settled nothing;
                      // tell: the event without its "order.", or unreadable
  std::int64_t version = 0;                  // tell: of the order
  std::string lines{};                       // order: what it is made of, `tea:2:150,cup:1:99`; its amount is the sum
  std::string coupon{};                      // order
  std::int64_t line = 0;                     // parcel, giveback
  std::int64_t quantity = 0;                 // parcel, giveback; goods: below 0 a correction, else a delivery
  bool despite = false;                      // refund: although there is a dispute
  Behaviour behaviour = Behaviour::approve;  // of the channel at the first call of this event
  Duration takes{};                          // where that takes a while
  bool mute = false;                         // the channel gives no answer to questions during this event
  std::optional<Step> dies_at{};             // the process dies at this step
  int nth = 1;                               // when it comes there for the nth time
  Duration time{};            // wait, jump; order: when it expires, if ever; authorise: for how long it is held
  std::uint64_t shuffle = 0;  // notices: 0 as they come, else drawn from this
  bool doubled = false;       // notices: each is delivered twice; recover: twice in a row
  bool lost = false;          // notices: what we acknowledge does not arrive, and they come again
  bool old = false;           // notices: those that were taken long ago come once more

  friend bool operator==(const Event&, const Event&) = default;
};

[[nodiscard]] std::string_view name(Deed deed);
/// Whether it asks something that carries a key.
[[nodiscard]] bool asks(Deed deed);

/// As a line of a case file: `17 pay order=3 via=1 behaviour=lose dies=channel.answer`. Members as they stand by default are
/// left out.
[[nodiscard]] std::string line(const Event& event);
/// Nothing where it is no such line.
[[nodiscard]] std::optional<Event> event_of(std::string_view line);

}  // namespace payonce::life
