#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/orders/suspense.hpp"

// What a channel moved behind our back and no order can take any more (ledger.md 1.5, 2.2): it is real money, so it is in the
// book, and nobody's until a person says whose it is.
namespace payonce::state_machine {

Verdict stray(Tx& tx, Passage& pay, const ChannelAnswer& said, const std::string& channel, const std::string& reference,
              const orders::Suspense& moved) {
  pay.answer.amount = moved.amount;
  // A person's word alone has no number of the channel's, under which it would be known when the statement comes.
  if (said.channel_txn.empty() || said.channel_txn.starts_with(orders::by_person)) {
    return pay.say(me, Outcome::out_of_order, "number_of_channel_missing");
  }
  if (!orders::find_suspense(tx, channel, said.channel_txn).empty()) {
    return pay.say(me, Outcome::already_done, "in_suspense");
  }
  cite(tx, pay, said, channel, reference);
  orders::Suspense item = moved;
  item.channel = channel;
  item.reference = said.channel_txn;
  orders::insert_suspense(tx, item, pay.now_ns);
  pay.draft = pen(tx, pay, channel)
                  .draft(item.in ? journal::Event::suspense_in : journal::Event::suspense_out, suspense_booked(item),
                         {}, item.amount);
  pay.draft->reason = reference;
  pay.note(me, Finding::state_role);
  (void)pay.say(me, Outcome::resolved, "in_suspense");
  return Verdict::pass();
}

}  // namespace payonce::state_machine
