#include "app/commands/explain_words.hpp"

#include "ledger/values/invariant.hpp"

namespace payonce {

LayerWords words_of(Layer layer) {
  switch (layer) {
    case Layer::idempotency_key:
      return {{"One key, one request, one answer: the first is stored in the transaction of its effect, every other is "
               "told it again.",
               "一个键，一个请求，一个应答：首次应答与其效果在同一事务中保存，之后的请求得到同一应答。"},
              {"Retries after a lost reply, double clicks and redelivery under the same key; a key reused for another "
               "request.",
               "应答丢失后的重试、同键的双击与重投；同键换请求。"},
              {"The same wish under a fresh key, and a retry after the answer's retention where nothing else knows the "
               "fact.",
               "换了新键的同一意图；以及过了保留期、又别无凭据的重试。"}};
    case Layer::dedup_window:
      return {{"The same intent under two keys within a few seconds: the second is told to ask again shortly. It never "
               "says done.",
               "几秒内两个键的同一意图：后者被告知稍后再试。它从不说“已完成”。"},
              {"A double click whose page makes a fresh key for each click.", "页面每次点击都换新键的双击。"},
              {"Anything later than the window. It is a courtesy: losing it changes no outcome.",
               "窗口之外的一切。它只是体贴：失去它不会改变结果。"}};
    case Layer::state_machine:
      return {{"An order takes each step once and in its turn: a conditional update, judged by its row count.",
               "订单的每一步只走一次、按序走：条件更新，以受影响行数为准。"},
              {"A second payment, a payment of a cancelled order, late messages, refunds beyond what was captured.",
               "第二次支付、对已取消订单的支付、迟到的消息、超额退款。"},
              {"A booking by a path that never asks it: a script, a repair by hand.",
               "从不询问它的路径：脚本、手工补单。"}};
    case Layer::unique_constraint:
      return {{"One business fact, one voucher, for ever: its business key follows from the fact and is unique.",
               "一个业务事实，永远只有一张凭证：业务键由事实推得且唯一。"},
              {"A second booking of the same fact by any path, whatever its key and however late.",
               "同一事实经任何路径的第二次入账，无论键为何、多晚到来。"},
              {"The same money under another fact, and money that moved outside without being booked.",
               "以另一事实入账的同一笔钱；以及在外部划转却未入账的钱。"}};
    case Layer::reconciliation:
      return {{"Afterwards, every law of the book is asked, and what we booked is compared with what the channel says "
               "it moved.",
               "事后核对账本的每条规则，并将本地入账与渠道所称的划转逐笔比对。"},
              {"Nothing: it finds. Money moved and not booked, booked and not moved, moved twice; two captures of one "
               "order.",
               "不拦截，只发现：已划转未入账、已入账未划转、重复划转；同一订单两次扣款。"},
              {"What left no trace on either side: a reply that lied, a message lost before anybody wrote it down.",
               "两边都未留痕迹的：失实的应答、写下之前就丢失的消息。"}};
    case Layer::token:
      return {
          {"A page is shown with a token and sends it back: it is taken once, in the transaction of the work.",
           "页面附带令牌，随表单提交：令牌只用一次，且与处理同属一个事务。"},
          {"A second submit of one page under another key, a page kept too long, another user's page.",
           "同一页面换键再次提交、放置过久的页面、他人的页面。"},
          {"A second page of the same order: each has a token of its own, and the order's state stands behind. Deleted "
           "before the work, a token is lost to a crash; looked at first and deleted after, it serves two.",
           "同一订单的第二个页面：各有令牌，其后由订单状态把关。若先删后做，崩溃会丢失令牌；若先看后删，一枚可用两次"
           "。"}};
    case Layer::lease:
      return {
          {"One worker at a time holds the lock; it ends by itself when its holder falls silent, and every turn has a "
           "higher fence than the one before.",
           "同一时刻只有一名工人持锁；持有者无声则自行到期；每一轮的栅栏号都高于前一轮。"},
          {"Two workers doing one job at the same time, most of the time; a write under a fence that has passed on; a "
           "release of somebody else's lock.",
           "多数情况下避免两名工人同时做同一件事；凭已转手的栅栏号写入；释放他人的锁。"},
          {"A holder that stalls past its lease and writes before anybody else's turn; whatever it does outside of "
           "this "
           "file, which no fence guards; the same job done again an hour later. A lock makes a repeat unlikely; the "
           "state of the order and the number of the voucher make it harmless.",
           "停顿超过租期、却在他人接手之前写入的持有者；在本文件之外所做的一切（栅栏管不到）；一小时后重做的同一件事。"
           "锁降低重复的概率；订单状态与凭证号使重复无害。"},
          {{"Argued by hand, two workers of two steps each (take the lock, write), the first silent past its lease. "
            "Schedules: A takes, A writes, B takes, B writes; A takes, B takes, A writes, B writes; A takes, B takes, "
            "B "
            "writes, A writes.",
            "手工推演：两名工人各两步（取锁、写入），前者停顿超过租期。共三种次序：A 取 A 写 B 取 B 写；"
            "A 取 B 取 A 写 B 写；A 取 B 取 B 写 A 写。"},
           {"The lock alone: 3 of 3 write twice. With the fence asked in the write's own transaction: 1 of 3, the "
            "first, "
            "played by stale-holder-writes-first; the other two are played by lock-expires. With a number of its own "
            "for the fact: 0 of 3.",
            "只有锁：三种次序中三种写了两次。写入的事务中核对栅栏：仅第一种写了两次，见故事 stale-holder-writes-first；"
            "其余两种见 lock-expires。再给事实一个业务号：零种。"}}};
    case Layer::channel:
    case Layer::journal: break;
  }
  throw Broken("only the layers and the permits are explained");
}

std::vector<std::string_view> in_schema(Layer layer) {
  switch (layer) {
    case Layer::idempotency_key: return {"TABLE idempotency_key", "TRIGGER idempotency_key_keeps_its_meaning"};
    case Layer::dedup_window: return {"TABLE dedup_window"};
    case Layer::state_machine:
      return {"INTO legal_step VALUES", "TRIGGER orders_step_legally", "UNIQUE INDEX attempt_one_settles",
              "UNIQUE INDEX attempt_one_open"};
    case Layer::unique_constraint:
      return {"UNIQUE INDEX voucher_business_key_is_unique", "TRIGGER voucher_business_key_is_new"};
    case Layer::token: return {"TABLE token", "TRIGGER token_is_taken_once"};
    case Layer::lease: return {"TABLE lease (", "TRIGGER lease_fence_only_rises"};
    case Layer::reconciliation:
    case Layer::channel:
    case Layer::journal: break;
  }
  return {};
}

}  // namespace payonce
