#include "scenarios/player/expect.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace payonce::player {
namespace {

using Kind = script::Expectation::Kind;

Text same(const std::string& text) { return {text, text}; }

/// "already_paid by state_machine replayed voucher=… exit=0"
std::string spelled(const script::Expectation& expects) {
  switch (expects.kind) {
    case Kind::killed: return "killed";
    case Kind::stalled: return "stalled";
    case Kind::handled: return std::to_string(expects.handled);
    case Kind::clean: return "clean";
    case Kind::none: return "an answer";
    default: break;
  }
  std::string out = expects.outcome;
  const auto add = [&](const std::string& part) { out += (out.empty() ? "" : " ") + part; };
  if (!expects.by.empty()) add("by " + expects.by);
  if (expects.replayed) add("replayed");
  if (!expects.voucher.empty()) add("voucher=" + expects.voucher);
  if (expects.exit) add("exit=" + std::to_string(*expects.exit));
  return out;
}

bool is_outcome(const script::Expectation& expects, const Response& response) {
  if (expects.exit && exit_status_of(response) != *expects.exit) return false;
  if (expects.outcome.empty()) return response.kind != Response::Kind::failed;
  return response.kind == Response::Kind::answered && response.outcome == expects.outcome &&
         (expects.by.empty() || response.by == expects.by) && (!expects.replayed || response.replayed) &&
         (expects.voucher.empty() || voucher_in(response) == expects.voucher);
}

bool fits(const script::Expectation& expects, const Response& response) {
  switch (expects.kind) {
    case Kind::none: return response.kind == Response::Kind::answered || response.kind == Response::Kind::handled;
    case Kind::outcome: return is_outcome(expects, response);
    case Kind::killed: return response.kind == Response::Kind::killed;
    case Kind::stalled: return response.kind == Response::Kind::stalled;
    case Kind::handled: return response.kind == Response::Kind::handled && response.handled == expects.handled;
    case Kind::clean:
    case Kind::findings:
    case Kind::counts: break;
  }
  return false;
}

std::string word_of(const Response& response) {
  if (response.kind == Response::Kind::handled) return "handled";
  return response.kind == Response::Kind::answered ? response.outcome : spelled(response);
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : std::string(between)) + word;
  return out;
}

std::string spelled(const std::vector<script::Count>& counts) {
  std::vector<std::string> parts;
  parts.reserve(counts.size());
  for (const script::Count& count : counts) {
    parts.push_back(joined(count.outcomes, "|") + " " + (count.number ? std::to_string(*count.number) : "rest"));
  }
  return joined(parts, ", ");
}

/// Each answer is counted where its outcome is named and room is left; those with a number come before the rest.
bool add_up(const std::vector<script::Count>& counts, std::map<std::string, std::uint32_t> answers) {
  for (const bool numbered : {true, false}) {
    for (const script::Count& count : counts) {
      if (count.number.has_value() != numbered) continue;
      std::uint32_t wanted = count.number.value_or(0);
      for (const std::string& outcome : count.outcomes) {
        std::uint32_t& there = answers[outcome];
        const std::uint32_t taken = numbered ? std::min(there, wanted) : there;
        there -= taken;
        if (numbered) wanted -= taken;
      }
      if (numbered && wanted > 0) return false;
    }
  }
  return std::all_of(answers.begin(), answers.end(), [](const auto& left) { return left.second == 0; });
}

Wrong wrong(const script::Step& step, const std::string& expected, const std::string& got) {
  return {.place = step.expects.kind == Kind::none ? step.place : step.expects.place,
          .step = step.text,
          .expected = same(expected),
          .got = same(got)};
}

}  // namespace

std::optional<Wrong> judge(const script::Step& step, const Response& response) {
  if (fits(step.expects, response)) return std::nullopt;
  std::string got = spelled(response);
  if (!step.expects.voucher.empty()) got += " voucher=" + voucher_in(response);
  if (step.expects.exit) got += " exit=" + std::to_string(exit_status_of(response));
  Wrong made = wrong(step, spelled(step.expects), got);
  made.trace = response.trace;
  return made;
}

std::optional<Wrong> judge(const script::Step& step, const std::vector<Response>& responses) {
  if (step.expects.kind == Kind::none) {
    for (const Response& response : responses) {
      if (auto wrong = judge(step, response)) return wrong;
    }
    return std::nullopt;
  }
  std::map<std::string, std::uint32_t> answers;
  for (const Response& response : responses) ++answers[word_of(response)];
  if (add_up(step.expects.counts, answers)) return std::nullopt;
  std::vector<std::string> got;
  got.reserve(answers.size());
  for (const auto& [outcome, number] : answers) got.push_back(outcome + " " + std::to_string(number));
  return wrong(step, spelled(step.expects.counts), joined(got, ", "));
}

std::optional<Wrong> judge(const script::Step& step, const std::vector<Found>& found) {
  std::set<std::string> got;
  for (const Found& one : found) got.insert(one.code);
  const std::set<std::string> wanted(step.expects.findings.begin(), step.expects.findings.end());
  if (got == wanted) return std::nullopt;
  const std::string expected = wanted.empty() ? "clean" : "findings " + joined({wanted.begin(), wanted.end()}, ", ");
  return wrong(step, expected, found.empty() ? "clean" : "findings " + spelled(found));
}

std::string spelled(const std::vector<Found>& found) {
  constexpr std::size_t shown = 8;
  std::vector<std::string> parts;
  for (const Found& one : found) {
    if (parts.size() == shown) {
      parts.push_back("…");
      break;
    }
    parts.push_back(one.code + " " + one.subject + " (" + one.detail + ")");
  }
  return joined(parts, "; ");
}

}  // namespace payonce::player
