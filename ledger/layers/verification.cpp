#include "ledger/layers/verification.hpp"

#include "ledger/journal/past.hpp"
#include "ledger/journal/period.hpp"
#include "schema/checks.hpp"
#include "schema/queries/reconciliation.hpp"

namespace payonce::reconciliation {
namespace {

constexpr std::string_view checkpoint_law = "checkpoint_differs";
constexpr std::string_view file_law = "file_damaged";

bool is_damage(const StorageTrouble& met) {
  return met.kind() == StorageTrouble::Kind::corrupt || met.kind() == StorageTrouble::Kind::unreadable;
}

Law& named(std::vector<Law>& laws, std::string_view name) {
  for (Law& law : laws) {
    if (law.name == name) return law;
  }
  return laws.emplace_back(Law{.name = std::string(name)});
}

Law damaged_file() {
  return {
      .name = std::string(file_law),
      .holds = {"Every page, index, type and check of the file is sound.", "文件的每一页、索引、类型与检查都完好。"},
      .broken = 1,
      .breaches = {{"file", "part of it is missing or cannot be read; restore it from a copy"}}};
}

void read_position(View& view, Report& report) {
  (void)view.one(sql::reconciliation::position{}, [&](const Row& row) {
    report.vouchers = row.integer(0);
    report.last_voucher = std::string(row.text(1));
  });
}

void judge_all(View& view, const VerifyOptions& options, Verification& said) {
  read_position(view, said.report);
  said.report.laws = judge(view, options.advanced);
  for (Law& law : judge_deeply(view, options.advanced)) said.report.laws.push_back(std::move(law));
  said.anchor = judge_checkpoints(view, options.checkpoints, named(said.report.laws, checkpoint_law));
}

/// Each part over a snapshot of its own: what lies in sound pages is still judged, and the rest is said to be unjudged.
void judge_in_pieces(Store& store, const VerifyOptions& options, Verification& said) {
  const auto part = [&](const auto& work) {
    try {
      store.reading(work);
      return true;
    } catch (const StorageTrouble& met) {
      if (!is_damage(met)) throw;
      return false;
    }
  };
  said = Verification{.report = {.at_ns = said.report.at_ns}};
  std::vector<Law>& laws = said.report.laws;
  (void)part([&](View& view) { read_position(view, said.report); });
  for (const Check& check : all_checks()) {
    Law law{.name = std::string(check.name), .holds = {std::string(check.en), std::string(check.zh)}, .judged = false};
    (void)part([&](View& view) { law = judge_one(view, check.name); });
    laws.push_back(std::move(law));
  }
  if (!part([&](View& view) {
        for (Law& law : walk_chain(view, options.advanced)) laws.push_back(std::move(law));
      })) {
    named(laws, "seal_broken").judged = false;
  }
  (void)part(
      [&](View& view) { said.anchor = judge_checkpoints(view, options.checkpoints, named(laws, checkpoint_law)); });
  laws.push_back(damaged_file());
}

}  // namespace

Law judge_period_seals(View& view) {
  Law law{.name = "period_seal_differs",
          .holds = {"The seal of every closed period is that of the vouchers dated within it.",
                    "每个已关闭期间的封印与其内凭证一致。"}};
  for (const journal::Period& period : journal::periods(view)) {
    if (!period.seal) continue;
    const journal::PeriodSeal now = journal::seal_of(view, period.days);
    if (now.vouchers == period.vouchers && now.digest == *period.seal) continue;
    const std::string counts = now.vouchers == period.vouchers ? "one of its vouchers was rewritten"
                                                               : "sealed over " + std::to_string(period.vouchers) +
                                                                     " vouchers, now " + std::to_string(now.vouchers);
    law.broken += 1;
    law.breaches.push_back({period.days.text(), counts});
  }
  return law;
}

std::optional<journal::Checkpoint> judge_checkpoints(View& view, const std::vector<Kept>& kept, Law& law) {
  std::optional<journal::Checkpoint> furthest;
  const std::int64_t last = journal::last_voucher(view);
  for (const Kept& one : kept) {
    const journal::Checkpoint& then = one.checkpoint;
    const auto now = journal::place_of(view, then.voucher_id);
    std::string wrong;
    if (!now && then.voucher_id > last) {
      wrong = "the tail was cut: the book ends at voucher " + std::to_string(last) + ", and " + then.voucher +
              ", voucher " + std::to_string(then.voucher_id) + ", stood in it";
    } else if (!now) {
      wrong = then.voucher + ", voucher " + std::to_string(then.voucher_id) + ", is missing";
    } else if (now->hash != then.hash) {
      wrong = now->voucher + " has another hash than it had then: it, or something before it, was rewritten";
    } else if (now->voucher != then.voucher) {
      wrong = then.voucher + " is now called " + now->voucher;
    } else if (!furthest || furthest->voucher_id < then.voucher_id) {
      furthest = then;
    }
    if (wrong.empty()) continue;
    law.broken += 1;
    law.breaches.push_back({one.place, std::move(wrong)});
  }
  return furthest;
}

Verification verify(Store& store, World& world, const VerifyOptions& options) {
  Verification said;
  said.report.at_ns = world.wall_ns();
  try {
    store.reading([&](View& view) { judge_all(view, options, said); });
    if (!options.wanted_schema.empty()) {
      said.report.laws.push_back(compare_schema(store.schema_text(), options.wanted_schema));
      if (!options.wanted_order.empty()) {
        compare_order(store.schema_order(), options.wanted_order, said.report.laws.back());
      }
    }
  } catch (const StorageTrouble& met) {
    if (!is_damage(met)) throw;
    judge_in_pieces(store, options, said);
  }
  said.unanchored = said.report.vouchers - (said.anchor ? said.anchor->voucher_id : 0);
  return said;
}

Verification unreadable(World& world) {
  Verification said;
  said.report.at_ns = world.wall_ns();
  said.report.laws.push_back(damaged_file());
  return said;
}

}  // namespace payonce::reconciliation
