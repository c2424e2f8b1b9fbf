#include "ledger/statements/bills/balance_chain.hpp"

namespace payonce::statements {
namespace {

std::optional<Exact> less(const Exact& balance, const Exact& net) { return Exact::sum(balance, net.negated()); }

}  // namespace

void BalanceChain::take(std::uint64_t line, const Exact& net, const Exact& balance) {
  if (!last_) {
    first_ = balance;
    first_before_ = less(balance, net);
  } else {
    const auto follow = [&](Direction& direction, const std::optional<Exact>& should, const Exact& is) {
      if (direction.broken || (should && *should == is)) return;
      direction = {line, should.value_or(is), is};
    };
    follow(oldest_first_, Exact::sum(*last_, net), balance);
    follow(newest_first_, less(*last_, last_net_), balance);
  }
  last_ = balance;
  last_net_ = net;
}

void BalanceChain::finish(Sheet& sheet) const {
  if (!last_) return;
  const bool oldest = !oldest_first_.broken || (newest_first_.broken && *oldest_first_.broken >= *newest_first_.broken);
  sheet.head.opening = oldest ? first_before_ : less(*last_, last_net_);
  sheet.head.closing = oldest ? last_ : first_;
  const Direction& direction = oldest ? oldest_first_ : newest_first_;
  if (!direction.broken) return;
  sheet.broke(FileBreak::file_balance_chain, *direction.broken,
              {"the balance should be " + direction.should.text() + ", the row says " + direction.is.text(),
               "余额应为 " + direction.should.text() + "，而行中为 " + direction.is.text()});
}

}  // namespace payonce::statements
