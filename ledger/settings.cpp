#include "ledger/settings.hpp"

#include <charconv>
#include <string>

#include "ledger/values/invariant.hpp"
#include "schema/queries/ledger.hpp"

namespace payonce {
namespace {

enum class Takes { duration, number, window_by, token, honour_refund, inbox, guard, on_off };

/// One row a setting: how it is spelled, and where its whole number lives.
struct Slot {
  std::string_view name;
  Takes takes;
  std::string_view en;  // what it is
  std::string_view zh;
  std::int64_t (*get)(const Settings&);
  void (*put)(Settings&, std::int64_t);
};

template <std::size_t index>
constexpr Slot layer_slot(std::string_view name) {
  return {name,
          Takes::on_off,
          "this layer; off in a laboratory alone",
          "此层；仅实验账本可关闭",
          [](const Settings& s) { return std::int64_t{s.off[index] ? 0 : 1}; },
          [](Settings& s, std::int64_t v) { s.off[index] = v == 0; }};
}

constexpr std::array slots = {
    Slot{"window", Takes::duration, "for how long the same wish under another key is told to come later",
         "换键的相同请求在此时间内被告知稍后再试", [](const Settings& s) { return s.window.ns; },
         [](Settings& s, std::int64_t v) { s.window.ns = v; }},
    Slot{"lease", Takes::duration, "for how long a holder that is silent keeps its claim",
         "处理者无响应时其占用的有效期", [](const Settings& s) { return s.lease.ns; },
         [](Settings& s, std::int64_t v) { s.lease.ns = v; }},
    Slot{"channel-timeout", Takes::duration, "how long a channel may take to answer before its answer counts as lost",
         "渠道须在此时间内应答，否则视为应答丢失", [](const Settings& s) { return s.channel_timeout.ns; },
         [](Settings& s, std::int64_t v) { s.channel_timeout.ns = v; }},
    Slot{"retention", Takes::duration, "for how long an answer is kept and replayed", "应答保留并可重放的时间",
         [](const Settings& s) { return s.answer_retention.ns; },
         [](Settings& s, std::int64_t v) { s.answer_retention.ns = v; }},
    Slot{"tombstone", Takes::duration, "for how long a key past its retention is still refused",
         "过期的键继续被拒绝的时间", [](const Settings& s) { return s.tombstone.ns; },
         [](Settings& s, std::int64_t v) { s.tombstone.ns = v; }},
    Slot{"clock-jump-limit", Takes::duration, "a clock that leaps further buries nothing", "时钟跳变超过此值时不清理",
         [](const Settings& s) { return s.clock_jump_limit.ns; },
         [](Settings& s, std::int64_t v) { s.clock_jump_limit.ns = v; }},
    Slot{"key-min-bytes", Takes::number, "the shortest key, 1 in a laboratory", "最短的键；实验账本为 1",
         [](const Settings& s) { return s.key_min_bytes; }, [](Settings& s, std::int64_t v) { s.key_min_bytes = v; }},
    Slot{"answer-cap-bytes", Takes::number, "a longer answer is not kept", "更长的应答不予保留",
         [](const Settings& s) { return s.answer_cap_bytes; },
         [](Settings& s, std::int64_t v) { s.answer_cap_bytes = v; }},
    Slot{"max-tries", Takes::number, "so many holders may die before a person must look",
         "处理者中断达此次数后须人工处理", [](const Settings& s) { return s.max_tries; },
         [](Settings& s, std::int64_t v) { s.max_tries = v; }},
    Slot{"window-by", Takes::window_by, "how the window knows the same wish again", "窗口按什么识别相同请求",
         [](const Settings& s) { return static_cast<std::int64_t>(s.window_by); },
         [](Settings& s, std::int64_t v) { s.window_by = static_cast<WindowBy>(v); }},
    Slot{"heartbeat", Takes::on_off, "a holder that waits for a channel keeps its claim alive",
         "等待渠道的处理者为占用续期", [](const Settings& s) { return std::int64_t{s.heartbeat ? 1 : 0}; },
         [](Settings& s, std::int64_t v) { s.heartbeat = v != 0; }},
    Slot{"token", Takes::token, "how a one-time token is taken; other than one-transaction in a laboratory alone",
         "一次性令牌如何使用；除 one-transaction 外仅限实验账本",
         [](const Settings& s) { return static_cast<std::int64_t>(s.token_taking); },
         [](Settings& s, std::int64_t v) { s.token_taking = static_cast<TokenTaking>(v); }},
    Slot{"late-success-after-expiry", Takes::honour_refund,
         "money that comes while an order is closing because its time was over pays it, or goes back",
         "订单因过期而关闭期间到账的款项：照常支付，或退回",
         [](const Settings& s) { return std::int64_t{s.honour_after_expiry ? 1 : 0}; },
         [](Settings& s, std::int64_t v) { s.honour_after_expiry = v != 0; }},
    Slot{"inbox", Takes::inbox, "how a message is known again; all but on in a laboratory alone",
         "如何识别重复消息；除 on 外仅限实验账本", [](const Settings& s) { return static_cast<std::int64_t>(s.inbox); },
         [](Settings& s, std::int64_t v) { s.inbox = static_cast<Inbox>(v); }},
    Slot{"message-tries", Takes::number, "a message refused so often is parked", "消息被拒绝达此次数即停放",
         [](const Settings& s) { return s.message_tries; }, [](Settings& s, std::int64_t v) { s.message_tries = v; }},
    Slot{"message-wait", Takes::duration, "how long a message may wait for what it needs", "消息等待其前提的最长时间",
         [](const Settings& s) { return s.message_wait.ns; },
         [](Settings& s, std::int64_t v) { s.message_wait.ns = v; }},
    Slot{"stock", Takes::guard, "how goods are reserved; other than on in a laboratory alone",
         "库存如何预留；除 on 外仅限实验账本", [](const Settings& s) { return static_cast<std::int64_t>(s.stock); },
         [](Settings& s, std::int64_t v) { s.stock = static_cast<Guard>(v); }},
    Slot{"coupon", Takes::guard, "how coupons are counted; other than on in a laboratory alone",
         "优惠券如何计数；除 on 外仅限实验账本", [](const Settings& s) { return static_cast<std::int64_t>(s.coupon); },
         [](Settings& s, std::int64_t v) { s.coupon = static_cast<Guard>(v); }},
    layer_slot<0>("idempotency_key"),
    layer_slot<1>("dedup_window"),
    layer_slot<2>("state_machine"),
    layer_slot<3>("unique_constraint"),
};

constexpr std::array every_taking = {TokenTaking::one_transaction, TokenTaking::get_then_delete,
                                     TokenTaking::delete_first, TokenTaking::per_user};
constexpr std::array every_inbox = {Inbox::on, Inbox::marker_first, Inbox::process_first, Inbox::message_id,
                                    Inbox::off};

/// A hundred years: two of them behind today still fit 64 bits of nanoseconds.
constexpr Duration longest = days(36500);

const Slot* slot_named(std::string_view name) {
  for (const Slot& slot : slots) {
    if (slot.name == name) return &slot;
  }
  return nullptr;
}

Result<std::int64_t> parse_number(std::string_view field, std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 1) {
    return Fault{std::string(field), {"takes a whole number from 1", "须为不小于 1 的整数"}};
  }
  return number;
}

Result<std::int64_t> parse_value(const Slot& slot, std::string_view text) {
  switch (slot.takes) {
    case Takes::number: return parse_number(slot.name, text);
    case Takes::duration: {
      const auto duration = Duration::parse(slot.name, text);
      if (!duration) return duration.error();
      if (*duration > longest) return Fault{std::string(slot.name), {"is at most 36500d", "最大为 36500d"}};
      return duration->ns;
    }
    case Takes::window_by:
      for (const WindowBy by : {WindowBy::intent, WindowBy::key, WindowBy::content}) {
        if (name(by) == text) return static_cast<std::int64_t>(by);
      }
      return Fault{std::string(slot.name), {"takes intent, key or content", "须为 intent、key 或 content"}};
    case Takes::token:
      for (const TokenTaking taking : every_taking) {
        if (name(taking) == text) return static_cast<std::int64_t>(taking);
      }
      return Fault{std::string(slot.name),
                   {"takes one-transaction, get-then-delete, delete-first or per-user",
                    "须为 one-transaction、get-then-delete、delete-first 或 per-user"}};
    case Takes::honour_refund:
      if (text == "honour") return std::int64_t{1};
      if (text == "refund") return std::int64_t{0};
      return Fault{std::string(slot.name), {"takes honour or refund", "须为 honour 或 refund"}};
    case Takes::inbox:
      for (const Inbox inbox : every_inbox) {
        if (name(inbox) == text) return static_cast<std::int64_t>(inbox);
      }
      return Fault{std::string(slot.name),
                   {"takes on, marker-first, process-first, message-id or off",
                    "须为 on、marker-first、process-first、message-id 或 off"}};
    case Takes::guard:
      for (const Guard guard : {Guard::on, Guard::naive, Guard::off}) {
        if (name(guard) == text) return static_cast<std::int64_t>(guard);
      }
      return Fault{std::string(slot.name), {"takes on, naive or off", "须为 on、naive 或 off"}};
    case Takes::on_off: break;
  }
  if (text == "on") return std::int64_t{1};
  if (text == "off") return std::int64_t{0};
  return Fault{std::string(slot.name), {"takes on or off", "须为 on 或 off"}};
}

Text what_it_takes(Takes takes) {
  switch (takes) {
    case Takes::duration: return {"a duration", "时长"};
    case Takes::number: return {"a whole number", "整数"};
    case Takes::window_by: return {"intent, key or content", "intent、key 或 content"};
    case Takes::token:
      return {"one-transaction, get-then-delete, delete-first or per-user",
              "one-transaction、get-then-delete、delete-first 或 per-user"};
    case Takes::honour_refund: return {"honour or refund", "honour 或 refund"};
    case Takes::inbox:
      return {"on, marker-first, process-first, message-id or off",
              "on、marker-first、process-first、message-id 或 off"};
    case Takes::guard: return {"on, naive or off", "on、naive 或 off"};
    case Takes::on_off: break;
  }
  return {"on or off", "on 或 off"};
}

std::string spelled(const Slot& slot, std::int64_t value) {
  switch (slot.takes) {
    case Takes::duration: return Duration{value}.text();
    case Takes::number: return std::to_string(value);
    case Takes::window_by: return std::string(name(static_cast<WindowBy>(value)));
    case Takes::token: return std::string(name(static_cast<TokenTaking>(value)));
    case Takes::honour_refund: return value == 0 ? "refund" : "honour";
    case Takes::inbox: return std::string(name(static_cast<Inbox>(value)));
    case Takes::guard: return std::string(name(static_cast<Guard>(value)));
    case Takes::on_off: break;
  }
  return value == 0 ? "off" : "on";
}

}  // namespace

