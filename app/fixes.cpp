#include "app/fixes.hpp"

#include "ledger/engine_fixes.hpp"

namespace payonce {

void post(Context& context, const reconciliation::Fix& fix) {
  if (const auto fault = post_fix(context.engine(), context.ledger(), context.world(), fix)) {
    throw Problem(ExitStatus::refused, *fault);
  }
}

std::int64_t post_approved(Context& context, const std::string& channel) {
  const auto waiting =
      context.ledger().store().reading([&](View& view) { return reconciliation::to_post(view, channel); });
  std::int64_t done = 0;
  for (const reconciliation::Fix& fix : waiting) {
    if (const auto fault = post_fix(context.engine(), context.ledger(), context.world(), fix)) {
      context.note({"break " + fix.break_id + ": " + fault->why.en, "差异 " + fix.break_id + "：" + fault->why.zh});
    } else {
      ++done;
    }
  }
  return done;
}

}  // namespace payonce
