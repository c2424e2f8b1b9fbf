#include "app/commands/key.hpp"

#include <limits>

#include "app/context.hpp"
#include "app/record.hpp"
#include "app/reply.hpp"
#include "ledger/fingerprint.hpp"
#include "schema/queries/idempotency_key.hpp"

namespace payonce {
namespace {

IdempotencyKey key_of(Context& context, const Arguments& given) {
  const auto shortest = static_cast<std::size_t>(context.ledger().settings().key_min_bytes);
  return taken(IdempotencyKey::parse("key", given.text("key"), shortest));
}

ExitStatus list(Context& context, const Arguments& given) {
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  std::vector<Record> rows;
  context.ledger().store().reading([&](View& view) {
    const std::int64_t before = std::numeric_limits<std::int64_t>::max();
    view.each(sql::idempotency_key::list{.before = before, .at_most = limit}, [&](const Row& row) {
      rows.push_back(Record()
                         .text("key", {"key", "键"}, std::string(row.text(2)))
                         .text("tenant", {"tenant", "租户"}, std::string(row.text(1)))
                         .text("state", {"state", "状态"}, std::string(row.text(3)))
                         .maybe("outcome", {"outcome", "结果"}, row.maybe_text(6))
                         .number("tries", {"tries", "尝试次数"}, row.integer(5))
                         .time("begun_at", {"begun", "开始"}, row.integer(7))
                         .time("done_at", {"done", "完成"}, row.maybe_integer(8)));
    });
  });
  return tell_list(context, "keys", rows, {"there are no keys", "没有幂等键"}, limit);
}

Record record_of(const Row& row) {
  Record record;
  record.text("key", {"key", "键"}, std::string(row.text(2)))
      .text("tenant", {"tenant", "租户"}, std::string(row.text(1)))
      .text("state", {"state", "状态"}, std::string(row.text(3)))
      .maybe("outcome", {"outcome", "结果"}, row.maybe_text(6))
      .number("fence", {"fence", "栅栏"}, row.integer(4))
      .number("tries", {"tries", "尝试次数"}, row.integer(5))
      .time("begun_at", {"begun", "开始"}, row.integer(9))
      .time("done_at", {"done", "完成"}, row.maybe_integer(10))
      .time("answer_until", {"answer kept until", "应答保留至"}, row.maybe_integer(11))
      .time("tombstone_until", {"refused until", "拒绝至"}, row.maybe_integer(12))
      .time("lease_until", {"lease until", "租约至"}, row.maybe_integer(13))
      .maybe("last_error", {"last trouble", "最近问题"}, row.maybe_text(14))
      .maybe("answer", {"stored answer", "已存应答"}, row.maybe_text(8));
  return record;
}

ExitStatus show(Context& context, const Arguments& given) {
  const IdempotencyKey key = key_of(context, given);
  const KeyHash hash = context.ledger().hash_of(context.tenant().text(), key.text());
  std::optional<Record> found;
  context.ledger().store().reading([&](View& view) {
    (void)view.one(sql::idempotency_key::show{.key_hash = hash}, [&](const Row& row) { found = record_of(row); });
  });
  if (!found) throw Problem(ExitStatus::refused, {"key", {"is not known to this tenant", "此租户没有这个键"}});
  const std::string& state = found->fields()[2].shown.en;
  return tell(context, {key.text() + ": " + state, key.text() + "：" + state}, Tone::plain, *found);
}

ExitStatus resolve(Context& context, const Arguments& given) {
  const IdempotencyKey key = key_of(context, given);
  const bool known = context.ledger().store().reading([&](View& view) {
    const KeyHash hash = context.ledger().hash_of(context.tenant().text(), key.text());
    return view.one(sql::idempotency_key::show{.key_hash = hash}, [](const Row&) {});
  });
  if (!known) throw Problem(ExitStatus::refused, {"key", {"is not known to this tenant", "此租户没有这个键"}});
  return tell(context, context.engine().resolve(context.tenant(), key));
}

Positional key_positional() { return {.name = "key", .about = {"the idempotency key", "幂等键"}}; }

}  // namespace

Command key_list_command() {
  return {.path = "key list",
          .about = {"keys, newest first", "列出幂等键，新者在前"},
          .options = {{.name = "limit", .value = "N", .about = {"how many", "最多条数"}, .fallback = "20"}},
          .examples = {{.line = "payonce key list --limit 100"}},
          .run = list,
          .reads = true};
}

Command key_show_command() {
  return {.path = "key show",
          .about = {"what is known of one key", "显示一个幂等键的全部信息"},
          .positionals = {key_positional()},
          .examples = {{.line = "payonce key show pay-ord-42-first-try"}},
          .run = show,
          .reads = true};
}

Command key_resolve_command() {
  return {
      .path = "key resolve",
      .about = {"asks the channel about one key that was left open or given up", "就一个未决或已放弃的键再次查询渠道"},
      .positionals = {key_positional()},
      .examples = {{.line = "payonce key resolve pay-ord-42-by-card"}},
      .run = resolve};
}

}  // namespace payonce
