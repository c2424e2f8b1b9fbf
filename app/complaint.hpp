#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/exit_status.hpp"
#include "app/globals.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/result.hpp"

namespace payonce {

/// Says what went wrong: "payonce: field: reason" on standard error, or one JSON object on standard output (docs/reply.md).
ExitStatus complain(const Manner& manner, ExitStatus status, const Fault& fault);

/// One JSON object and a line end; `line` is where the input it complains of has many.
[[nodiscard]] std::string json_line(ExitStatus status, const Fault& fault, std::optional<std::int64_t> line = {});

/// Storage trouble in words of ours, a sentence a kind: no wording of the database leaves the program. Busy means that nothing
/// happened and ends as "later"; the rest ends as storage.
[[nodiscard]] ExitStatus exit_status(const StorageTrouble& trouble);
[[nodiscard]] Fault fault_of(const StorageTrouble& trouble);
ExitStatus complain(const Manner& manner, const StorageTrouble& trouble);

}  // namespace payonce
