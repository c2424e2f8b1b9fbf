#include "ledger/settings_slots.hpp"

#include <array>

namespace payonce {
namespace {

using Takes = SettingSlot::Takes;

constexpr std::array on_off = {SettingWord{"on", 1}, SettingWord{"off", 0}};
constexpr std::array honour_refund = {SettingWord{"honour", 1}, SettingWord{"refund", 0}};
constexpr std::array same_split = {SettingWord{"same", 0}, SettingWord{"split", 1}};
constexpr std::array customer_global = {SettingWord{"customer", 0}, SettingWord{"global", 1}};
constexpr std::array final_all = {SettingWord{"final", 0}, SettingWord{"all", 1}};
constexpr std::array order_random = {SettingWord{"order", 0}, SettingWord{"random", 1}};
constexpr std::array after_before = {SettingWord{"after-key", 0}, SettingWord{"before-key", 1}};
constexpr std::array refund_drop = {SettingWord{"refund", 0}, SettingWord{"drop", 1}};
/// Older files know a layer as 1 or 0 alone.
constexpr std::array layer_guards = {SettingWord{"on", 1}, SettingWord{"naive", 2}, SettingWord{"off", 0}};

template <class E, std::size_t size>
constexpr std::array<SettingWord, size> words_of(const std::array<E, size>& all) {
  std::array<SettingWord, size> words{};
  for (std::size_t i = 0; i < size; ++i) words[i] = {name(all[i]), static_cast<std::int64_t>(all[i])};
  return words;
}

const auto windows_by = words_of(std::array{WindowBy::intent, WindowBy::key, WindowBy::content});
const auto takings = words_of(std::array{TokenTaking::one_transaction, TokenTaking::get_then_delete,
                                         TokenTaking::delete_first, TokenTaking::per_user});
const auto inboxes =
    words_of(std::array{Inbox::on, Inbox::marker_first, Inbox::process_first, Inbox::message_id, Inbox::off});
const auto guards = words_of(std::array{Guard::on, Guard::naive, Guard::off});

std::int64_t as_number(bool truth) { return truth ? 1 : 0; }

template <std::size_t index>
SettingSlot layer_slot(std::string_view name) {
  return {name,
          Takes::word,
          layer_guards,
          "this layer; naive looks in one transaction and acts in another",
          "此层；naive 在一个事务里查、在另一个事务里做",
          [](const Settings& s) {
            const Guard guard = s.layers[index];
            return std::int64_t{guard == Guard::on ? 1 : guard == Guard::off ? 0 : 2};
          },
          [](Settings& s, std::int64_t v) {
            s.layers[index] = v == 0 ? Guard::off : v == 1 ? Guard::on : Guard::naive;
          },
          true};
}

template <bool Settings::*member>
SettingSlot knob(std::string_view name, std::span<const SettingWord> words, std::string_view en, std::string_view zh) {
  return {name,
          Takes::word,
          words,
          en,
          zh,
          [](const Settings& s) { return as_number(s.*member); },
          [](Settings& s, std::int64_t v) { s.*member = v != 0; },
          true};
}

const std::array slots = {
    SettingSlot{"window",
                Takes::duration,
                {},
                "for how long the same wish under another key is told to come later",
                "换键的相同请求在此时间内被告知稍后再试",
                [](const Settings& s) { return s.window.ns; },
                [](Settings& s, std::int64_t v) { s.window.ns = v; }},
    SettingSlot{"lease",
                Takes::duration,
                {},
                "for how long a holder that is silent keeps its claim",
                "处理者无响应时其占用的有效期",
                [](const Settings& s) { return s.lease.ns; },
                [](Settings& s, std::int64_t v) { s.lease.ns = v; }},
    SettingSlot{"channel-timeout",
                Takes::duration,
                {},
                "how long a channel may take to answer before its answer counts as lost",
                "渠道须在此时间内应答，否则视为应答丢失",
                [](const Settings& s) { return s.channel_timeout.ns; },
                [](Settings& s, std::int64_t v) { s.channel_timeout.ns = v; }},
    SettingSlot{"retention",
                Takes::duration,
                {},
                "for how long an answer is kept and replayed",
                "应答保留并可重放的时间",
                [](const Settings& s) { return s.answer_retention.ns; },
                [](Settings& s, std::int64_t v) { s.answer_retention.ns = v; }},
    SettingSlot{"tombstone",
                Takes::duration,
                {},
                "for how long a key past its retention is still refused",
                "过期的键继续被拒绝的时间",
                [](const Settings& s) { return s.tombstone.ns; },
                [](Settings& s, std::int64_t v) { s.tombstone.ns = v; }},
    SettingSlot{"clock-jump-limit",
                Takes::duration,
                {},
                "a clock that leaps further buries nothing",
                "时钟跳变超过此值时不清理",
                [](const Settings& s) { return s.clock_jump_limit.ns; },
                [](Settings& s, std::int64_t v) { s.clock_jump_limit.ns = v; }},
    SettingSlot{"clock-lead",
                Takes::duration,
                {},
                "a clock further ahead of the last thing done is not believed",
                "时钟比最后一次操作超前多于此值时不予采信",
                [](const Settings& s) { return s.clock_lead.ns; },
                [](Settings& s, std::int64_t v) { s.clock_lead.ns = v; }},
    SettingSlot{"key-min-bytes",
                Takes::number,
                {},
                "the shortest key, 1 in a laboratory",
                "最短的键；实验账本为 1",
                [](const Settings& s) { return s.key_min_bytes; },
                [](Settings& s, std::int64_t v) { s.key_min_bytes = v; }},
    SettingSlot{"answer-cap-bytes",
                Takes::number,
                {},
                "a longer answer is not kept",
                "更长的应答不予保留",
                [](const Settings& s) { return s.answer_cap_bytes; },
                [](Settings& s, std::int64_t v) { s.answer_cap_bytes = v; }},
    SettingSlot{"max-tries",
                Takes::number,
                {},
                "so many holders may die before a person must look",
                "处理者中断达此次数后须人工处理",
                [](const Settings& s) { return s.max_tries; },
                [](Settings& s, std::int64_t v) { s.max_tries = v; }},
    SettingSlot{"window-by", Takes::word, windows_by, "how the window knows the same wish again",
                "窗口按什么识别相同请求", [](const Settings& s) { return static_cast<std::int64_t>(s.window_by); },
                [](Settings& s, std::int64_t v) { s.window_by = static_cast<WindowBy>(v); }},
    SettingSlot{"heartbeat", Takes::word, on_off, "a holder that waits for a channel keeps its claim alive",
                "等待渠道的处理者为占用续期", [](const Settings& s) { return std::int64_t{s.heartbeat ? 1 : 0}; },
                [](Settings& s, std::int64_t v) { s.heartbeat = v != 0; }},
    SettingSlot{"token", Takes::word, takings, "how a one-time token is taken", "一次性令牌如何使用",
                [](const Settings& s) { return static_cast<std::int64_t>(s.token_taking); },
                [](Settings& s, std::int64_t v) { s.token_taking = static_cast<TokenTaking>(v); }, true},
    SettingSlot{"late-success-after-expiry", Takes::word, honour_refund,
                "money that comes while an order is closing because its time was over pays it, or goes back",
                "订单因过期而关闭期间到账的款项：照常支付，或退回",
                [](const Settings& s) { return std::int64_t{s.honour_after_expiry ? 1 : 0}; },
                [](Settings& s, std::int64_t v) { s.honour_after_expiry = v != 0; }},
    SettingSlot{"inbox", Takes::word, inboxes, "how a message is known again", "如何识别重复消息",
                [](const Settings& s) { return static_cast<std::int64_t>(s.inbox); },
                [](Settings& s, std::int64_t v) { s.inbox = static_cast<Inbox>(v); }, true},
    SettingSlot{"message-tries",
                Takes::number,
                {},
                "a message refused so often is parked",
                "消息被拒绝达此次数即停放",
                [](const Settings& s) { return s.message_tries; },
                [](Settings& s, std::int64_t v) { s.message_tries = v; }},
    SettingSlot{"message-wait",
                Takes::duration,
                {},
                "how long a message may wait for what it needs",
                "消息等待其前提的最长时间",
                [](const Settings& s) { return s.message_wait.ns; },
                [](Settings& s, std::int64_t v) { s.message_wait.ns = v; }},
    SettingSlot{"stock", Takes::word, guards, "how goods are reserved", "库存如何预留",
                [](const Settings& s) { return static_cast<std::int64_t>(s.stock); },
                [](Settings& s, std::int64_t v) { s.stock = static_cast<Guard>(v); }, true},
    SettingSlot{"coupon", Takes::word, guards, "how coupons are counted", "优惠券如何计数",
                [](const Settings& s) { return static_cast<std::int64_t>(s.coupon); },
                [](Settings& s, std::int64_t v) { s.coupon = static_cast<Guard>(v); }, true},
    layer_slot<0>("idempotency_key"),
    layer_slot<1>("dedup_window"),
    layer_slot<2>("state_machine"),
    layer_slot<3>("unique_constraint"),
    knob<&Settings::finish_split>("finish", same_split,
                                  "the answer is stored in the transaction of the work, or behind it",
                                  "应答在处理的事务内保存，或在其后另存"),
    knob<&Settings::compare_requests>("fingerprint", on_off, "a key that comes with another request is told so",
                                      "同键不同请求会被指出"),
    knob<&Settings::scope_global>("scope", customer_global, "a key is a customer's own, or one for all",
                                  "键属于各客户，或全局共用"),
    knob<&Settings::store_transient>("store", final_all,
                                     "only final answers are stored, or also that a channel was down",
                                     "只保存最终应答，或连渠道不可达也保存"),
    knob<&Settings::random_vouchers>("voucher", order_random,
                                     "a voucher's business key follows from its fact, or is drawn",
                                     "凭证的业务键由事实推得，或随机生成"),
    knob<&Settings::window_before_key>("window-place", after_before,
                                       "the window stands behind the key, or in front of it",
                                       "窗口在幂等键之后，或在其之前"),
    knob<&Settings::resume>("resume", on_off, "what a dead holder has begun is gone on with",
                            "处理者中断后由后来者继续"),
    knob<&Settings::drop_late>("late", refund_drop,
                               "money for an order that has moved on goes back, or is booked nowhere",
                               "订单已变更后到账的款项退回，或无处入账"),
};

}  // namespace

std::span<const SettingSlot> setting_slots() { return slots; }

}  // namespace payonce
