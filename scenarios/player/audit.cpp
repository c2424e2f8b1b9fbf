#include "scenarios/player/audit.hpp"

#include <array>

#include "ledger/layers/reconciliation.hpp"
#include "schema/checks.hpp"

namespace payonce::player {
namespace {

using reconciliation::Code;

constexpr std::array statement_codes = {Code::missing_internal, Code::missing_at_channel,  Code::amount_over,
                                        Code::amount_under,     Code::currency_mismatch,   Code::dup_at_channel,
                                        Code::status_lag,       Code::status_false_success};

reconciliation::Source source_of(const std::string& channel, Acquirer& acquirer) {
  return {.channel = channel,
          .statement = [&acquirer](const std::function<void(const ChannelLine&)>& take) { acquirer.statement(take); },
          .query = [&acquirer](Movement movement,
                               const std::string& reference) { return acquirer.query(movement, reference); },
          .notices = [&acquirer] { return acquirer.notices(); }};
}

std::string detail_of(const std::string& channel, const reconciliation::Difference& one) {
  std::string detail = std::string(name(one.movement)) + " channel=" + channel + " order=" + one.order;
  if (one.ours) detail += " ours=" + one.ours->text();
  if (one.theirs) detail += " theirs=" + one.theirs->text();
  return detail;
}

}  // namespace

std::vector<std::string> finding_codes() {
  std::vector<std::string> codes;
  codes.reserve(statement_codes.size() + all_checks().size());
  for (const Code code : statement_codes) codes.emplace_back(reconciliation::name(code));
  for (const Check& law : all_checks()) codes.emplace_back(law.name);
  return codes;
}

std::vector<Found> audit(Hands& hands, World& world, const std::string& channel) {
  reconciliation::Options options;
  for (auto& [name, acquirer] : hands.acquirers()) {
    if (channel.empty() || channel == name) options.sources.push_back(source_of(name, acquirer));
  }
  const reconciliation::Report report = reconciliation::reconcile(hands.ledger().store(), world, options);
  std::vector<Found> found;
  for (const reconciliation::Law& law : report.laws) {
    for (const reconciliation::Breach& breach : law.breaches)
      found.push_back({law.name, breach.subject, breach.detail});
    if (!law.judged) found.push_back({law.name, "", "cannot be judged"});
  }
  for (const reconciliation::ChannelReport& one : report.channels) {
    if (!one.reached || !one.in_order) found.push_back({"cannot_say", one.channel, "the statement cannot be used"});
    for (const reconciliation::Difference& difference : one.differences) {
      if (!difference.finding()) continue;
      found.push_back({std::string(reconciliation::name(difference.code)), difference.reference,
                       detail_of(one.channel, difference)});
    }
    for (const reconciliation::Total& total : one.totals) {
      if (total.unexplained() != 0) found.push_back({"unexplained", one.channel, std::to_string(total.unexplained())});
    }
  }
  return found;
}

}  // namespace payonce::player
