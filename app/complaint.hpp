#pragma once

#include "app/exit_status.hpp"
#include "app/globals.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/result.hpp"

namespace payonce {

/// Says what went wrong: "payonce: field: reason" on standard error, or one JSON object on standard output (docs/reply.md).
ExitStatus complain(const Manner& manner, ExitStatus status, const Fault& fault);

/// Storage trouble in words of ours, a sentence a kind: no wording of the database leaves the program. Busy means that nothing
/// happened and ends as "later"; the rest ends as storage.
ExitStatus complain(const Manner& manner, const StorageTrouble& trouble);

}  // namespace payonce
