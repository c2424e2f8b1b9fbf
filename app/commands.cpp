#include "app/commands.hpp"

#include <algorithm>

#include "app/commands/account.hpp"
#include "app/commands/ask.hpp"
#include "app/commands/backup.hpp"
#include "app/commands/balance.hpp"
#include "app/commands/books.hpp"
#include "app/commands/break.hpp"
#include "app/commands/channel.hpp"
#include "app/commands/channel_import.hpp"
#include "app/commands/channel_rates.hpp"
#include "app/commands/channel_statement.hpp"
#include "app/commands/clock.hpp"
#include "app/commands/consume.hpp"
#include "app/commands/coupon.hpp"
#include "app/commands/dispute.hpp"
#include "app/commands/explain.hpp"
#include "app/commands/export.hpp"
#include "app/commands/hold.hpp"
#include "app/commands/init.hpp"
#include "app/commands/journal.hpp"
#include "app/commands/key.hpp"
#include "app/commands/lab_break.hpp"
#include "app/commands/lab_build.hpp"
#include "app/commands/lab_cases.hpp"
#include "app/commands/lab_check.hpp"
#include "app/commands/lab_explore.hpp"
#include "app/commands/lab_export.hpp"
#include "app/commands/lab_fmt.hpp"
#include "app/commands/lab_list.hpp"
#include "app/commands/lab_matrix.hpp"
#include "app/commands/lab_power.hpp"
#include "app/commands/lab_replay.hpp"
#include "app/commands/lab_show.hpp"
#include "app/commands/lab_sim.hpp"
#include "app/commands/lab_teach.hpp"
#include "app/commands/lab_why.hpp"
#include "app/commands/lease.hpp"
#include "app/commands/lease_run.hpp"
#include "app/commands/message.hpp"
#include "app/commands/move.hpp"
#include "app/commands/order.hpp"
#include "app/commands/order_goods.hpp"
#include "app/commands/outbox.hpp"
#include "app/commands/parked.hpp"
#include "app/commands/pay.hpp"
#include "app/commands/period.hpp"
#include "app/commands/play.hpp"
#include "app/commands/preview.hpp"
#include "app/commands/reconcile.hpp"
#include "app/commands/recover.hpp"
#include "app/commands/refund.hpp"
#include "app/commands/report_reconciliation.hpp"
#include "app/commands/review.hpp"
#include "app/commands/schema.hpp"
#include "app/commands/sheets.hpp"
#include "app/commands/statement.hpp"
#include "app/commands/stock.hpp"
#include "app/commands/token.hpp"
#include "app/commands/trial_balance.hpp"
#include "app/commands/verify.hpp"