std::string_view name(WindowBy by) {
  switch (by) {
    case WindowBy::intent: return "intent";
    case WindowBy::key: return "key";
    case WindowBy::content: return "content";
  }
  return "";
}

std::string_view name(TokenTaking taking) {
  switch (taking) {
    case TokenTaking::one_transaction: return "one-transaction";
    case TokenTaking::get_then_delete: return "get-then-delete";
    case TokenTaking::delete_first: return "delete-first";
    case TokenTaking::per_user: return "per-user";
  }
  return "";
}

std::string_view name(Inbox inbox) {
  switch (inbox) {
    case Inbox::on: return "on";
    case Inbox::marker_first: return "marker-first";
    case Inbox::process_first: return "process-first";
    case Inbox::message_id: return "message-id";
    case Inbox::off: return "off";
  }
  return "";
}

std::string_view name(Guard guard) {
  switch (guard) {
    case Guard::on: return "on";
    case Guard::naive: return "naive";
    case Guard::off: return "off";
  }
  return "";
}

const std::vector<SettingName>& setting_names() {
  static const std::vector<SettingName> names = [] {
    std::vector<SettingName> all;
    for (const Slot& slot : slots) {
      all.push_back({slot.name,
                     what_it_takes(slot.takes),
                     {std::string(slot.en), std::string(slot.zh)},
                     spelled(slot, slot.get(Settings{}))});
    }
    return all;
  }();
  return names;
}

Result<Settings> with_setting(const Settings& settings, std::string_view name, std::string_view value) {
  const Slot* slot = slot_named(name);
  if (slot == nullptr) return Fault{std::string(name), {"is no setting", "没有这个设置项"}};
  const auto number = parse_value(*slot, value);
  if (!number) return number.error();
  if (slot->name == "key-min-bytes" && *number > 255) {
    return Fault{std::string(name), {"is at most 255", "最大为 255"}};
  }
  Settings changed = settings;
  slot->put(changed, *number);
  return changed;
}

Settings load_settings(View& view) {
  Settings settings;
  view.each(sql::ledger::settings{}, [&](const Row& row) {
    const Slot* slot = slot_named(row.text(0));
    invariant(slot != nullptr, "the file holds only settings the program knows");
    slot->put(settings, row.integer(1));
  });
  return settings;
}

void save_settings(Tx& tx, const Settings& settings) {
  const Settings defaults;
  for (const Slot& slot : slots) {
    if (slot.get(settings) == slot.get(defaults)) continue;
    (void)tx.change(sql::ledger::put_setting{.name = slot.name, .value = slot.get(settings)});
  }
}

}  // namespace payonce
