#include "app/commands/lab_sim.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "app/context.hpp"
#include "app/experiments.hpp"
#include "app/interruption.hpp"
#include "app/lesson_view.hpp"
#include "app/out_file.hpp"
#include "app/print/progress.hpp"
#include "app/print/wrap.hpp"
#include "app/simulation_view.hpp"
#include "scenarios/laboratory/case.hpp"
#include "scenarios/laboratory/simulation.hpp"

namespace payonce {
namespace {

namespace fs = std::filesystem;
using laboratory::Leak;
using laboratory::Run;

/// What a simulation was asked for.
struct Wish {
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> runs;
  std::optional<Duration> time;
  std::optional<laboratory::LayerSet> layers;
  std::optional<fs::path> keep;
};

std::set<std::string> met_in(const Run& run) {
  std::set<std::string> words;
  for (const auto& hand : run.drawn.draft.hands) {
    for (const std::string& step : hand.steps) {
      if (!hand.last) words.insert(step.substr(0, step.find(' ')));
    }
  }
  const auto& path = run.ending.path;
  if (std::any_of(path.begin(), path.end(), [](auto one) { return one.crash; })) words.insert("crash");
  for (const std::string& fault : run.drawn.draft.faults) {
    if (fault.starts_with("lose")) words.insert("lose");
  }
  return words;
}

class Simulation {
 public:
  Simulation(Context& context, const Wish& wish) : context_(context), wish_(wish) {}

  SimulationSum simulate() {
    Progress progress(context_.world(), context_.said({"runs", "次运行"}), wish_.runs.value_or(0));
    const std::int64_t began_ns = context_.world().boot_ns();
    while (more(began_ns) && !interruption_.wished()) {
      for (const Run& run : some_runs()) {
        count(run);
        progress.advance();
      }
    }
    progress.finish();
    if (interruption_.wished()) interruption_.end();
    return std::move(sum_);
  }

 private:
  [[nodiscard]] bool more(std::int64_t began_ns) const {
    if (wish_.runs) return sum_.runs < *wish_.runs;
    return context_.world().boot_ns() - began_ns < wish_.time->ns;
  }

  /// The next few, at the same time; they are counted in the order of their seeds.
  std::vector<Run> some_runs() {
    const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
    std::uint64_t many = std::uint64_t{threads} * 2;
    if (wish_.runs) many = std::min(many, *wish_.runs - sum_.runs);
    std::vector<Run> runs(many);
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::exception_ptr failure;
    const auto work = [&] {
      for (std::size_t at = next.fetch_add(1); at < runs.size(); at = next.fetch_add(1)) {
        try {
          runs[at] = laboratory::simulated(wish_.seed + sum_.runs + at, wish_.layers);
        } catch (...) {
          const std::lock_guard lock(mutex);
          if (!failure) failure = std::current_exception();
        }
      }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
    return runs;
  }

  void count(const Run& run) {
    if (sum_.runs == 0) {
      sum_.first = run.mark;
      if (!context_.json()) context_.print(simulation_bound(context_, run.seed, sum_.first, {"first", "首个"}));
    }
    sum_.last = run.mark;
    ++sum_.runs;
    if (run.all_on()) ++sum_.all_on;
    for (const std::string& word : met_in(run)) ++sum_.met[word];
    sum_.all = folded(folded(sum_.all, std::string_view(run.mark)), std::string_view(run.ending.outcome));
    for (const auto& choice : run.ending.path) sum_.all = folded(sum_.all, choice.actor + (choice.crash ? 256u : 0u));
    const std::string& outcome = run.ending.outcome;
    if (outcome.empty()) return;
    auto& outcomes = run.all_on() ? sum_.with_all_on : sum_.with_fewer;
    const bool fresh = ++outcomes[outcome] == 1;
    // Where the layers were chosen, what they let through is what somebody wants to see.
    if (fresh && (run.all_on() || wish_.layers)) keep(run);
  }

  void keep(const Run& run) {
    Leak leak{run.drawn.draft, run.drawn.layers, run.ending.path, run.ending.outcome};
    leak = laboratory::shrunk(leak, {.broken_off = [this] { return interruption_.wished(); }});
    std::string ending;
    for (const char c : leak.outcome) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (letter)
        ending += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      else if (!ending.empty() && ending.back() != '-')
        ending += '-';
    }
    leak.draft.name += "-" + ending;
    const auto schedule =
        laboratory::schedule_of(leak.draft.story(), leak.layers, laboratory::Grain::coarse, leak.path);
    SimulatedLeak kept{run.seed, leak, schedule.id(), {}};
    if (wish_.keep) {
      const fs::path file = *wish_.keep / (leak.draft.name + ".lab");
      OutFile out("keep", file);
      out.write(laboratory::case_text(leak));
      out.finish();
      kept.file = file.string();
    }
    sum_.kept.push_back(std::move(kept));
  }

