#pragma once

#include <vector>

#include "app/command.hpp"
#include "app/context.hpp"
#include "ledger/values/answer.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/request.hpp"

namespace payonce {

/// What every money command takes besides its own: --key, --wait, and the hidden --crash-at.
[[nodiscard]] std::vector<Option> with_money_options(std::vector<Option> own);
/// --if-version, for what has a version.
[[nodiscard]] std::vector<Option> with_version_option(std::vector<Option> own, Text about);
/// --lease, --owner and --fence, which go together.
[[nodiscard]] HeldLease held_lease(const Arguments& given);
[[nodiscard]] Option wait_option();
[[nodiscard]] Option amount_option(bool required, Text about);
[[nodiscard]] Option reference_option();

/// The request with what every money command takes: tenant, key, and where given amount, reference,
/// version and permits. Opens the ledger, since
/// the shortest key is a setting of it.
[[nodiscard]] Request request_from(Context& context, const Arguments& given, Verb verb, std::string target);

/// Asks, and while the answer is "later" or "in progress" asks again with the same key, for as long as `wait`.
[[nodiscard]] Reply ask_patiently(Context& context, const Request& request, Duration wait);

/// Asks as patiently as --wait says, and tells.
ExitStatus ask(Context& context, const Arguments& given, const Request& request);

}  // namespace payonce
