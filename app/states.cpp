#include "app/states.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "ledger/values/json.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

using Steps = std::vector<orders::LegalStep>;

template <class Key>
std::vector<std::string> distinct(const Steps& steps, Key key) {
  std::vector<std::string> all;
  for (const orders::LegalStep& step : steps) {
    if (std::find(all.begin(), all.end(), key(step)) == all.end()) all.push_back(key(step));
  }
  return all;
}

std::vector<std::string> machines_of(const Steps& steps) {
  return distinct(steps, [](const orders::LegalStep& step) { return step.machine; });
}

Steps of_machine(const Steps& steps, const std::string& machine) {
  Steps own;
  std::copy_if(steps.begin(), steps.end(), std::back_inserter(own),
               [&](const orders::LegalStep& step) { return step.machine == machine; });
  return own;
}

bool is_reached(const Steps& own, const std::string& state) {
  return std::any_of(own.begin(), own.end(), [&](const orders::LegalStep& step) { return step.to == state; });
}

bool is_left(const Steps& own, const std::string& state) {
  return std::any_of(own.begin(), own.end(), [&](const orders::LegalStep& step) { return step.from == state; });
}

std::int64_t ways_into(const Steps& own, const std::string& state) {
  return std::count_if(own.begin(), own.end(), [&](const orders::LegalStep& step) { return step.to == state; });
}

/// Where it begins: the states that no step leads to; in a circle, the one with the fewest ways into it.
std::vector<std::string> beginnings(const Steps& own) {
  const auto left = distinct(own, [](const orders::LegalStep& step) { return step.from; });
  auto all = left;
  std::erase_if(all, [&](const std::string& state) { return is_reached(own, state); });
  if (!all.empty() || left.empty()) return all;
  return {*std::min_element(left.begin(), left.end(), [&](const std::string& one, const std::string& other) {
    return ways_into(own, one) < ways_into(own, other);
  })};
}

/// Where it ends: the states that no step leaves.
std::vector<std::string> endings(const Steps& own) {
  auto all = distinct(own, [](const orders::LegalStep& step) { return step.to; });
  std::erase_if(all, [&](const std::string& state) { return is_left(own, state); });
  return all;
}

/// In the order of a life: what begins first, and then whatever is reached from what stands already.
std::vector<std::string> left_states(const Steps& own) {
  std::vector<std::string> all = beginnings(own);
  for (std::size_t at = 0; at < all.size(); ++at) {
    for (const orders::LegalStep& step : own) {
      const bool next = step.from == all[at] && is_left(own, step.to);
      if (next && std::find(all.begin(), all.end(), step.to) == all.end()) all.push_back(step.to);
    }
  }
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

}  // namespace

std::string mermaid_of(const Steps& steps) {
  std::string out = "stateDiagram-v2\n";
  for (const std::string& machine : machines_of(steps)) {
    const Steps own = of_machine(steps, machine);
    // Two machines may have a state of one name, and a diagram knows a name once.
    const auto id = [&](const std::string& state) { return machine + "_" + state; };
    const std::string margin = "    ";
    out += margin + "state " + machine + " {\n";
    for (const std::string& state : distinct(own, [](const auto& step) { return step.from; })) {
      out += margin + margin + id(state) + " : " + state + "\n";
    }
    for (const std::string& state : endings(own)) out += margin + margin + id(state) + " : " + state + "\n";
    for (const std::string& state : beginnings(own)) out += margin + margin + "[*] --> " + id(state) + "\n";
    for (const orders::LegalStep& step : own) {
      out += margin + margin + id(step.from) + " --> " + id(step.to) + "\n";
    }
    for (const std::string& state : endings(own)) out += margin + margin + id(state) + " --> [*]\n";
    out += margin + "}\n";
  }
  return out;
}

std::string states_text(const Context& context, const Steps& steps) {
  std::string out = context.said({"Every step there is; the file refuses any other, whoever writes it.",
                                  "全部合法步骤；其余步骤无论由谁写入，文件一律拒绝。"}) +
                    "\n";
  for (const std::string& machine : machines_of(steps)) {
    const Steps own = of_machine(steps, machine);
    out += "\n" + context.painter().paint(machine, Tone::dim) + "\n";
    std::size_t width = 0;
    for (const orders::LegalStep& step : own) width = std::max(width, step.from.size());
    for (const std::string& state : left_states(own)) {
      std::vector<std::string> next;
      for (const orders::LegalStep& step : own) {
        if (step.from == state) next.push_back(step.to);
      }
      out += "  " + pad_right(state, width) + " ─▶ " + joined(next) + "\n";
    }
    out += "  " + context.said({"ends as ", "终态："}) + joined(endings(own)) + "\n";
  }
  return out;
}

std::string states_json(const Steps& steps) {
  std::string out;
  JsonWriter json(out);
  json.object().name("machines").array();
  for (const std::string& machine : machines_of(steps)) {
    json.object().member("machine", machine).name("steps").array();
    for (const orders::LegalStep& step : of_machine(steps, machine)) {
      json.object().member("from", step.from).member("to", step.to).end();
    }
    json.end().end();
  }
  json.end().member("exit", number(ExitStatus::done)).end();
  return out + "\n";
}

}  // namespace payonce