  Context& context_;
  const Wish& wish_;
  const Interruption interruption_;
  SimulationSum sum_;
};

Wish wish_of(Context& context, const Arguments& given) {
  Wish wish;
  if (const auto seed = given.maybe("seed")) {
    wish.seed = static_cast<std::uint64_t>(taken(parse_count("seed", *seed, 0)));
  } else {
    std::uint32_t drawn = 0;
    context.world().random(std::as_writable_bytes(std::span(&drawn, 1)));
    wish.seed = drawn;
  }
  if (const auto time = given.maybe("for")) wish.time = taken(Duration::parse("for", *time));
  if (const auto runs = given.maybe("runs"))
    wish.runs = static_cast<std::uint64_t>(taken(parse_count("runs", *runs, 1)));
  if (wish.time && wish.time->ns <= 0)
    throw Problem(ExitStatus::usage, {"for", {"is no time: nothing would be run", "时长为零：什么也不会运行"}});
  if (wish.time && wish.runs) {
    throw Problem(ExitStatus::usage, {"runs", {"and --for exclude each other", "与 --for 不能同时使用"}});
  }
  if (!wish.time && !wish.runs) wish.runs = 100;
  if (given.given("layers")) wish.layers = layers_from(given);
  if (const auto keep = given.maybe("keep")) {
    std::error_code failed;
    fs::create_directories(*keep, failed);
    if (!fs::is_directory(*keep, failed)) {
      throw Problem(ExitStatus::storage,
                    {"keep", {*keep + " is no folder and cannot be made one", *keep + " 不是文件夹，也无法创建"}});
    }
    wish.keep = *keep;
  }
  return wish;
}

ExitStatus run(Context& context, const Arguments& given) {
  const Wish wish = wish_of(context, given);
  Simulation simulation(context, wish);
  const SimulationSum sum = playing([&] { return simulation.simulate(); });
  const ExitStatus status = sum.with_all_on.empty() ? ExitStatus::done : ExitStatus::findings;
  if (context.json()) {
    context.print(simulation_json(wish.seed, sum, status));
    return status;
  }
  const std::string end = simulation_bound(context, wish.seed + sum.runs - 1, sum.last, {"last", "末个"});
  const std::string everything = context.said({"everything ", "全部 "}) + simulation_digest(sum);
  context.print(simulation_table(context, sum) + "\n" +
                paragraph(end.substr(0, end.size() - 1) + " · " + everything, lesson_columns));
  return status;
}

}  // namespace

Command lab_sim_command() {
  return {
      .path = "lab sim",
      .about = {"experiments drawn from a seed, one schedule each: nothing may leak with all layers on",
                "由种子抽取实验，各运行一个调度：所有层开启时不得泄漏"},
      .options =
          {{.name = "seed",
            .value = "N",
            .about = {"of the first run, the next has the next; 0 to 9223372036854775807, else drawn",
                      "首次运行的种子，其后依次加一；0 至 9223372036854775807，默认随机"}},
           {.name = "runs", .value = "N", .about = {"so many runs; else 100", "运行次数；默认 100"}},
           {.name = "for",
            .value = "DURATION",
            .about = {"as many runs as begin within that time (30s, 10m)", "在此时长内不断运行（30s、10m）"}},
           {.name = "layers",
            .value = "KWSV",
            .about = {"these layers instead of those that are drawn; each way in which they leak is made smaller",
                      "指定各层而不抽取；其每种泄漏都会被缩小"}},
           {.name = "keep",
            .value = "DIR",
            .about = {"what leaks is kept there as cases (payonce lab cases)",
                      "泄漏存为案例的文件夹（见 payonce lab cases）"}}},
      .examples = {{.line = "payonce lab sim --seed 1 --runs 20"},
                   {.line = "payonce lab sim --seed 7 --runs 40 --layers K --keep cases"}},
      .run = run,
      .more = {
          {"The seed draws the mix first: payments, refunds, holds, top-ups, transfers, corrections, goods and "
           "messages; "
           "channels that are late, silent, down, say no or tell twice; deaths, lost answers, a failing power, a clock "
           "that is set, time that passes; and the layers, all of them in every other run. Laws are asked whenever "
           "something has changed, wishes at the end. What leaks with all layers on is a mistake of the program: it is "
           "made smaller as long as it ends the same, and the command ends with 1. What fewer layers let through is "
           "counted, and the command ends with 0.",
           "种子先抽取组合：付款、退款、预授权、充值、转账、调账、商品与消息；渠道延迟、沉默、不可用、拒绝或重复通知；"
           "崩溃、答复丢失、断电、拨动时钟、时间流逝；以及各层的开关（每两次中有一次全部开启）。账本一有变化即核对规则"
           "，"
           "最后核对意愿。全部开启仍泄漏即为程序之错：在结局不变的前提下缩小，并以 1 退出；缺层时的泄漏只计数，以 0 "
           "退出。"}}};
}

}  // namespace payonce
