#include "app/commands/lab_sim.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "app/built_from.hpp"
#include "app/context.hpp"
#include "app/experiments.hpp"
#include "app/interruption.hpp"
#include "app/out_file.hpp"
#include "app/print/progress.hpp"
#include "app/print/table.hpp"
#include "ledger/values/json.hpp"
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

/// A leak that was met, made as small as it gets.
struct Kept {
  std::uint64_t seed;
  Leak leak;
  std::string schedule;
  std::string file;  // or empty
};

/// What all runs came to.
struct Sum {
  std::uint64_t runs = 0;
  std::uint64_t all_on = 0;
  std::map<std::string, std::uint64_t> with_all_on;  // by outcome
  std::map<std::string, std::uint64_t> with_fewer;
  std::map<std::string, std::uint64_t> met;  // in so many runs: verbs, deaths, lost replies
  std::string first;                         // the mark of the first experiment, and of the last
  std::string last;
  std::uint64_t all = 0;  // stands for every experiment, schedule and outcome in their order
  std::vector<Kept> kept;
};

std::string hexadecimal(std::uint64_t value) {
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> static_cast<unsigned>(shift) & 15u];
  return text;
}

std::string program() {
  const std::string text = "payonce " PAYONCE_VERSION;
  return commit().empty() ? text : text + " (" + std::string(commit()) + ")";
}

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

  Sum simulate() {
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
      if (!context_.json()) context_.print(bound(run.seed, sum_.first, {"first", "首个"}));
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
    Kept kept{run.seed, leak, schedule.id(), {}};
    if (wish_.keep) {
      const fs::path file = *wish_.keep / (leak.draft.name + ".lab");
      OutFile out("keep", file);
      out.write(laboratory::case_text(leak));
      out.finish();
      kept.file = file.string();
    }
    sum_.kept.push_back(std::move(kept));
  }

 public:
  /// The first and the last line: by what any run can be had again.
  [[nodiscard]] std::string bound(std::uint64_t seed, const std::string& mark, const Text& which) const {
    const std::string number = std::to_string(seed);
    return context_.said({"seed " + number + "   " + program() + "   " + which.en + " experiment " + mark,
                          "种子 " + number + "   " + program() + "   " + which.zh + "实验 " + mark}) +
           "\n";
  }

 private:
  Context& context_;
  const Wish& wish_;
  const Interruption interruption_;
  Sum sum_;
};

std::uint64_t total(const std::map<std::string, std::uint64_t>& outcomes) {
  std::uint64_t sum = 0;
  for (const auto& [outcome, runs] : outcomes) sum += runs;
  return sum;
}

std::string report(Context& context, const Sum& sum) {
  Table table({{context.said({"layers", "层"})},
               {context.said({"runs", "次数"}), Align::right},
               {context.said({"came to", "结局"})}});
  const auto rows = [&](const Text& which, std::uint64_t runs, const auto& outcomes, Tone tone) {
    if (runs == 0) return;
    const std::uint64_t well = runs - total(outcomes);
    table.row({context.said(which), std::to_string(well), {context.said({"nothing leaked", "没有泄漏"}), Tone::ok}});
    for (const auto& [outcome, many] : outcomes) table.row({"", std::to_string(many), {outcome, tone}});
  };
  rows({"all on", "全部开启"}, sum.all_on, sum.with_all_on, Tone::bad);
  rows({"fewer", "有缺"}, sum.runs - sum.all_on, sum.with_fewer, Tone::warn);
  std::string text = table.text(context.painter());
  std::string met;
  for (const auto& [word, runs] : sum.met) met += (met.empty() ? "" : ", ") + word + " " + std::to_string(runs);
  text += context.said({"met in so many runs: ", "各在多少次运行中出现："}) + met + "\n";
  for (const Kept& kept : sum.kept) {
    const std::string head = "\n" + kept.leak.layers.name() + "  " + kept.leak.outcome + "  " +
                             context.said({"seed ", "种子 "}) + std::to_string(kept.seed) + "  " +
                             context.said({"made smaller: ", "已缩小："}) + kept.schedule;
    text += head + "\n";
    if (kept.file.empty()) {
      text += laboratory::case_text(kept.leak);
    } else {
      text += "  payonce lab replay " + kept.schedule + " --from " + kept.file + "\n";
    }
  }
  return text;
}

void write_outcomes(JsonWriter& json, std::string_view name, std::uint64_t runs,
                    const std::map<std::string, std::uint64_t>& outcomes) {
  json.name(name).object().member("runs", runs).member("leaking", total(outcomes)).name("outcomes").array();
  for (const auto& [outcome, many] : outcomes) json.object().member("outcome", outcome).member("runs", many).end();
  json.end().end();
}

std::string json_of(const Wish& wish, const Sum& sum, ExitStatus status) {
  std::string out;
  JsonWriter json(out);
  json.object().member("program", program()).member("seed", wish.seed).member("last_seed", wish.seed + sum.runs - 1);
  json.member("runs", sum.runs).member("first_experiment", sum.first).member("last_experiment", sum.last);
  json.member("everything", hexadecimal(sum.all));
  write_outcomes(json, "all_on", sum.all_on, sum.with_all_on);
  write_outcomes(json, "fewer", sum.runs - sum.all_on, sum.with_fewer);
  json.name("met").array();
  for (const auto& [word, runs] : sum.met) json.object().member("word", word).member("runs", runs).end();
  json.end().name("kept").array();
  for (const Kept& kept : sum.kept) {
    json.object().member("seed", kept.seed).member("layers", kept.leak.layers.name());
    json.member("outcome", kept.leak.outcome).member("schedule", kept.schedule);
    if (!kept.file.empty()) json.member("file", kept.file);
    json.member("text", laboratory::case_text(kept.leak)).end();
  }
  json.end().member("exit", number(status)).end();
  return out + "\n";
}

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
  const Sum sum = playing([&] { return simulation.simulate(); });
  const ExitStatus status = sum.with_all_on.empty() ? ExitStatus::done : ExitStatus::findings;
  if (context.json()) {
    context.print(json_of(wish, sum, status));
    return status;
  }
  const std::string end = simulation.bound(wish.seed + sum.runs - 1, sum.last, {"last", "末个"});
  context.print(report(context, sum) + "\n" + end.substr(0, end.size() - 1) + "   " +
                context.said({"everything ", "全部 "}) + hexadecimal(sum.all) + "\n");
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
            .about = {"of the first run, the next has the next; else drawn", "首次运行的种子，其后依次加一；默认随机"}},
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
