#include "scenarios/player/client.hpp"

#include <algorithm>

#include "ledger/values/outcome.hpp"
#include "schema/queries/journal.hpp"

namespace payonce::player {
namespace {

/// Whether this answer is one layer keeping something from happening (again).
bool stopped(const Response& response) {
  if (response.replayed) return true;
  const auto outcome = outcome_named(response.outcome);
  if (!outcome) return false;
  switch (*outcome) {
    case Outcome::key_reused:
    case Outcome::reference_reused:
    case Outcome::key_expired:
    case Outcome::response_gone:
    case Outcome::in_progress:
    case Outcome::lease_held:
    case Outcome::lease_lost:
    case Outcome::token_refused:
    case Outcome::later:
    case Outcome::amount_mismatch:
    case Outcome::version_mismatch:
    case Outcome::out_of_order:
    case Outcome::over_refund:
    case Outcome::period_closed:
    case Outcome::already_paid:
    case Outcome::already_booked:
    case Outcome::already_done: return true;
    case Outcome::declined: return response.by == name(Layer::journal);
    case Outcome::outcome_unknown: return response.by != name(Layer::channel);
    default: return false;
  }
}

bool speaks_of_storage(std::string_view answer) {
  for (const std::string_view word : {"UNIQUE", "constraint failed", "SQL", "database"}) {
    if (answer.find(word) != std::string_view::npos) return true;
  }
  return false;
}

Wrong wrong(const script::Step& step, Text expected, const std::string& got) {
  return {.place = step.place, .step = step.text, .expected = std::move(expected), .got = {got, got}};
}

}  // namespace

std::optional<Wrong> Client::hear(const script::Step& step, const Response& response) {
  if (response.kind != Response::Kind::answered) return std::nullopt;
  if (stopped(response)) ++stops_[response.by];
  if (speaks_of_storage(response.answer)) {
    return wrong(step, {"an answer for people", "面向用户的应答"}, response.answer);
  }
  if (const std::string voucher = voucher_in(response); !voucher.empty()) vouchers_.insert(voucher);
  const std::string* const key = step.argument("key");
  if (key == nullptr) return std::nullopt;
  const std::string* const tenant = step.argument("tenant");
  const auto who = std::pair(tenant == nullptr ? std::string() : *tenant, *key);
  const auto first = first_answers_.find(who);
  if (!response.replayed) {
    const auto outcome = outcome_named(response.outcome);
    const bool kept =
        outcome && keeping(*outcome) == Keeping::final_answer && response.by != name(Layer::idempotency_key);
    if (kept && first == first_answers_.end()) first_answers_.emplace(who, response.answer);
    return std::nullopt;
  }
  // Nobody heard the first answer where its process died: then this is the first one heard.
  if (first == first_answers_.end()) {
    first_answers_.emplace(who, response.answer);
    return std::nullopt;
  }
  if (first->second == response.answer) return std::nullopt;
  return wrong(step, {"the first answer again: " + first->second, "与首次应答一致：" + first->second}, response.answer);
}

std::optional<Wrong> Client::look_back(Hands& hands, const script::Step& last) {
  return hands.ledger().store().reading([&](View& view) -> std::optional<Wrong> {
    for (const std::string& number : vouchers_) {
      const std::size_t dash = number.rfind('-');
      std::int64_t seq = 0;
      for (const char digit : number.substr(dash + 1)) seq = seq * 10 + (digit - '0');
      const bool there =
          dash != std::string::npos &&
          view.one(sql::journal::voucher_by_number{.series = number.substr(0, dash), .seq = seq}, [](const Row&) {});
      if (!there)
        return wrong(last, {"voucher " + number + ", which somebody was told of", "已告知的凭证 " + number}, "none");
    }
    return std::nullopt;
  });
}

}  // namespace payonce::player
