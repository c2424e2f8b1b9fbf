#include "ledger/engine.hpp"
#include "ledger/layer.hpp"
#include "ledger/layers/retention.hpp"
#include "schema/queries/dedup_window.hpp"
#include "schema/queries/idempotency_key.hpp"
#include "schema/queries/ledger.hpp"
#include "schema/queries/token.hpp"

// Cleaning up: only what is final and past its end, a batch a transaction, so that no writer waits for long.
namespace payonce {
namespace {

constexpr std::int64_t batch_rows = 500;  // a few milliseconds under the writer's lock

/// Walks one table in batches: `find` gives the ids of the next, `end` ends one of them.
template <class Find, class End>
std::int64_t in_batches(Store& store, Find&& find, End&& end) {
  std::int64_t ended = 0;
  std::int64_t after = 0;
  for (;;) {
    const std::int64_t found = store.atomically([&](Tx& tx) {
      std::vector<std::int64_t> ids;
      tx.each(find(after), [&](const Row& row) { ids.push_back(row.integer(0)); });
      for (const std::int64_t id : ids) end(tx, id);
      if (!ids.empty()) after = ids.back();
      return static_cast<std::int64_t>(ids.size());
    });
    ended += found;
    if (found < batch_rows) return ended;
  }
}

}  // namespace

Reaping Engine::reap(bool trust_clock) {
  world_.step(Step::recon_fix);
  Reaping reaping;
  Store& store = ledger_.store();
  const auto time =
      store.reading([&](View& view) { return idempotency_key::retention_time(view, world_, ledger_.settings()); });
  if (time.leapt && !trust_clock) {
    reaping.clock_leapt = true;
    return reaping;
  }
  store.atomically([&](Tx& tx) { (void)tx.change(sql::ledger::mark_time{.now_ns = time.now_ns}); });
  // Tokens before the keys that took them.
  reaping.tokens = in_batches(
      store,
      [&](std::int64_t after) {
        return sql::token::expired{.after = after, .now_ns = time.now_ns, .at_most = batch_rows};
      },
      [](Tx& tx, std::int64_t id) { (void)tx.change(sql::token::forget{.token_id = id}); });
  // Tombstones first: one buried in this run stays for its own time.
  reaping.tombstones = in_batches(
      store,
      [&](std::int64_t after) {
        return sql::idempotency_key::expired_tombstones{.after = after, .now_ns = time.now_ns, .at_most = batch_rows};
      },
      [](Tx& tx, std::int64_t id) { (void)tx.change(sql::idempotency_key::forget{.key_id = id}); });
  reaping.answers = in_batches(
      store,
      [&](std::int64_t after) {
        return sql::idempotency_key::expired_answers{.after = after, .now_ns = time.now_ns, .at_most = batch_rows};
      },
      [](Tx& tx, std::int64_t id) { (void)tx.change(sql::idempotency_key::bury{.key_id = id}); });
  for (std::int64_t pruned = batch_rows; pruned == batch_rows;) {
    pruned = store.atomically(
        [&](Tx& tx) { return tx.change(sql::dedup_window::prune{.now_ns = time.now_ns, .at_most = batch_rows}); });
    reaping.window_entries += pruned;
  }
  const std::int64_t before_ns = time.now_ns - ledger_.settings().answer_retention.ns;
  store.reading([&](View& view) {
    view.each(sql::idempotency_key::overdue{.before_ns = before_ns}, [&](const Row& row) {
      reaping.overdue.push_back(std::string(row.text(0)) + "/" + std::string(row.text(1)));
    });
  });
  return reaping;
}

}  // namespace payonce