namespace payonce {
namespace {

/// What is booked beside payments stands behind the refunds and disputes it belongs to.
std::vector<Command> with_books(std::vector<Command> commands) {
  const auto behind =
      std::find_if(commands.begin(), commands.end(), [](const Command& one) { return one.path == "ask"; });
  const std::vector<Command> books = book_commands();
  commands.insert(behind, books.begin(), books.end());
  // And what a reconciliation found stands behind it.
  const auto recover =
      std::find_if(commands.begin(), commands.end(), [](const Command& one) { return one.path == "recover"; });
  const std::vector<Command> breaks = break_commands();
  commands.insert(recover, breaks.begin(), breaks.end());
  return commands;
}

}  // namespace

const std::vector<Command>& all_commands() {
  // One a line, so that two that are added at once do not meet.
  // clang-format off
  static const std::vector<Command> all = with_books({
      init_command(),
      account_open_command(),
      account_list_command(),
      account_show_command(),
      topup_command(),
      transfer_command(),
      adjust_command(),
      order_create_command(),
      order_show_command(),
      order_list_command(),
      order_cancel_command(),
      order_ship_command(),
      order_return_command(),
      stock_add_command(),
      stock_receive_command(),
      stock_adjust_command(),
      stock_show_command(),
      stock_list_command(),
      coupon_add_command(),
      coupon_show_command(),
      coupon_list_command(),
      pay_command(),
      authorise_command(),
      capture_command(),
      void_command(),
      refund_command(),
      dispute_open_command(),
      dispute_close_command(),
      dispute_list_command(),
      dispute_show_command(),
      ask_command(),
      channel_add_command(),
      channel_show_command(),
      channel_script_command(),
      channel_notices_command(),
      channel_preview_command(),
      channel_import_command(),
      channel_statement_command(),
      channel_fee_rate_command(),
      channel_fx_rate_command(),
      channel_rates_command(),
      deliver_command(),
      consume_command(),
      messages_command(),
      parked_list_command(),
      parked_show_command(),
      parked_retry_command(),
      parked_drop_command(),
      events_command(),
      publish_command(),
      key_list_command(),
      key_show_command(),
      key_resolve_command(),
      token_issue_command(),
      token_show_command(),
      token_list_command(),
      lease_acquire_command(),
      lease_renew_command(),
      lease_release_command(),
      lease_run_command(),
      lease_show_command(),
      lease_list_command(),
      journal_command(),
      balance_command(),
      trial_balance_command(),
      export_command(),
      statement_command(),
      income_statement_command(),
      balance_sheet_command(),
      clock_command(),
      period_close_command(),
      period_lock_command(),
      period_reopen_command(),
      period_list_command(),
      checkpoint_command(),
      verify_command(),
      backup_command(),
      reconcile_command(),
      report_reconciliation_command(),
      report_sign_command(),
      recover_command(),
      review_list_command(),
      review_resolve_command(),
      reap_command(),
      explain_command(),
      schema_command(),
      play_command(),
      lab_list_command(),
      lab_show_command(),
      lab_run_command(),
      lab_explore_command(),
      lab_matrix_command(),
      lab_why_command(),
      lab_why_ok_command(),
      lab_replay_command(),
      lab_check_command(),
      lab_power_command(),
      lab_export_command(),
      lab_sim_command(),
      lab_cases_command(),
      lab_teach_command(),
      lab_break_command(),
      lab_build_command(),
      lab_fmt_command(),
  });
  // clang-format on
  return all;
}

const std::vector<Group>& all_groups() {
  static const std::vector<Group> all{
      {"account", {"accounts and their balances", "账户与余额"}},
      {"order", {"orders", "订单"}},
      {"dispute", {"disputes: money that a buyer's bank took back", "争议：买方银行追回的款项"}},
      {"reserve", {"what a channel keeps as a reserve", "渠道保证金"}},
      {"payout", {"what a channel pays out, on its way to the bank", "渠道结算款"}},
      {"suspense", {"money that belongs to nobody yet", "待查款项"}},
      {"stock", {"what there is to sell", "库存"}},
      {"coupon", {"codes that make an order cheaper", "优惠券"}},
      {"channel", {"channels, the outside that moves money", "渠道：在外部划转资金"}},
      {"period", {"days whose books are done", "账务期间"}},
      {"key", {"idempotency keys and what became of them", "幂等键及其结果"}},
      {"token", {"one-time tokens: one page, one submit", "一次性令牌：一个页面只提交一次"}},
      {"lease", {"locks that end by themselves", "会自行到期的租约锁"}},
      {"report", {"reports as they were made", "当时的报告"}},
      {"break", {"what does not fit between book and statements", "账本与对账单之间的差异"}},
      {"review", {"what waits for a person", "需人工处理的事项"}},
      {"parked", {"messages that could not be applied", "未能应用的消息"}},
      {"lab", {"the laboratory: every schedule, with any layer off", "实验室：任意层关闭时的所有调度"}},
  };
  return all;
}

const std::vector<Option>& global_options() {
  static const std::vector<Option> all{
      {.name = "db",
       .value = "FILE",
       .about = {"the ledger file; else PAYONCE_DB, else ./payonce.db",
                 "账本文件；否则取 PAYONCE_DB，再否则 ./payonce.db"}},
      {.name = "lang",
       .value = "en|zh|both",
       .about = {"the language of texts; else that of the locale", "文字语言；默认取系统区域设置"}},
      {.name = "json", .about = {"answers as JSON (docs/reply.md)", "以 JSON 输出（见 docs/reply.md）"}},
      {.name = "color",
       .value = "auto|always|never",
       .about = {"colour; auto minds the terminal and NO_COLOR", "颜色；auto 视终端与 NO_COLOR 而定"}},
      {.name = "tenant",
       .value = "NAME",
       .about = {"whose keys: the same key of two tenants is two keys; else main",
                 "租户：不同租户的同名键互不相干；默认 main"}},
  };
  return all;
}

}  // namespace payonce
