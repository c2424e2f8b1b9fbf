#pragma once

#include <array>
#include <string_view>

namespace payonce::script_tests {

/// The sample scenarios of the design, written by hand and not in canonical form: one story, three experiments.
inline constexpr std::array<std::string_view, 4> samples = {
    R"(scenario two-keys-one-order
  en "Two keys for one order, the window long closed: the second learns what the first did."
  zh "同一订单两个幂等键，窗口已过：第二次得知第一次的结果。"
world
  order ord_42 buyer=alice payee=shop amount=CNY 100.00
steps
  pay ord_42 key=k1      => paid
  advance 10s
  pay ord_42 key=k2      => already_paid  by state_machine
  pay ord_42 key=k2      => already_paid  replayed
  reconcile              => clean
)",
    R"(scenario fresh-key-double-click
  en "Double click; the page makes a new key on every click"
  zh "双击提交：每次点击都生成新的幂等键"
  tests A7 "one key per intent, kept over retries"
world
  account alice CNY 1000.00
  account shop  CNY 0.00
  order   o1 buyer=alice payee=shop amount=100.00 status=unpaid
intents
  buy = pay o1 once                      # ground truth, invisible to the layers
actors
  click1: pay o1 key=new-1 for=buy
  click2: pay o1 key=new-2 for=buy
knobs window=5s lease=10s retention=24h
schedule all
expect
  all-on  moves buy = 1 | books balanced | nothing stuck
  guards  W | S | V                      # minimal sets that leak nothing; pinned by CI
  layers K=on W=off S=off V=off : DOUBLE in all
  sometimes reply already-paid
)",
    R"(scenario crash-after-charge
  en "The process dies after the card was charged, before we wrote it down"
  zh "扣款成功后、记账之前进程崩溃"
world
  account alice CNY 1000.00
  order o1 buyer=alice payee=shop amount=100.00 status=unpaid
  acquirer bank dedup=ref                # none | ref: does the outside party know our reference?
intents
  buy = pay o1 once
actors
  first: pay o1 key=k1 via=bank for=buy
  timer: advance 11s             after=first
  retry: pay o1 key=k1 via=bank for=buy  after=timer  resume=on
  audit: reconcile bank          after=retry
faults
  crash first at=any max=1
schedule all
expect
  all-on  moves buy = 1 | bank buy = 1 | nothing stuck
  variant bank.dedup=none        : DOUBLE at bank in some   | audit finds bank-twice
  variant retry.resume=off       : STUCK in some            | audit finds charged-not-booked
)",
    R"(scenario cancel-before-create
  en "The cancel message overtakes the create message, and create is delivered twice"
  zh "取消消息先于创建消息到达，且创建消息重复投递"
intents
  wish = order o9 ends cancelled
actors
  m1 : deliver order.created   o9 version=1
  m1b: deliver order.created   o9 version=1
  m2 : deliver order.cancelled o9 version=2
schedule all
expect
  all-on  status o9 = cancelled | entries o9 = 0
  guards  S                              # tombstone or version gate
  layers S=naive : ZOMBIE in 2 of 6      # insert-if-absent + conditional update only
  layers S=off   : ZOMBIE in 4 of 6
)"};

}  // namespace payonce::script_tests
