#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ledger/journal/checkpoint.hpp"
#include "ledger/layers/reconciliation.hpp"

/// Whether a file still is the book that was written: the chain computed again over every voucher, checkpoints, the seals of
/// periods, every law, the file's own structure. It only reads, holds one voucher at a time, and names what it finds.
/// What it cannot find: a tail that was cut behind the last checkpoint kept elsewhere, and a book rewritten from there on.
namespace payonce::reconciliation {

/// "vouchers_missing" and "seal_broken" (ledger.md law 7), by one walk over the chain.
[[nodiscard]] std::vector<Law> walk_chain(View& view, const std::function<void(std::uint64_t)>& advanced = {});
/// "period_seal_differs" (law 9): the seal of every period that is not open, computed again.
[[nodiscard]] Law judge_period_seals(View& view);

/// A checkpoint as it was handed in, and where it stood.
struct Kept {
  std::string place;  // "FILE:3"
  journal::Checkpoint checkpoint;
};
/// Adds to `law` every checkpoint that the book does not bear out. Gives the furthest that it does.
std::optional<journal::Checkpoint> judge_checkpoints(View& view, const std::vector<Kept>& kept, Law& law);

struct Verification {
  Report report;
  std::optional<journal::Checkpoint> anchor{};  // what stands up to here is proved by somebody else's record
  std::int64_t unanchored = 0;                  // vouchers behind it
};
struct VerifyOptions {
  std::vector<Kept> checkpoints{};
  std::string wanted_schema{};
  std::vector<std::string> wanted_order{};
  std::function<void(std::uint64_t)> advanced{};
};
/// All of it over one snapshot; where the file is so damaged that a part cannot be read, the parts one by one.
[[nodiscard]] Verification verify(Store& store, World& world, const VerifyOptions& options);
/// What can be said of a file that could not even be opened.
[[nodiscard]] Verification unreadable(World& world);

}  // namespace payonce::reconciliation
