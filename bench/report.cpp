#include <fmt/format.h>

#include <algorithm>

#include "bench/measures.hpp"
#include "ledger/values/json.hpp"

namespace payonce::bench {
namespace {

std::vector<double> ratios(const Pairs& pairs, double Spent::*of) {
  std::vector<double> all;
  for (std::size_t at = 0; at < pairs.ours.size(); ++at) {
    if (pairs.bare[at].*of > 0) all.push_back(pairs.ours[at].*of / (pairs.bare[at].*of));
  }
  return all;
}

Spent middle(const std::vector<Spent>& all) {
  std::vector<double> wall;
  std::vector<double> cpu;
  for (const Spent& each : all) {
    wall.push_back(each.wall_us);
    cpu.push_back(each.cpu_us);
  }
  return {median(wall), median(cpu)};
}

std::string verdict(const Measure& measure) {
  if (!measure.goal) return "";
  return fmt::format("{:.2f} {}", *measure.goal, measure.cpu_ratio <= *measure.goal ? "met" : "missed");
}

}  // namespace

void Pairs::add(const Spent& our, const Spent& their) {
  ours.push_back(our);
  bare.push_back(their);
}
Spent Pairs::our_median() const { return middle(ours); }
Spent Pairs::bare_median() const { return middle(bare); }
double Pairs::cpu_ratio() const { return median(ratios(*this, &Spent::cpu_us)); }
double Pairs::wall_ratio() const { return median(ratios(*this, &Spent::wall_us)); }

std::string as_table(const std::vector<Measure>& measures, const std::string& against) {
  std::size_t width = 10;
  for (const Measure& each : measures) width = std::max(width, each.name.size());
  std::string out = fmt::format("{:{}}  {:>9} {:>9}  {:>9} {:>9}  {:>6} {:>6}  {:<11} {}\n", "us an operation", width,
                                "CPU", against, "wall", against, "CPU x", "wall x", "goal", "note");
  for (const Measure& each : measures) {
    const auto number = [&](double value) { return each.bare ? fmt::format("{:.2f}", value) : std::string("-"); };
    out += fmt::format("{:{}}  {:>9.2f} {:>9}  {:>9.2f} {:>9}  {:>6} {:>6}  {:<11} {}", each.name, width,
                       each.ours.cpu_us, number(each.bare ? each.bare->cpu_us : 0), each.ours.wall_us,
                       number(each.bare ? each.bare->wall_us : 0), number(each.cpu_ratio), number(each.wall_ratio),
                       verdict(each), each.note);
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  return out;
}

std::string as_json(const std::vector<Measure>& measures) {
  const auto number = [](double value) { return fmt::format("{:.3f}", value); };
  std::string out = "{\"unit\":\"us\",\"measures\":[";
  for (const Measure& each : measures) {
    if (out.back() == '}') out += ',';
    out += "{\"name\":";
    append_json_string(out, each.name);
    out += ",\"operations\":" + std::to_string(each.operations);
    out += ",\"cpu\":" + number(each.ours.cpu_us) + ",\"wall\":" + number(each.ours.wall_us);
    if (each.bare) {
      out += ",\"floor_cpu\":" + number(each.bare->cpu_us) + ",\"floor_wall\":" + number(each.bare->wall_us);
      out += ",\"cpu_ratio\":" + number(each.cpu_ratio) + ",\"wall_ratio\":" + number(each.wall_ratio);
    }
    if (each.goal) out += ",\"goal_cpu_ratio\":" + number(*each.goal);
    out += ",\"note\":";
    append_json_string(out, each.note);
    out += '}';
  }
  return out + "]}\n";
}

}  // namespace payonce::bench
